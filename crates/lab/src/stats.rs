//! What results mean: pure functions from counts of games to numbers with error bars.

mod brownian;
mod elo;
mod likelihood;
mod normal;
mod pentanomial;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Elo, EloModel};
pub use pentanomial::Pentanomial;
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{Sprt, SprtError, Verdict};
pub use tally::Tally;
