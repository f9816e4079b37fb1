//! The board as one king sees it: rotated so that its side plays up the board, and mirrored so that
//! it stands on the queenside. Both colours and both wings then share weights.

use chess::{Color, Square};

/// How one king sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    owner: Color,
    /// A square xor this is the square as the king sees it.
    flip: u8,
}

impl Perspective {
    /// The perspective of the king of `owner` on this square.
    #[inline]
    pub fn of(owner: Color, king: Square) -> Perspective {
        let ranks = if owner == Color::White { 0 } else { 56 };
        let files = if king.file().index() < 4 { 0 } else { 7 };
        Perspective { owner, flip: ranks ^ files }
    }

    /// The colour of the king.
    #[inline]
    pub fn owner(self) -> Color {
        self.owner
    }

    /// Whether the board is mirrored.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The index of a square as the king sees it, rank by rank from its own side.
    #[inline]
    pub fn place_of(self, square: Square) -> usize {
        self.flipped(square.index())
    }

    /// The same for any index whose lowest six bits are a square.
    #[inline]
    pub(super) fn flipped(self, index: usize) -> usize {
        index ^ usize::from(self.flip)
    }
}
