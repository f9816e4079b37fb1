//! Internal iterative reduction. Without a move from the table the order is poor, so search less
//! deep now; the next visit has a move. Fails where the tree never comes back.
//! CITE: chessprogramming.org/Internal_Iterative_Reductions

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::NodeContext;

impl<P: Probe> Searcher<'_, P> {
    #[inline]
    pub(in crate::search) fn internal_reduction(&mut self, node: &mut NodeContext<'_>) {
        if node.depth >= self.knobs.iir_min_depth {
            self.probe.asked(Heuristic::Iir, node.depth);
            self.probe.acted(Heuristic::Iir, node.depth, None);
            node.depth -= 1;
        }
    }
}
