//! Recapture extension. A recapture on the principal variation is forced, so search it a ply
//! deeper. Costs depth elsewhere; off by default.
//! CITE: chessprogramming.org/Recapture_Extensions

use super::singular::LONGEST_LINE;
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};

impl<P: Probe> Searcher<'_, P> {
    #[inline(always)]
    pub(in crate::search) fn recapture_extension(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> i32 {
        let heuristic = Heuristic::RecaptureExtension;
        let last = self.stack.before(node.ply, 1).mv;
        let recaptures = this.mv.is_capture() && last.is_some_and(|last| last.to() == this.mv.to());
        if !recaptures || !heuristic.is_on(&self.knobs) {
            return 0;
        }
        self.probe.asked(heuristic, node.depth);
        if node.ply as i32 >= LONGEST_LINE * self.root_depth {
            return 0;
        }
        self.probe.acted(heuristic, node.depth, None);
        1
    }
}
