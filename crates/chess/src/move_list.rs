//! A list of moves that lives on the stack.

use core::mem::MaybeUninit;
use core::ops::Deref;

use crate::Move;

/// Room for every move of any position. The most that a game can lead to is 218, but FEN also
/// takes boards of thirty queens; thirty-two pieces have fewer than 32 times 27 moves.
pub const MAX_MOVES: usize = 1024;

/// Left uninitialised because it is made at every node and mostly stays short.
pub struct MoveList {
    moves: [MaybeUninit<Move>; MAX_MOVES],
    len: usize,
}

impl MoveList {
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; MAX_MOVES], len: 0 }
    }

    /// Panics when the list is full, which no position can bring about.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len].write(mv);
        self.len += 1;
    }

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
