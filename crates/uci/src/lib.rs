//! The UCI protocol as types: what a client says (`Command`), what an engine answers
//! (`Reply`), and what it offers to be set (`OptionSpec`). Both directions are read and
//! written, so that engine and match runner share one vocabulary.
//!
//! Nothing here reads or writes streams, and no text makes it panic.

mod command;
mod error;
mod go;
mod info;
mod numbers;
mod option;
mod position;
mod reply;
mod tokens;

/// The moves of commands and replies, before any position has judged them.
pub use chess::MoveText;
pub use command::{Command, Genfens, Parsed, Registration};
pub use error::{CommandError, TokenError};
pub use go::Go;
pub use info::{Bound, Info, Score, ScoreValue};
pub use option::{OptionError, OptionKind, OptionSpec, OptionValue};
pub use position::{PositionCommand, PositionError, StartFrom};
pub use reply::{BestMove, Reply, ReplyError};
pub use tokens::first_word;
