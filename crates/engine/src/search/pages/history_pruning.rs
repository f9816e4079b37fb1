//! History pruning. A quiet move that has failed everywhere else is skipped near the leaves. Fails
//! on the exception.
//! CITE: chessprogramming.org/History_Leaf_Pruning

use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::detail::Compared;

/// The history score that a move must not fall below.
#[inline]
fn threshold(k: &Knobs, depth: i32) -> i32 {
    -k.history_pruning_margin * depth
}

impl<P: Probe> Searcher<'_, P> {
    #[inline(always)]
    pub(in crate::search) fn history_pruning(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> bool {
        if this.lmr_depth > self.knobs.history_pruning_max_depth {
            return false;
        }
        self.probe.asked(Heuristic::HistoryPruning, node.depth);
        let threshold = threshold(&self.knobs, node.depth);
        let slack = threshold - this.history_score;
        let compared = Compared::with_margin([this.history_score, threshold], true);
        if !self.decide_move(Heuristic::HistoryPruning, node, this, compared, slack > 0) {
            return false;
        }
        self.probe.acted(Heuristic::HistoryPruning, node.depth, Some(slack));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_nodes_want_a_worse_history() {
        let k = Knobs { history_pruning_margin: 3_000, ..Knobs::default() };
        assert_eq!([1, 2, 5].map(|depth| threshold(&k, depth)), [-3_000, -6_000, -15_000]);
    }
}

#[cfg(test)]
mod driver_tests;
