//! What the pages may know of a node and of a move.

use chess::{Move, Position};

use super::picker::Stage;
use crate::score::Score;
use crate::tt::{Bound, Bounded, Entry};
use crate::window::Window;

/// An entry of the transposition table, with its score as seen from the node.
#[derive(Clone, Copy)]
pub(super) struct TtHit {
    pub(super) entry: Entry,
    /// `None` if the table has only an evaluation.
    pub(super) result: Option<Bounded<Score>>,
}

/// A node of the main search: what it was asked, and what is known before its moves.
pub(super) struct NodeContext<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    /// Plies left. Hindsight and internal iterative reduction change it.
    pub(super) depth: i32,
    /// The window the node was asked about. The alpha of its moves may be higher.
    pub(super) window: Window,
    /// Part of the principal variation.
    pub(super) pv: bool,
    /// The parent expects a cutoff here.
    pub(super) cut: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    pub(super) tt: Option<TtHit>,
    /// The table's move if it is legal; at the root the first move of the line.
    pub(super) tt_move: Option<Move>,
    /// The node is, or once was, part of a principal variation.
    pub(super) tt_pv: bool,
    /// The evaluation before correction; `None` in check and in a singular search.
    pub(super) raw_eval: Option<Score>,
    /// The corrected evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The side to move stands better than at its last turn.
    pub(super) improving: bool,
}

impl NodeContext<'_> {
    /// The table's score, if it has one.
    #[inline(always)]
    pub(super) fn tt_result(&self) -> Option<Bounded<Score>> {
        self.tt.and_then(|tt| tt.result)
    }
}

#[cfg(test)]
impl<'a> NodeContext<'a> {
    /// A node that the table does not know, without an evaluation.
    pub(super) fn plain(position: &'a Position, depth: i32) -> NodeContext<'a> {
        NodeContext {
            position,
            ply: 1,
            depth,
            window: Window::OPEN,
            pv: false,
            cut: false,
            excluded: None,
            tt: None,
            tt_move: None,
            tt_pv: false,
            raw_eval: None,
            static_eval: None,
            improving: false,
        }
    }
}

/// The evaluations of a node that is not in check.
#[derive(Clone, Copy)]
pub(super) struct Evals {
    /// The corrected evaluation.
    pub(super) static_eval: Score,
    /// The same, or the table's score where its bound says more.
    pub(super) adjusted: Score,
}

/// The table's score instead of the evaluation, where its bound says more.
#[inline]
pub(super) fn tt_adjusted(eval: Score, tt: Option<TtHit>) -> Score {
    match tt.and_then(|tt| tt.result) {
        Some(Bounded { score, bound: Bound::Exact }) => score,
        Some(Bounded { score, bound: Bound::Lower }) => eval.max(score),
        Some(Bounded { score, bound: Bound::Upper }) => eval.min(score),
        None => eval,
    }
}

/// A move of a node that is about to be searched.
pub(super) struct MoveContext {
    pub(super) mv: Move,
    /// Its place in the order, counted from one.
    pub(super) number: usize,
    pub(super) quiet: bool,
    pub(super) gives_check: bool,
    /// The sum of its histories.
    pub(super) history_score: i32,
    /// The reduction by depth and number alone, in 1024ths of a ply.
    pub(super) base_reduction: i32,
    /// The depth that this reduction would leave.
    pub(super) lmr_depth: i32,
    pub(super) stage: Stage,
    /// It is a killer, or the countermove to the last move; looked up only if a heuristic spares
    /// these.
    pub(super) refutes: bool,
    /// The score to beat.
    pub(super) alpha: Score,
    /// The best score so far.
    pub(super) best: Score,
}

#[cfg(test)]
impl MoveContext {
    /// The ninth move of a node, quiet, with alpha and the best score at zero.
    pub(super) fn plain(mv: Move) -> MoveContext {
        MoveContext {
            mv,
            number: 9,
            quiet: true,
            gives_check: false,
            history_score: 0,
            base_reduction: 0,
            lmr_depth: 4,
            stage: Stage::Quiet,
            refutes: false,
            alpha: Score::DRAW,
            best: Score::DRAW,
        }
    }
}

/// Whether to search a move.
pub(super) enum PruneDecision {
    Search,
    /// Not this one. A score says what it could have reached at most.
    Skip(Option<Score>),
    /// Neither this one nor any later quiet move.
    SkipQuiets,
}

/// The moves of a node, searched.
pub(super) struct MovesDone {
    pub(super) best: Score,
    /// The move that raised alpha, if one did.
    pub(super) best_move: Option<Move>,
    /// Moves searched before the best one, to be punished if it is.
    pub(super) quiets: Vec<Move>,
    pub(super) captures: Vec<Move>,
}
