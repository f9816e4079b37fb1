//! Openings by random moves, filtered for balance.

use core::fmt;
use std::collections::HashSet;
use std::sync::Arc;

use chess::{ARRANGEMENTS, Game, Random, Setup};
use engine::Limits;
use engine::probe::Silent;
use engine::tt::NoMemory;
use engine::{Control, Engine};
use toolkit::{WalkMoves, random_walk};

use super::{Book, NoOpening};

/// Random plies; half of the openings have one more, so that either side may be to move.
pub(super) const PLIES: usize = 8;
/// Maximum normalised score in centipawns: a larger one would decide more games than the players.
const MAX_SCORE: i32 = 100;
/// Deep enough to see hanging pieces.
const DEPTH: i32 = 6;
/// Failed walks in a row before an opening is given up.
const MAX_FAILURES: usize = 2_000;
/// Repeated openings in a row before the search for another ends.
const MAX_REPETITIONS: usize = 200;

/// Where walks begin.
#[derive(Clone, Default, Debug)]
pub enum Starts {
    #[default]
    Initial,
    /// Any of the 960 start positions.
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
            Starts::Chess960 => f.write_str("the 960 start positions"),
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
        for _ in 0..MAX_FAILURES {
            if let Some(game) = self.walk(&mut random)?
                && self.is_fair(&game)
            {
                return Ok(game);
            }
        }
        Err(NoOpening::Walks { tried: MAX_FAILURES })
    }

    /// Random moves from a random start; `None` if the game ends on the way or the last move gives
    /// check, which would leave few replies.
    fn walk(&self, random: &mut Random) -> Result<Option<Game>, NoOpening> {
        let start = self.starts.pick(random)?;
        let plies = PLIES + random.below(2);
        let game = random_walk(start, plies as u32, WalkMoves::Any, random);
        Ok(game.filter(|game| !game.position().in_check()))
    }

    fn is_fair(&mut self, game: &Game) -> bool {
        // Earlier searches must not influence this one.
        self.engine.new_game();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let control = Arc::new(Control::default());
        let answer = self.engine.go::<Silent>(game, &limits, &control, &mut ());
        self.engine.scale(game.position()).normalised(answer.score).abs() <= MAX_SCORE
    }
}

/// Successive walks that all end in different positions.
pub struct Distinct {
    walks: Walks,
    next: u32,
    given: HashSet<u64>,
}

impl Distinct {
    pub fn new(walks: Walks) -> Distinct {
        Distinct { walks, next: 0, given: HashSet::new() }
    }

    /// The next opening that differs from all before it.
    pub fn one_more(&mut self) -> Result<Game, NoOpening> {
        let found = self.given.len();
        for _ in 0..MAX_REPETITIONS {
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
    fn chess960_starts_give_chess960_games() {
        let mut walks = Walks::new(1, Starts::Chess960).unwrap();
        let games: Vec<Game> = (0..6).map(|number| walks.get(number).unwrap()).collect();
        assert!(games.iter().filter(|game| game.start().position.needs_chess960()).count() >= 5);
        assert!(games.iter().all(|game| matches!(game.moves().len(), PLIES | 9)));
    }

    #[test]
    fn distinct_walks_never_repeat_a_position() {
        let mut distinct = Distinct::new(Walks::new(3, Starts::Initial).unwrap());
        let keys: HashSet<u64> =
            (0..12).map(|_| distinct.one_more().unwrap().position().key()).collect();
        assert_eq!(keys.len(), 12);
    }
}
