//! The alpha-beta body, as a numbered list of steps. Nearly every heuristic has its page in `pages`;
//! the registry names the page of each.

use chess::{Checks, Move, Position};

use super::context::{Evals, MoveContext, NodeContext, PruneDecision, tt_adjusted};
use super::pages::reductions::lmr_depth;
use super::pages::singular::Verdict;
use super::picker::Picker;
use super::{NodeKind, NonPv, Searcher, Stopped};
use crate::knobs::PruneFrom;
use crate::probe::{NodeEnd, Probe};
use crate::score::Score;
use crate::tt::{Bound, Bounded};
use crate::window::Window;

/// A score above beta is moved towards it by 1 / (depth + 1), in 1024ths: the shallower the search,
/// the less certain is the excess.
const FAIL_HIGH_BLEND: i32 = 1024;

impl<P: Probe> Searcher<'_, P> {
    /// The score of `position`, searched `depth` plies deep, as far as `window` asks for it.
    #[inline(always)]
    pub(super) fn node<K: NodeKind>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) -> Result<Score, Stopped> {
        // 1. Out of depth: only captures are left to search.
        if depth <= 0 {
            return self.quiesce::<K>(position, window, ply, 0);
        }
        self.detail_entered::<K>(position, window, depth, ply, cut, excluded);
        let score = self.main_node::<K>(position, window, depth, ply, cut, excluded);
        self.detail_exited(ply, score);
        score
    }

    fn main_node<K: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) -> Result<Score, Stopped> {
        self.check_stop()?;
        self.probe.node(depth);
        if K::PV {
            self.begin_line(ply);
        }

        // 2. Ends that need no search.
        if !K::ROOT
            && excluded.is_none()
            && let Some(score) = self.terminal_score(position, &mut window, depth, ply)
        {
            return Ok(score);
        }

        // 3. The transposition table.
        let mut node = self.probe_table::<K>(position, window, depth, ply, cut, excluded);
        if !K::PV
            && excluded.is_none()
            && let Some(score) = self.table_cutoff(&node)
        {
            return Ok(score);
        }

        // 4. The endgame tablebases. What they know bounds the score even if it ends nothing.
        let mut proven = None;
        if !K::ROOT
            && excluded.is_none()
            && let Some(known) = self.probe_tablebase(&node)
        {
            if let Some(score) = self.tablebase_cutoff(&node, known) {
                return Ok(score);
            }
            proven = Some(known).filter(|_| K::PV);
        }

        // 5. The static evaluation.
        self.evaluate_node(&mut node);
        let parent_reduction = self.stack.enter(ply, node.static_eval, node.tt_pv);

        // 6. Reasons to leave before any move is made, cheapest first.
        let mut left = None;
        if !K::PV
            && excluded.is_none()
            && let Some(static_eval) = node.static_eval
        {
            self.hindsight(&mut node, static_eval, parent_reduction);
            let evals = Evals { static_eval, adjusted: tt_adjusted(static_eval, node.tt) };
            left = self.leave_early(&node, evals)?;
        }
        self.detail_opened(&node, left);
        if let Some(score) = left {
            return Ok(score);
        }

        // 7. Without a move from the table, find one or search less deep.
        if node.tt_move.is_none() && excluded.is_none() && (K::PV || cut) {
            self.internal_iteration(&mut node)?;
        }

        // 8. The moves, the most promising first.
        let checks = Checks::new(position);
        let previous = self.stack.previous_moves(ply);
        let killers = self.killers(&node, &previous);
        let mut picker = Picker::new(node.tt_move, killers, self.buffers.pop().unwrap_or_default());
        let mut done = self.no_moves_done();
        let mut alpha = node.window.alpha;
        if let Some(Bounded { score, bound: Bound::Lower }) = proven {
            done.best = score;
            alpha = alpha.max(score);
        }
        let mut number = 0;
        loop {
            let next = match K::ROOT {
                true => self.root.at(number),
                false => picker.next(&self.picker_inputs(position, &checks, &previous)),
            };
            let Some(mv) = next else { break };
            if Some(mv) == excluded {
                continue;
            }
            // Memory is slower than everything that comes before the move is made.
            self.prefetch(position.likely_key_after(mv));
            number += 1;
            self.frame(ply).moves = number;
            if K::ROOT {
                self.report_move(mv, number);
            }
            let quiet = !mv.is_noisy();
            let history_score = match quiet {
                true => self.histories.quiet(position, mv, &previous),
                false => self.histories.capture(position, mv),
            };
            let base_reduction = self.reductions.base(node.depth, number, quiet);
            let this = MoveContext {
                mv,
                number,
                quiet,
                gives_check: checks.gives_check(position, mv),
                history_score,
                base_reduction,
                lmr_depth: lmr_depth(node.depth, base_reduction, history_score),
                stage: picker.stage(),
                refutes: self.is_refutation(mv, ply, &previous),
                alpha,
                best: done.best,
            };

            // 9. Reasons not to search this move.
            let decision = match !K::ROOT && self.may_prune(&node, &this) {
                true => self.prune::<K>(&node, &this),
                false => PruneDecision::Search,
            };
            self.detail_considered(&node, &this, &decision);
            match decision {
                PruneDecision::Search => {}
                PruneDecision::Skip(reach) => {
                    done.best = done.best.max(reach.unwrap_or(done.best));
                    continue;
                }
                PruneDecision::SkipQuiets => {
                    picker.skip_quiets();
                    continue;
                }
            }

            // 10. Reasons to search it deeper.
            let mut extension = 0;
            if !K::ROOT && Some(mv) == node.tt_move && excluded.is_none() {
                match self.singular::<K>(&node, mv)? {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::MultiCut(score) => {
                        self.give_back(picker, done);
                        return Ok(score);
                    }
                }
            }
            if extension == 0 {
                extension = self.forcing_extension::<K>(&node, &this);
            }
            self.count_double_extension(ply, extension);

            // 11. Make the move and search it: reduced, with a zero window, in full.
            let nodes_before = self.nodes;
            let next = position.after(mv);
            self.enter(position, mv, &next, ply);
            let planned = node.depth - 1 + extension;
            let mut score = -Score::INFINITE;
            if self.reduces::<K>(&node, &this) {
                score = self.reduced_search::<K>(&node, &this, &next, planned, &previous)?;
            } else if !K::PV || number > 1 {
                score = -self.zero_window(&next, alpha, planned, ply, !cut)?;
            }
            if K::PV && (number == 1 || score > alpha) {
                let window = Window { alpha, beta: node.window.beta }.flipped();
                score = -self.node::<K::Next>(&next, window, planned, ply + 1, false, None)?;
            }
            self.leave();

            // 12. What the score means.
            if K::ROOT {
                let window = Window { alpha, beta: node.window.beta };
                self.note_root_move(&this, score, nodes_before, window);
            }
            if score > done.best {
                done.best = score;
                if score > alpha {
                    done.best_move = Some(mv);
                    if K::PV {
                        self.pv.set(ply, mv);
                    }
                    if score >= node.window.beta {
                        self.probe.cut(number, Some(mv) == node.tt_move);
                        self.report_refutation(&node, &this, &previous);
                        self.frame(ply).cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(mv) != done.best_move {
                if quiet { done.quiets.push(mv) } else { done.captures.push(mv) }
            }
        }

        // 13. No move at all: mate, stalemate, or nothing but the excluded one.
        if number == 0 {
            self.detail_ended(ply, NodeEnd::NoMoves);
            self.give_back(picker, done);
            return Ok(match (excluded, position.in_check()) {
                (Some(_), _) => node.window.alpha,
                (None, true) => Score::mated_at(ply),
                (None, false) => Score::DRAW,
            });
        }
        if let Some(Bounded { score, bound: Bound::Upper }) = proven {
            done.best = done.best.min(score);
        }
        let beta = node.window.beta;
        if done.best >= beta && !done.best.is_decisive() && !beta.is_decisive() {
            done.best = done.best.blended(beta, FAIL_HIGH_BLEND / (node.depth + 1));
        }

        // 14. What the node teaches.
        if done.best_move.is_some() {
            self.learn(&node, &done, &previous);
        } else if !K::ROOT {
            self.credit_parent(ply, node.depth);
        }
        if excluded.is_none() && !(K::ROOT && self.root.line_index() > 0) {
            self.remember(&node, &done);
        }
        let best = done.best;
        self.give_back(picker, done);
        Ok(best)
    }

    /// The score to return before any move is made, by the pages that judge nodes, cheapest first.
    #[inline(always)]
    fn leave_early(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(score) = self.node_futility(node, evals)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.razoring(node, evals)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.static_null(node, evals) {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node, evals)? {
            return Ok(Some(score));
        }
        self.prob_cut(node, evals)
    }

    /// Whether to search a move, by the pages that judge moves, in order.
    #[inline(always)]
    fn prune<K: NodeKind>(&mut self, node: &NodeContext<'_>, this: &MoveContext) -> PruneDecision {
        if this.quiet {
            if self.move_count(node, this) {
                return PruneDecision::SkipQuiets;
            }
            if self.history_pruning(node, this) {
                return PruneDecision::Skip(None);
            }
            if let Some(reach) = self.futility::<K>(node, this) {
                return PruneDecision::Skip(Some(reach));
            }
        }
        if let Some(reach) = self.extended_futility(node, this) {
            return PruneDecision::Skip(Some(reach));
        }
        match self.see_pruning(node, this) {
            true => PruneDecision::Skip(None),
            false => PruneDecision::Search,
        }
    }

    /// Whether moves of a node may be skipped at all.
    #[inline(always)]
    fn may_prune(&self, node: &NodeContext<'_>, this: &MoveContext) -> bool {
        let turn = node.position.turn();
        (match self.knobs.prune_from {
            PruneFrom::NotLost => !this.best.is_loss(),
            PruneFrom::SecondMove => this.number > 1,
        }) && (!self.knobs.prune_needs_pieces || node.position.has_pieces(turn))
    }

    /// Asks only whether the mover's score is above `alpha`.
    #[inline]
    pub(super) fn zero_window(
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
