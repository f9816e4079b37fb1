//! Singular, double and negative extensions, and multi-cut. The node is searched without the table's move, against a
//! bound below its score. If all other moves fail, the move stands alone and deserves depth; if
//! others beat beta as well, the node is cut (multi-cut); if neither, the move is nothing special
//! and may be searched less deep. Fails where the shallow search misjudges the others, and in
//! multi-cut where they share one refutation.
//! CITE: chessprogramming.org/Singular_Extensions, chessprogramming.org/Multi-Cut

use chess::Move;

use super::slack;
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::NodeContext;
use crate::search::{NodeKind, NonPv, Searcher, Stopped};
use crate::tt::Bounded;
use crate::window::Window;

/// The table's entry may be this many plies shallower than the node.
const ENTRY_DEPTH: i32 = 3;
/// The search without the table's move has half of the depth that is left for the moves: enough to tell
/// whether another move is as good, at a fraction of the cost of the node.
const DEPTH_DIVISOR: i32 = 2;
/// The margin of the settings is per this many plies, so that it can be set in steps finer than a
/// centipawn per ply.
const MARGIN_PLIES: i32 = 64;
/// Extensions end at this many times the depth of the iteration: they must not outgrow it.
pub(super) const LONGEST_LINE: i32 = 2;

pub(in crate::search) enum Verdict {
    /// Plies to add, or to take off.
    Extend(i32),
    /// Other moves beat beta too.
    MultiCut(Score),
}

/// The bound that the other moves must stay below, if the question is worth a search.
#[inline]
fn singular_beta(
    k: &Knobs,
    depth: i32,
    tt_depth: i32,
    Bounded { score, bound }: Bounded<Score>,
) -> Option<Score> {
    let asks = depth >= k.singular_depth_min
        && tt_depth >= depth - ENTRY_DEPTH
        && bound.is_lower()
        && !score.is_decisive();
    asks.then(|| score - depth * k.singular_margin_base / MARGIN_PLIES)
}

/// The depth of the search without the table's move.
fn singular_depth(depth: i32) -> i32 {
    (depth - 1) / DEPTH_DIVISOR
}

/// What the score of the other moves says of the table's move.
#[inline]
fn judge(
    k: &Knobs,
    others: Score,
    singular_beta: Score,
    tt_score: Score,
    beta: Score,
    may_double: bool,
    cut: bool,
) -> Verdict {
    if others < singular_beta {
        let double = may_double && others < singular_beta - k.double_extension_margin;
        Verdict::Extend(1 + i32::from(double))
    } else if k.use_multi_cut && others >= beta && !others.is_decisive() {
        Verdict::MultiCut(others)
    } else if tt_score >= beta || cut {
        Verdict::Extend(-k.negative_extension)
    } else {
        Verdict::Extend(0)
    }
}

impl<P: Probe> Searcher<'_, P> {
    /// Asks whether the table's move `mv` stands alone.
    pub(in crate::search) fn singular<K: NodeKind>(
        &mut self,
        node: &NodeContext<'_>,
        mv: Move,
    ) -> Result<Verdict, Stopped> {
        let (ply, depth) = (node.ply, node.depth);
        let nothing = Ok(Verdict::Extend(0));
        let Some((tt, result)) = node.tt.zip(node.tt_result()) else { return nothing };
        if ply as i32 >= LONGEST_LINE * self.root_depth {
            return nothing;
        }
        let Some(bound) = singular_beta(&self.knobs, depth, tt.entry.depth, result) else {
            return nothing;
        };
        self.probe.asked(Heuristic::Singular, depth);
        let before = self.nodes;
        let others = self.with_scratch_frame(ply, |search| {
            let window = Window::below(bound);
            let depth = singular_depth(depth);
            search.node::<NonPv>(node.position, window, depth, ply, node.cut, Some(mv))
        })?;
        self.probe.made(Heuristic::Singular, depth, self.nodes - before);
        if others >= bound {
            self.probe.failed_high(Heuristic::Singular, depth);
            if Heuristic::MultiCut.is_on(&self.knobs) {
                self.probe.asked(Heuristic::MultiCut, depth);
            }
        }
        let doubles = self.stack.before(ply, 1).doubles;
        let may_double = !K::PV && doubles < self.knobs.double_extension_limit;
        let beta = node.window.beta;
        let mut verdict =
            judge(&self.knobs, others, bound, result.score, beta, may_double, node.cut);
        match verdict {
            Verdict::Extend(1..) => {
                self.probe.acted(Heuristic::Singular, depth, slack(others, bound));
            }
            Verdict::MultiCut(score) => {
                let compared = [score.raw(), beta.raw()];
                if self.decide_node(Heuristic::MultiCut, node, compared, true) {
                    self.probe.acted(Heuristic::MultiCut, depth, slack(score, beta));
                } else {
                    verdict = Verdict::Extend(0);
                }
            }
            Verdict::Extend(_) => {}
        }
        Ok(verdict)
    }

    /// Counts the double extensions of the line.
    #[inline(always)]
    pub(in crate::search) fn count_double_extension(&mut self, ply: usize, extension: i32) {
        let doubles = self.stack.before(ply, 1).doubles;
        self.frame(ply).doubles = doubles + i32::from(extension >= 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::Bound;

    fn cp(centipawns: i32) -> Score {
        Score::from_raw(centipawns)
    }

    #[test]
    fn only_deep_lower_bounds_are_worth_the_question() {
        let k = Knobs { singular_depth_min: 7, singular_margin_base: 64, ..Knobs::default() };
        let ask = |depth, entry_depth, bound, score| {
            singular_beta(&k, depth, entry_depth, Bounded { score, bound })
        };
        assert_eq!(ask(8, 5, Bound::Lower, cp(100)), Some(cp(92)));
        assert_eq!(ask(8, 5, Bound::Exact, cp(100)), Some(cp(92)));
        assert_eq!(ask(8, 4, Bound::Lower, cp(100)), None);
        assert_eq!(ask(6, 9, Bound::Lower, cp(100)), None);
        assert_eq!(ask(8, 5, Bound::Upper, cp(100)), None);
        assert_eq!(ask(8, 5, Bound::Lower, Score::mate_at(9)), None);
        assert_eq!([7, 8, 9].map(singular_depth), [3, 3, 4]);
    }

    #[test]
    fn the_other_moves_decide_between_extending_cutting_and_shortening() {
        let k = Knobs {
            double_extension_margin: 20,
            negative_extension: 2,
            use_multi_cut: true,
            ..Knobs::default()
        };
        let plies = |k: &Knobs, others, tt_score, may_double, cut| match judge(
            k,
            cp(others),
            cp(50),
            cp(tt_score),
            cp(90),
            may_double,
            cut,
        ) {
            Verdict::Extend(plies) => Ok(plies),
            Verdict::MultiCut(score) => Err(score.raw()),
        };
        assert_eq!(plies(&k, 49, 60, false, false), Ok(1));
        assert_eq!(plies(&k, 30, 60, true, false), Ok(1));
        assert_eq!(plies(&k, 29, 60, true, false), Ok(2));
        assert_eq!(plies(&k, 29, 60, false, false), Ok(1));
        assert_eq!(plies(&k, 50, 60, true, false), Ok(0));
        assert_eq!(plies(&k, 50, 90, true, false), Ok(-2));
        assert_eq!(plies(&k, 50, 60, true, true), Ok(-2));
        assert_eq!(plies(&k, 90, 60, true, true), Err(90));
        let without = Knobs { use_multi_cut: false, ..k };
        assert_eq!(plies(&without, 90, 60, true, false), Ok(0));
    }
}

#[cfg(test)]
mod driver_tests;
