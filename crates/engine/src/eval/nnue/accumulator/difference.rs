//! The difference between two boards: the pieces that appeared and those that disappeared. The lists
//! are filled in place: returned by value, they would be copied, which stalls on the recent writes.

use chess::{Board, MAX_PIECES, PieceType, Position};

use crate::eval::nnue::features::{Perspective, PieceSquare};
use crate::eval::nnue::kernels::Rows;
use crate::eval::nnue::network::Network;

/// The pieces that differ, and their rows of weights for one king.
pub(super) struct Difference {
    appeared: InlineVec<PieceSquare>,
    disappeared: InlineVec<PieceSquare>,
    added: InlineVec<u16>,
    removed: InlineVec<u16>,
}

impl Difference {
    #[inline(always)]
    pub(super) fn none() -> Difference {
        let pieces = || InlineVec::of(PieceSquare::FILLER);
        let rows = || InlineVec::of(0);
        Difference { appeared: pieces(), disappeared: pieces(), added: rows(), removed: rows() }
    }

    /// Compares two boards.
    #[inline(always)]
    pub(super) fn compute(&mut self, from: &Board, to: &Position) {
        let changed = from.differences(to.board());
        self.appeared.count = 0;
        self.disappeared.count = 0;
        for square in changed & to.occupied() {
            if let Some(piece) = to.piece_on(square) {
                self.appeared.push(PieceSquare::new(piece.color, piece.piece_type, square));
            }
        }
        for piece_type in PieceType::ALL {
            for square in from.by_type(piece_type) & changed {
                self.disappeared.push(PieceSquare::new(from.owner_of(square), piece_type, square));
            }
        }
    }

    /// The rows of weights to add and to subtract for one king.
    #[inline(always)]
    pub(super) fn rows(&mut self, bucket: usize, perspective: Perspective) -> Rows<'_> {
        for (pieces, rows) in
            [(&self.appeared, &mut self.added), (&self.disappeared, &mut self.removed)]
        {
            rows.count = 0;
            pieces
                .as_slice()
                .iter()
                .for_each(|&piece| rows.push(Network::row(bucket, perspective, piece)));
        }
        Rows { added: self.added.as_slice(), removed: self.removed.as_slice() }
    }
}

/// A list without heap memory, long enough for every piece of a board.
struct InlineVec<T> {
    items: [T; MAX_PIECES],
    count: usize,
}

impl<T: Copy> InlineVec<T> {
    /// An empty list; `filler` occupies the unused places.
    #[inline(always)]
    fn of(filler: T) -> InlineVec<T> {
        InlineVec { items: [filler; MAX_PIECES], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        // No board has more pieces; the remainder only avoids a bounds check.
        self.items[self.count % MAX_PIECES] = item;
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.count]
    }
}
