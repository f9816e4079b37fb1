//! Hindsight. The parent reduced the move that led here before it knew this node's evaluation. If
//! the two evaluations say that the mover stands worse than the parent thought, search a ply
//! deeper; if both agree on the mover's advantage, a ply less. Costs depth elsewhere when the
//! evaluation misleads.
//! CITE: chessprogramming.org/Late_Move_Reductions

use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::context::NodeContext;

/// Plies the parent must have taken off before one is given back,
const DEEPER_FROM: i32 = 3;
/// or another one is taken off.
const SHALLOWER_FROM: i32 = 2;

/// Plies to add to the depth of a node whose parent has taken `reduction` plies off.
#[inline]
fn adjustment(
    k: &Knobs,
    depth: i32,
    reduction: i32,
    static_eval: Score,
    parent_eval: Option<Score>,
) -> i32 {
    let Some(parent) = parent_eval else { return 0 };
    let sum = static_eval.raw() + parent.raw();
    if reduction >= DEEPER_FROM && sum < 0 {
        1
    } else if reduction >= SHALLOWER_FROM && depth >= 2 && sum > k.hindsight_margin {
        -1
    } else {
        0
    }
}

impl<P: Probe> Searcher<'_, P> {
    #[inline]
    pub(in crate::search) fn hindsight(
        &mut self,
        node: &mut NodeContext<'_>,
        static_eval: Score,
        parent_reduction: i32,
    ) {
        let heuristic = Heuristic::Hindsight;
        if parent_reduction <= 0 || !heuristic.is_on(&self.knobs) {
            return;
        }
        let depth = node.depth;
        self.probe.asked(heuristic, depth);
        let parent_eval = self.stack.before(node.ply, 1).static_eval;
        let plies = adjustment(&self.knobs, depth, parent_reduction, static_eval, parent_eval);
        let compared = [plies, 0];
        if self.decide_node(heuristic, node, compared, plies != 0) {
            self.probe.acted(heuristic, depth, None);
            node.depth = (depth + plies).max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_both_evaluations_decides() {
        let k = Knobs { hindsight_margin: 100, ..Knobs::default() };
        let plies = |reduction, depth, own, parent: Option<i32>| {
            let parent = parent.map(Score::from_raw);
            adjustment(&k, depth, reduction, Score::from_raw(own), parent)
        };
        assert_eq!(plies(3, 4, -50, Some(49)), 1);
        assert_eq!(plies(3, 4, -50, Some(50)), 0);
        assert_eq!(plies(2, 4, -50, Some(0)), 0);
        assert_eq!(plies(2, 4, 60, Some(41)), -1);
        assert_eq!(plies(2, 4, 60, Some(40)), 0);
        assert_eq!(plies(1, 4, 60, Some(41)), 0);
        assert_eq!(plies(2, 1, 60, Some(41)), 0, "the last ply is not taken off");
        assert_eq!(plies(5, 4, -500, None), 0, "the parent was in check");
    }
}

#[cfg(test)]
mod driver_tests;
