//! Extended futility. A capture near the leaves lifts the evaluation by little more than its
//! victim; where that does not reach alpha it is skipped. Fails on captures that open lines.
//! CITE: chessprogramming.org/Futility_Pruning#Extended_Futility_Pruning

use super::{futility, may_fail_low};
use crate::heuristics::Heuristic;
use crate::knobs::ExtendedMargins;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::detail::Compared;
use crate::search::{Searcher, Settings};
use crate::values::exchange_value;

/// What a move may add beyond its victim.
#[inline]
fn margin(k: &Settings, depth: i32) -> i32 {
    match k.extended_futility_margins {
        ExtendedMargins::Own => k.extended_futility_base + k.extended_futility_scale * depth,
        ExtendedMargins::Futility => k.futility_margins.at(depth),
    }
}

impl<P: Probe> Searcher<'_, P> {
    /// The most that a capture, or any move if so set, could reach, if that is not enough. Checks
    /// are spared.
    #[inline(always)]
    pub(in crate::search) fn extended_futility(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> Option<Score> {
        if this.quiet && !self.knobs.extended_futility_quiets {
            return None;
        }
        let eval = node.static_eval.filter(|_| !this.gives_check)?;
        let depth = futility::depth(&self.knobs, node, this);
        if depth > self.knobs.extended_futility_depth || !may_fail_low(&self.knobs, this.alpha) {
            return None;
        }
        self.probe.asked(Heuristic::ExtendedFutility, node.depth);
        let victim = exchange_value(&self.knobs.exchange, node.position, this.mv);
        let reach = eval + margin(&self.knobs, depth) + victim;
        let slack = this.alpha - reach;
        let compared = Compared::with_margin([reach.raw(), this.alpha.raw()], true);
        if !self.decide_move(Heuristic::ExtendedFutility, node, this, compared, slack >= 0) {
            return None;
        }
        self.probe.acted(Heuristic::ExtendedFutility, node.depth, Some(slack));
        Some(reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knobs::Knobs;

    #[test]
    fn each_form_of_the_margin_grows_with_depth_in_its_own_way() {
        let k = Knobs {
            extended_futility_base: 100,
            extended_futility_scale: 110,
            futility_base: 150,
            futility_scale: 60,
            ..Knobs::default()
        };
        let margins = |form| {
            let k = Settings::new(Knobs { extended_futility_margins: form, ..k });
            [0, 1, 4].map(|depth| margin(&k, depth))
        };
        assert_eq!(margins(ExtendedMargins::Own), [100, 210, 540]);
        assert_eq!(margins(ExtendedMargins::Futility), [150, 210, 390]);
    }
}

#[cfg(test)]
mod driver_tests;
