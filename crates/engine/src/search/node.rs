//! The one alpha-beta body, as a list of steps. Each step that decides something lives on a
//! page of its own.

use chess::{Checks, Move, Position};

use super::finish::Finished;
use super::late::{Fate, Late};
use super::picker::Picker;
use super::shortcuts::Site;
use super::{NodeKind, NonPv, Pv, Searcher, Stopped};
use crate::depth::{extend, hindsight, reduce};
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::prune::Node;
use crate::score::Score;
use crate::tt::{Bound, Entry};
use crate::window::Window;

/// What the table said of a node.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) entry: Entry,
    pub(super) score: Score,
}

/// The table's score instead of the evaluation, where its bound says more.
#[inline]
pub(super) fn refined(eval: Score, known: Option<Known>) -> Score {
    match known {
        Some(Known { entry, score }) => match entry.bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
            Bound::None => eval,
        },
        None => eval,
    }
}

/// Moves tried in vain, to be punished if another one cuts.
pub(super) type Tried = Vec<Move>;

impl<P: Probe> Searcher<'_, P> {
    /// The score of `position`, looked at `depth` plies deep, as far as `window` cares.
    pub(super) fn node<K: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) -> Result<Score, Stopped> {
        // 1. Out of depth: only captures are left to look at.
        if depth <= 0 {
            return self.quiesce::<K>(position, window, ply, 0);
        }
        self.check_stop()?;
        self.probe.node(depth);
        if K::PV {
            self.pv.clear(ply);
            self.selective_depth = self.selective_depth.max(ply);
        }

        // 2. Ends that need no search.
        if !K::ROOT
            && excluded.is_none()
            && let Some(score) = self.certain_end(position, &mut window, ply)
        {
            return Ok(score);
        }
        let in_check = position.in_check();
        let original = window;

        // 3. What the table knows.
        let known = if excluded.is_none() { self.look_up(position, depth, ply) } else { None };
        let table_move = if K::ROOT {
            Some(self.root.current())
        } else {
            known.and_then(|known| known.entry.mv).filter(|&mv| position.is_legal(mv))
        };
        let tt_pv = K::PV
            || match excluded {
                Some(_) => self.stack.at(ply).tt_pv,
                None => known.is_some_and(|known| known.entry.pv),
            };
        let mut site = Site { position, ply, cut, tt_pv, known, table_move, raw_eval: Score::DRAW };
        if !K::PV
            && excluded.is_none()
            && let Some(score) = self.table_cut(&site, window, depth)
        {
            return Ok(score);
        }

        // 4. What the position is worth at a glance.
        let (raw_eval, static_eval) = if excluded.is_some() {
            (None, self.stack.at(ply).static_eval)
        } else {
            let raw = self.raw_eval(position, ply, known);
            if let Some(raw) = raw {
                self.note_eval(position, known, raw);
            }
            (raw, raw.map(|eval| self.corrected(position, eval, ply)))
        };
        let improving = static_eval.is_some_and(|eval| self.improving(ply, eval));
        // Taken, not read: a verification search of this node must not apply it again.
        let parent_reduction = core::mem::take(&mut self.stack.before_mut(ply, 1).reduction);
        let doubles = self.stack.before(ply, 1).doubles;
        let frame = self.frame(ply);
        frame.static_eval = static_eval;
        frame.tt_pv = tt_pv;
        frame.reduction = 0;
        self.frame(ply + 1).cutoffs = 0;
        self.frame(ply + 1).killers = [None; 2];

        // 5. Reasons to leave before any move is made, cheapest first.
        if let Some(static_eval) = static_eval.filter(|_| !K::PV && excluded.is_none()) {
            if parent_reduction > 0 && self.asks(Heuristic::Hindsight, depth) {
                let parent_eval = self.stack.before(ply, 1).static_eval;
                let more = hindsight::adjustment(
                    &self.knobs,
                    depth,
                    parent_reduction,
                    static_eval,
                    parent_eval,
                );
                if more != 0 {
                    self.probe.fired(Heuristic::Hindsight, depth);
                    depth = (depth + more).max(1);
                }
            }
            let eval = refined(static_eval, known);
            let node = Node { depth, window, static_eval, eval, improving };
            site.raw_eval = raw_eval.unwrap_or(Score::DRAW);
            if let Some(score) = self.leave_early(&site, &node)? {
                return Ok(score);
            }
        }

        // 6. Without a move from the table, look less deep now, or look for one.
        let mut table_move = table_move;
        if table_move.is_none() && excluded.is_none() && (K::PV || cut) {
            if depth >= self.knobs.iid_min_depth {
                self.probe.tried(Heuristic::Iid, depth);
                table_move = self.deepen_for_move(position, window, depth, ply, cut)?;
            }
            if depth >= self.knobs.iir_min_depth {
                self.probe.tried(Heuristic::Iir, depth);
                self.probe.fired(Heuristic::Iir, depth);
                depth -= 1;
            }
        }

        // 7. The moves.
        let checks = Checks::new(position);
        let past = self.stack.past(ply);
        let killers = if self.knobs.use_killers { self.stack.at(ply).killers } else { [None; 2] };
        let mut picker = Picker::new(table_move, killers, self.rooms.pop().unwrap_or_default());
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut moves = 0;
        let mut quiets_tried: Tried = self.tried.pop().unwrap_or_default();
        let mut captures_tried: Tried = self.tried.pop().unwrap_or_default();
        let mut root_index = 0;
        loop {
            let next = if K::ROOT {
                root_index += 1;
                self.root.at(root_index - 1)
            } else {
                picker.next(&self.knowledge(position, &checks, &past))
            };
            let Some(mv) = next else { break };
            if Some(mv) == excluded {
                continue;
            }
            // Memory is slower than all that comes before the move is made.
            self.prefetch(position.likely_key_after(mv));
            moves += 1;
            self.frame(ply).moves = moves;
            if K::ROOT {
                self.tell_move(mv, moves);
            }
            let quiet = !mv.is_noisy();
            let record = if quiet {
                self.histories.quiet(position, mv, &past)
            } else {
                self.histories.capture(position, mv)
            };
            let base = self.reductions.base(depth, moves, quiet);
            let gives_check = checks.gives_check(position, mv);

            // 8. Reasons not to look at this move.
            if !K::ROOT && !best.is_loss() && position.has_pieces(position.turn()) {
                let late = Late {
                    position,
                    mv,
                    depth,
                    reduced: (depth - base / 1024 + record / 8192).max(0),
                    moves,
                    improving,
                    gives_check,
                    record,
                    alpha: window.alpha,
                    static_eval,
                    stage: picker.stage(),
                    killers: &killers,
                };
                match self.fate(&late) {
                    Fate::Search => {}
                    Fate::Drop(reach) => {
                        best = best.max(reach.unwrap_or(best));
                        continue;
                    }
                    Fate::DropQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // 9. Reasons to look further.
            let mut extension = 0;
            if !K::ROOT && Some(mv) == table_move && excluded.is_none() {
                match self.judge_table_move::<K>(&site, mv, window, depth)? {
                    extend::Verdict::Extend(plies) => extension = plies,
                    extend::Verdict::MultiCut(score) => {
                        self.give_back(picker, quiets_tried, captures_tried);
                        return Ok(score);
                    }
                }
            }
            if extension == 0 {
                extension = self.plain_extension::<K>(mv, gives_check, depth, ply);
            }
            self.frame(ply).doubles = doubles + i32::from(extension >= 2);

            // 10. Make the move and look at what comes of it.
            let nodes_before = self.nodes;
            let next = position.after(mv);
            self.enter(position, mv, &next, ply);
            let planned = depth - 1 + extension;
            let mut score = -Score::INFINITE;
            let reduces = depth >= self.knobs.lmr_min_depth
                && moves >= self.knobs.lmr_min_move_number as usize + usize::from(K::ROOT) * 2;
            if reduces {
                self.probe.tried(Heuristic::Reductions, depth);
                let why = reduce::Reasons {
                    pv: K::PV,
                    tt_pv,
                    tt_fails_low: known.is_some_and(|known| known.score <= window.alpha),
                    cut,
                    has_tt_move: table_move.is_some(),
                    tt_move_noisy: table_move.is_some_and(Move::is_noisy),
                    tt_deep_enough: known.is_some_and(|known| known.entry.depth >= depth),
                    improving,
                    gives_check,
                    child_cutoffs: self.stack.at(ply + 1).cutoffs,
                    record,
                };
                let reduction = reduce::total(&self.knobs, base, &why);
                // Far beyond the iteration nothing is looked at for longer: an evaluation by which
                // every move is a success would never let the depth shrink.
                let longer = i32::from((ply as i32) < 4 * self.root_depth);
                let reduced = (planned - reduction / 1024).clamp(1, planned.max(1) + longer);
                let alpha = window.alpha;
                self.frame(ply).reduction = planned - reduced;
                score = -self.zero(&next, alpha, reduced, ply, true)?;
                self.frame(ply).reduction = 0;
                let again = score > alpha && reduced < planned;
                self.probe.reduced(again);
                if reduced < planned {
                    self.probe.fired(Heuristic::Reductions, depth);
                }
                if again {
                    let mut depth = planned;
                    if self.asks(Heuristic::Deeper, depth) && !best.is_loss() {
                        depth = reduce::second_look(&self.knobs, planned, score - best)
                            .min(planned + longer);
                        if depth != planned {
                            self.probe.fired(Heuristic::Deeper, planned);
                        }
                    }
                    if depth > reduced {
                        score = -self.zero(&next, alpha, depth, ply, !cut)?;
                    }
                    if quiet {
                        self.note_second_look(position, mv, &past, score, window, depth);
                    }
                }
            } else if !K::PV || moves > 1 {
                score = -self.zero(&next, window.alpha, planned, ply, !cut)?;
            }
            if K::PV && (moves == 1 || score > window.alpha) {
                score = -self.node::<Pv>(&next, window.flipped(), planned, ply + 1, false, None)?;
            }
            self.leave();

            // 11. What it means.
            if K::ROOT {
                let line = self.pv.line(ply + 1);
                let raises = moves == 1 || score > window.alpha;
                let spent = self.nodes - nodes_before;
                self.root.note(mv, score, spent, raises, line, window, self.selective_depth);
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.pv.set(ply, mv);
                    }
                    if score >= window.beta {
                        self.probe.cut(moves, Some(mv) == table_move);
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    window.alpha = score;
                }
            }
            if Some(mv) != best_move {
                if quiet { quiets_tried.push(mv) } else { captures_tried.push(mv) }
            }
        }

        // 12. No move at all: mate, stalemate, or nothing but the excluded one.
        if moves == 0 {
            self.give_back(picker, quiets_tried, captures_tried);
            return Ok(match (excluded, in_check) {
                (Some(_), _) => original.alpha,
                (None, true) => Score::mated_at(ply),
                (None, false) => Score::DRAW,
            });
        }
        if best >= original.beta && !best.is_decisive() && !original.beta.is_decisive() {
            best = best.blended(original.beta, 1024 / (depth + 1));
        }

        // 13. What it teaches.
        let done = Finished {
            position,
            ply,
            depth,
            window: original,
            best,
            best_move,
            raw_eval,
            static_eval,
        };
        if best_move.is_some() {
            self.learn(&done, &past, &quiets_tried, &captures_tried);
        } else if !K::ROOT {
            self.credit_parent(ply, depth);
        }
        self.give_back(picker, quiets_tried, captures_tried);
        if excluded.is_none() && !(K::ROOT && self.root.line_index() > 0) {
            self.remember(&done);
        }
        Ok(best)
    }

    /// A search that asks only whether the mover's score is above `alpha`.
    #[inline]
    pub(super) fn zero(
        &mut self,
        next: &Position,
        alpha: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        self.node::<NonPv>(next, Window::above(alpha).flipped(), depth, ply + 1, cut, None)
    }
}
