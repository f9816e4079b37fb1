//! A list of moves on the stack.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

use crate::Move;

/// The capacity of a [`MoveList`]: enough for any position. Positions of real games have at most
/// 218 moves, but FEN may describe thirty queens; 32 pieces have fewer than 32 times 27 moves.
pub const MAX_MOVES: usize = 1024;

/// A list of moves on the stack. It dereferences to a slice, and a reference to it iterates over
/// the moves by value.
///
/// ```
/// use chess::{MoveList, Noisy, Position};
///
/// let mut moves = MoveList::new();
/// Position::initial().generate::<Noisy>(&mut moves);
/// assert!(moves.is_empty());
/// ```
// The array stays uninitialised because a search makes one at every node and fills little of it.
pub struct MoveList {
    moves: [MaybeUninit<Move>; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; MAX_MOVES], len: 0 }
    }

    /// Appends a move. Panics if the list is full, which no position can cause.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len].write(mv);
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: `push` has written every move below `len`, and `Move` may be read in place
        // because `MaybeUninit` does not change its layout.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}
