//! Mate distance pruning. No line from here mates sooner than the next ply or is mated sooner
//! than now: scores beyond need no search. Always right.
//! CITE: chessprogramming.org/Mate_Distance_Pruning

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::window::Window;

/// Narrows a window to the scores that are possible at `ply`.
#[inline(always)]
fn narrowed(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::mated_at(ply)),
        beta: window.beta.min(Score::mate_at(ply + 1)),
    }
}

impl<P: Probe> Searcher<'_, P> {
    /// Narrows the window; the score if that closes it.
    #[inline]
    pub(in crate::search) fn mate_distance(
        &mut self,
        window: &mut Window,
        ply: usize,
    ) -> Option<Score> {
        let heuristic = Heuristic::MateDistance;
        if !heuristic.is_on(&self.knobs) {
            return None;
        }
        self.probe.asked(heuristic, 0);
        *window = narrowed(*window, ply);
        if window.alpha < window.beta {
            return None;
        }
        self.probe.acted(heuristic, 0, Some(window.alpha - window.beta));
        Some(window.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_narrowed_to_mates_that_are_still_possible() {
        let open = narrowed(Window::OPEN, 3);
        assert_eq!((open.alpha, open.beta), (Score::mated_at(3), Score::mate_at(4)));
        let plain = Window::new(Score::from_raw(-10), Score::from_raw(10));
        assert_eq!(narrowed(plain, 3), plain);
        // A mate in one from the root is known: nothing three plies away is faster.
        let known = Window::new(Score::mate_at(1), Score::INFINITE);
        let closed = narrowed(known, 3);
        assert!(closed.alpha >= closed.beta);
    }
}
