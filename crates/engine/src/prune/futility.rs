//! Futility. The evaluation is so far below alpha that a quiet move will not reach it in the
//! depth left; the extended form drops captures whose victim is not enough either. Fails on
//! moves that threaten more than they take.
//! CITE: chessprogramming.org/Futility_Pruning

use crate::knobs::{FutilityMargins, Knobs};

const CONSERVATIVE: [i32; 9] = [150, 210, 270, 330, 390, 650, 900, 1200, 1600];
const ULTRA_SAFE: [i32; 9] = [200, 250, 350, 450, 550, 750, 1000, 1400, 1800];
const PROPOSAL: [i32; 9] = [150, 210, 270, 330, 390, 500, 650, 850, 1100];

/// What a quiet move may add to the evaluation in `depth` plies.
pub(crate) fn margin(k: &Knobs, depth: i32) -> i32 {
    let formula = k.futility_base + k.futility_scale * depth;
    let by_array = |array: &[i32; 9]| {
        let last = array.len() - 1;
        let beyond = (depth - last as i32).max(0);
        array[(depth.max(0) as usize).min(last)] + beyond * (array[last] - array[last - 1])
    };
    match k.futility_margins {
        FutilityMargins::Formula => formula,
        FutilityMargins::Conservative => by_array(&CONSERVATIVE),
        FutilityMargins::UltraSafe => by_array(&ULTRA_SAFE),
        FutilityMargins::Proposal => by_array(&PROPOSAL),
    }
}

/// What a capture may add beyond its victim.
#[inline]
pub(crate) fn extended_margin(k: &Knobs, depth: i32) -> i32 {
    k.extended_futility_base + k.extended_futility_scale * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_grow_with_depth_for_every_setting() {
        let mut k = Knobs::default();
        for form in [
            FutilityMargins::Formula,
            FutilityMargins::Conservative,
            FutilityMargins::UltraSafe,
            FutilityMargins::Proposal,
        ] {
            k.futility_margins = form;
            for (base, scale) in [(50, 20), (150, 60), (100, 75), (500, 200)] {
                (k.futility_base, k.futility_scale) = (base, scale);
                assert!((1..16).all(|depth| margin(&k, depth) > margin(&k, depth - 1)));
            }
        }
    }
}
