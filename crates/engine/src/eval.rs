//! What a position is worth without looking ahead: centipawns for the side to move. There are two
//! ways to say it, and `Evaluation` has both.

pub mod classical;
mod evaluation;
pub mod nnue;
mod perspective;

pub use classical::Classical;
pub(crate) use evaluation::{EvalOptions, Evaluation};
