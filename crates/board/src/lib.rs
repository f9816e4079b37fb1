//! The board: a local web page to play, to analyse and to look inside the search.
//!
//! # A server for one person
//!
//! [`Server`] listens on the loopback address and serves three things: the files of the page, which
//! are embedded in the program; `/api/`, for texts of games; and `/ws`, one socket for each tab.
//! Everything else happens over the socket: a tab sends numbered requests, and gets one answer to
//! each, with updates before it if the work takes long.
//!
//! # The life of a request
//!
//! 1. `security.rs` checks `Host` and `Origin` of every HTTP request, `socket.rs` the token before
//!    the upgrade.
//! 2. `socket.rs` receives a message, limits its size and its pace, and passes it to `tab.rs`.
//! 3. `fields.rs` parses it. `tab.rs` knows the types; `requests/` answers them.
//! 4. A question about the rules is answered at once. A search becomes a job (`job.rs`) on its own
//!    thread with its own engine; its reports are thinned out to twenty a second.
//! 5. A job ends by itself, by `cancel`, by a later job of its kind, or with its tab.
//!
//! # What is kept
//!
//! The server keeps nothing about games: a question names its start and its moves, so that a reload,
//! a second tab or a restart changes nothing. It keeps the last recorded trees (`tree_store.rs`) and
//! what it has read of the lab's journals (`runs.rs`). Runs that are started from the page are
//! processes of their own and write their own folders.
//!
//! # Invariants
//!
//! **Architecture invariant: the server holds the rules.** The page gets legal moves, notation and
//! results, and computes none of them.
//!
//! **Architecture invariant: nothing from the browser is trusted.** No text from it becomes a path,
//! a program or an option that is not in a table. Sizes, counts and pace are limited.
//!
//! **Architecture invariant: one answer to each request**, an error included.
//!
//! **Architecture invariant: no work without a tab.** Searches stop when their tab goes away. A
//! server that nobody asks does nothing, not even by a timer.
//!
//! **Architecture invariant: asynchronous code stays here.** No other crate knows of it.

mod api;
mod assets;
mod board;
mod fields;
mod game_file;
mod game_json;
mod job;
mod levels;
mod live_ledger;
mod node;
mod pgn_index;
mod place;
mod priority;
mod random_seed;
mod refusal;
mod report;
mod requests;
mod runs;
mod score_json;
mod search_settings;
mod security;
mod server;
mod socket;
mod tab;
mod token;
mod tree_store;

pub use server::{BoardError, Options, Server};
pub use token::Token;
