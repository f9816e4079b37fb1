//! The static evaluation of a node, and how it changes along the line. The table's evaluation
//! saves a new one (`TableEval`); that is always right, since evaluations do not depend on the path.
//!
//! Lazy evaluation, off by default: where material and piece-square values alone are far from equal,
//! the classical evaluation leaves out its other terms. Fails when they matter. The network has no
//! such terms and is always evaluated in full: two scales in one table would compare badly.
//! CITE: chessprogramming.org/Transposition_Table, chessprogramming.org/Lazy_Evaluation

use chess::Position;

use super::Searcher;
use super::context::{NodeContext, TtHit};
use crate::eval::EvalOptions;
use crate::heuristics::Heuristic;
use crate::history::corrected;
use crate::knobs::Evaluator;
use crate::probe::Probe;
use crate::score::Score;

impl<P: Probe> Searcher<'_, P> {
    /// Evaluates a node, unless it is in check. A singular search takes the evaluation of the node
    /// it is part of.
    #[inline]
    pub(super) fn evaluate_node(&mut self, node: &mut NodeContext<'_>) {
        let (position, depth, ply) = (node.position, node.depth, node.ply);
        if node.excluded.is_some() {
            node.static_eval = self.stack.at(ply).static_eval;
        } else {
            node.raw_eval = self.raw_eval(position, depth, ply, node.tt);
            if let Some(raw) = node.raw_eval {
                self.store_eval(position, node.tt, raw);
            }
            node.static_eval = node.raw_eval.map(|eval| self.corrected(position, eval, depth, ply));
        }
        node.improving = node.static_eval.is_some_and(|eval| self.improving(ply, eval));
    }

    /// The evaluation before correction, from the table if it has one; `None` in check.
    #[inline(always)]
    pub(super) fn raw_eval(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        tt: Option<TtHit>,
    ) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        let heuristic = Heuristic::TableEval;
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, depth);
            if let Some(eval) = tt.and_then(|tt| tt.entry.eval) {
                self.probe.acted(heuristic, depth, None);
                return Some(eval);
            }
        }
        Some(self.evaluate(position, depth, ply))
    }

    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position, depth: i32, ply: usize) -> Score {
        if self.knobs.evaluator == Evaluator::Classical
            && let Some(quick) = self.lazy_evaluation(position, depth)
        {
            return Score::evaluation(quick);
        }
        let options = EvalOptions::new(&self.knobs);
        Score::evaluation(self.eval.evaluate(position, ply, options))
    }

    /// The quick value of the classical evaluation, if lazy evaluation is on and the value is far enough
    /// from equal.
    #[inline(never)]
    fn lazy_evaluation(&mut self, position: &Position, depth: i32) -> Option<i32> {
        let heuristic = Heuristic::LazyEvaluation;
        if !heuristic.is_on(&self.knobs) {
            return None;
        }
        self.probe.asked(heuristic, depth);
        let quick = self.eval.quick(position);
        let slack = quick.abs() - self.knobs.lazy_margin;
        if slack <= 0 {
            return None;
        }
        self.probe.acted(heuristic, depth, Some(slack));
        Some(quick)
    }

    /// The evaluation with the correction that the histories have learned.
    #[inline]
    pub(super) fn corrected(
        &mut self,
        position: &Position,
        eval: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        let heuristic = Heuristic::CorrectionHistory;
        let [last, before, _] = self.stack.previous_moves(ply);
        let correction = self.histories.corrections.sum(&self.knobs, position, last, before);
        if heuristic.is_on(&self.knobs) {
            self.probe.asked(heuristic, depth);
            if correction != 0 {
                self.probe.acted(heuristic, depth, None);
            }
        }
        corrected(eval, correction)
    }

    /// Whether the side to move stands better than two plies ago, or four if it was in check then.
    #[inline]
    fn improving(&self, ply: usize, eval: Score) -> bool {
        let earlier = self.stack.before(ply, 2).static_eval;
        match earlier.or(self.stack.before(ply, 4).static_eval) {
            Some(earlier) => eval > earlier,
            None => true,
        }
    }
}

#[cfg(test)]
mod tests;
