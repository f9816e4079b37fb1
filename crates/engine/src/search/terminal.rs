//! Ends that need no search: draws, the maximum ply, a repetition that one move would bring, and
//! mates that cannot be improved.
//!
//! Upcoming repetition: a side that can repeat a position with one move has a draw in hand, so the
//! score is at least that. Fails only if the score of the draw is wrong. Mate distance: no line
//! from here mates sooner than the next ply or is mated sooner than now, so scores beyond need no
//! search. Always right.
//! CITE: chessprogramming.org/Repetitions, chessprogramming.org/Mate_Distance_Pruning

use chess::Position;

use super::Searcher;
use super::pages::slack;
use crate::heuristics::Heuristic;
use crate::probe::{NodeEnd, Probe};
use crate::score::{MAX_PLY, Score};
use crate::window::Window;

/// Plies without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

/// Narrows a window to the scores that are possible at `ply`.
#[inline(always)]
fn narrowed(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::mated_at(ply)),
        beta: window.beta.min(Score::mate_at(ply + 1)),
    }
}

impl<P: Probe> Searcher<'_, P> {
    /// The score of draws, of mates that cannot be improved, and at the deepest ply. May narrow
    /// the window.
    pub(super) fn terminal_score(
        &mut self,
        position: &Position,
        window: &mut Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if self.trail.is_repetition(ply) || position.has_insufficient_material() {
            self.detail_ended(ply, NodeEnd::Draw);
            return Some(self.draw_score());
        }
        if self.trail.halfmove_clock() >= FIFTY_MOVES {
            // Mate on the last ply still counts.
            let mated = position.in_check() && position.count_legal() == 0;
            self.detail_ended(ply, if mated { NodeEnd::NoMoves } else { NodeEnd::Draw });
            return Some(if mated { Score::mated_at(ply) } else { self.draw_score() });
        }
        if ply >= MAX_PLY {
            self.detail_ended(ply, NodeEnd::PlyLimit);
            return Some(match position.in_check() {
                true => self.draw_score(),
                false => self.evaluate(position, depth, ply),
            });
        }
        if let Some(score) = self.upcoming_repetition(position, window, depth, ply) {
            return Some(score);
        }
        self.mate_distance(position, window, depth, ply)
    }

    /// Raises alpha to the draw; the score if that closes the window.
    #[inline]
    fn upcoming_repetition(
        &mut self,
        position: &Position,
        window: &mut Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let heuristic = Heuristic::UpcomingRepetition;
        if window.alpha >= Score::DRAW || !heuristic.is_on(&self.knobs) {
            return None;
        }
        self.probe.asked(heuristic, depth);
        if !self.trail.can_repeat(position, ply) {
            return None;
        }
        let raised = Window { alpha: self.draw_score().max(window.alpha), ..*window };
        let closes = raised.alpha >= raised.beta;
        if closes && !self.decide_end(heuristic, position, *window, depth, ply, raised) {
            return None;
        }
        self.probe.acted(heuristic, depth, slack(raised.alpha, window.alpha));
        *window = raised;
        closes.then_some(raised.alpha)
    }

    /// Narrows the window; the score if that closes it.
    #[inline]
    fn mate_distance(
        &mut self,
        position: &Position,
        window: &mut Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let heuristic = Heuristic::MateDistance;
        if !heuristic.is_on(&self.knobs) {
            return None;
        }
        self.probe.asked(heuristic, depth);
        let narrow = narrowed(*window, ply);
        let closes = narrow.alpha >= narrow.beta;
        if closes && !self.decide_end(heuristic, position, *window, depth, ply, narrow) {
            return None;
        }
        *window = narrow;
        if closes {
            self.probe.acted(heuristic, depth, None);
        }
        closes.then_some(narrow.alpha)
    }

    /// Draws differ a little from each other, so that the search does not take them all for the
    /// same.
    #[inline]
    pub(super) fn draw_score(&self) -> Score {
        Score::from_raw(1 - (self.nodes & 2) as i32)
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

#[cfg(test)]
mod driver_tests;
