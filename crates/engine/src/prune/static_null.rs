//! Static null move, or reverse futility. If the static evaluation clears beta by a
//! depth-sized margin, trust it and leave. Fails in zugzwang, hence the material guard, and
//! when the opponent has a threat that the evaluation does not see.
//! CITE: chessprogramming.org/Reverse_Futility_Pruning

use chess::Position;

use super::{Node, is_endgame, material};
use crate::knobs::{Knobs, Settings, StaticNullGuard, StaticNullMargin, StaticNullReturn};
use crate::score::Score;

/// The score to leave with, if any.
#[inline]
pub(crate) fn cut(k: &Settings, position: &Position, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let margin = k.static_null_margins[usize::from(node.improving)].at(node.depth);
    let clears = !beta.is_loss() && !node.eval.is_win() && node.eval - margin >= beta;
    (clears && !is_guarded(k, position, node.depth)).then(|| match k.static_null_return {
        StaticNullReturn::Margin => node.eval - margin,
        StaticNullReturn::Eval => node.eval,
        StaticNullReturn::Beta => beta,
        StaticNullReturn::Blend => node.eval.blended(beta, 683),
    })
}

/// Headroom wanted over beta: never less with more depth.
pub(crate) fn margin(k: &Knobs, depth: i32, improving: bool) -> i32 {
    let plies = (depth - i32::from(improving)).max(0);
    let ply = k.null_move_static_margin;
    match k.static_null_margin {
        StaticNullMargin::Linear => ply * plies,
        StaticNullMargin::Progressive => ply * plies.min(3) + ply / 2 * (plies - 3).max(0),
        StaticNullMargin::Quadratic => ply * plies * plies / 5,
    }
}

/// Whether zugzwang is too near to trust the evaluation.
fn is_guarded(k: &Knobs, position: &Position, depth: i32) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let endgame = || is_endgame(k, position, us) || is_endgame(k, position, them);
    match k.static_null_guard {
        StaticNullGuard::None => false,
        StaticNullGuard::Piece => !position.has_pieces(us),
        StaticNullGuard::Mover => material(position, us) <= 830,
        StaticNullGuard::Both => endgame(),
        StaticNullGuard::Shallow => depth > k.static_null_endgame_max_depth && endgame(),
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
