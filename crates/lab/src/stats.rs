//! Statistics: pure functions from counts of games to estimates with error bars.

mod brownian;
mod counts;
mod elo;
mod likelihood;
mod normal;
mod ratings;
mod sprt;

pub use counts::{Pentanomial, WinDrawLoss};
pub use elo::{Elo, EloModel};
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{Sprt, SprtError, SprtVerdict};
