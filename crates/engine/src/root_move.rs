//! A move at the root, with what the search has found out about it.

use chess::Move;

use crate::score::Score;
use crate::tt::Bound;

#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The score of the present iteration; minus infinity if it was not raised to the top.
    pub score: Score,
    pub bound: Bound,
    /// The score of the iteration before.
    pub previous: Score,
    /// A running mean, which aspiration centres on.
    pub average: Option<Score>,
    pub nodes: u64,
    pub selective_depth: usize,
    /// The line, this move first.
    pub pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::None,
            previous: -Score::INFINITE,
            average: None,
            nodes: 0,
            selective_depth: 0,
            pv: vec![mv],
        }
    }
}
