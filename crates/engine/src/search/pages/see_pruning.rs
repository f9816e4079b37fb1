//! SEE pruning. A move that loses more material in the exchange than the depth left can repay is
//! skipped. Fails on sacrifices.
//! CITE: chessprogramming.org/Static_Exchange_Evaluation

use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::picker::Stage;

/// History points of a capture that allow it to lose a centipawn more.
const HISTORY_PER_CENTIPAWN: i32 = 64;

/// The exchange that a quiet move must not fall below.
#[inline]
fn quiet_threshold(k: &Knobs, lmr_depth: i32) -> i32 {
    -k.see_pruning_quiet * lmr_depth * lmr_depth
}

/// The exchange that a capture must not fall below.
#[inline]
fn noisy_threshold(k: &Knobs, depth: i32, history_score: i32) -> i32 {
    -k.see_pruning_noisy * depth - history_score / HISTORY_PER_CENTIPAWN
}

impl<P: Probe> Searcher<'_, P> {
    /// Captures that the picker has found sound are not asked about.
    #[inline(always)]
    pub(in crate::search) fn see_pruning(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> bool {
        let doubtful = this.quiet || this.stage >= Stage::BadNoisy;
        if !doubtful || node.depth > self.knobs.see_pruning_max_depth {
            return false;
        }
        self.probe.asked(Heuristic::SeePruning, node.depth);
        let threshold = match this.quiet {
            true => quiet_threshold(&self.knobs, this.lmr_depth),
            false => noisy_threshold(&self.knobs, node.depth, this.history_score),
        };
        let holds = node.position.exchange_at_least(this.mv, threshold, &self.knobs.exchange);
        // The exchange is only compared, not computed: its value is on one side or the other.
        let compared = [threshold - i32::from(!holds), threshold];
        if !self.decide_move(Heuristic::SeePruning, node, this, compared, !holds) {
            return false;
        }
        self.probe.acted(Heuristic::SeePruning, node.depth, None);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_moves_may_lose_by_the_square_of_the_depth_and_captures_by_depth_and_history() {
        let k = Knobs { see_pruning_quiet: 20, see_pruning_noisy: 100, ..Knobs::default() };
        assert_eq!([0, 1, 3].map(|depth| quiet_threshold(&k, depth)), [0, -20, -180]);
        assert_eq!(noisy_threshold(&k, 3, 0), -300);
        assert_eq!(noisy_threshold(&k, 3, 6_400), -400);
        assert_eq!(noisy_threshold(&k, 3, -6_400), -200);
    }
}

#[cfg(test)]
mod driver_tests;
