//! Move-count pruning. After enough quiet moves near the leaves the rest are hopeless. Fails where
//! the order of moves is poor.
//! CITE: chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning

use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::detail::Compared;

/// The number of the first quiet move that is skipped.
pub(in crate::search) fn limit(k: &Knobs, depth: i32, improving: bool) -> i32 {
    let full = match depth {
        ..=1 => k.move_count_limit1,
        2 => k.move_count_limit2,
        3 => k.move_count_limit3,
        4 => k.move_count_limit4,
        5 => k.move_count_limit5,
        6 => k.move_count_limit6,
        7 => k.move_count_limit7,
        _ => k.move_count_limit8,
    };
    if improving { full } else { full * k.move_count_improving_ratio / 100 }
}

impl<P: Probe> Searcher<'_, P> {
    /// Whether to skip this quiet move and all later ones.
    #[inline(always)]
    pub(in crate::search) fn move_count(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> bool {
        let depth = node.depth;
        if node.static_eval.is_none() || depth > self.knobs.move_count_max_depth {
            return false;
        }
        self.probe.asked(Heuristic::MoveCount, depth);
        let limit = self.knobs.move_count_limits[usize::from(node.improving)].at(depth);
        let slack = this.number as i32 - limit;
        let skips = slack >= 0 && !(self.knobs.move_count_spare_killers && this.refutes);
        let alone = P::DETAILED && !(self.knobs.move_count_spare_killers && this.refutes);
        let compared = Compared::with_margin([this.number as i32, limit], alone);
        if !self.decide_move(Heuristic::MoveCount, node, this, compared, skips) {
            return false;
        }
        self.probe.acted(Heuristic::MoveCount, depth, Some(slack));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_with_depth_and_shrink_when_not_improving() {
        let k = Knobs::default();
        for depth in 1..8 {
            assert!(limit(&k, depth + 1, true) >= limit(&k, depth, true), "{depth}");
            assert!(limit(&k, depth, false) <= limit(&k, depth, true));
        }
        let k = Knobs { move_count_limit3: 15, move_count_improving_ratio: 50, ..k };
        assert_eq!((limit(&k, 3, true), limit(&k, 3, false)), (15, 7));
        assert_eq!(limit(&k, 30, true), k.move_count_limit8);
        assert_eq!(limit(&k, 0, true), k.move_count_limit1);
    }
}

#[cfg(test)]
mod driver_tests;
