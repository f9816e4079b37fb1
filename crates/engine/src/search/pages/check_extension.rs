//! Check extension. A check forces matters, so search it a ply deeper. Costs depth everywhere
//! else; off by default.
//! CITE: chessprogramming.org/Check_Extensions

use super::singular::LONGEST_LINE;
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};

impl<P: Probe> Searcher<'_, P> {
    #[inline(always)]
    pub(in crate::search) fn check_extension(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> i32 {
        let heuristic = Heuristic::CheckExtension;
        if !this.gives_check || !heuristic.is_on(&self.knobs) {
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
