//! Move-count pruning. After enough quiet moves near the leaves the rest are hopeless. Fails
//! where the order of moves is poor.
//! CITE: chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning

use crate::knobs::Knobs;

/// Moves to look at before the quiet ones are dropped.
pub(crate) fn limit(k: &Knobs, depth: i32, improving: bool) -> i32 {
    let full = match depth {
        ..=1 => k.move_count_limit1,
        2 => k.move_count_limit2,
        3 => k.move_count_limit3,
        4 => k.move_count_limit4,
        5 => k.move_count_limit5,
        6 => k.move_count_limit6,
        7 => k.move_count_limit7,
        _ => k.move_count_limit8,
    };
    if improving { full } else { full * k.move_count_improving_ratio / 100 }
}
