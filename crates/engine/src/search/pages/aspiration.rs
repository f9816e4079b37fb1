//! Aspiration windows. The root is searched in a narrow window around the last score, which is
//! widened until the score is inside. A wrong guess costs another search.
//! CITE: chessprogramming.org/Aspiration_Windows

use chess::Position;

use crate::heuristics::Heuristic;
use crate::knobs::AspirationGrowth;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::{Root, Searcher, Stopped};
use crate::tt::Bound;
use crate::window::Window;

/// A window wider than this is opened: narrow ones have failed often enough.
const WIDEST: i32 = 600;
/// After a failure high the next search is a ply shallower, this often at most: the move that failed
/// high will be played anyway, and only its score is still open.
const MOST_SHALLOWER: i32 = 3;

fn around(centre: Score, delta: i32) -> Window {
    Window::new((centre - delta).max(-Score::INFINITE), (centre + delta).min(Score::INFINITE))
}

impl<P: Probe> Searcher<'_, P> {
    /// Searches the root until the score is inside the window.
    pub(in crate::search) fn aspirate(
        &mut self,
        position: &Position,
        depth: i32,
        lines: usize,
    ) -> Result<(), Stopped> {
        let heuristic = Heuristic::Aspiration;
        let centre = self.root.top().average.filter(|score| {
            !score.is_decisive()
                && depth >= self.knobs.aspiration_min_depth
                && heuristic.is_on(&self.knobs)
        });
        let mut delta = self.knobs.aspiration_window;
        let mut window = Window::OPEN;
        if let Some(centre) = centre {
            delta += centre.raw() * centre.raw() / self.knobs.aspiration_score_divisor;
            window = around(centre, delta);
        }
        let mut failures = 0;
        let mut shallower = 0;
        loop {
            self.root_depth = (depth - shallower).max(1);
            self.stack.clear();
            self.null_move_from = None;
            if centre.is_some() {
                self.probe.asked(heuristic, depth);
            }
            let score = self.node::<Root>(position, window, self.root_depth, 0, false, None);
            self.root.sort();
            let score = score?;
            let bound = if score <= window.alpha {
                // The centre moves down; what was an upper bound is now a likely ceiling.
                window.beta = Score::from_raw((window.alpha.raw() + window.beta.raw()) / 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
                shallower = 0;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = (score + delta).min(Score::INFINITE);
                if !score.is_decisive() && shallower < MOST_SHALLOWER {
                    shallower += 1;
                }
                Bound::Lower
            } else {
                if centre.is_some() {
                    self.probe.acted(heuristic, depth, None);
                }
                return Ok(());
            };
            failures += 1;
            if lines == 1 {
                self.report(depth, lines, bound);
            }
            delta += match self.knobs.aspiration_growth {
                AspirationGrowth::Linear => self.knobs.aspiration_window,
                AspirationGrowth::Moderate => delta / 2,
                AspirationGrowth::Exponential => delta,
            };
            if failures >= self.knobs.aspiration_max_attempts || delta > WIDEST {
                window = Window::OPEN;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_around_a_score_stays_within_all_scores() {
        let window = around(Score::from_raw(30), 20);
        assert_eq!((window.alpha.raw(), window.beta.raw()), (10, 50));
        let edge = around(Score::INFINITE - 5, 20);
        assert_eq!(edge.beta, Score::INFINITE);
    }
}

#[cfg(test)]
mod driver_tests;
