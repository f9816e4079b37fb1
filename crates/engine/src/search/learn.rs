//! Updates the histories, the table and the corrections after a node.

use chess::{Move, Position};

use super::Searcher;
use super::context::{MovesDone, NodeContext};
use crate::history::{PieceTo, PreviousMoves};
use crate::probe::Probe;
use crate::score::Score;
use crate::tt::{Bound, Bounded, Entry};
use crate::window::Window;

/// A cutoff this far above beta gets the bonus of a node one ply deeper.
const CLEAR_CUT: i32 = 80;
/// A refuted move of the parent gets a malus only if it was this one: a first move that fails was
/// ordered wrongly, and later ones were expected to fail.
const BLAMED_MOVE: usize = 1;
/// Up to this depth, a quiet move that cut before any other quiet move was tried gets no bonus: the
/// cutoff says little about the move.
const LONE_MOVE_DEPTH: i32 = 3;

impl<P: Probe> Searcher<'_, P> {
    /// The bonus of a quiet move that cut at this depth.
    pub(super) fn quiet_bonus(&self, depth: i32) -> i32 {
        let k = &self.knobs;
        (k.history_bonus * depth - k.history_bonus_offset).clamp(0, k.history_bonus_max)
    }

    /// The malus of a quiet move that did not cut at this depth.
    fn quiet_malus(&self, depth: i32) -> i32 {
        let k = &self.knobs;
        (k.history_malus * depth - k.history_malus_offset).clamp(0, k.history_malus_max)
    }

    /// Gives the best move a bonus and the moves tried before it a malus.
    pub(super) fn learn(
        &mut self,
        node: &NodeContext<'_>,
        done: &MovesDone,
        previous: &PreviousMoves,
    ) {
        let Some(mv) = done.best_move else { return };
        let (position, ply, beta) = (node.position, node.ply, node.window.beta);
        let depth = node.depth + i32::from(done.best > beta + CLEAR_CUT);
        if mv.is_noisy() {
            let bonus = (self.knobs.capture_bonus * depth).min(self.knobs.capture_bonus_max);
            self.histories.reward_capture(position, mv, bonus);
        } else {
            if node.depth > LONE_MOVE_DEPTH || !done.quiets.is_empty() {
                let bonus = self.quiet_bonus(depth);
                self.histories.reward_quiet(position, mv, previous, bonus);
            }
            let malus = self.quiet_malus(depth);
            for &tried in &done.quiets {
                self.histories.reward_quiet(position, tried, previous, -malus);
            }
            if done.best >= beta {
                self.note_refutation(ply, mv, previous);
            }
        }
        let malus = (self.knobs.capture_malus * depth).min(self.knobs.capture_malus_max);
        for &tried in &done.captures {
            self.histories.reward_capture(position, tried, -malus);
        }
        // This node refutes the parent's first move: a quiet one gets a malus.
        let parent = *self.stack.before(ply, 1);
        if done.best >= beta
            && parent.moves == BLAMED_MOVE
            && parent.mv.is_some_and(|mv| !mv.is_noisy())
            && ply > 0
        {
            let previous = self.stack.previous_moves(ply - 1);
            let malus = self.quiet_malus(depth);
            self.histories.reward_continuation(parent.piece_to, &previous, -malus);
        }
    }

    /// No move raised alpha, so the quiet move that led here was good: it gets a bonus, the same as for
    /// a cutoff at this depth. This counts at once and for every search of the move, a reduced one too,
    /// while the parent learns only from the last.
    pub(super) fn credit_parent(&mut self, ply: usize, depth: i32) {
        let parent = *self.stack.before(ply, 1);
        if ply > 0 && parent.mv.is_some_and(|mv| !mv.is_noisy()) {
            let previous = self.stack.previous_moves(ply - 1);
            let bonus = self.quiet_bonus(depth);
            self.histories.reward_continuation(parent.piece_to, &previous, bonus);
        }
    }

    /// Updates the continuation history with the result of a reduced move's second search.
    pub(super) fn note_second_search(
        &mut self,
        position: &Position,
        mv: Move,
        previous: &PreviousMoves,
        score: Score,
        window: Window,
        depth: i32,
    ) {
        let change = if score >= window.beta {
            self.quiet_bonus(depth)
        } else if score <= window.alpha {
            -self.quiet_malus(depth)
        } else {
            return;
        };
        self.histories.reward_continuation(PieceTo::of(position, mv), previous, change);
    }

    /// Stores the node in the table, and corrects the evaluation if the node shows its error.
    pub(super) fn remember(&mut self, node: &NodeContext<'_>, done: &MovesDone) {
        let (position, ply, depth) = (node.position, node.ply, node.depth);
        let MovesDone { best, best_move, .. } = *done;
        let bound = if best >= node.window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mut pv = self.stack.at(ply).tt_pv;
        if bound == Bound::Upper && ply > 0 {
            pv |= self.stack.before(ply, 1).tt_pv;
        }
        let result = Some(Bounded { score: best.to_table(ply), bound });
        self.save(position, Entry { mv: best_move, result, eval: node.raw_eval, depth, pv });
        let Some(static_eval) = node.static_eval else { return };
        let shows_error = best_move.is_none_or(|mv| !mv.is_noisy())
            && match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            };
        if shows_error && !best.is_decisive() && self.knobs.use_correction_history {
            let [last, before, _] = self.stack.previous_moves(ply);
            let error = best - static_eval;
            self.histories.corrections.learn(position, last, before, depth, error);
        }
    }
}

#[cfg(test)]
mod tests;
