//! Static evaluation: centipawns for the side to move, without searching. There are two, the network
//! and the classical evaluation; `Evaluation` holds both.

pub mod classical;
mod evaluation;
pub mod nnue;
mod perspective;

pub use classical::Classical;
pub(crate) use evaluation::{EvalOptions, Evaluation};
