//! What men are worth in an exchange.

use chess::{ExchangeValues, Kind, Move, Position};

pub const EXCHANGE: ExchangeValues = [100, 420, 440, 680, 1300, 0];

/// What a noisy move takes or makes, before anything is taken back.
#[inline]
pub(crate) fn exchange_value(position: &Position, mv: Move) -> i32 {
    let victim = match position.kind_on(mv.to()) {
        Some(kind) if mv.is_capture() => EXCHANGE[kind],
        _ if mv.is_en_passant() => EXCHANGE[Kind::Pawn],
        _ => 0,
    };
    victim + mv.promotion().map_or(0, |kind| EXCHANGE[kind] - EXCHANGE[Kind::Pawn])
}
