//! Piece values for static exchange evaluation.

use chess::{ExchangeValues, Move, PieceType, Position};

/// Centipawns by piece type. The king cannot be captured, so its value is never read.
pub const EXCHANGE: ExchangeValues = [100, 420, 440, 680, 1300, 0];

/// The material that a noisy move gains before the opponent recaptures.
#[inline]
pub(crate) fn exchange_value(position: &Position, mv: Move) -> i32 {
    let victim = match position.piece_type_on(mv.to()) {
        Some(piece_type) if mv.is_capture() => EXCHANGE[piece_type],
        _ if mv.is_en_passant() => EXCHANGE[PieceType::Pawn],
        _ => 0,
    };
    victim + mv.promotion().map_or(0, |piece_type| EXCHANGE[piece_type] - EXCHANGE[PieceType::Pawn])
}
