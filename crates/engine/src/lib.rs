//! Thinks. No input or output, no globals, no process exit.

mod control;
mod depth;
mod engine;
pub mod eval;
pub mod heuristics;
mod history;
pub mod knobs;
pub mod limits;
mod listener;
mod patience;
mod prefetch;
pub mod probe;
mod prune;
pub mod score;
mod search;
pub use search::RootMove;
mod threads;
pub mod tt;
mod values;
mod wdl;
mod window;

pub use control::Control;
pub use engine::{Answer, Engine};
pub use listener::{Listener, Progress};
pub use threads::STACK_BYTES;
pub use values::EXCHANGE;
pub use wdl::{ScoreScale, WinCurve, material};
