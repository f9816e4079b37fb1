//! Quiescence: resolve captures, so that the evaluation is only asked where it is quiet. In
//! check, every evasion is looked at.
//! CITE: chessprogramming.org/Quiescence_Search

use chess::{Checks, Position};

use super::node::refined;
use super::picker::Picker;
use super::{NodeKind, Searcher, Stopped};
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::tt::{Bound, Entry};
use crate::values::{EXCHANGE, exchange_value};
use crate::window::Window;

impl<P: Probe> Searcher<'_, P> {
    /// `plies` counts from where quiescence began.
    pub(super) fn quiesce<K: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
        plies: i32,
    ) -> Result<Score, Stopped> {
        self.check_stop()?;
        self.probe.quiescence_node();
        if K::PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }
        if let Some(score) = self.certain_end(position, &mut window, ply) {
            return Ok(score);
        }
        let in_check = position.in_check();

        // What the table knows.
        let known = self.look_up(position, 0, ply);
        if let Some(known) = known.filter(|_| !K::PV) {
            self.probe.tried(Heuristic::TableCutoff, 0);
            let settles = match known.score >= window.beta {
                true => known.entry.bound.is_lower(),
                false => known.entry.bound.is_upper() && known.score <= window.alpha,
            };
            if settles {
                self.probe.fired(Heuristic::TableCutoff, 0);
                return Ok(known.score);
            }
        }
        let table_move = known
            .and_then(|known| known.entry.mv)
            .filter(|&mv| (in_check || mv.is_noisy()) && position.is_legal(mv));
        let tt_pv = K::PV || known.is_some_and(|known| known.entry.pv);

        // Nobody is forced to capture.
        let raw_eval = self.raw_eval(position, ply, known);
        let mut best = -Score::INFINITE;
        let mut stand = None;
        if let Some(raw) = raw_eval {
            let static_eval = self.corrected(position, raw, ply);
            let eval = refined(static_eval, known);
            self.frame(ply).static_eval = Some(static_eval);
            best = eval;
            if best >= window.beta {
                let score = best.blended(window.beta, 512);
                if known.is_none() {
                    self.note_quiescence(position, ply, score, None, raw_eval, Bound::Lower, tt_pv);
                }
                return Ok(score);
            }
            self.note_eval(position, known, raw);
            self.tries(Heuristic::Delta, 0);
            if eval + self.knobs.delta_node_margin < window.alpha && !window.alpha.is_decisive() {
                self.probe.fired(Heuristic::Delta, 0);
                return Ok(window.alpha);
            }
            if plies >= self.knobs.quiescence_max_ply {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
            stand = Some(eval);
        } else {
            self.frame(ply).static_eval = None;
        }

        let checks = Checks::new(position);
        let past = self.stack.past(ply);
        let room = self.rooms.pop().unwrap_or_default();
        let mut picker = match in_check {
            true => Picker::new(table_move, [None; 2], room),
            false => Picker::noisy(table_move, plies < self.knobs.quiescence_checks, room),
        };
        let mut best_move = None;
        let mut moves = 0;
        loop {
            let next = picker.next(&self.knowledge(position, &checks, &past));
            let Some(mv) = next else { break };
            // Memory is slower than all that comes before the move is made.
            self.prefetch(position.likely_key_after(mv));
            moves += 1;
            if !best.is_loss() {
                if let Some(eval) = stand {
                    let gives_check = checks.gives_check(position, mv);
                    if moves > self.knobs.quiescence_max_moves && !gives_check {
                        continue;
                    }
                    if !gives_check {
                        self.tries(Heuristic::Delta, 0);
                        let reach = eval + self.knobs.delta_margin + exchange_value(position, mv);
                        if reach <= window.alpha && !window.alpha.is_decisive() {
                            self.probe.fired(Heuristic::Delta, 0);
                            best = best.max(reach);
                            continue;
                        }
                    }
                    let least = -self.knobs.quiescence_see_margin;
                    if mv.is_noisy() && !position.exchange_at_least(mv, least, &EXCHANGE) {
                        continue;
                    }
                } else {
                    // One way out of check is enough to know; the rest may only capture.
                    picker.skip_quiets();
                    if !mv.is_noisy() {
                        continue;
                    }
                }
            }
            let next = position.after(mv);
            self.enter(position, mv, &next, ply);
            let score = -self.quiesce::<K>(&next, window.flipped(), ply + 1, plies + 1)?;
            self.leave();
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.pv.set(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        self.rooms.push(picker.into_room());
        if in_check && moves == 0 {
            return Ok(Score::mated_at(ply));
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        if bound == Bound::Lower {
            best = best.blended(window.beta, 512);
        }
        self.note_quiescence(position, ply, best, best_move, raw_eval, bound, tt_pv);
        Ok(best)
    }

    #[allow(clippy::too_many_arguments)]
    fn note_quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        score: Score,
        mv: Option<chess::Move>,
        eval: Option<Score>,
        bound: Bound,
        pv: bool,
    ) {
        let entry = Entry { mv, score: score.to_table(ply), eval, depth: 0, bound, pv };
        self.save(position, entry);
    }
}
