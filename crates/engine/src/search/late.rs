//! Reasons not to look at a move: the pages of `prune` that go by moves, in order.

use chess::{Move, Position};

use super::Searcher;
use super::picker::Stage;
use crate::heuristics::Heuristic;
use crate::knobs::FutilityDepth;
use crate::probe::Probe;
use crate::prune::{futility, history, see};
use crate::score::Score;
use crate::values::{EXCHANGE, exchange_value};

/// A move that may be dropped, and what is known of it.
pub(super) struct Late<'a> {
    pub(super) position: &'a Position,
    pub(super) mv: Move,
    pub(super) depth: i32,
    /// The depth that a reduction would leave.
    pub(super) reduced: i32,
    pub(super) moves: usize,
    pub(super) improving: bool,
    pub(super) gives_check: bool,
    pub(super) record: i32,
    pub(super) alpha: Score,
    /// `None` when in check.
    pub(super) static_eval: Option<Score>,
    pub(super) stage: Stage,
    pub(super) killers: &'a [Option<Move>; 2],
}

/// What becomes of it. A score says how good it could have been at most.
pub(super) enum Fate {
    Search,
    Drop(Option<Score>),
    /// This and all quiet moves after it.
    DropQuiets,
}

impl<P: Probe> Searcher<'_, P> {
    #[inline(always)]
    pub(super) fn fate(&mut self, late: &Late<'_>) -> Fate {
        if late.mv.is_noisy() { self.fate_of_noisy(late) } else { self.fate_of_quiet(late) }
    }

    #[inline(always)]
    fn fate_of_quiet(&mut self, late: &Late<'_>) -> Fate {
        if late.static_eval.is_some() && late.depth <= self.knobs.move_count_max_depth {
            self.probe.tried(Heuristic::MoveCount, late.depth);
            let limit = self.knobs.move_count_limits[usize::from(late.improving)].at(late.depth);
            if late.moves as i32 >= limit {
                self.probe.fired(Heuristic::MoveCount, late.depth);
                return Fate::DropQuiets;
            }
        }
        if late.reduced <= self.knobs.history_pruning_max_depth {
            self.probe.tried(Heuristic::HistoryPruning, late.depth);
            if history::drops(&self.knobs, late.depth, late.record) {
                self.probe.fired(Heuristic::HistoryPruning, late.depth);
                return Fate::Drop(None);
            }
        }
        if let Some(bound) = self.futile(late) {
            self.probe.fired(Heuristic::Futility, late.depth);
            return Fate::Drop(Some(bound));
        }
        if late.depth <= self.knobs.see_pruning_max_depth {
            self.probe.tried(Heuristic::SeePruning, late.depth);
            let threshold = see::quiet_threshold(&self.knobs, late.reduced);
            if !late.position.exchange_at_least(late.mv, threshold, &EXCHANGE) {
                self.probe.fired(Heuristic::SeePruning, late.depth);
                return Fate::Drop(None);
            }
        }
        Fate::Search
    }

    /// The most a quiet move could reach, if that is not enough and nothing spares it.
    fn futile(&mut self, late: &Late<'_>) -> Option<Score> {
        let eval = late.static_eval?;
        let depth = match self.knobs.futility_depth {
            FutilityDepth::Effective => late.reduced,
            FutilityDepth::Nominal => late.depth,
        };
        if depth > self.knobs.futility_max_depth {
            return None;
        }
        self.probe.tried(Heuristic::Futility, late.depth);
        let reach = eval + self.knobs.futility_margins.at(depth);
        if reach > late.alpha || late.alpha.is_decisive() {
            return None;
        }
        let spared = self.knobs.futility_spare_checks && late.gives_check
            || self.knobs.futility_spare_killers && late.killers.contains(&Some(late.mv))
            || self.knobs.futility_spare_hanging && late.position.threats().has(late.mv.from())
            || self.knobs.futility_spare_winning
                && late.position.exchange_at_least(late.mv, 1, &EXCHANGE);
        (!spared).then_some(reach)
    }

    fn fate_of_noisy(&mut self, late: &Late<'_>) -> Fate {
        if let Some(eval) = late.static_eval.filter(|_| !late.gives_check)
            && late.reduced <= self.knobs.extended_futility_depth
            && !late.alpha.is_decisive()
        {
            self.probe.tried(Heuristic::ExtendedFutility, late.depth);
            let reach = eval
                + futility::extended_margin(&self.knobs, late.reduced)
                + exchange_value(late.position, late.mv);
            if reach <= late.alpha {
                self.probe.fired(Heuristic::ExtendedFutility, late.depth);
                return Fate::Drop(Some(reach));
            }
        }
        let doubtful =
            late.stage >= Stage::BadNoisy && late.depth <= self.knobs.see_pruning_max_depth;
        if doubtful {
            self.probe.tried(Heuristic::SeePruning, late.depth);
            let threshold = see::noisy_threshold(&self.knobs, late.depth, late.record);
            if !late.position.exchange_at_least(late.mv, threshold, &EXCHANGE) {
                self.probe.fired(Heuristic::SeePruning, late.depth);
                return Fate::Drop(None);
            }
        }
        Fate::Search
    }
}
