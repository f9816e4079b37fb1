//! Static null move, or reverse futility. If the evaluation clears beta by a margin that grows
//! with depth, trust it and leave. Fails in zugzwang, hence the material guard, and where the
//! opponent has a threat that the evaluation does not see.
//! CITE: chessprogramming.org/Reverse_Futility_Pruning

use chess::Position;

use super::{is_endgame, material};
use crate::heuristics::Heuristic;
use crate::knobs::{Knobs, StaticNullGuard, StaticNullMargin, StaticNullReturn};
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::context::{Evals, NodeContext};

/// The guard of the mover alone: no more than a rook and a bishop.
const MOVER_GUARD: i32 = 830;
/// Share of beta in the blended return, in 1024ths: two thirds.
const BLEND: i32 = 683;
/// The progressive margin is full for this many plies.
const FULL_PLIES: i32 = 3;
/// The quadratic margin meets the linear one at this depth.
const MEETING_DEPTH: i32 = 5;

/// Headroom wanted over beta: it never falls with depth.
pub(in crate::search) fn margin(k: &Knobs, depth: i32, improving: bool) -> i32 {
    let plies = (depth - i32::from(improving)).max(0);
    let ply = k.null_move_static_margin;
    match k.static_null_margin {
        StaticNullMargin::Linear => ply * plies,
        StaticNullMargin::Progressive => {
            ply * plies.min(FULL_PLIES) + ply / 2 * (plies - FULL_PLIES).max(0)
        }
        StaticNullMargin::Quadratic => ply * plies * plies / MEETING_DEPTH,
    }
}

/// Whether zugzwang is too near to trust the evaluation.
fn is_guarded(k: &Knobs, position: &Position, depth: i32) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let endgame = || is_endgame(k, position, us) || is_endgame(k, position, them);
    match k.static_null_guard {
        StaticNullGuard::None => false,
        StaticNullGuard::Piece => !position.has_pieces(us),
        StaticNullGuard::Mover => material(position, us) <= MOVER_GUARD,
        StaticNullGuard::Both => endgame(),
        StaticNullGuard::Shallow => depth > k.static_null_endgame_max_depth && endgame(),
    }
}

impl<P: Probe> Searcher<'_, P> {
    #[inline]
    pub(in crate::search) fn static_null(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Option<Score> {
        let (depth, beta, eval) = (node.depth, node.window.beta, evals.adjusted);
        // A quiet move from the table is a better answer than a guess.
        let quiet_move = node.tt_move.is_some_and(|mv| !mv.is_noisy());
        if node.tt_pv || quiet_move || depth > self.knobs.static_null_max_depth {
            return None;
        }
        self.probe.asked(Heuristic::StaticNull, depth);
        let margin = self.knobs.static_null_margins[usize::from(node.improving)].at(depth);
        let slack = eval - margin - beta;
        let clears = !beta.is_loss() && !eval.is_win() && slack >= 0;
        if !clears || is_guarded(&self.knobs, node.position, depth) {
            return None;
        }
        let score = match self.knobs.static_null_return {
            StaticNullReturn::Margin => eval - margin,
            StaticNullReturn::Eval => eval,
            StaticNullReturn::Beta => beta,
            StaticNullReturn::Blend => eval.blended(beta, BLEND),
        };
        self.probe.acted(Heuristic::StaticNull, depth, Some(slack));
        if depth >= self.knobs.static_null_store_depth && node.tt.is_none() {
            self.store_lower_bound(node, score.min(beta), None, 0);
        }
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_depth_in_every_form() {
        let mut k = Knobs::default();
        for form in
            [StaticNullMargin::Linear, StaticNullMargin::Progressive, StaticNullMargin::Quadratic]
        {
            k.static_null_margin = form;
            for ply in [50, 70, 85, 120, 135, 300] {
                k.null_move_static_margin = ply;
                for depth in 1..16 {
                    assert!(margin(&k, depth + 1, false) > margin(&k, depth, false));
                    assert!(margin(&k, depth, true) <= margin(&k, depth, false));
                }
            }
        }
    }
}
