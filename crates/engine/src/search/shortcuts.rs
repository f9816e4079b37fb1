//! Ways to leave a node without looking at its moves.

use chess::{Move, Position};

use super::node::Known;
use super::picker::Picker;
use super::{NonPv, Searcher, Stopped};
use crate::heuristics::Heuristic;
use crate::history::{PieceTo, corrected};
use crate::probe::Probe;
use crate::prune::{Node, null_move, prob_cut, razor, static_null};
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use crate::values::EXCHANGE;
use crate::window::Window;

/// A node about to be left, and all that its shortcuts may ask.
pub(super) struct Site<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) cut: bool,
    pub(super) tt_pv: bool,
    pub(super) known: Option<Known>,
    pub(super) table_move: Option<Move>,
    pub(super) raw_eval: Score,
}

impl<P: Probe> Searcher<'_, P> {
    /// Draws, mates that cannot be bettered, and the end of the road. May raise alpha.
    pub(super) fn certain_end(
        &mut self,
        position: &Position,
        window: &mut Window,
        ply: usize,
    ) -> Option<Score> {
        if self.trail.is_repetition(ply) || position.has_insufficient_material() {
            return Some(self.draw());
        }
        if self.trail.halfmove_clock() >= 100 {
            // Mate on the last ply still counts.
            let mated = position.in_check() && position.count_legal() == 0;
            return Some(if mated { Score::mated_at(ply) } else { self.draw() });
        }
        if ply >= MAX_PLY {
            return Some(if position.in_check() {
                self.draw()
            } else {
                self.evaluate(position, ply)
            });
        }
        if window.alpha < Score::DRAW
            && self.asks(Heuristic::UpcomingRepetition, 0)
            && self.trail.can_repeat(position, ply)
        {
            self.probe.fired(Heuristic::UpcomingRepetition, 0);
            window.alpha = self.draw().max(window.alpha);
            if window.alpha >= window.beta {
                return Some(window.alpha);
            }
        }
        if self.knobs.use_mate_distance {
            window.alpha = window.alpha.max(Score::mated_at(ply));
            window.beta = window.beta.min(Score::mate_at(ply + 1));
            if window.alpha >= window.beta {
                self.probe.fired(Heuristic::MateDistance, 0);
                return Some(window.alpha);
            }
        }
        None
    }

    pub(super) fn look_up(&mut self, position: &Position, depth: i32, ply: usize) -> Option<Known> {
        if !self.knobs.use_transposition_table {
            return None;
        }
        let entry = self.table.probe(self.key(position));
        self.probe.table(depth, entry.is_some());
        entry.map(|entry| Known {
            entry,
            score: Score::from_table(entry.score, ply, self.trail.halfmove_clock()),
        })
    }

    /// The table's score, where it settles a node off the principal variation. A cut needs a
    /// ply more than a failure, and near the leaves it must be what the parent expects.
    pub(super) fn table_cut(
        &mut self,
        site: &Site<'_>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let Known { entry, score } = site.known?;
        self.probe.tried(Heuristic::TableCutoff, depth);
        let above = score >= window.beta;
        let fits = if above { entry.bound.is_lower() } else { entry.bound.is_upper() };
        let settles = fits
            && (above || score <= window.alpha)
            && entry.depth >= depth + i32::from(above)
            && (site.cut == above || depth > 5)
            && self.trail.halfmove_clock() < 90;
        if !settles {
            return None;
        }
        self.probe.fired(Heuristic::TableCutoff, depth);
        if let Some(mv) = site.table_move.filter(|mv| above && !mv.is_noisy()) {
            let past = self.stack.past(site.ply);
            let bonus = self.quiet_bonus(depth);
            self.histories.reward_quiet(site.position, mv, &past, bonus);
        }
        Some(score)
    }

    /// The evaluation before correction: the table's, or made now.
    pub(super) fn raw_eval(
        &mut self,
        position: &Position,
        ply: usize,
        known: Option<Known>,
    ) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        let told = known.and_then(|known| known.entry.eval);
        Some(told.unwrap_or_else(|| self.evaluate(position, ply)))
    }

    /// Gives an evaluation to the table, where it knew nothing of the position.
    pub(super) fn note_eval(&mut self, position: &Position, known: Option<Known>, eval: Score) {
        if known.is_none() {
            let entry = Entry {
                mv: None,
                score: 0,
                eval: Some(eval),
                depth: -1,
                bound: Bound::None,
                pv: false,
            };
            self.save(position, entry);
        }
    }

    #[inline]
    pub(super) fn corrected(&mut self, position: &Position, eval: Score, ply: usize) -> Score {
        let [last, before, _] = self.stack.past(ply);
        corrected(eval, self.histories.corrections.sum(&self.knobs, position, last, before))
    }

    /// Whether the side to move stands better than two plies ago, or four if it was in check.
    #[inline]
    pub(super) fn improving(&self, ply: usize, eval: Score) -> bool {
        let earlier = self.stack.before(ply, 2).static_eval;
        match earlier.or(self.stack.before(ply, 4).static_eval) {
            Some(earlier) => eval > earlier,
            None => true,
        }
    }

    /// Reasons to leave before any move is made, cheapest first.
    pub(super) fn leave_early(
        &mut self,
        site: &Site<'_>,
        node: &Node,
    ) -> Result<Option<Score>, Stopped> {
        if let cut @ Some(_) = self.razor(site, node)? {
            return Ok(cut);
        }
        if let cut @ Some(_) = self.static_null(site, node) {
            return Ok(cut);
        }
        if let cut @ Some(_) = self.null_move(site, node)? {
            return Ok(cut);
        }
        self.prob_cut(site, node)
    }

    fn razor(&mut self, site: &Site<'_>, node: &Node) -> Result<Option<Score>, Stopped> {
        if node.depth > self.knobs.razor_max_depth {
            return Ok(None);
        }
        self.probe.tried(Heuristic::Razoring, node.depth);
        if !razor::asks(&self.knobs, site.position, node) {
            return Ok(None);
        }
        let before = self.nodes;
        let window = Window::above(node.window.alpha);
        let score = self.aside(site.ply, |search| {
            search.quiesce::<NonPv>(site.position, window, site.ply, 0)
        })?;
        self.probe.spent(Heuristic::Razoring, self.nodes - before);
        if score > node.window.alpha {
            return Ok(None);
        }
        self.probe.fired(Heuristic::Razoring, node.depth);
        Ok(Some(score))
    }

    fn static_null(&mut self, site: &Site<'_>, node: &Node) -> Option<Score> {
        // A quiet move from the table is a better answer than a guess.
        let quiet_move = site.table_move.is_some_and(|mv| !mv.is_noisy());
        if site.tt_pv || quiet_move || node.depth > self.knobs.static_null_max_depth {
            return None;
        }
        self.probe.tried(Heuristic::StaticNull, node.depth);
        let score = static_null::cut(&self.knobs, site.position, node)?;
        self.probe.fired(Heuristic::StaticNull, node.depth);
        if node.depth >= self.knobs.static_null_store_depth && site.known.is_none() {
            self.note_bound(site, score.min(node.window.beta), None, 0);
        }
        Some(score)
    }

    fn null_move(&mut self, site: &Site<'_>, node: &Node) -> Result<Option<Score>, Stopped> {
        let (ply, beta) = (site.ply, node.window.beta);
        let passed_before = self.stack.before(ply, 1).mv.is_none();
        let refuted =
            site.known.is_some_and(|known| known.entry.bound.is_upper() && known.score < beta);
        if passed_before
            || refuted
            || ply < self.null_from
            || node.depth < self.knobs.null_move_min_depth
        {
            return Ok(None);
        }
        self.probe.tried(Heuristic::NullMove, node.depth);
        let Some(reduction) = null_move::reduction(&self.knobs, site.position, node) else {
            return Ok(None);
        };
        let depth = node.depth - reduction;
        let before = self.nodes;
        let next = site.position.after_null();
        self.prefetch(next.key());
        self.trail.push_null(&next);
        self.nodes += 1;
        let frame = self.frame(ply);
        frame.mv = None;
        frame.piece_to = PieceTo::NONE;
        let window = Window::below(beta).flipped();
        let score = -self.node::<NonPv>(&next, window, depth, ply + 1, !site.cut, None)?;
        self.leave();
        self.probe.spent(Heuristic::NullMove, self.nodes - before);
        if score < beta {
            return Ok(None);
        }
        // A mate found after a pass is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.null_from == 0 && node.depth >= null_move::verify_depth(&self.knobs, site.position)
        {
            self.null_from = ply + (3 * depth.max(0) as usize) / 4 + 1;
            let verified = self.aside(ply, |search| {
                search.node::<NonPv>(site.position, Window::below(beta), depth, ply, false, None)
            })?;
            self.null_from = 0;
            if verified < beta {
                return Ok(None);
            }
        }
        self.probe.fired(Heuristic::NullMove, node.depth);
        Ok(Some(score))
    }

    fn prob_cut(&mut self, site: &Site<'_>, node: &Node) -> Result<Option<Score>, Stopped> {
        if !site.cut || node.depth < self.knobs.prob_cut_min_depth {
            return Ok(None);
        }
        self.probe.tried(Heuristic::ProbCut, node.depth);
        let Some(raised) = prob_cut::raised_beta(&self.knobs, node) else { return Ok(None) };
        let depth = node.depth - self.knobs.prob_cut_reduction;
        if site.known.is_some_and(|known| known.entry.depth > depth && known.score < raised) {
            return Ok(None);
        }
        let (position, ply) = (site.position, site.ply);
        let checks = chess::Checks::new(position);
        let past = self.stack.past(ply);
        let mut picker =
            Picker::noisy(site.table_move, false, self.rooms.pop().unwrap_or_default());
        let before = self.nodes;
        let mut found = None;
        loop {
            let next = picker.next(&self.knowledge(position, &checks, &past));
            let Some(mv) = next else { break };
            if !position.exchange_at_least(mv, raised - node.static_eval, &EXCHANGE) {
                continue;
            }
            self.prefetch(position.likely_key_after(mv));
            let next = position.after(mv);
            self.enter(position, mv, &next, ply);
            let window = Window::below(raised).flipped();
            let mut score = -self.quiesce::<NonPv>(&next, window, ply + 1, 0)?;
            if score >= raised && depth > 0 {
                score = -self.node::<NonPv>(&next, window, depth, ply + 1, !site.cut, None)?;
            }
            self.leave();
            if score >= raised {
                found = Some((mv, score));
                break;
            }
        }
        self.rooms.push(picker.into_room());
        self.probe.spent(Heuristic::ProbCut, self.nodes - before);
        let Some((mv, score)) = found else { return Ok(None) };
        self.probe.fired(Heuristic::ProbCut, node.depth);
        self.note_bound(site, score, Some(mv), depth + 1);
        Ok(Some(if score.is_decisive() { score } else { score - (raised - node.window.beta) }))
    }

    /// Tells the table that the node is worth at least `score`.
    fn note_bound(&mut self, site: &Site<'_>, score: Score, mv: Option<Move>, depth: i32) {
        let entry = Entry {
            mv,
            score: score.to_table(site.ply),
            eval: Some(site.raw_eval),
            depth,
            bound: Bound::Lower,
            pv: site.tt_pv,
        };
        self.save(site.position, entry);
    }

    /// Internal iterative deepening: a shallower search leaves its move in the table.
    pub(super) fn deepen_for_move(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Option<Move>, Stopped> {
        let before = self.nodes;
        let shallow = depth - 4;
        self.aside(ply, |search| {
            search.node::<NonPv>(position, Window::above(window.alpha), shallow, ply, cut, None)
        })?;
        self.probe.spent(Heuristic::Iid, self.nodes - before);
        let found = self.look_up(position, depth, ply).and_then(|known| known.entry.mv);
        let legal = found.filter(|&mv| position.is_legal(mv));
        if legal.is_some() {
            self.probe.fired(Heuristic::Iid, depth);
        }
        Ok(legal)
    }
}
