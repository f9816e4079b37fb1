//! Razoring and node futility. Far below alpha near the leaves only a capture can help: ask
//! quiescence. Razoring believes it if it agrees; a guard keeps it away from endgames, where quiet
//! moves are all there is. Node futility believes it whatever it says; it is off by default. Both
//! fail where a quiet move would have saved the node.
//! CITE: chessprogramming.org/Razoring

use chess::Position;

use super::non_pawn_material;
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext};
use crate::search::detail::Compared;
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// How far below alpha the evaluation must be: the two margins of the settings, and their
/// difference again for each further ply.
fn margin([first, second]: [i32; 2], depth: i32) -> i32 {
    first + (second - first) * (depth - 1)
}

/// Whether either side has too few pieces.
fn is_guarded(k: &Knobs, position: &Position) -> bool {
    let turn = position.turn();
    k.razor_endgame_threshold != 0
        && non_pawn_material(position, turn).min(non_pawn_material(position, !turn))
            < k.razor_endgame_threshold
}

impl<P: Probe> Searcher<'_, P> {
    pub(in crate::search) fn razoring(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        if node.depth > self.knobs.razor_max_depth {
            return Ok(None);
        }
        self.probe.asked(Heuristic::Razoring, node.depth);
        let alpha = node.window.alpha;
        let margins = [self.knobs.razor_margin1, self.knobs.razor_margin2];
        let slack = alpha - (evals.adjusted + margin(margins, node.depth));
        let compared = [alpha.raw() - slack, alpha.raw()];
        if alpha.is_decisive() || slack < 0 || is_guarded(&self.knobs, node.position) {
            let alone =
                P::DETAILED && !alpha.is_decisive() && !is_guarded(&self.knobs, node.position);
            let compared = Compared::with_margin(compared, alone);
            self.decide_node(Heuristic::Razoring, node, compared, false);
            return Ok(None);
        }
        let before = self.nodes;
        let score = self.with_scratch_frame(node.ply, |search| {
            search.quiesce::<NonPv>(node.position, Window::above(alpha), node.ply, 0)
        })?;
        self.probe.made(Heuristic::Razoring, node.depth, self.nodes - before);
        if score > alpha {
            self.probe.failed_high(Heuristic::Razoring, node.depth);
        }
        if !self.decide_node(Heuristic::Razoring, node, compared, score <= alpha) {
            return Ok(None);
        }
        self.probe.acted(Heuristic::Razoring, node.depth, Some(slack));
        Ok(Some(score))
    }

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
        let margins = [self.knobs.node_futility_margin1, self.knobs.node_futility_margin2];
        let alpha = node.window.alpha;
        let slack = alpha - (evals.static_eval + margin(margins, node.depth));
        let compared = Compared::with_margin([alpha.raw() - slack, alpha.raw()], true);
        if !self.decide_node(heuristic, node, compared, slack >= 0) {
            return Ok(None);
        }
        self.probe.acted(heuristic, node.depth, Some(slack));
        let before = self.nodes;
        let score = self.quiesce::<NonPv>(node.position, node.window, node.ply, 0)?;
        self.probe.made(heuristic, node.depth, self.nodes - before);
        Ok(Some(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_further_ply_adds_the_same_margin() {
        assert_eq!([1, 2, 3, 4].map(|depth| margin([200, 450], depth)), [200, 450, 700, 950]);
    }

    #[test]
    fn the_guard_looks_at_the_weaker_side() {
        let rook_and_pawn = "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".parse::<chess::Setup>().unwrap();
        let both = "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1".parse::<chess::Setup>().unwrap();
        let guarded = |threshold, setup: &chess::Setup| {
            let k = Knobs { razor_endgame_threshold: threshold, ..Knobs::default() };
            is_guarded(&k, &setup.position)
        };
        assert!(!guarded(0, &rook_and_pawn) && guarded(1, &rook_and_pawn));
        assert!(!guarded(500, &both) && guarded(501, &both));
    }
}

#[cfg(test)]
mod driver_tests;
