//! Hindsight. The parent reduced the move that led here before it knew this node's
//! evaluation. If the evaluation says that the opponent stands well after all, look a ply
//! further; if it says that both agree on our advantage, look a ply less.
//! CITE: chessprogramming.org/Late_Move_Reductions

use crate::knobs::Knobs;
use crate::score::Score;

/// Plies to add to the depth of a node whose parent has taken `reduction` off.
#[inline]
pub(crate) fn adjustment(
    k: &Knobs,
    depth: i32,
    reduction: i32,
    static_eval: Score,
    parent_eval: Option<Score>,
) -> i32 {
    let Some(parent) = parent_eval else { return 0 };
    let sum = static_eval.raw() + parent.raw();
    if reduction >= 3 && sum < 0 {
        1
    } else if reduction >= 2 && depth >= 2 && sum > k.hindsight_margin {
        -1
    } else {
        0
    }
}
