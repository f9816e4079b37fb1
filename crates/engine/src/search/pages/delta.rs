//! Delta pruning, in quiescence. What cannot reach alpha even with its victim and a margin is
//! skipped; a node that no capture can save is left. Fails when one capture leads to another.
//! CITE: chessprogramming.org/Delta_Pruning

use chess::{Move, Position};

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::values::exchange_value;

impl<P: Probe> Searcher<'_, P> {
    /// Whether no capture can lift the evaluation to alpha.
    #[inline(always)]
    pub(in crate::search) fn delta_node(&mut self, eval: Score, alpha: Score) -> bool {
        let heuristic = Heuristic::Delta;
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, 0);
        }
        let slack = alpha - (eval + self.knobs.delta_node_margin);
        if slack <= 0 || alpha.is_decisive() {
            return false;
        }
        self.probe.acted(heuristic, 0, Some(slack));
        true
    }

    /// The most that a capture can reach, if that is not above alpha.
    #[inline(always)]
    pub(in crate::search) fn delta_move(
        &mut self,
        position: &Position,
        mv: Move,
        eval: Score,
        alpha: Score,
    ) -> Option<Score> {
        let heuristic = Heuristic::Delta;
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, 0);
        }
        let reach = eval + self.knobs.delta_margin + exchange_value(position, mv);
        let slack = alpha - reach;
        if slack < 0 || alpha.is_decisive() {
            return None;
        }
        self.probe.acted(heuristic, 0, Some(slack));
        Some(reach)
    }
}
