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
    /// Cutoffs at the nodes of this ply since their grandparent was entered.
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

    /// Prepares the frames of a node and of those below it. Returns the plies that the parent took
    /// off.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize, static_eval: Option<Score>, tt_pv: bool) -> i32 {
        let parent = &mut self.0[BEFORE + ply - 1];
        // Taken, not read: a verification search of this node must not apply it again.
        let parent_reduction = core::mem::take(&mut parent.reduction);
        // Until a move is extended: a null move or ProbCut is not.
        let doubles = parent.doubles;
        let frame = self.at_mut(ply);
        *frame = Frame { static_eval, tt_pv, reduction: 0, doubles, ..*frame };
        self.at_mut(ply + 1).killers = [None; 2];
        // Two plies below, so that a node counts the cutoffs of its nephews as well.
        self.at_mut(ply + 2).cutoffs = 0;
        parent_reduction
    }

    /// The moves one, two and four plies before `ply`.
    #[inline]
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 4].map(|back| self.before(ply, back).piece_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack() -> Stack {
        let mut stack = Stack::default();
        for ply in 0..8 {
            let killer = Move::from_bits(0x1234);
            let frame = stack.at_mut(ply);
            *frame = Frame { reduction: 2, cutoffs: 5, doubles: 3, killers: [killer; 2], ..*frame };
        }
        stack
    }

    #[test]
    fn the_reduction_of_the_parent_is_read_once() {
        let mut stack = stack();
        assert_eq!([0, 1].map(|_| stack.enter(4, None, false)), [2, 0]);
        assert_eq!(stack.at(4).reduction, 0);
    }

    #[test]
    fn a_node_begins_with_the_double_extensions_of_its_line() {
        let mut stack = stack();
        stack.at_mut(3).doubles = 1;
        stack.enter(4, None, false);
        assert_eq!([3, 4, 5].map(|ply| stack.at(ply).doubles), [1, 1, 3]);
    }

    #[test]
    fn cutoffs_are_forgotten_two_plies_below_and_killers_one() {
        let mut stack = stack();
        stack.enter(4, None, false);
        assert_eq!([4, 5, 6, 7].map(|ply| stack.at(ply).cutoffs), [5, 5, 0, 5]);
        let has_killers = [4, 5, 6].map(|ply| stack.at(ply).killers[0].is_some());
        assert_eq!(has_killers, [true, false, true]);
    }

    #[test]
    fn a_node_keeps_its_evaluation_and_whether_it_was_on_a_principal_variation() {
        let mut stack = stack();
        stack.enter(4, Some(Score::DRAW), true);
        assert_eq!((stack.at(4).static_eval, stack.at(4).tt_pv), (Some(Score::DRAW), true));
        assert_eq!(stack.at(3).static_eval, None);
    }
}
