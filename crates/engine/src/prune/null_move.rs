//! Null move. If passing still fails high at reduced depth, some move will too. Fails in
//! zugzwang: the side to move must have pieces, and a deep cut, or a less deep one in an endgame,
//! is verified by a real search with null moves forbidden for a while.
//! CITE: chessprogramming.org/Null_Move_Pruning

use chess::Position;

use super::{Node, is_endgame, material};
use crate::knobs::Knobs;

/// The shallowest node whose cut is verified.
pub(crate) fn verify_depth(k: &Knobs, position: &Position) -> i32 {
    match is_endgame(k, position, position.turn()) {
        true => k.null_move_verify_endgame_depth,
        false => k.null_move_verify_depth,
    }
}

/// Plies to save by passing, if it is worth a try.
#[inline]
pub(crate) fn reduction(k: &Knobs, position: &Position, node: &Node) -> Option<i32> {
    let beta = node.window.beta;
    let headroom = k.null_move_headroom
        - k.null_move_headroom_slope * node.depth
        - if node.improving { k.null_move_headroom_improving } else { 0 };
    let worth_it = !beta.is_decisive()
        && node.eval >= beta
        && node.static_eval >= beta + headroom
        && position.has_pieces(position.turn())
        && (k.null_move_material == 0
            || material(position, position.turn()) > k.null_move_material);
    worth_it.then(|| {
        let by_eval = ((node.eval - beta) / k.null_move_eval_margin).min(k.null_move_eval_plies);
        k.null_move_reduction_base + node.depth / k.null_move_depth_divisor + by_eval
    })
}
