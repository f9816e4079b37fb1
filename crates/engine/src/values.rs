//! Piece values for static exchange evaluation.

use chess::{ExchangeValues, Move, PieceType, Position};

use crate::knobs::ExchangeScale;

/// Centipawns by piece type, on the scale of our evaluation. The king cannot be captured, so its
/// value is never read.
pub const EXCHANGE: ExchangeValues = [100, 420, 440, 680, 1300, 0];
/// As textbooks have them.
const TEXTBOOK: ExchangeValues = [100, 320, 330, 500, 900, 0];

/// What pieces are worth in exchanges, as the settings have it.
pub(crate) const fn exchange_values(scale: ExchangeScale) -> ExchangeValues {
    match scale {
        ExchangeScale::Tuned => EXCHANGE,
        ExchangeScale::Textbook => TEXTBOOK,
    }
}

/// The material that a noisy move gains before the opponent recaptures.
#[inline]
pub(crate) fn exchange_value(values: &ExchangeValues, position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_type_on(mv.to()) {
        Some(piece_type) if mv.is_capture() => values[piece_type],
        _ if mv.is_en_passant() => values[PieceType::Pawn],
        _ => 0,
    };
    victim + mv.promotion().map_or(0, |piece_type| values[piece_type] - values[PieceType::Pawn])
}
