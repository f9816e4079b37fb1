//! The UCI protocol as types.
//!
//! A [`Command`] is a line from the client, a [`Reply`] a line from the engine. Both are parsed
//! from text and written back with `Display`, so that our engine and the match runner, which
//! drives other engines, share one vocabulary.
//!
//! ```
//! use uci::{BestMove, Command, Go, Reply};
//!
//! // The engine's side: read a command ...
//! let parsed = Command::parse("go wtime 1000 btime 1000 depth 9").unwrap();
//! let go = Go { wtime: Some(1000), btime: Some(1000), depth: Some(9), ..Go::default() };
//! assert_eq!(parsed.command, Some(Command::Go(go)));
//!
//! // ... and write a reply. The client's side reads it back.
//! let best = "e2e4".parse().unwrap();
//! let reply = Reply::BestMove(BestMove::Move { best, ponder: None });
//! assert_eq!(reply.to_string(), "bestmove e2e4");
//! assert_eq!("bestmove e2e4".parse(), Ok(reply));
//! ```
//!
//! # What is checked, and where
//!
//! - A line that is not a command is an error: [`CommandError`] names the bad word and what is
//!   accepted. A bad word inside `go` spoils only itself; it is reported in
//!   [`Parsed::token_errors`] and the rest of the command is valid.
//! - Numbers stay as the client sent them. Negative clocks are real, so the search brings numbers
//!   into range, not this crate.
//! - Moves in `position` stay text, because only the position they are played in gives them a
//!   meaning. Moves elsewhere are [`MoveText`]: squares and a promotion, not yet legal.
//! - [`Info`] from other engines is read tolerantly: one odd field must not lose the others.
//!
//! Architecture invariants: the crate knows the rules only as far as it must split words and spell
//! moves, it does not know the engine, it reads and writes no stream, and no text makes it panic.

#![warn(missing_docs)]

mod command;
mod error;
mod go;
mod info;
mod numbers;
mod option;
mod position;
mod reply;
mod tokens;

pub use chess::MoveText;
pub use command::{Command, Genfens, Parsed, Registration};
pub use error::{CommandError, TokenError};
pub use go::Go;
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{EMPTY, OptionKind, OptionSpec};
pub use position::{PositionCommand, PositionError, StartFrom};
pub use reply::{BestMove, Reply, ReplyError};
pub use tokens::first_word;
