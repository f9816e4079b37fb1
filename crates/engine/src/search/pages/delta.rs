//! Delta pruning, in quiescence. A node that no capture can save is left (`DeltaNode`); a capture
//! that cannot reach alpha even with its victim and a margin is skipped (`Delta`). Fails when one
//! capture leads to another.
//! CITE: chessprogramming.org/Delta_Pruning

use chess::{Move, Position};

use super::may_fail_low;
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::detail::Compared;
use crate::values::exchange_value;
use crate::window::Window;

/// How far a node is below the point where a capture could save it; it is left above zero.
fn node_slack(k: &Knobs, eval: Score, alpha: Score) -> i32 {
    alpha - (eval + k.delta_node_margin)
}

/// How far a capture's reach is below alpha; it is skipped from zero on.
fn move_slack(k: &Knobs, reach: Score, alpha: Score) -> i32 {
    alpha - reach - i32::from(k.delta_strict)
}

impl<P: Probe> Searcher<'_, P> {
    /// Whether no capture can lift the evaluation to alpha.
    #[inline(always)]
    pub(in crate::search) fn delta_node(
        &mut self,
        position: &Position,
        eval: Score,
        window: Window,
        ply: usize,
    ) -> bool {
        let (heuristic, alpha) = (Heuristic::DeltaNode, window.alpha);
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, 0);
        }
        let slack = node_slack(&self.knobs, eval, alpha);
        let leaves = slack > 0 && may_fail_low(&self.knobs, alpha);
        let alone = may_fail_low(&self.knobs, alpha);
        let compared = Compared::with_margin([alpha.raw() - slack, alpha.raw()], alone);
        let leaves = self.decide_in_quiescence(
            heuristic,
            position,
            window,
            ply,
            Some(eval),
            None,
            compared,
            leaves,
        );
        if leaves {
            self.probe.acted(heuristic, 0, Some(slack));
        }
        leaves
    }

    /// The most that a capture can reach, if that is not enough.
    #[inline(always)]
    pub(in crate::search) fn delta_move(
        &mut self,
        position: &Position,
        mv: Move,
        eval: Score,
        window: Window,
        ply: usize,
    ) -> Option<Score> {
        let (heuristic, alpha) = (Heuristic::Delta, window.alpha);
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, 0);
        }
        let victim = exchange_value(&self.knobs.exchange, position, mv);
        let reach = eval + self.knobs.delta_margin + victim;
        let slack = move_slack(&self.knobs, reach, alpha);
        let skips = slack >= 0 && may_fail_low(&self.knobs, alpha);
        let alone = may_fail_low(&self.knobs, alpha);
        let compared = Compared::with_margin([reach.raw(), alpha.raw()], alone);
        let mv = Some(mv);
        if !self.decide_in_quiescence(
            heuristic,
            position,
            window,
            ply,
            Some(eval),
            mv,
            compared,
            skips,
        ) {
            return None;
        }
        self.probe.acted(heuristic, 0, Some(slack));
        Some(reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_must_be_below_alpha_by_more_than_its_margin() {
        let k = Knobs { delta_node_margin: 975, ..Knobs::default() };
        let slack = |eval| node_slack(&k, Score::from_raw(eval), Score::from_raw(100));
        assert_eq!((slack(-875), slack(-876)), (0, 1));
    }

    #[test]
    fn a_capture_that_reaches_alpha_is_skipped_unless_strict() {
        let slack = |delta_strict, reach| {
            let k = Knobs { delta_strict, ..Knobs::default() };
            move_slack(&k, Score::from_raw(reach), Score::from_raw(100))
        };
        assert_eq!((slack(false, 101), slack(false, 100)), (-1, 0));
        assert_eq!((slack(true, 100), slack(true, 99)), (-1, 0));
    }
}

#[cfg(test)]
mod driver_tests;
