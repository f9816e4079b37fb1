//! Node futility. Far below alpha near the leaves, quiet moves do not help: quiescence decides at
//! once, whatever it says. Razoring asks the same question and believes only a failure. Fails where
//! a quiet move would have saved the node. Off by default.
//! CITE: chessprogramming.org/Razoring

use super::stepped_margin;
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext};
use crate::search::{NonPv, Searcher, Stopped};

/// How far below alpha the evaluation must be: the two margins of the settings, and their
/// difference again for each further ply.
fn margin(k: &Knobs, depth: i32) -> i32 {
    stepped_margin(k.node_futility_margin1, k.node_futility_margin2, depth)
}

impl<P: Probe> Searcher<'_, P> {
    #[inline]
    pub(in crate::search) fn node_futility(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        let heuristic = Heuristic::NodeFutility;
        if node.depth > self.knobs.node_futility_max_depth {
            return Ok(None);
        }
        self.probe.asked(heuristic, node.depth);
        let slack = node.window.alpha - (evals.static_eval + margin(&self.knobs, node.depth));
        if slack < 0 {
            return Ok(None);
        }
        self.probe.acted(heuristic, node.depth, Some(slack));
        self.quiesce::<NonPv>(node.position, node.window, node.ply, 0).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_depth_has_its_own_margin() {
        let k =
            Knobs { node_futility_margin1: 300, node_futility_margin2: 500, ..Knobs::default() };
        assert_eq!([1, 2, 3].map(|depth| margin(&k, depth)), [300, 500, 700]);
    }
}
