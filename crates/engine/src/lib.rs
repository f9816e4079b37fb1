//! Thinks. No input or output, no globals, no process exit.

mod control;
mod engine;
pub mod eval;
pub mod heuristics;
mod history;
pub mod knobs;
pub mod limits;
mod listener;
mod prefetch;
pub mod probe;
mod root_move;
pub mod score;
mod search;
mod threads;
pub mod time;
pub mod tt;
mod values;
mod wdl;
mod window;

pub use control::Control;
pub use engine::{Answer, Engine};
pub use listener::{Listener, Progress};
pub use root_move::RootMove;
pub use search::CONSTANT_KNOBS;
pub use threads::STACK_BYTES;
pub use values::EXCHANGE;
pub use wdl::{ScoreScale, WinCurve, material};
