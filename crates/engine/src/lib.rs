//! The chess engine as a library: the search, the evaluations, the tunables, and the instruments
//! that watch them.
//!
//! # An object with callbacks
//!
//! An [`Engine`] owns its settings, its transposition table and its threads. A caller sets
//! [`Engine::knobs`], gives [`Engine::go`] a game and [`Limits`], and gets an [`Answer`].
//! While the search runs, it calls a [`Listener`]; another thread may stop it through a [`Control`].
//! Protocols, option lists and the command line belong to the caller.
//!
//! ```
//! use std::sync::Arc;
//!
//! use chess::Game;
//! use engine::Limits;
//! use engine::probe::Silent;
//! use engine::{Control, Engine};
//!
//! let mut engine = Engine::new(1)?; // a table of 1 MB
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let control = Arc::new(Control::default());
//! let answer = engine.go::<Silent>(&Game::default(), &limits, &control, &mut ());
//! assert_eq!(answer.depth, 6);
//! assert!(answer.best.is_some());
//! # Ok::<(), engine::tt::NoMemory>(())
//! ```
//!
//! # The life of `Engine::go`
//!
//! 1. `engine.rs` lists the root moves. Without a legal move it answers at once. If the tablebases
//!    know the position, they rank the moves.
//! 2. It forgets what another evaluation has left, starts a new generation of the table, and
//!    recomputes the table of reductions if their knobs have changed.
//! 3. It writes a `Brief`: a copy of the knobs, and shared references to the network, the table and
//!    the control. The helpers of `threads.rs` get the brief and start. The main thread adds the
//!    clock, the node limits and the listener.
//! 4. Each thread runs a `Searcher` with its own histories and caches. `search/deepen.rs` repeats the
//!    search a ply deeper each time, `search/node.rs` is the alpha-beta body, and
//!    `search/quiesce.rs` resolves captures at its leaves. The main thread reports every iteration.
//! 5. A limit is reached, or the control is stopped: the search unwinds with `Err(Stopped)`. When
//!    the main thread is done, it stops the helpers and collects their findings.
//! 6. The threads vote. If the chosen move is not the one reported last, it is reported once more.
//!
//! # Knobs, registry, pages and probes
//!
//! A heuristic consists of three things, and each is written once:
//!
//! - its **knobs**, in `knobs/table.rs`: a switch and its numbers, with range, step and text. UCI
//!   options, range checks, the tuner's input and `docs/knobs.md` derive from that table.
//! - its row in the **registry**, [`heuristics::Heuristic`]: what it assumes, when it fails, its
//!   switch, its page and its origin. `docs/heuristics.md` derives from it.
//! - its **page**, for most in `search/pages/`: the gate, the decision, the search it needs, and its
//!   tests. `search/node.rs` reads as the list of pages.
//!
//! Pages report what they do to a [`probe::Probe`], a type parameter of the search.
//! [`probe::Silent`] ignores everything and costs nothing; [`probe::Ledger`] counts events by
//! heuristic and depth.
//!
//! # Invariants
//!
//! **Architecture invariant: no standard streams.** The crate never reads standard input and never
//! writes to standard output or standard error. Its one access to files is
//! [`Network::named`](eval::nnue::Network::named), which reads a network when asked to. Besides that
//! it asks the system for memory (mapped pages on Linux), threads and the monotonic clock.
//!
//! **Architecture invariant: no global state.** Every `static` is a constant. Two engines in one
//! process share nothing but what the caller gives to both, such as a network.
//!
//! **Architecture invariant: no process exit.** Invalid values and files, and too little memory or
//! too few threads, are errors or reduced results, never a panic or an exit.
//!
//! **Architecture invariant: no protocol.** The crate depends on `chess` and knows neither UCI nor
//! the command line. What a score looks like to a person is decided in [`ScoreScale`] and
//! [`score::Score`] alone.
//!
//! **Architecture invariant: stopping is a type, not a score.** A stopped search returns `Stopped`,
//! so that no half-finished score can cause a cutoff or reach the table.
//!
//! **Architecture invariant: knobs do not change during a search.** Each thread reads its own copy.
//!
//! **Architecture invariant: watching does not change the search.** A probe receives events and
//! returns nothing; tests compare the node counts of different probes.
//!
//! **Architecture invariant: one thread is deterministic.** Without a clock, the same history, knobs
//! and limits visit the same nodes on every machine. The bench of every commit relies on it.
//!
//! **Architecture invariant: caches equal recomputation.** Accumulators, piece-square sums and the
//! pawn cache only save time; tests compare each with an evaluation from scratch.
//!
//! **Architecture invariant: the table is not trusted.** A torn write reads as a miss, and every
//! move of the table is tested for legality before it is played.
//!
//! **Architecture invariant: `unsafe` has three places.** The vector loops of the network, memory
//! prefetch, and the memory of the table; each block states why it is sound.

mod control;
mod engine;
pub mod eval;
pub mod heuristics;
mod history;
pub mod knobs;
mod listener;
#[cfg(test)]
mod pinned_nodes;
mod prefetch;
pub mod probe;
mod root_move;
pub mod score;
mod search;
pub mod tablebase;
mod threads;
pub mod time;
pub mod tt;
mod values;
mod wdl;
mod window;

pub use control::Control;
pub use engine::{Answer, Engine, Learned};
pub use listener::{Listener, Progress};
pub use root_move::RootMove;
pub use search::{CONSTANT_KNOBS, NodeAnswer, NodeQuestion};
pub use threads::STACK_BYTES;
pub use time::Limits;
pub use values::EXCHANGE;
pub use wdl::{ScoreScale, WinCurve, material};
