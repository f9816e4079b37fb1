//! The search stack: the state of each ply of the current line.

use chess::Move;

use crate::history::{PieceTo, PreviousMoves};
use crate::score::{MAX_PLY, Score};

/// The state of one ply.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    /// The move made from here, as an index into the histories.
    pub(crate) piece_to: PieceTo,
    /// The move made from here; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The corrected evaluation; `None` when in check.
    pub(crate) static_eval: Option<Score>,
    /// Plies by which the search of the move made from here was reduced.
    pub(crate) reduction: i32,
    /// Cutoffs at the nodes of this ply since their parent was entered.
    pub(crate) cutoffs: u32,
    pub(crate) killers: [Option<Move>; 2],
    /// The node is, or once was, part of a principal variation.
    pub(crate) tt_pv: bool,
    /// Double extensions on the line to this node.
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

/// Blank frames before the root, so that looking back from the root needs no test.
const BEFORE: usize = 8;

/// A frame for each ply.
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

    /// The moves one, two and four plies before `ply`.
    #[inline]
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 4].map(|back| self.before(ply, back).piece_to)
    }
}
