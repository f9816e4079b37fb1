//! A move at the root, with the results of its search.

use chess::Move;

use crate::score::Score;
use crate::tt::Bound;

/// One legal move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The score of this iteration; minus infinity if the move did not become the best.
    pub score: Score,
    /// Whether `score` is exact or only a bound.
    pub bound: Bound,
    /// The score of the previous iteration.
    pub previous: Score,
    /// The running mean of the scores, on which aspiration windows are centred.
    pub average: Option<Score>,
    /// Nodes spent on this move by its thread, in all iterations.
    pub nodes: u64,
    /// The greatest ply reached, by principal-variation nodes.
    pub selective_depth: usize,
    /// The principal variation, starting with this move.
    pub pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Lower,
            previous: -Score::INFINITE,
            average: None,
            nodes: 0,
            selective_depth: 0,
            pv: vec![mv],
        }
    }
}
