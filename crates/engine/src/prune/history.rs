//! History pruning. A quiet move that has failed everywhere else is dropped near the leaves.
//! Fails on the exception.
//! CITE: chessprogramming.org/History_Leaf_Pruning

use crate::knobs::Knobs;

#[inline]
pub(crate) fn drops(k: &Knobs, depth: i32, record: i32) -> bool {
    record < -k.history_pruning_margin * depth
}
