//! A move at the root, with the results of its search.

use chess::Move;

use crate::score::Score;
use crate::tablebase::RankedMove;
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
    /// The rank that the tablebases give it. Only moves of the highest rank are played.
    pub rank: i32,
    /// Its score by the tablebases, if they ranked it.
    pub proven: Option<Score>,
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
            rank: 0,
            proven: None,
        }
    }

    /// A move that the tablebases have ranked.
    pub(crate) fn ranked(ranked: &RankedMove) -> RootMove {
        let RankedMove { mv, rank, score, .. } = *ranked;
        RootMove { rank, proven: Some(score), ..RootMove::new(mv) }
    }

    /// The move with the score to show: that of the tablebases, unless the search knows the mate.
    pub(crate) fn shown(&self) -> RootMove {
        let mut shown = self.clone();
        if let Some(proven) = self.proven {
            let knows_mate = self.score.is_mate()
                && (self.score.is_win(), self.score.is_loss())
                    == (proven.is_win(), proven.is_loss());
            if !knows_mate {
                (shown.score, shown.bound) = (proven, Bound::Exact);
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use chess::{MoveKind, Square};

    use super::*;

    #[test]
    fn the_score_of_the_tables_is_shown_unless_the_search_knows_the_mate() {
        let mv = Move::new(Square::A1, Square::A2, MoveKind::Quiet);
        let shown = |score, proven| RootMove { score, proven, ..RootMove::new(mv) }.shown();
        let (plain, mate) = (Score::evaluation(40), Score::mate_at(5));
        let (win, draw) = (Score::tablebase_win_at(0), Score::DRAW);
        for (score, proven, expected) in [
            (plain, None, plain),
            (plain, Some(win), win),
            (plain, Some(draw), draw),
            (mate, Some(win), mate),
            (mate, Some(draw), draw),
            (-mate, Some(-win), -mate),
            (-mate, Some(win), win),
        ] {
            assert_eq!(shown(score, proven).score, expected, "{score} {proven:?}");
        }
        assert_eq!(shown(plain, Some(win)).bound, Bound::Exact);
        assert_eq!(shown(mate, Some(win)).bound, Bound::Lower);
    }
}
