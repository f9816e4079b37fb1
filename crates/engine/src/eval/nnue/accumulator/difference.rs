//! What differs between two boards: the men that came and those that went. Lists are filled where
//! they lie: handed on by value, they would be copied before what was written has settled.

use chess::{Board, Kind, MAX_MEN, Position};

use crate::eval::nnue::features::{Man, Outlook};
use crate::eval::nnue::kernels::Rows;
use crate::eval::nnue::network::Network;

pub(super) struct Difference {
    came: Few<Man>,
    went: Few<Man>,
    /// The same as one king sees it.
    added: Few<u16>,
    removed: Few<u16>,
}

impl Difference {
    #[inline(always)]
    pub(super) fn none() -> Difference {
        let (men, rows) = (|| Few::of(Man::ANY), || Few::of(0));
        Difference { came: men(), went: men(), added: rows(), removed: rows() }
    }

    #[inline(always)]
    pub(super) fn look(&mut self, from: &Board, to: &Position) {
        let changed = from.differences(to.board());
        self.came.count = 0;
        self.went.count = 0;
        for square in changed & to.occupied() {
            if let Some(man) = to.piece_on(square) {
                self.came.push(Man::new(man.color, man.kind, square));
            }
        }
        for kind in Kind::ALL {
            for square in from.kind(kind) & changed {
                self.went.push(Man::new(from.owner_of(square), kind, square));
            }
        }
    }

    /// Rows of the weights that come and go in the eyes of a king.
    #[inline(always)]
    pub(super) fn rows(&mut self, bucket: usize, outlook: Outlook) -> Rows<'_> {
        for (men, rows) in [(&self.came, &mut self.added), (&self.went, &mut self.removed)] {
            rows.count = 0;
            men.as_slice().iter().for_each(|&man| rows.push(Network::row(bucket, outlook, man)));
        }
        Rows { added: self.added.as_slice(), removed: self.removed.as_slice() }
    }
}

/// As many as there may be men, in place.
struct Few<T> {
    items: [T; MAX_MEN],
    count: usize,
}

impl<T: Copy> Few<T> {
    /// None yet; `filler` stands where the first will be.
    #[inline(always)]
    fn of(filler: T) -> Few<T> {
        Few { items: [filler; MAX_MEN], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        // No board has more men; the remainder only spares a check.
        self.items[self.count % MAX_MEN] = item;
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.count]
    }
}
