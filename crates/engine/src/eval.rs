//! What a position is worth without looking ahead: centipawns for the side to move.

pub mod classical;

pub use classical::Classical;
