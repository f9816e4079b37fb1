//! Table cutoff. An entry of enough depth whose bound settles the window ends a node off the
//! principal variation. Fails on draws that depend on the path, such as repetitions.
//! CITE: chessprogramming.org/Transposition_Table

use chess::Position;

use super::slack;
use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::context::{NodeContext, TtHit};
use crate::tt::Bounded;
use crate::window::Window;

/// From this clock on the fifty-move rule is too near to trust an entry.
const CLOCK_LIMIT: u16 = 90;
/// To fail high, an entry must be this many plies deeper than to fail low: one good reply proves a
/// fail high, so it is cheap to search again and rests on less than a fail low, which all moves prove.
const FAIL_HIGH_PLIES: i32 = 1;
/// Up to this depth an entry ends a node only the way the parent expects; deeper it always may.
const EXPECTED_DEPTH: i32 = 5;

/// The score of an entry whose bound settles a window.
struct Settled {
    score: Score,
    /// It fails high, else low.
    above: bool,
}

#[inline(always)]
fn settled(tt: &TtHit, window: Window) -> Option<Settled> {
    let Bounded { score, bound } = tt.result?;
    if score >= window.beta && bound.is_lower() {
        Some(Settled { score, above: true })
    } else if score <= window.alpha && bound.is_upper() {
        Some(Settled { score, above: false })
    } else {
        None
    }
}

impl<P: Probe> Searcher<'_, P> {
    /// The table's score, if it ends the node.
    #[inline]
    pub(in crate::search) fn table_cutoff(&mut self, node: &NodeContext<'_>) -> Option<Score> {
        let tt = node.tt.filter(|_| self.knobs.use_table_cutoff)?;
        let depth = node.depth;
        self.probe.asked(Heuristic::TableCutoff, depth);
        let Settled { score, above } = settled(&tt, node.window)?;
        let extra = if above { FAIL_HIGH_PLIES } else { 0 };
        let ends = tt.entry.depth >= depth + extra
            && (node.cut == above || depth > EXPECTED_DEPTH)
            && self.trail.halfmove_clock() < CLOCK_LIMIT;
        let bound = if above { node.window.beta } else { node.window.alpha };
        if !self.decide_node(Heuristic::TableCutoff, node, [score.raw(), bound.raw()], ends) {
            return None;
        }
        self.probe.acted(Heuristic::TableCutoff, depth, slack(score, bound));
        if let Some(mv) = node.tt_move.filter(|mv| above && !mv.is_noisy()) {
            let previous = self.stack.previous_moves(node.ply);
            let bonus = self.quiet_bonus(depth);
            self.histories.reward_quiet(node.position, mv, &previous, bonus);
        }
        Some(score)
    }

    /// The same in quiescence, where every entry is deep enough.
    #[inline]
    pub(in crate::search) fn quiescence_table_cutoff(
        &mut self,
        position: &Position,
        tt: TtHit,
        window: Window,
        ply: usize,
    ) -> Option<Score> {
        if !self.knobs.use_table_cutoff {
            return None;
        }
        self.probe.asked(Heuristic::TableCutoff, 0);
        let Settled { score, above } = settled(&tt, window)?;
        let bound = if above { window.beta } else { window.alpha };
        let (heuristic, compared) = (Heuristic::TableCutoff, [score.raw(), bound.raw()]);
        if !self.decide_in_quiescence(heuristic, position, window, ply, None, None, compared, true)
        {
            return None;
        }
        self.probe.acted(Heuristic::TableCutoff, 0, slack(score, bound));
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, Entry};

    #[test]
    fn a_bound_settles_only_its_own_side_of_the_window() {
        let window = Window::new(Score::from_raw(10), Score::from_raw(20));
        let hit = |score, bound: Option<Bound>| TtHit {
            entry: Entry { mv: None, result: None, eval: None, depth: 9, pv: false },
            result: bound.map(|bound| Bounded { score: Score::from_raw(score), bound }),
        };
        for (score, bound, expected) in [
            (20, Bound::Lower, Some(true)),
            (20, Bound::Exact, Some(true)),
            (20, Bound::Upper, None),
            (19, Bound::Lower, None),
            (10, Bound::Upper, Some(false)),
            (10, Bound::Exact, Some(false)),
            (10, Bound::Lower, None),
            (11, Bound::Upper, None),
            (15, Bound::Exact, None),
        ] {
            let side = settled(&hit(score, Some(bound)), window).map(|settled| settled.above);
            assert_eq!(side, expected, "{score} {bound:?}");
        }
        assert!(settled(&hit(0, None), window).is_none());
    }
}

#[cfg(test)]
mod driver_tests;
