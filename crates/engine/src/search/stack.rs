//! What each ply of the current line remembers.

use chess::Move;

use crate::history::{PieceTo, PreviousMoves};
use crate::score::{MAX_PLY, Score};

#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// The move made from here, as the tables inputs it.
    pub(crate) piece_to: PieceTo,
    pub(crate) mv: Option<Move>,
    /// The corrected evaluation; `None` when in check.
    pub(crate) static_eval: Option<Score>,
    /// Plies taken off the search of the move made from here.
    pub(crate) reduction: i32,
    /// How often nodes one ply further have been cut.
    pub(crate) cutoffs: u32,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) tt_pv: bool,
    /// Double extensions on the way here.
    pub(crate) doubles: i32,
    /// The number of the move made from here, counted from one.
    pub(crate) moves: usize,
}

impl Frame {
    const BLANK: Frame = Frame {
        piece_to: PieceTo::NONE,
        mv: None,
        static_eval: None,
        reduction: 0,
        cutoffs: 0,
        killers: [None; 2],
        tt_pv: false,
        doubles: 0,
        moves: 0,
    };
}

/// Blank frames before the root, so that looking back needs no check.
const BEFORE: usize = 8;

pub(crate) struct Stack([Frame; BEFORE + MAX_PLY + 2]);

impl Default for Stack {
    fn default() -> Stack {
        Stack([Frame::BLANK; _])
    }
}

impl Stack {
    pub(crate) fn clear(&mut self) {
        self.0.fill(Frame::BLANK);
    }

    #[inline]
    pub(crate) fn at(&self, ply: usize) -> &Frame {
        &self.0[BEFORE + ply]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[BEFORE + ply]
    }

    /// The frame `back` plies, at most eight, before `ply`.
    #[inline]
    pub(crate) fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.0[BEFORE + ply - back]
    }

    #[inline]
    pub(crate) fn before_mut(&mut self, ply: usize, back: usize) -> &mut Frame {
        &mut self.0[BEFORE + ply - back]
    }

    /// The moves that led to `ply`: the last, the one before, and the fourth last.
    #[inline]
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 4].map(|back| self.before(ply, back).piece_to)
    }
}
