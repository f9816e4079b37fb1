//! Statistics: pure functions from counts of games to estimates with error bars.

mod brownian;
mod counts;
mod elo;
mod interval;
mod likelihood;
mod normal;
mod ratings;
mod sprt;
mod wilson;

pub use counts::{Pentanomial, WinDrawLoss};
pub use elo::{Elo, EloInterval, EloModel, EloValue, Finding, fixed};
pub use interval::MIN_PAIRS;
pub use ratings::{Encounter, Rating, leader, ratings, standings};
pub use sprt::{Sprt, SprtError, SprtVerdict};
pub use wilson::Share;
