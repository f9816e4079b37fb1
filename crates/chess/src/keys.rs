//! Hash keys of a position and of its parts, which correction histories index by.

use crate::{Color, PieceType, Square, zobrist};

/// The Zobrist keys of a position and of its parts, updated with each move.
///
/// ```
/// use chess::Position;
///
/// let start = Position::initial();
/// let knight_out = start.after(start.parse_uci("g1f3")?);
/// assert_ne!(knight_out.key(), start.key());
/// assert_ne!(knight_out.keys().minors(), start.keys().minors());
/// assert_eq!(knight_out.keys().pawns(), start.keys().pawns());
/// # Ok::<(), chess::UciMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys {
    position: u64,
    groups: [u64; 4],
    non_pawn: [u64; 2],
}

/// The part of the position each piece type belongs to: pawns, minor pieces, major pieces, kings.
const GROUP: [usize; PieceType::COUNT] = [0, 1, 1, 2, 2, 3];

impl Keys {
    /// The whole position: pieces, side to move, castling rights and en passant square.
    #[inline]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Pawns of both colours.
    #[inline]
    pub fn pawns(&self) -> u64 {
        self.groups[0]
    }

    /// Knights and bishops of both colours.
    #[inline]
    pub fn minors(&self) -> u64 {
        self.groups[1]
    }

    /// Rooks and queens of both colours.
    #[inline]
    pub fn majors(&self) -> u64 {
        self.groups[2]
    }

    /// All pieces of one colour except its pawns.
    #[inline]
    pub fn non_pawn(&self, color: Color) -> u64 {
        self.non_pawn[color]
    }

    #[inline(always)]
    pub(crate) fn toggle_piece(&mut self, color: Color, piece_type: PieceType, square: Square) {
        let number = zobrist::piece(color, piece_type, square);
        self.position ^= number;
        self.groups[GROUP[piece_type]] ^= number;
        self.non_pawn[color] ^= if piece_type == PieceType::Pawn { 0 } else { number };
    }

    #[inline(always)]
    pub(crate) fn toggle_state(&mut self, number: u64) {
        self.position ^= number;
    }
}
