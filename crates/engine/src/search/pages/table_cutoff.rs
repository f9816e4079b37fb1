//! Table cutoff. An entry of enough depth whose bound settles the window ends a node off the
//! principal variation. Fails on draws that depend on the path, such as repetitions.
//! CITE: chessprogramming.org/Transposition_Table

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::context::{NodeContext, TtHit};
use crate::window::Window;

/// From this clock on the fifty-move rule is too near to trust an entry.
const CLOCK_LIMIT: u16 = 90;
/// Up to this depth an entry ends a node only the way the parent expects; deeper it always may.
const EXPECTED_DEPTH: i32 = 5;

/// Whether an entry's bound settles a window, and on which side: `true` is a cutoff.
#[inline(always)]
fn settles(tt: &TtHit, window: Window) -> Option<bool> {
    let above = tt.score >= window.beta;
    let bound = tt.entry.bound;
    let fits = if above { bound.is_lower() } else { bound.is_upper() };
    (fits && (above || tt.score <= window.alpha)).then_some(above)
}

/// How far beyond the window an entry's score is.
#[inline(always)]
fn slack(tt: &TtHit, window: Window, above: bool) -> Option<i32> {
    Some(if above { tt.score - window.beta } else { window.alpha - tt.score })
}

impl<P: Probe> Searcher<'_, P> {
    /// The table's score, if it ends the node. To fail high, the entry must be a ply
    /// deeper than to fail low.
    #[inline]
    pub(in crate::search) fn table_cutoff(&mut self, node: &NodeContext<'_>) -> Option<Score> {
        let tt = node.tt.filter(|_| self.knobs.use_table_cutoff)?;
        let depth = node.depth;
        self.probe.asked(Heuristic::TableCutoff, depth);
        let above = settles(&tt, node.window)?;
        let ends = tt.entry.depth >= depth + i32::from(above)
            && (node.cut == above || depth > EXPECTED_DEPTH)
            && self.trail.halfmove_clock() < CLOCK_LIMIT;
        if !ends {
            return None;
        }
        self.probe.acted(Heuristic::TableCutoff, depth, slack(&tt, node.window, above));
        if let Some(mv) = node.tt_move.filter(|mv| above && !mv.is_noisy()) {
            let previous = self.stack.previous_moves(node.ply);
            let bonus = self.quiet_bonus(depth);
            self.histories.reward_quiet(node.position, mv, &previous, bonus);
        }
        Some(tt.score)
    }

    /// The same in quiescence, where every entry is deep enough.
    #[inline]
    pub(in crate::search) fn quiescence_table_cutoff(
        &mut self,
        tt: TtHit,
        window: Window,
    ) -> Option<Score> {
        if !self.knobs.use_table_cutoff {
            return None;
        }
        self.probe.asked(Heuristic::TableCutoff, 0);
        let above = settles(&tt, window)?;
        self.probe.acted(Heuristic::TableCutoff, 0, slack(&tt, window, above));
        Some(tt.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, Entry};

    #[test]
    fn a_bound_settles_only_its_own_side_of_the_window() {
        let window = Window::new(Score::from_raw(10), Score::from_raw(20));
        let hit = |score: i32, bound| TtHit {
            entry: Entry { mv: None, score: 0, eval: None, depth: 9, bound, pv: false },
            score: Score::from_raw(score),
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
            (0, Bound::None, None),
            (30, Bound::None, None),
        ] {
            assert_eq!(settles(&hit(score, bound), window), expected, "{score} {bound:?}");
        }
    }
}
