//! A line that people and other trainers read: `FEN | score | result`, both from White's point of
//! view.

use chess::CastlingField;

use crate::format::GameResult;
use crate::sample::Sample;

pub fn text(sample: &Sample) -> String {
    let result = match sample.result {
        GameResult::WhiteWins => "1.0",
        GameResult::Draw => "0.5",
        GameResult::BlackWins => "0.0",
    };
    format!("{} | {} | {result}", sample.setup().to_fen(CastlingField::XFen), sample.score)
}
