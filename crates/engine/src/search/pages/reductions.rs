//! Late move reductions. Moves late in the order are searched less deep, and again in full if they
//! surprise; how far they surprise says how deep (`Deeper`). Every reason is added up under its own
//! name in 1024ths of a ply, and cut to whole plies once. Fails on moves whose point shows slowly.
//! CITE: chessprogramming.org/Late_Move_Reductions

use chess::{Move, Position};

use crate::heuristics::Heuristic;
use crate::history::PreviousMoves;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::{NodeKind, Searcher, Stopped};
use crate::window::Window;

const SIDE: usize = 64;
/// A ply.
const PLY: i32 = 1024;
/// History points that are worth a ply where pruning asks for the depth after reduction.
const HISTORY_PER_PLY: i32 = 8192;
/// The root's first moves are never reduced: this many more than elsewhere.
const ROOT_MOVES: usize = 2;
/// Children that have been cut more often than this are reduced more.
const MANY_CUTOFFS: u32 = 2;
/// Searches are longer than planned only up to this many times the depth of the iteration: an
/// evaluation by which every move is a success would never let the depth shrink.
const LONGEST_DEEPER_LINE: i32 = 4;

/// The products of logarithms, computed once for all searches with the same settings.
pub(crate) struct Reductions {
    /// The settings of these tables.
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

    /// Whether the tables are those of these settings.
    pub(crate) fn fits(&self, k: &Knobs) -> bool {
        self.numbers == numbers(k)
    }

    /// The reduction by depth and number of the move alone.
    #[inline]
    pub(in crate::search) fn base(&self, depth: i32, number: usize, quiet: bool) -> i32 {
        let depth = (depth.max(0) as usize).min(SIDE - 1);
        let table = if quiet { &self.quiet } else { &self.noisy };
        table[depth][number.min(SIDE - 1)]
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

/// The depth that the base reduction and the history of a move leave.
#[inline(always)]
pub(in crate::search) fn lmr_depth(depth: i32, base_reduction: i32, history_score: i32) -> i32 {
    (depth - base_reduction / PLY + history_score / HISTORY_PER_PLY).max(0)
}

/// The sum of all reasons to search less, or more, deep: in 1024ths of a ply.
#[inline(always)]
fn total(
    k: &Knobs,
    node: &NodeContext<'_>,
    this: &MoveContext,
    is_pv: bool,
    child_cutoffs: u32,
) -> i32 {
    let when = |reason: bool, amount: i32| if reason { amount } else { 0 };
    let tt_fails_low =
        node.tt_result().is_some_and(|tt| tt.bound.is_upper() && tt.score <= this.alpha);
    let tt_deep_enough = node.tt.is_some_and(|tt| tt.entry.depth >= node.depth);
    let tt_move_noisy = node.tt_move.is_some_and(Move::is_noisy);
    this.base_reduction + when(!is_pv, k.lmr_non_pv) - when(node.tt_pv, k.lmr_tt_pv)
        + when(node.tt_pv && tt_fails_low, k.lmr_tt_pv_fail_low)
        + when(node.cut, k.lmr_cut_node)
        + when(node.cut && node.tt_move.is_none(), k.lmr_cut_no_move)
        + when(!node.improving, k.lmr_not_improving)
        + when(tt_move_noisy, k.lmr_tt_noisy)
        - when(this.gives_check, k.lmr_check)
        + when(child_cutoffs > MANY_CUTOFFS, k.lmr_child_cutoffs)
        - when(tt_deep_enough, k.lmr_tt_depth)
        - this.history_score * k.lmr_history_weight / PLY
}

/// The depth of the second search, when the reduced one has beaten alpha.
#[inline]
fn second_depth(k: &Knobs, planned: i32, above_best: i32) -> i32 {
    let deeper = above_best > k.deeper_margin + k.deeper_slope * planned;
    let shallower = above_best < planned;
    planned + i32::from(deeper) - i32::from(shallower)
}

impl<P: Probe> Searcher<'_, P> {
    /// Whether a move is late enough to be reduced.
    #[inline(always)]
    pub(in crate::search) fn reduces<K: NodeKind>(
        &self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> bool {
        let first = self.knobs.lmr_min_move_number as usize + usize::from(K::ROOT) * ROOT_MOVES;
        node.depth >= self.knobs.lmr_min_depth && this.number >= first
    }

    /// Searches a move that has been made with a zero window, reduced, and again if it surprises.
    #[inline(always)]
    pub(in crate::search) fn reduced_search<K: NodeKind>(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
        next: &Position,
        planned: i32,
        previous: &PreviousMoves,
    ) -> Result<Score, Stopped> {
        let (ply, alpha) = (node.ply, this.alpha);
        self.probe.asked(Heuristic::Reductions, node.depth);
        let child_cutoffs = self.stack.at(ply + 1).cutoffs;
        let reduction = total(&self.knobs, node, this, K::PV, child_cutoffs);
        let longer = i32::from((ply as i32) < LONGEST_DEEPER_LINE * self.root_depth);
        let mut reduced = (planned - reduction / PLY).clamp(1, planned.max(1) + longer);
        let heuristic = Heuristic::Reductions;
        if !self.decide_move(heuristic, node, this, [reduced, planned], reduced < planned) {
            reduced = reduced.max(planned);
        }
        self.frame(ply).reduction = planned - reduced;
        let mut score = -self.zero_window(next, alpha, reduced, ply, true)?;
        self.frame(ply).reduction = 0;
        let again = score > alpha && reduced < planned;
        self.probe.reduced(again);
        if reduced < planned {
            self.probe.acted(Heuristic::Reductions, node.depth, None);
        }
        if score <= alpha && reduced < planned {
            self.detail_reduction_trusted(node, this, reduced, planned);
        }
        if again {
            let mut depth = planned;
            if Heuristic::Deeper.is_on(&self.knobs) {
                self.probe.asked(Heuristic::Deeper, node.depth);
                if !this.best.is_loss() {
                    depth =
                        second_depth(&self.knobs, planned, score - this.best).min(planned + longer);
                }
                if depth != planned {
                    self.probe.acted(Heuristic::Deeper, node.depth, None);
                }
            }
            if depth > reduced {
                score = -self.zero_window(next, alpha, depth, ply, !node.cut)?;
            }
            if this.quiet {
                let window = Window { alpha, beta: node.window.beta };
                self.note_second_search(node.position, this.mv, previous, score, window, depth);
            }
        }
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::context::TtHit;
    use crate::tt::{Bound, Bounded, Entry};

    /// A late quiet move with a base reduction of 4096, at a node of depth 8 that is on a principal
    /// variation, improves, and expects no cutoff.
    fn reduction(k: &Knobs, change: impl Fn(&mut NodeContext<'_>, &mut MoveContext)) -> i32 {
        let position = Position::initial();
        let mut node = NodeContext { improving: true, ..NodeContext::plain(&position, 8) };
        let mv = position.parse_uci("a2a3").unwrap();
        let mut this = MoveContext { base_reduction: 4_096, ..MoveContext::plain(mv) };
        change(&mut node, &mut this);
        total(k, &node, &this, true, 0)
    }

    fn hit(score: i32, bound: Bound, depth: i32) -> Option<TtHit> {
        let entry = Entry { mv: None, result: None, eval: None, depth, pv: false };
        Some(TtHit { entry, result: Some(Bounded { score: Score::from_raw(score), bound }) })
    }

    #[test]
    fn only_an_upper_bound_that_fails_low_reduces_a_former_principal_variation_more() {
        let k = Knobs { lmr_tt_pv: 1_000, lmr_tt_pv_fail_low: 300, ..Knobs::default() };
        let with = |tt: Option<TtHit>| {
            reduction(&k, |node, _| {
                node.tt_pv = true;
                node.tt = tt;
            })
        };
        for (tt, expected) in [
            (None, 3_096),
            (hit(0, Bound::Upper, 3), 3_396),
            (hit(0, Bound::Exact, 3), 3_396),
            (hit(1, Bound::Upper, 3), 3_096),
            (hit(-50, Bound::Lower, 3), 3_096),
            (hit(0, Bound::Upper, 3).map(|tt| TtHit { result: None, ..tt }), 3_096),
        ] {
            assert_eq!(with(tt), expected);
        }
    }

    #[test]
    fn every_reason_has_its_own_weight() {
        let k = Knobs {
            lmr_non_pv: 1,
            lmr_tt_pv: 2,
            lmr_cut_node: 4,
            lmr_cut_no_move: 8,
            lmr_not_improving: 16,
            lmr_tt_noisy: 32,
            lmr_check: 64,
            lmr_child_cutoffs: 128,
            lmr_tt_depth: 256,
            lmr_history_weight: 512,
            ..Knobs::default()
        };
        let capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse::<chess::Setup>().unwrap();
        let (quiet, noisy) = (Position::initial().parse_uci("e2e4"), "e4d5");
        let noisy = capture.position.parse_uci(noisy).unwrap();
        let quiet = quiet.unwrap();
        assert_eq!(reduction(&k, |_, _| {}), 4_096);
        assert_eq!(reduction(&k, |node, _| node.tt_pv = true), 4_096 - 2);
        assert_eq!(reduction(&k, |node, _| node.cut = true), 4_096 + 4 + 8);
        let expected_cut = |node: &mut NodeContext<'_>, mv| {
            node.cut = true;
            node.tt_move = Some(mv);
        };
        assert_eq!(reduction(&k, |node, _| expected_cut(node, quiet)), 4_096 + 4);
        assert_eq!(reduction(&k, |node, _| expected_cut(node, noisy)), 4_096 + 4 + 32);
        assert_eq!(reduction(&k, |node, _| node.improving = false), 4_096 + 16);
        assert_eq!(reduction(&k, |_, this| this.gives_check = true), 4_096 - 64);
        assert_eq!(reduction(&k, |node, _| node.tt = hit(0, Bound::Lower, 8)), 4_096 - 256);
        assert_eq!(reduction(&k, |node, _| node.tt = hit(0, Bound::Lower, 7)), 4_096);
        assert_eq!(reduction(&k, |_, this| this.history_score = 2_048), 4_096 - 1_024);
        assert_eq!(reduction(&k, |_, this| this.history_score = -2_048), 4_096 + 1_024);
    }

    #[test]
    fn nodes_off_the_principal_variation_and_busy_children_are_reduced_more() {
        let k = Knobs { lmr_non_pv: 1, lmr_child_cutoffs: 128, ..Knobs::default() };
        let position = Position::initial();
        let node = NodeContext { improving: true, ..NodeContext::plain(&position, 8) };
        let this = MoveContext::plain(position.parse_uci("a2a3").unwrap());
        let with = |is_pv, cutoffs| total(&k, &node, &this, is_pv, cutoffs);
        assert_eq!([with(true, 2), with(false, 2), with(true, 3)], [0, 1, 128]);
    }

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_at_least_as_much() {
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

    #[test]
    fn history_moves_the_depth_that_pruning_goes_by() {
        assert_eq!(lmr_depth(6, 2_047, 0), 5);
        assert_eq!(lmr_depth(6, 2_048, 8_191), 4);
        assert_eq!(lmr_depth(6, 2_048, 8_192), 5);
        assert_eq!(lmr_depth(6, 2_048, -8_192), 3);
        assert_eq!(lmr_depth(1, 4_096, -20_000), 0);
    }

    #[test]
    fn the_second_search_is_deeper_after_a_large_surprise_and_shallower_after_a_small_one() {
        let k = Knobs { deeper_margin: 50, deeper_slope: 2, ..Knobs::default() };
        assert_eq!(second_depth(&k, 8, 66), 8);
        assert_eq!(second_depth(&k, 8, 67), 9);
        assert_eq!(second_depth(&k, 8, 8), 8);
        assert_eq!(second_depth(&k, 8, 7), 7);
    }
}

#[cfg(test)]
mod driver_tests;
