//! SEE pruning. A move that loses more material than the depth left can repay is dropped.
//! Fails on sacrifices.
//! CITE: chessprogramming.org/Static_Exchange_Evaluation

use crate::knobs::Knobs;

/// The exchange a quiet move must not fall below.
#[inline]
pub(crate) fn quiet_threshold(k: &Knobs, reduced_depth: i32) -> i32 {
    -k.see_pruning_quiet * reduced_depth * reduced_depth
}

/// The exchange a capture must not fall below.
#[inline]
pub(crate) fn noisy_threshold(k: &Knobs, depth: i32, record: i32) -> i32 {
    -k.see_pruning_noisy * depth - record / 64
}
