//! Ends of the game that need no search, and the maximum ply.

use chess::Position;

use super::Searcher;
use crate::probe::Probe;
use crate::score::{MAX_PLY, Score};
use crate::window::Window;

/// Plies without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

impl<P: Probe> Searcher<'_, P> {
    /// The score of draws, of mates that cannot be improved, and at the deepest ply. May narrow
    /// the window.
    pub(super) fn terminal_score(
        &mut self,
        position: &Position,
        window: &mut Window,
        ply: usize,
    ) -> Option<Score> {
        if self.trail.is_repetition(ply) || position.has_insufficient_material() {
            return Some(self.draw_score());
        }
        if self.trail.halfmove_clock() >= FIFTY_MOVES {
            // Mate on the last ply still counts.
            let mated = position.in_check() && position.count_legal() == 0;
            return Some(if mated { Score::mated_at(ply) } else { self.draw_score() });
        }
        if ply >= MAX_PLY {
            return Some(match position.in_check() {
                true => self.draw_score(),
                false => self.evaluate(position, ply),
            });
        }
        if let Some(score) = self.upcoming_repetition(position, window, ply) {
            return Some(score);
        }
        self.mate_distance(window, ply)
    }

    /// Draws differ a little from each other, so that the search does not take them all for the
    /// same.
    #[inline]
    pub(super) fn draw_score(&self) -> Score {
        Score::from_raw(1 - (self.nodes & 2) as i32)
    }
}
