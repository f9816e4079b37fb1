//! ProbCut. A capture that beats a raised beta in a shallower search almost surely beats beta
//! itself. Fails when the refutation lies deeper than the search that confirms it.
//! CITE: Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm"
//! (1995); chessprogramming.org/ProbCut

use chess::{Checks, Move};

use super::slack;
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext};
use crate::search::picker::Picker;
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// How far beta is raised.
fn margin(k: &Knobs, improving: bool) -> i32 {
    k.prob_cut_margin - if improving { k.prob_cut_improving } else { 0 }
}

impl<P: Probe> Searcher<'_, P> {
    pub(in crate::search) fn prob_cut(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        if !node.cut || node.depth < self.knobs.prob_cut_min_depth {
            return Ok(None);
        }
        self.probe.asked(Heuristic::ProbCut, node.depth);
        let beta = node.window.beta;
        if beta.is_decisive() {
            return Ok(None);
        }
        let margin = margin(&self.knobs, node.improving);
        let raised = beta + margin;
        let depth = node.depth - self.knobs.prob_cut_reduction;
        let below = node.tt_result().is_some_and(|tt| tt.score < raised);
        if below && node.tt.is_some_and(|tt| tt.entry.depth > depth) {
            return Ok(None);
        }
        let before = self.nodes;
        let found = self.best_capture(node, raised, raised - evals.static_eval, depth)?;
        if self.nodes > before {
            self.probe.made(Heuristic::ProbCut, node.depth, self.nodes - before);
        }
        let Some((mv, score)) = found else { return Ok(None) };
        self.probe.failed_high(Heuristic::ProbCut, node.depth);
        if !self.decide_node(Heuristic::ProbCut, node, [score.raw(), raised.raw()], true) {
            return Ok(None);
        }
        self.probe.acted(Heuristic::ProbCut, node.depth, slack(score, raised));
        self.store_lower_bound(node, score, Some(mv), depth + 1);
        Ok(Some(if score.is_decisive() { score } else { score - margin }))
    }

    /// The first capture that wins at least `gain` in the exchange and beats the raised beta, in
    /// quiescence and then in a search of `depth`.
    fn best_capture(
        &mut self,
        node: &NodeContext<'_>,
        raised: Score,
        gain: i32,
        depth: i32,
    ) -> Result<Option<(Move, Score)>, Stopped> {
        let (position, ply) = (node.position, node.ply);
        let checks = Checks::new(position);
        let previous = self.stack.previous_moves(ply);
        let mut picker = Picker::noisy(node.tt_move, false, self.buffers.pop().unwrap_or_default());
        let mut found = None;
        loop {
            let next = picker.next(&self.picker_inputs(position, &checks, &previous));
            let Some(mv) = next else { break };
            if !position.exchange_at_least(mv, gain, &self.knobs.exchange) {
                continue;
            }
            self.prefetch(position.likely_key_after(mv));
            let next = position.after(mv);
            self.enter(position, mv, &next, ply);
            let window = Window::below(raised).flipped();
            let mut score = -self.quiesce::<NonPv>(&next, window, ply + 1, 0)?;
            if score >= raised && depth > 0 {
                score = -self.node::<NonPv>(&next, window, depth, ply + 1, !node.cut, None)?;
                self.probe.verified(Heuristic::ProbCut, node.depth, score >= raised);
            }
            self.leave();
            if score >= raised {
                found = Some((mv, score));
                break;
            }
        }
        self.buffers.push(picker.into_buffer());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_improving_side_needs_less() {
        let k = Knobs { prob_cut_margin: 140, prob_cut_improving: 30, ..Knobs::default() };
        assert_eq!((margin(&k, false), margin(&k, true)), (140, 110));
    }
}

#[cfg(test)]
mod driver_tests;
