//! Check and recapture extensions. A check (`CheckExtension`), or a recapture on the principal
//! variation (`RecaptureExtension`), forces matters, so search it a ply deeper. Both cost depth
//! everywhere else, and both are off by default.
//! CITE: chessprogramming.org/Check_Extensions, chessprogramming.org/Recapture_Extensions

use super::singular::LONGEST_LINE;
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::{NodeKind, Searcher};

impl<P: Probe> Searcher<'_, P> {
    /// Plies to add for a move that forces the answer.
    #[inline(always)]
    pub(in crate::search) fn forcing_extension<K: NodeKind>(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> i32 {
        if this.gives_check && self.extends(Heuristic::CheckExtension, node) {
            return 1;
        }
        let recaptures = K::PV
            && this.mv.is_capture()
            && self.stack.before(node.ply, 1).mv.is_some_and(|last| last.to() == this.mv.to());
        i32::from(recaptures && self.extends(Heuristic::RecaptureExtension, node))
    }

    /// Whether an extension that applies is on, and the line is not too long already.
    #[inline(always)]
    fn extends(&mut self, heuristic: Heuristic, node: &NodeContext<'_>) -> bool {
        if !heuristic.is_on(&self.knobs) {
            return false;
        }
        self.probe.asked(heuristic, node.depth);
        let extends = (node.ply as i32) < LONGEST_LINE * self.root_depth;
        if extends {
            self.probe.acted(heuristic, node.depth, None);
        }
        extends
    }
}

#[cfg(test)]
mod driver_tests;
