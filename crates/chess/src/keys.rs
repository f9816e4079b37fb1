//! The names of a position and of its parts. Correction history learns per part.

use crate::{Color, Kind, Square, zobrist};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys {
    position: u64,
    groups: [u64; 4],
    non_pawn: [u64; 2],
}

/// Which part of the position a man belongs to: pawns, minor pieces, major pieces, kings.
const GROUP: [usize; Kind::COUNT] = [0, 1, 1, 2, 2, 3];

impl Keys {
    /// The whole position: men, side to move, castling rights and en passant square.
    #[inline]
    pub fn position(&self) -> u64 {
        self.position
    }

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

    /// Everything of one colour but its pawns.
    #[inline]
    pub fn non_pawn(&self, color: Color) -> u64 {
        self.non_pawn[color]
    }

    #[inline(always)]
    pub(crate) fn toggle_man(&mut self, color: Color, kind: Kind, square: Square) {
        let number = zobrist::piece(color, kind, square);
        self.position ^= number;
        self.groups[GROUP[kind]] ^= number;
        self.non_pawn[color] ^= if kind == Kind::Pawn { 0 } else { number };
    }

    #[inline(always)]
    pub(crate) fn toggle_state(&mut self, number: u64) {
        self.position ^= number;
    }
}
