//! Openings for games between engines: positions after a few random moves, from the start or
//! from a book, in which both sides still have a game. The same seed gives the same openings.

mod book;
mod random;

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Result, bail};
use chess::{Game, Setup};
use engine::limits::Limits;
use engine::probe::Silent;
use engine::{Control, Engine};

use random::Random;

/// Random plies; every other opening has one more, so that both sides come to move.
const PLIES: usize = 8;
/// Centipawns beyond which one side has as good as won.
const LOPSIDED: i32 = 250;
/// A glance is enough to see what hangs.
const GLANCE: i32 = 6;
/// After so many failures in a row there are no further openings to be had.
const MOST_FAILURES: usize = 2_000;
/// Lines of the book to start from for each opening wanted, since many walks lead nowhere.
const LINES_EACH: usize = 4;

pub(crate) struct Openings {
    random: Random,
    starts: Vec<Setup>,
    engine: Engine,
    given: HashSet<u64>,
}

impl Openings {
    /// From a book, or from the initial position.
    pub(crate) fn new(seed: u64, book: Option<&str>, count: usize) -> Result<Openings> {
        let mut random = Random::new(seed);
        let starts = match book {
            Some(path) => {
                book::sample(path, count.saturating_mul(LINES_EACH).max(64), &mut random)?
            }
            None => vec![Setup::initial()],
        };
        Ok(Openings { random, starts, engine: Engine::new(1)?, given: HashSet::new() })
    }

    /// One more, unlike all before it.
    pub(crate) fn next(&mut self) -> Result<Game> {
        for _ in 0..MOST_FAILURES {
            let Some(game) = self.walk() else { continue };
            if self.is_fair(&game) && self.given.insert(game.position().key()) {
                return Ok(game);
            }
        }
        let found = self.given.len();
        bail!("no more than {found} openings found; another book or seed may give more")
    }

    /// Random moves from a random start; `None` if the game ends on the way, or in a check,
    /// which would leave little to choose.
    fn walk(&mut self) -> Option<Game> {
        let start = self.starts[self.random.below(self.starts.len())].clone();
        let mut game = Game::new(start);
        for _ in 0..PLIES + self.random.below(2) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[self.random.below(moves.len())]).ok()?;
        }
        (game.outcome().is_none() && !game.position().in_check()).then_some(game)
    }

    fn is_fair(&mut self, game: &Game) -> bool {
        // What an earlier search has learned must not decide over this one.
        self.engine.new_game();
        let limits = Limits { depth: Some(GLANCE), ..Limits::default() };
        let control = Arc::new(Control::default());
        let answer = self.engine.go::<Silent>(game, &limits, &control, &mut ());
        answer.score.centipawns().abs() <= LOPSIDED
    }
}
