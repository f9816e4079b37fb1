//! What a position is worth without looking ahead: centipawns for the side to move. There are two
//! ways to say it, and `Judge` has both.

pub mod classical;
mod judge;
pub mod nnue;
mod outlook;

pub use classical::Classical;
pub(crate) use judge::{Judge, Manner};
