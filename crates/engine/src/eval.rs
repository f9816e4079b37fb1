//! What a position is worth without looking ahead: centipawns for the side to move.

mod pawn_cache;
mod plain;

pub use plain::Plain;
