//! Razoring. Far below alpha near the leaves only a capture can help, so ask quiescence and
//! believe it if it agrees. Fails where a quiet move would have saved the day; the endgame
//! guard keeps it away from positions where quiet moves are all there is.
//! CITE: chessprogramming.org/Razoring

use chess::Position;

use super::{Node, material};
use crate::knobs::Knobs;

/// Whether to ask quiescence.
#[inline]
pub(crate) fn asks(k: &Knobs, position: &Position, node: &Node) -> bool {
    !node.window.alpha.is_decisive()
        && node.eval + margin(k, node.depth) <= node.window.alpha
        && (k.razor_endgame_threshold == 0
            || material(position, position.turn()).min(material(position, !position.turn()))
                >= k.razor_endgame_threshold)
}

/// The two margins given, and their difference again for each further ply.
pub(crate) fn margin(k: &Knobs, depth: i32) -> i32 {
    k.razor_margin1 + (k.razor_margin2 - k.razor_margin1) * (depth - 1)
}
