//! Openings by random moves, in which both sides still have a game.

use core::fmt;
use std::collections::HashSet;
use std::sync::Arc;

use chess::{ARRANGEMENTS, Game, Random, Setup};
use engine::limits::Limits;
use engine::probe::Silent;
use engine::tt::NoMemory;
use engine::{Control, Engine};

use super::{Book, NoOpening};

/// Random plies; every other opening has one more, so that both sides come to move.
pub(super) const PLIES: usize = 8;
/// Centipawns, as they are told, beyond which the opening would decide more games than the players.
const LOPSIDED: i32 = 100;
/// A glance is enough to see what hangs.
const GLANCE: i32 = 6;
/// After so many failures in a row there is no opening to be had.
const MOST_FAILURES: usize = 2_000;
/// After so many repetitions in a row there is no further one.
const MOST_REPETITIONS: usize = 200;

/// Where walks begin.
#[derive(Clone, Default, Debug)]
pub enum Starts {
    #[default]
    Initial,
    /// Any of the 960 arrangements.
    Chess960,
    Book(Arc<Book>),
}

impl Starts {
    fn pick(&self, random: &mut Random) -> Result<Game, NoOpening> {
        match self {
            Starts::Initial => Ok(Game::default()),
            Starts::Chess960 => Ok(Game::new(Setup::chess960(random.below(ARRANGEMENTS)))),
            Starts::Book(book) => book.get(random.below(book.len())),
        }
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Starts::Initial => f.write_str("the initial position"),
            Starts::Chess960 => f.write_str("the 960 arrangements"),
            Starts::Book(book) => book.fmt(f),
        }
    }
}

pub struct Walks {
    seed: u64,
    starts: Starts,
    engine: Engine,
}

impl Walks {
    pub fn new(seed: u64, starts: Starts) -> Result<Walks, NoMemory> {
        Ok(Walks { seed, starts, engine: Engine::new(1)? })
    }

    pub fn get(&mut self, number: u32) -> Result<Game, NoOpening> {
        let mut random = Random::numbered(self.seed, number);
        for _ in 0..MOST_FAILURES {
            if let Some(game) = self.walk(&mut random)?
                && self.is_fair(&game)
            {
                return Ok(game);
            }
        }
        Err(NoOpening::Walks { tried: MOST_FAILURES })
    }

    /// Random moves from a random start; `None` if the game ends on the way, or in a check,
    /// which would leave little to choose.
    fn walk(&self, random: &mut Random) -> Result<Option<Game>, NoOpening> {
        let mut game = self.starts.pick(random)?;
        for _ in 0..PLIES + random.below(2) {
            let moves = game.position().legal_moves();
            if moves.is_empty() || game.play(moves[random.below(moves.len())]).is_err() {
                return Ok(None);
            }
        }
        Ok((game.outcome().is_none() && !game.position().in_check()).then_some(game))
    }

    fn is_fair(&mut self, game: &Game) -> bool {
        // What an earlier search has learned must not decide over this one.
        self.engine.new_game();
        let limits = Limits { depth: Some(GLANCE), ..Limits::default() };
        let control = Arc::new(Control::default());
        let answer = self.engine.go::<Silent>(game, &limits, &control, &mut ());
        self.engine.scale(game.position()).normalised(answer.score).abs() <= LOPSIDED
    }
}

/// Walks one after the other, none of which leads where another one led.
pub struct Distinct {
    walks: Walks,
    next: u32,
    given: HashSet<u64>,
}

impl Distinct {
    pub fn new(walks: Walks) -> Distinct {
        Distinct { walks, next: 0, given: HashSet::new() }
    }

    /// One more, unlike all before it.
    pub fn one_more(&mut self) -> Result<Game, NoOpening> {
        let found = self.given.len();
        for _ in 0..MOST_REPETITIONS {
            let game = match self.walks.get(self.next) {
                Err(NoOpening::Walks { .. }) => return Err(NoOpening::NoMore { found }),
                game => game?,
            };
            self.next = self.next.wrapping_add(1);
            if self.given.insert(game.position().key()) {
                return Ok(game);
            }
        }
        Err(NoOpening::NoMore { found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::CastlingField;

    fn fens(seed: u64, starts: Starts, numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
        let mut walks = Walks::new(seed, starts).unwrap();
        numbers.into_iter().map(|n| walks.get(n).unwrap().fen(CastlingField::XFen)).collect()
    }

    #[test]
    fn an_opening_depends_on_its_number_and_the_seed_only() {
        let forth = fens(5, Starts::Initial, 0..6);
        let mut back = fens(5, Starts::Initial, (0..6).rev());
        back.reverse();
        assert_eq!(forth, back);
        assert_ne!(forth, fens(6, Starts::Initial, 0..6));
    }

    #[test]
    fn shuffled_starts_make_games_of_chess960() {
        let mut walks = Walks::new(1, Starts::Chess960).unwrap();
        let games: Vec<Game> = (0..6).map(|number| walks.get(number).unwrap()).collect();
        assert!(games.iter().filter(|game| game.start().position.needs_chess960()).count() >= 5);
        assert!(games.iter().all(|game| matches!(game.moves().len(), PLIES | 9)));
    }

    #[test]
    fn distinct_walks_repeat_nothing_and_end_where_there_is_nothing_more() {
        let mut distinct = Distinct::new(Walks::new(3, Starts::Initial).unwrap());
        let keys: HashSet<u64> =
            (0..12).map(|_| distinct.one_more().unwrap().position().key()).collect();
        assert_eq!(keys.len(), 12);
    }
}
