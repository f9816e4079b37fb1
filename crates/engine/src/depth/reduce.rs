//! Late move reductions. Moves late in the order are searched less deep, and again in full if
//! they surprise. Everything is added up in 1024ths of a ply, each reason under its own name,
//! and cut to whole plies once. Fails on moves whose point shows slowly.
//! CITE: chessprogramming.org/Late_Move_Reductions

use crate::knobs::Knobs;

const SIDE: usize = 64;

/// The logarithms, multiplied out once for all searches with the same settings.
pub(crate) struct Reductions {
    /// What the tables were made from.
    numbers: [i32; 4],
    quiet: Box<[[i32; SIDE]; SIDE]>,
    noisy: Box<[[i32; SIDE]; SIDE]>,
}

impl Reductions {
    pub(crate) fn new(k: &Knobs) -> Reductions {
        let numbers @ [quiet_base, quiet_factor, noisy_base, noisy_factor] = numbers(k);
        Reductions {
            numbers,
            quiet: table(quiet_base, quiet_factor),
            noisy: table(noisy_base, noisy_factor),
        }
    }

    /// Whether these are the tables that `k` asks for.
    pub(crate) fn fits(&self, k: &Knobs) -> bool {
        self.numbers == numbers(k)
    }

    /// The reduction by depth and place in the order alone.
    #[inline]
    pub(crate) fn base(&self, depth: i32, moves: usize, quiet: bool) -> i32 {
        let depth = (depth.max(0) as usize).min(SIDE - 1);
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[depth][moves.min(SIDE - 1)]
    }
}

fn numbers(k: &Knobs) -> [i32; 4] {
    [k.lmr_base_reduction, k.lmr_depth_factor, k.lmr_noisy_base, k.lmr_noisy_factor]
}

/// Base and divisor come in hundredths.
fn table(base: i32, divisor: i32) -> Box<[[i32; SIDE]; SIDE]> {
    let mut table = Box::new([[0; SIDE]; SIDE]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (moves, entry) in row.iter_mut().enumerate().skip(1) {
            let logs = (depth as f64).ln() * (moves as f64).ln();
            *entry =
                (1024.0 * (f64::from(base) + 10_000.0 * logs / f64::from(divisor)) / 100.0) as i32;
        }
    }
    table
}

/// What is known when a move is about to be reduced.
pub(crate) struct Reasons {
    pub(crate) pv: bool,
    pub(crate) tt_pv: bool,
    pub(crate) tt_fails_low: bool,
    pub(crate) cut: bool,
    pub(crate) has_tt_move: bool,
    pub(crate) tt_move_noisy: bool,
    pub(crate) tt_deep_enough: bool,
    pub(crate) improving: bool,
    pub(crate) gives_check: bool,
    pub(crate) child_cutoffs: u32,
    pub(crate) record: i32,
}

/// The sum of all reasons to look less, or more, deep: in 1024ths of a ply.
#[inline]
pub(crate) fn total(k: &Knobs, base: i32, why: &Reasons) -> i32 {
    let when = |reason: bool, amount: i32| if reason { amount } else { 0 };
    base + when(!why.pv, k.lmr_non_pv) - when(why.tt_pv, k.lmr_tt_pv)
        + when(why.tt_pv && why.tt_fails_low, k.lmr_tt_pv_fail_low)
        + when(why.cut, k.lmr_cut_node)
        + when(why.cut && !why.has_tt_move, k.lmr_cut_no_move)
        + when(!why.improving, k.lmr_not_improving)
        + when(why.tt_move_noisy, k.lmr_tt_noisy)
        - when(why.gives_check, k.lmr_check)
        + when(why.child_cutoffs > 2, k.lmr_child_cutoffs)
        - when(why.tt_deep_enough, k.lmr_tt_depth)
        - why.record * k.lmr_history_weight / 1024
}

/// The depth to look again with, when the reduced search has beaten alpha.
#[inline]
pub(crate) fn second_look(k: &Knobs, planned: i32, above_best: i32) -> i32 {
    let deeper = above_best > k.deeper_margin + k.deeper_slope * planned;
    let shallower = above_best < planned;
    planned + i32::from(deeper) - i32::from(shallower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_no_less() {
        let reductions = Reductions::new(&Knobs::default());
        for quiet in [true, false] {
            for depth in 1..SIDE as i32 - 1 {
                for moves in 1..SIDE - 1 {
                    let here = reductions.base(depth, moves, quiet);
                    assert!(reductions.base(depth + 1, moves, quiet) >= here);
                    assert!(reductions.base(depth, moves + 1, quiet) >= here);
                }
            }
        }
        assert_eq!(reductions.base(200, 500, true), reductions.base(63, 63, true));
    }
}
