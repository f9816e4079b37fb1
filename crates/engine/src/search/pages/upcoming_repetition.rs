//! Upcoming repetition. A side that can repeat a position with one move has a draw in hand: the
//! score is at least that. Fails only if the score of the draw is wrong.
//! CITE: chessprogramming.org/Repetitions

use chess::Position;

use crate::heuristics::Heuristic;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::Searcher;
use crate::window::Window;

impl<P: Probe> Searcher<'_, P> {
    /// Raises alpha to the draw; the score if that closes the window.
    #[inline]
    pub(in crate::search) fn upcoming_repetition(
        &mut self,
        position: &Position,
        window: &mut Window,
        ply: usize,
    ) -> Option<Score> {
        let heuristic = Heuristic::UpcomingRepetition;
        if window.alpha >= Score::DRAW || !heuristic.is_on(&self.knobs) {
            return None;
        }
        self.probe.asked(heuristic, 0);
        if !self.trail.can_repeat(position, ply) {
            return None;
        }
        let draw = self.draw_score();
        self.probe.acted(heuristic, 0, Some(draw - window.alpha));
        window.alpha = draw.max(window.alpha);
        (window.alpha >= window.beta).then_some(window.alpha)
    }
}
