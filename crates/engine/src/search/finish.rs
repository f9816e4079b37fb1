//! What a finished node teaches the tables.

use chess::{Move, Position};

use super::Searcher;
use super::node::Tried;
use super::picker::Picker;
use crate::history::Past;
use crate::probe::Probe;
use crate::score::Score;
use crate::tt::{Bound, Entry};
use crate::window::Window;

/// A node whose moves have been searched.
pub(super) struct Finished<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// The window the node was asked about.
    pub(super) window: Window,
    pub(super) best: Score,
    /// The move that raised alpha, if one did.
    pub(super) best_move: Option<Move>,
    pub(super) raw_eval: Option<Score>,
    pub(super) static_eval: Option<Score>,
}

impl<P: Probe> Searcher<'_, P> {
    pub(super) fn quiet_bonus(&self, depth: i32) -> i32 {
        let k = &self.knobs;
        (k.history_bonus * depth - k.history_bonus_offset).clamp(0, k.history_bonus_max)
    }

    fn quiet_malus(&self, depth: i32) -> i32 {
        let k = &self.knobs;
        (k.history_malus * depth - k.history_malus_offset).clamp(0, k.history_malus_max)
    }

    /// Rewards the best move and punishes those tried before it.
    pub(super) fn learn(
        &mut self,
        done: &Finished<'_>,
        past: &Past,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let Some(mv) = done.best_move else { return };
        let (position, ply) = (done.position, done.ply);
        let clear = done.best > done.window.beta + 80;
        let depth = done.depth + i32::from(clear);
        if mv.is_noisy() {
            let bonus = (self.knobs.capture_bonus * depth).min(self.knobs.capture_bonus_max);
            self.histories.reward_capture(position, mv, bonus);
        } else {
            // A lone quiet move near the leaves says little.
            if done.depth > 3 || !quiets.is_empty() {
                let bonus = self.quiet_bonus(depth);
                self.histories.reward_quiet(position, mv, past, bonus);
            }
            let malus = self.quiet_malus(depth);
            for &tried in quiets {
                self.histories.reward_quiet(position, tried, past, -malus);
            }
            if done.best >= done.window.beta {
                let killers = &mut self.frame(ply).killers;
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                self.histories.set_countermove(past[0], mv);
            }
        }
        let malus = (self.knobs.capture_malus * depth).min(self.knobs.capture_malus_max);
        for &tried in captures {
            self.histories.reward_capture(position, tried, -malus);
        }
        // The parent's first quiet move has just been refuted.
        let parent = *self.stack.before(ply, 1);
        if done.best >= done.window.beta
            && parent.moves == 1
            && parent.mv.is_some_and(|mv| !mv.is_noisy())
            && ply > 0
        {
            let past = self.stack.past(ply - 1);
            let malus = self.quiet_malus(depth);
            self.histories.reward_continuation(parent.piece_to, &past, -malus);
        }
    }

    /// No move here raised alpha: the quiet move that led here was good.
    pub(super) fn credit_parent(&mut self, ply: usize, depth: i32) {
        let parent = *self.stack.before(ply, 1);
        if ply > 0 && parent.mv.is_some_and(|mv| !mv.is_noisy()) {
            let past = self.stack.past(ply - 1);
            let bonus = self.quiet_bonus(depth);
            self.histories.reward_continuation(parent.piece_to, &past, bonus);
        }
    }

    /// A move that surprised the reduced search has been looked at again.
    pub(super) fn note_second_look(
        &mut self,
        position: &Position,
        mv: Move,
        past: &Past,
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
        let piece_to = crate::history::PieceTo::of(position, mv);
        self.histories.reward_continuation(piece_to, past, change);
    }

    /// Writes the node to the table and, where it tells something, the evaluation's error.
    pub(super) fn remember(&mut self, done: &Finished<'_>) {
        let Finished { position, ply, depth, window, best, best_move, .. } = *done;
        let bound = if best >= window.beta {
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
        let score = best.to_table(ply);
        self.save(position, Entry { mv: best_move, score, eval: done.raw_eval, depth, bound, pv });
        let Some(static_eval) = done.static_eval else { return };
        let tells = best_move.is_none_or(|mv| !mv.is_noisy())
            && match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            };
        if tells && !best.is_decisive() && self.knobs.use_correction_history {
            let [last, before, _] = self.stack.past(ply);
            let error = best - static_eval;
            self.histories.corrections.learn(position, last, before, depth, error);
        }
    }

    /// Takes the room of a node's lists back for the next one.
    pub(super) fn give_back(&mut self, picker: Picker, mut quiets: Tried, mut captures: Tried) {
        quiets.clear();
        captures.clear();
        self.rooms.push(picker.into_room());
        self.tried.push(quiets);
        self.tried.push(captures);
    }
}
