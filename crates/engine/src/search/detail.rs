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

/// What a heuristic compared, and whether nothing but this comparison decides.
pub(super) struct Compared {
    comparison: Comparison,
    alone: bool,
}

impl From<[i32; 2]> for Compared {
    /// A value and its threshold; other conditions may have decided.
    #[inline(always)]
    fn from([value, threshold]: [i32; 2]) -> Compared {
        Compared { comparison: Comparison { value, threshold }, alone: false }
    }
}

impl Compared {
    /// A value and its threshold, which alone decide if so said.
    #[inline(always)]
    pub(super) fn with_margin(compared: [i32; 2], alone: bool) -> Compared {
        Compared { alone, ..Compared::from(compared) }
    }
}

/// Whether a heuristic that wants to act may: a probe can spare, but not make it act.
fn ask<P: Probe>(
    probe: &mut P,
    heuristic: Heuristic,
    node: NodeView<'_>,
    mv: Option<(Move, Option<i32>)>,
    Compared { comparison, alone }: Compared,
    acts: bool,
) -> bool {
    let (mv, lmr_depth) = mv.map_or((None, None), |(mv, depth)| (Some(mv), depth));
    let could_act = acts || alone;
    let decision = Decision { heuristic, node, mv, lmr_depth, comparison, acts, could_act };
    probe.decided(&decision) && acts
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
        compared: impl Into<Compared>,
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let node = node_view(node, &self.trail, self.stack);
            return ask(&mut self.probe, heuristic, node, None, compared.into(), acts);
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
        compared: impl Into<Compared>,
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let view = node_view(node, &self.trail, self.stack);
            // The moves before this one may have raised alpha.
            let node = NodeView { alpha: this.alpha, ..view };
            let mv = Some((this.mv, Some(this.lmr_depth)));
            return ask(&mut self.probe, heuristic, node, mv, compared.into(), acts);
        }
        acts
    }

    /// A reduced search failed low, and the move is not searched to its planned depth.
    #[inline(always)]
    pub(super) fn detail_reduction_trusted(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
        reduced: i32,
        planned: i32,
    ) {
        if P::DETAILED {
            let view = node_view(node, &self.trail, self.stack);
            let node = NodeView { alpha: this.alpha, ..view };
            self.probe.reduction_trusted(&node, this.mv, reduced, planned);
        }
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
            return ask(&mut self.probe, heuristic, node, None, compared.into(), true);
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
        compared: impl Into<Compared>,
        acts: bool,
    ) -> bool {
        if P::DETAILED {
            let bare = bare_view(position, window, ply, &self.trail, self.stack);
            let node = NodeView { static_eval: eval, ..bare };
            let mv = mv.map(|mv| (mv, None));
            return ask(&mut self.probe, heuristic, node, mv, compared.into(), acts);
        }
        acts
    }
}
