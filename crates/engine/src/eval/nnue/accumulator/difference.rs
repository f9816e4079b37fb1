//! What differs between two boards: the pieces that came and those that went. Lists are filled where
//! they lie: handed on by value, they would be copied before what was written has settled.

use chess::{Board, MAX_PIECES, PieceType, Position};

use crate::eval::nnue::features::{Perspective, PieceSquare};
use crate::eval::nnue::kernels::Rows;
use crate::eval::nnue::network::Network;

pub(super) struct Difference {
    came: Few<PieceSquare>,
    went: Few<PieceSquare>,
    /// The same as one king sees it.
    added: Few<u16>,
    removed: Few<u16>,
}

impl Difference {
    #[inline(always)]
    pub(super) fn none() -> Difference {
        let (pieces, rows) = (|| Few::of(PieceSquare::ANY), || Few::of(0));
        Difference { came: pieces(), went: pieces(), added: rows(), removed: rows() }
    }

    #[inline(always)]
    pub(super) fn look(&mut self, from: &Board, to: &Position) {
        let changed = from.differences(to.board());
        self.came.count = 0;
        self.went.count = 0;
        for square in changed & to.occupied() {
            if let Some(piece) = to.piece_on(square) {
                self.came.push(PieceSquare::new(piece.color, piece.piece_type, square));
            }
        }
        for piece_type in PieceType::ALL {
            for square in from.by_type(piece_type) & changed {
                self.went.push(PieceSquare::new(from.owner_of(square), piece_type, square));
            }
        }
    }

    /// Rows of the weights that come and go in the eyes of a king.
    #[inline(always)]
    pub(super) fn rows(&mut self, bucket: usize, perspective: Perspective) -> Rows<'_> {
        for (pieces, rows) in [(&self.came, &mut self.added), (&self.went, &mut self.removed)] {
            rows.count = 0;
            pieces
                .as_slice()
                .iter()
                .for_each(|&piece| rows.push(Network::row(bucket, perspective, piece)));
        }
        Rows { added: self.added.as_slice(), removed: self.removed.as_slice() }
    }
}

/// As many as there may be pieces, in place.
struct Few<T> {
    items: [T; MAX_PIECES],
    count: usize,
}

impl<T: Copy> Few<T> {
    /// None yet; `filler` stands where the first will be.
    #[inline(always)]
    fn of(filler: T) -> Few<T> {
        Few { items: [filler; MAX_PIECES], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        // No board has more pieces; the remainder only spares a check.
        self.items[self.count % MAX_PIECES] = item;
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.count]
    }
}
