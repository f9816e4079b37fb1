//! The record of 32 bytes that the trainer bullet reads. The side to move is always White in it:
//! with Black to move, ranks and colours are swapped.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the occupied squares: bit 0 is a1 |
//! | 8..24 | half a byte for each of them in order, the lower half first: pawn 0 to king 5; 8 is added for the side not to move |
//! | 24..26 | the score, as the side to move sees it |
//! | 26 | its half points in the game: 0, 1 or 2 |
//! | 27 | its king's square |
//! | 28 | the other king's square, as its own side sees it |
//! | 29..32 | nothing |
//!
//! CITE: docs.rs/bulletformat

use chess::{Bitboard, Color, PieceType, Position, Square};

use crate::sample::Sample;

pub const BULLET_BYTES: usize = 32;

/// The mark of the pieces of the side not to move.
pub(crate) const OTHER_SIDE: u8 = 8;

pub fn bullet(sample: &Sample) -> [u8; BULLET_BYTES] {
    let position = &sample.position;
    let mover = position.turn();
    let occupied = seen_by(mover, position.occupied());
    let mut bytes = [0; BULLET_BYTES];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.squares().enumerate() {
        bytes[8 + index / 2] |= piece(position, seen(mover, square)) << (4 * (index % 2));
    }
    bytes[24..26].copy_from_slice(&sample.score_for_mover().to_le_bytes());
    bytes[26] = sample.half_points_for_mover();
    bytes[27] = seen(mover, position.king(mover)).index() as u8;
    bytes[28] = seen(!mover, position.king(!mover)).index() as u8;
    bytes
}

fn piece(position: &Position, square: Square) -> u8 {
    let piece_type = position.piece_type_on(square).unwrap_or(PieceType::Pawn) as u8;
    let own = position.board().color(position.turn()).has(square);
    if own { piece_type } else { piece_type | OTHER_SIDE }
}

/// The square as a side sees it, or back: its own back rank is the first.
fn seen(color: Color, square: Square) -> Square {
    if color == Color::White { square } else { square.flip_rank() }
}

fn seen_by(color: Color, squares: Bitboard) -> Bitboard {
    if color == Color::White { squares } else { squares.flip_rank() }
}
