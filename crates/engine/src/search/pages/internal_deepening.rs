//! Internal iterative deepening. Where the table has no move, a shallower search of the same node
//! leaves one there. Costs the nodes of that search.
//! CITE: chessprogramming.org/Internal_Iterative_Deepening

use chess::Move;

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::search::context::NodeContext;
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// Plies by which the search for a move is shallower.
const SHALLOWER: i32 = 4;

impl<P: Probe> Searcher<'_, P> {
    pub(in crate::search) fn internal_deepening(
        &mut self,
        node: &NodeContext<'_>,
    ) -> Result<Option<Move>, Stopped> {
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
