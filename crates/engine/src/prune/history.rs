//! History pruning. A quiet move that has failed everywhere else is dropped near the leaves.
//! Fails on the exception.
//! CITE: chessprogramming.org/History_Leaf_Pruning

use crate::knobs::Knobs;

#[inline]
pub(crate) fn drops(k: &Knobs, depth: i32, reduced_depth: i32, record: i32) -> bool {
    reduced_depth <= k.history_pruning_max_depth && record < -k.history_pruning_margin * depth
}
