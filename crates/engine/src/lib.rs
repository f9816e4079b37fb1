//! Thinks. No input or output, no globals, no process exit.

mod depth;
mod engine;
pub mod eval;
pub mod heuristics;
pub mod history;
pub mod knobs;
pub mod limits;
mod patience;
pub mod probe;
mod prune;
pub mod score;
pub mod search;
pub mod shared;
pub mod tt;
mod values;
pub mod window;

pub use engine::{Answer, Engine, StopHandle};
