//! Positions for other programs: bullet's records, and lines of text.

use chess::CastlingField;

pub use crate::bullet::encode as bullet;
use crate::sample::Sample;
use chess::GameResult;

/// A line `FEN | score | result`, score and result from White's point of view. Several trainers read
/// this form.
pub fn text(sample: &Sample) -> String {
    let result = match sample.result {
        GameResult::WhiteWins => "1.0",
        GameResult::Draw => "0.5",
        GameResult::BlackWins => "0.0",
    };
    format!("{} | {} | {result}", sample.setup().to_fen(CastlingField::XFen), sample.score)
}
