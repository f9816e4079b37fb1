//! What a detailed probe sees, and where it may overrule a decision. For a probe that is not
//! detailed, everything here compiles to nothing.

use chess::{Move, Position, Trail};

use super::context::{MoveContext, NodeContext, PruneDecision};
use super::stack::Stack;
use super::{NodeKind, Searcher, Stopped};
use crate::heuristics::Heuristic;
use crate::probe::{Comparison, Decision, MoveView, NodeEnd, NodeView, Probe};
use crate::score::Score;
use crate::window::Window;

fn node_view<'a>(node: &NodeContext<'a>, trail: &'a Trail, stack: &Stack) -> NodeView<'a> {
    NodeView {
        position: node.position,
        trail,
        ply: node.ply,
        depth: node.depth,
        alpha: node.window.alpha,
        beta: node.window.beta,
        pv: node.pv,
        cut: node.cut,
        excluded: node.excluded,
        last_move: stack.before(node.ply, 1).mv,
        static_eval: node.static_eval,
        improving: node.improving,
    }
}

/// A node before its evaluation is known, or one of quiescence.
fn bare_view<'a>(
    position: &'a Position,
    window: Window,
    ply: usize,
    trail: &'a Trail,
    stack: &Stack,
) -> NodeView<'a> {
    NodeView {
        position,
        trail,
        ply,
        depth: 0,
        alpha: window.alpha,
        beta: window.beta,
        pv: false,
        cut: false,
        excluded: None,
        last_move: stack.before(ply, 1).mv,
        static_eval: None,
        improving: false,
    }
}

/// Whether a heuristic that wants to act may: a probe can spare, but not make it act.
fn ask<P: Probe>(
    probe: &mut P,
    heuristic: Heuristic,
    node: NodeView<'_>,
    mv: Option<Move>,
    [value, threshold]: [i32; 2],
    acts: bool,
) -> bool {
    let comparison = Comparison { value, threshold };
    probe.decided(&Decision { heuristic, node, mv, comparison, acts }) && acts
}

impl<P: Probe> Searcher<'_, P> {
    /// A node was entered.
    #[inline(always)]
    pub(super) fn detail_entered<K: NodeKind>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) {
        if P::DETAILED {
            let bare = bare_view(position, window, ply, &self.trail, self.stack);
            self.probe.entered(&NodeView { depth, pv: K::PV, cut, excluded, ..bare });
        }
    }

    /// A node is left: with a score, or because the search was stopped.
    #[inline(always)]
    pub(super) fn detail_exited(&mut self, ply: usize, score: Result<Score, Stopped>) {
        if P::DETAILED {
            self.probe.exited(ply, score.ok());
        }
    }

    /// A node has a score for a reason that is no heuristic.
    #[inline(always)]
    pub(super) fn detail_ended(&mut self, ply: usize, end: NodeEnd) {
        if P::DETAILED {
            self.probe.ended(ply, end);
        }
    }

    /// The reasons to leave a node before its first move were asked.
    #[inline(always)]
    pub(super) fn detail_opened(&mut self, node: &NodeContext<'_>, left: Option<Score>) {
        if P::DETAILED {
            self.probe.opened(&node_view(node, &self.trail, self.stack), left);
        }
    }

    /// The reasons not to search a move were asked.
    #[inline(always)]
    pub(super) fn detail_considered(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
        decision: &PruneDecision,
    ) {
        if P::DETAILED {
            let skipped = !matches!(decision, PruneDecision::Search);
            let MoveContext { mv, number, alpha, gives_check, lmr_depth, .. } = *this;
            let mv = MoveView { mv, number, alpha, gives_check, lmr_depth };
            self.probe.considered(&node_view(node, &self.trail, self.stack), &mv, skipped);
        }
    }

    /// Whether a heuristic acts on a node, unless the probe overrules it.
    #[inline(always)]
    pub(super) fn decide_node(
        &mut self,
        heuristic: Heuristic,
        node: &NodeContext<'_>,
        compared: [i32; 2],
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let node = node_view(node, &self.trail, self.stack);
            return ask(&mut self.probe, heuristic, node, None, compared, acts);
        }
        acts
    }

    /// Whether a heuristic acts on a move, unless the probe overrules it.
    #[inline(always)]
    pub(super) fn decide_move(
        &mut self,
        heuristic: Heuristic,
        node: &NodeContext<'_>,
        this: &MoveContext,
        compared: [i32; 2],
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let view = node_view(node, &self.trail, self.stack);
            // The moves before this one may have raised alpha.
            let node = NodeView { alpha: this.alpha, ..view };
            return ask(&mut self.probe, heuristic, node, Some(this.mv), compared, acts);
        }
        acts
    }

    /// Whether a heuristic that has closed the window ends a node, unless the probe overrules it.
    #[inline(always)]
    pub(super) fn decide_end(
        &mut self,
        heuristic: Heuristic,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        closed: Window,
    ) -> bool {
        if P::DETAILED {
            let bare = bare_view(position, window, ply, &self.trail, self.stack);
            let node = NodeView { depth, ..bare };
            let compared = [closed.alpha.raw(), closed.beta.raw()];
            return ask(&mut self.probe, heuristic, node, None, compared, true);
        }
        true
    }

    /// Whether a heuristic acts in quiescence, on a node or a move, unless the probe overrules it.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn decide_in_quiescence(
        &mut self,
        heuristic: Heuristic,
        position: &Position,
        window: Window,
        ply: usize,
        eval: Option<Score>,
        mv: Option<Move>,
        compared: [i32; 2],
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let bare = bare_view(position, window, ply, &self.trail, self.stack);
            let node = NodeView { static_eval: eval, ..bare };
            return ask(&mut self.probe, heuristic, node, mv, compared, acts);
        }
        acts
    }
}
