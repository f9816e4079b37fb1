//! Futility pruning. The evaluation is so far below alpha that a quiet move will not reach it in
//! the depth left. Fails on moves that threaten more than they gain.
//! CITE: chessprogramming.org/Futility_Pruning

use chess::{Position, Square};

use super::may_fail_low;
use crate::heuristics::Heuristic;
use crate::knobs::{FutilityDepth, FutilityMargins, HangingPieces, Knobs};
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::detail::Compared;
use crate::search::{NodeKind, Searcher, Settings};

const CONSERVATIVE: [i32; 9] = [150, 210, 270, 330, 390, 650, 900, 1200, 1600];
const ULTRA_SAFE: [i32; 9] = [200, 250, 350, 450, 550, 750, 1000, 1400, 1800];
const PROPOSAL: [i32; 9] = [150, 210, 270, 330, 390, 500, 650, 850, 1100];

/// What a quiet move may add to the evaluation in `depth` plies.
pub(in crate::search) fn margin(k: &Knobs, depth: i32) -> i32 {
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

/// The depth that the margin and the limit go by.
#[inline(always)]
pub(super) fn depth(k: &Knobs, node: &NodeContext<'_>, this: &MoveContext) -> i32 {
    match k.futility_depth {
        FutilityDepth::Effective => this.lmr_depth,
        FutilityDepth::Nominal => node.depth,
    }
}

/// Whether a move is searched although it is futile.
fn is_spared(k: &Settings, position: &Position, this: &MoveContext) -> bool {
    k.futility_spare_checks && this.gives_check
        || k.futility_spare_promotions && this.mv.is_promotion()
        || k.futility_spare_killers && this.refutes
        || is_hanging(k, position, this.mv.from())
        || k.futility_spare_winning && position.exchange_at_least(this.mv, 1, &k.exchange)
}

/// Whether the piece on a square hangs, as the settings have it.
fn is_hanging(k: &Knobs, position: &Position, square: Square) -> bool {
    match k.futility_spare_hanging {
        HangingPieces::None => false,
        HangingPieces::Attacked => position.threats().has(square),
        HangingPieces::Undefended => {
            position.threats().has(square) && !is_defended(position, square)
        }
    }
}

/// Whether the mover could take back on the square of one of its own pieces.
fn is_defended(position: &Position, square: Square) -> bool {
    let board = position.board();
    let defenders = board.attackers_to(square, board.occupied()) & board.color(position.turn());
    defenders.any()
}

impl<P: Probe> Searcher<'_, P> {
    /// The most that a quiet move could reach, if that is not enough and nothing spares it.
    #[inline(always)]
    pub(in crate::search) fn futility<K: NodeKind>(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
    ) -> Option<Score> {
        let eval = node.static_eval.filter(|_| !K::PV || self.knobs.futility_pv)?;
        let depth = depth(&self.knobs, node, this);
        if depth > self.knobs.futility_max_depth {
            return None;
        }
        self.probe.asked(Heuristic::Futility, node.depth);
        let reach = eval + self.knobs.futility_margins.at(depth);
        let slack = this.alpha - reach;
        let may_skip = |search: &Self| {
            may_fail_low(&search.knobs, this.alpha)
                && !is_spared(&search.knobs, node.position, this)
        };
        let skips = slack >= 0 && may_skip(self);
        let alone = P::DETAILED && may_skip(self);
        let compared = Compared::with_margin([reach.raw(), this.alpha.raw()], alone);
        if !self.decide_move(Heuristic::Futility, node, this, compared, skips) {
            return None;
        }
        self.probe.acted(Heuristic::Futility, node.depth, Some(slack));
        Some(if self.knobs.futility_soft { reach } else { -Score::INFINITE })
    }
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

#[cfg(test)]
mod driver_tests;
