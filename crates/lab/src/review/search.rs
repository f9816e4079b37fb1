//! Searches the positions of a game, each once.

use chess::{Game, Move, Outcome};
use engine::probe::Silent;
use engine::tt::Bound;
use engine::{Engine, Limits, Listener, Progress};
use toolkit::stop::{StopAll, StopHandle};

use super::evaluation::Evaluation;

/// What a search says about a position.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    pub(super) evaluation: Evaluation,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Move>,
    /// How the game has ended.
    pub(super) outcome: Option<Outcome>,
}

/// A stop was requested.
pub(super) struct Stopped;

pub(super) struct Searcher<'a> {
    engine: &'a mut Engine,
    limits: Limits,
    stop: StopHandle,
    /// The number of lines that the caller had set.
    multi_pv: usize,
}

impl<'a> Searcher<'a> {
    pub(super) fn new(engine: &'a mut Engine, limits: &Limits, stop: &StopAll) -> Searcher<'a> {
        engine.new_game();
        let multi_pv = core::mem::replace(&mut engine.multi_pv, 1);
        let limits = Limits { search_moves: Vec::new(), ..limits.clone() };
        Searcher { engine, limits, stop: stop.handle(), multi_pv }
    }

    /// Searches the last position of `game`, unless the game is over there. Players need not claim
    /// a repetition or the fifty-move rule: if they went on, the position is searched.
    pub(super) fn assess(&mut self, game: &Game, is_last: bool) -> Result<Assessment, Stopped> {
        let claimable = [Some(Outcome::Repetition), Some(Outcome::FiftyMoves)];
        let outcome = game.outcome();
        let outcome = if claimable.contains(&outcome) && !is_last { None } else { outcome };
        if let Some(outcome) = outcome {
            let evaluation = Evaluation::of_outcome(outcome);
            return Ok(Assessment { evaluation, line: Vec::new(), outcome: Some(outcome) });
        }
        let control = self.stop.next_control();
        let mut lines = LastLines::default();
        let answer = self.engine.go::<Silent>(game, &self.limits, &control, &mut lines);
        if self.stop.is_requested() {
            return Err(Stopped);
        }
        let (turn, scale) = (game.position().turn(), self.engine.scale(game.position()));
        let evaluation = Evaluation::new(answer.score, turn, scale);
        Ok(Assessment { evaluation, line: lines.of(answer.best, answer.ponder), outcome: None })
    }
}

impl Drop for Searcher<'_> {
    fn drop(&mut self) {
        self.engine.multi_pv = self.multi_pv;
    }
}

/// Keeps the last line that a search reported, and the last one whose score was exact.
#[derive(Default)]
struct LastLines {
    exact: Vec<Move>,
    any: Vec<Move>,
}

impl LastLines {
    /// The line of the best move.
    fn of(self, best: Option<Move>, reply: Option<Move>) -> Vec<Move> {
        let Some(best) = best else { return Vec::new() };
        let known = [self.exact, self.any].into_iter().find(|line| line.first() == Some(&best));
        known.unwrap_or_else(|| [best].into_iter().chain(reply).collect())
    }
}

impl Listener for LastLines {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(first) = progress.moves.first() else { return };
        if progress.bound == Bound::Exact {
            self.exact.clone_from(&first.pv);
        }
        self.any.clone_from(&first.pv);
    }
}
