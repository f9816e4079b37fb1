//! Openings by random moves, in which both sides still have a game.

use core::fmt;
use std::sync::Arc;

use chess::{Game, Setup};
use engine::limits::Limits;
use engine::probe::Silent;
use engine::tt::NoMemory;
use engine::{Control, Engine};

use crate::random::Random;

/// Random plies; every other opening has one more, so that both sides come to move.
const PLIES: usize = 8;
/// Centipawns beyond which one side has as good as won.
const LOPSIDED: i32 = 250;
/// A glance is enough to see what hangs.
const GLANCE: i32 = 6;
/// After so many failures in a row there is no opening to be had.
const MOST_FAILURES: usize = 2_000;

pub struct Walks {
    seed: u64,
    starts: Vec<Setup>,
    engine: Engine,
}

/// No walk from the starts given ends in a playable position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOpening;

impl fmt::Display for NoOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no playable opening in {MOST_FAILURES} walks; another book may give some")
    }
}

impl core::error::Error for NoOpening {}

impl Walks {
    /// From the initial position, or from those of a book.
    pub fn new(seed: u64, starts: Vec<Setup>) -> Result<Walks, NoMemory> {
        let starts = if starts.is_empty() { vec![Setup::initial()] } else { starts };
        Ok(Walks { seed, starts, engine: Engine::new(1)? })
    }

    pub fn get(&mut self, number: u32) -> Result<Game, NoOpening> {
        let mut random = Random::numbered(self.seed, number);
        (0..MOST_FAILURES)
            .find_map(|_| self.walk(&mut random).filter(|game| self.is_fair(game)))
            .ok_or(NoOpening)
    }

    /// Random moves from a random start; `None` if the game ends on the way, or in a check,
    /// which would leave little to choose.
    fn walk(&self, random: &mut Random) -> Option<Game> {
        let start = self.starts[random.below(self.starts.len())].clone();
        let mut game = Game::new(start);
        for _ in 0..PLIES + random.below(2) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[random.below(moves.len())]).ok()?;
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

impl fmt::Display for Walks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "random walks of {PLIES} plies or one more, seed {}", self.seed)
    }
}
