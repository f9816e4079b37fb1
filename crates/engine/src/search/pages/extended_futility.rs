//! Extended futility. A capture near the leaves lifts the evaluation by little more than its
//! victim; where that does not reach alpha it is skipped. Fails on captures that open lines.
//! CITE: chessprogramming.org/Futility_Pruning#Extended_Futility_Pruning

use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};
use crate::values::exchange_value;

/// What a capture may add beyond its victim.
#[inline]
fn margin(k: &Knobs, depth: i32) -> i32 {
    k.extended_futility_base + k.extended_futility_scale * depth
}

impl<P: Probe> Searcher<'_, P> {
    /// The most that a capture could reach, if that is not enough. Checks are spared.
    #[inline(always)]
    pub(in crate::search) fn extended_futility(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext<'_>,
    ) -> Option<Score> {
        let eval = node.static_eval.filter(|_| !this.gives_check)?;
        if this.lmr_depth > self.knobs.extended_futility_depth || this.alpha.is_decisive() {
            return None;
        }
        self.probe.asked(Heuristic::ExtendedFutility, node.depth);
        let victim = exchange_value(node.position, this.mv);
        let reach = eval + margin(&self.knobs, this.lmr_depth) + victim;
        let slack = this.alpha - reach;
        if slack < 0 {
            return None;
        }
        self.probe.acted(Heuristic::ExtendedFutility, node.depth, Some(slack));
        Some(reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_depth() {
        let k =
            Knobs { extended_futility_base: 100, extended_futility_scale: 110, ..Knobs::default() };
        assert_eq!([0, 1, 4].map(|depth| margin(&k, depth)), [100, 210, 540]);
    }
}
