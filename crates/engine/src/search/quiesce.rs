//! Quiescence: resolves captures, so that only quiet positions are evaluated. In check, evasions are
//! searched as well. Fails on quiet threats.
//! CITE: chessprogramming.org/Quiescence_Search

use chess::{Checks, Move, Position};

use super::context::tt_adjusted;
use super::picker::Picker;
use super::{NodeKind, Searcher, Stopped};
use crate::heuristics::Heuristic;
use crate::probe::{Event, NodeEnd, Probe};
use crate::score::Score;
use crate::tt::{Bound, Bounded, Entry};
use crate::window::Window;

/// A score above beta is moved halfway to beta, in 1024ths: the excess is not certain.
const HALF: i32 = 512;

impl<P: Probe> Searcher<'_, P> {
    /// Searches captures only. `plies` counts from the start of quiescence.
    #[inline(always)]
    pub(super) fn quiesce<K: NodeKind>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        plies: i32,
    ) -> Result<Score, Stopped> {
        self.detail_entered::<K>(position, window, 0, ply, false, None);
        let score = self.quiescence_node::<K>(position, window, ply, plies);
        self.detail_exited(ply, score);
        score
    }

    fn quiescence_node<K: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
        plies: i32,
    ) -> Result<Score, Stopped> {
        self.check_stop()?;
        self.probe.quiescence_node();
        if K::PV {
            self.begin_line(ply);
        }
        if let Some(score) = self.terminal_score(position, &mut window, 0, ply) {
            return Ok(score);
        }
        let in_check = position.in_check();

        // The transposition table.
        let tt = self.look_up(position, 0, ply);
        if let Some(tt) = tt.filter(|_| !K::PV)
            && let Some(score) = self.quiescence_table_cutoff(position, tt, window, ply)
        {
            return Ok(score);
        }
        let tt_move = tt
            .and_then(|tt| tt.entry.mv)
            .filter(|&mv| (in_check || mv.is_noisy()) && position.is_legal(mv));
        let tt_pv = K::PV || tt.is_some_and(|tt| tt.entry.pv);

        // Standing pat: the side to move need not capture.
        if Heuristic::Quiescence.is_on(&self.knobs) {
            self.probe.asked(Heuristic::Quiescence, 0);
        }
        let raw_eval = self.raw_eval(position, 0, ply, tt);
        let mut best = -Score::INFINITE;
        let mut stand = None;
        if let Some(raw) = raw_eval {
            let static_eval = self.corrected(position, raw, 0, ply);
            let eval = tt_adjusted(static_eval, tt);
            self.frame(ply).static_eval = Some(static_eval);
            best = eval;
            if best >= window.beta {
                self.detail_ended(ply, NodeEnd::StandPat);
                let score = best.blended(window.beta, HALF);
                if tt.is_none() {
                    self.store_quiescence(
                        position,
                        ply,
                        score,
                        None,
                        raw_eval,
                        Bound::Lower,
                        tt_pv,
                    );
                }
                return Ok(score);
            }
            self.store_eval(position, tt, raw);
            if self.delta_node(position, eval, window, ply) {
                return Ok(window.alpha);
            }
            if plies >= self.knobs.quiescence_max_ply {
                self.detail_ended(ply, NodeEnd::PlyLimit);
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
            stand = Some(eval);
        } else {
            self.frame(ply).static_eval = None;
        }

        let checks = Checks::new(position);
        let previous = self.stack.previous_moves(ply);
        let buffer = self.buffers.pop().unwrap_or_default();
        let mut picker = match in_check {
            true => Picker::new(tt_move, [None; 2], buffer),
            false => Picker::noisy(tt_move, plies < self.knobs.quiescence_checks, buffer),
        };
        let nodes_before = self.nodes;
        let mut best_move = None;
        let mut moves = 0;
        loop {
            let next = picker.next(&self.picker_inputs(position, &checks, &previous));
            let Some(mv) = next else { break };
            // Prefetched early: memory is slower than all the tests before the move is made.
            self.prefetch(position.likely_key_after(mv));
            moves += 1;
            if !best.is_loss() {
                if let Some(eval) = stand {
                    let gives_check = checks.gives_check(position, mv);
                    let late = moves > self.knobs.quiescence_max_moves && !gives_check;
                    let compared = [moves, self.knobs.quiescence_max_moves];
                    if self.skips_capture(position, window, ply, eval, mv, compared, late) {
                        continue;
                    }
                    if !(gives_check && self.knobs.delta_spare_checks)
                        && let Some(reach) = self.delta_move(position, mv, eval, window, ply)
                    {
                        best = best.max(reach);
                        continue;
                    }
                    let least = -self.knobs.quiescence_see_margin;
                    let loses = self.knobs.quiescence_see
                        && mv.is_noisy()
                        && !position.exchange_at_least(mv, least, &self.knobs.exchange);
                    let compared = [least - i32::from(loses), least];
                    if self.skips_capture(position, window, ply, eval, mv, compared, loses) {
                        continue;
                    }
                } else {
                    // After one evasion that does not lose, only captures are searched.
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
        self.buffers.push(picker.into_buffer());
        self.report_moves(plies, self.nodes - nodes_before, best_move, best >= window.beta);
        if in_check && moves == 0 {
            self.detail_ended(ply, NodeEnd::NoMoves);
            return Ok(Score::mated_at(ply));
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        if bound == Bound::Lower {
            best = best.blended(window.beta, HALF);
        }
        self.store_quiescence(position, ply, best, best_move, raw_eval, bound, tt_pv);
        Ok(best)
    }

    /// Whether a rule of quiescence skips a move, unless the probe overrules it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn skips_capture(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        eval: Score,
        mv: chess::Move,
        compared: [i32; 2],
        skips: bool,
    ) -> bool {
        let (heuristic, mv) = (Heuristic::Quiescence, Some(mv));
        self.decide_in_quiescence(heuristic, position, window, ply, Some(eval), mv, compared, skips)
    }

    /// Reports what the moves of a node gave, if any was made. With quiescence off they only lead out
    /// of check.
    #[inline(always)]
    fn report_moves(&mut self, plies: i32, nodes: u64, best_move: Option<Move>, cut: bool) {
        let heuristic = Heuristic::Quiescence;
        if !P::WATCHES || nodes == 0 || !heuristic.is_on(&self.knobs) {
            return;
        }
        self.probe.event(heuristic, 0, Event::Made);
        // The nodes of later plies are among those of the first.
        if plies == 0 {
            self.probe.spent(heuristic, nodes);
        }
        if best_move.is_some() {
            if cut {
                self.probe.failed_high(heuristic, 0);
            }
            self.probe.acted(heuristic, 0, None);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn store_quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        score: Score,
        mv: Option<Move>,
        eval: Option<Score>,
        bound: Bound,
        pv: bool,
    ) {
        if !self.knobs.table_store_quiescence {
            return;
        }
        let result = Some(Bounded { score: score.to_table(ply), bound });
        let entry = Entry { mv, result, eval, depth: 0, pv };
        self.save(position, entry);
    }
}

#[cfg(test)]
mod tests;
