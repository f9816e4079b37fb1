//! Singular extensions and their kin. The table's move is left out and the rest searched
//! against a lower bound: if all others fail, the move stands alone and deserves depth; if
//! others beat beta as well, the node can be cut; if neither, the move is nothing special.
//! Fails where the shallow search misjudges the others.
//! CITE: chessprogramming.org/Singular_Extensions, chessprogramming.org/Multi-Cut

use crate::knobs::Knobs;
use crate::score::Score;
use crate::tt::Entry;
use crate::window::Window;

/// The bound the other moves must stay below, if the question is worth asking.
#[inline]
pub(crate) fn singular_beta(k: &Knobs, depth: i32, entry: &Entry, score: Score) -> Option<Score> {
    let asks = depth >= k.singular_depth_min
        && entry.depth >= depth - 3
        && entry.bound.is_lower()
        && !score.is_decisive();
    asks.then(|| score - depth * k.singular_margin_base / 64)
}

pub(crate) enum Verdict {
    /// Plies to add, or to take off.
    Extend(i32),
    /// Other moves beat beta too.
    MultiCut(Score),
}

/// What the search without the table's move says of it.
#[inline]
pub(crate) fn judge(
    k: &Knobs,
    others: Score,
    singular_beta: Score,
    table_score: Score,
    window: Window,
    may_double: bool,
    cut: bool,
) -> Verdict {
    if others < singular_beta {
        let double = may_double && others < singular_beta - k.double_extension_margin;
        Verdict::Extend(1 + i32::from(double))
    } else if k.use_multi_cut && others >= window.beta && !others.is_decisive() {
        Verdict::MultiCut(others)
    } else if table_score >= window.beta || cut {
        Verdict::Extend(-k.negative_extension)
    } else {
        Verdict::Extend(0)
    }
}
