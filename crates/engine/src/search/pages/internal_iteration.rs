//! Internal iterative deepening and reduction. Without a move from the table the order is poor. A
//! shallower search of the same node leaves a move there (`Iid`), which costs its nodes; or the node
//! is searched less deep now, and the next visit has a move (`Iir`), which fails where the tree
//! never comes back.
//! CITE: chessprogramming.org/Internal_Iterative_Deepening,
//! chessprogramming.org/Internal_Iterative_Reductions

use chess::Move;

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::context::NodeContext;
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// Plies by which the search for a move is shallower.
const SHALLOWER: i32 = 4;

impl<P: Probe> Searcher<'_, P> {
    /// Finds a move for a node without one from the table, or takes a ply off its depth.
    #[inline]
    pub(in crate::search) fn internal_iteration(
        &mut self,
        node: &mut NodeContext<'_>,
    ) -> Result<(), Stopped> {
        node.tt_move = self.internal_deepening(node)?;
        if node.tt_move.is_none() && node.depth >= self.knobs.iir_min_depth {
            self.probe.asked(Heuristic::Iir, node.depth);
            let compared = [node.depth, self.knobs.iir_min_depth];
            if self.decide_node(Heuristic::Iir, node, compared, true) {
                self.probe.acted(Heuristic::Iir, node.depth, None);
                node.depth -= 1;
            }
        }
        Ok(())
    }

    fn internal_deepening(&mut self, node: &NodeContext<'_>) -> Result<Option<Move>, Stopped> {
        let (position, ply, depth) = (node.position, node.ply, node.depth);
        if depth < self.knobs.iid_min_depth {
            return Ok(None);
        }
        self.probe.asked(Heuristic::Iid, depth);
        let before = self.nodes;
        self.with_scratch_frame(ply, |search| {
            let window = Window::above(node.window.alpha);
            search.node::<NonPv>(position, window, depth - SHALLOWER, ply, node.cut, None)
        })?;
        self.probe.made(Heuristic::Iid, depth, self.nodes - before);
        let found = self.look_up(position, depth, ply).and_then(|tt| tt.entry.mv);
        let legal = found.filter(|&mv| position.is_legal(mv));
        if legal.is_some() {
            self.probe.acted(Heuristic::Iid, depth, None);
        }
        Ok(legal)
    }
}

#[cfg(test)]
mod driver_tests;
