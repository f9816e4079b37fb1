//! Two players, pairs of games: what an SPRT and a plain match have in common.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use crate::arena::{self, Fixture, News, Schedule};
use crate::game::Rules;
use crate::openings::Openings;
use crate::player::{Player, StartError};
use crate::record::{Outcome, Record};
use crate::stats::{Pentanomial, Tally};
use crate::store::Store;

/// Makes the player at a place: nought is the one that is asked about, one its opponent.
pub type Casting<'a> = dyn Fn(usize) -> Result<Box<dyn Player>, StartError> + Sync + 'a;

/// How a duel stands: pairs are counted once both their games have ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    pub pairs: Pentanomial,
    pub games: Tally,
}

impl Standing {
    pub fn of(games: &BTreeMap<u32, Record>) -> Standing {
        let mut standing = Standing::default();
        for game in games.values() {
            match game.half_points(0) {
                Some(2) => standing.games.wins += 1,
                Some(1) => standing.games.draws += 1,
                Some(_) => standing.games.losses += 1,
                None => {}
            }
        }
        for (number, first) in games.iter().filter(|(number, _)| *number % 2 == 0) {
            let second = games.get(&(number + 1)).and_then(|game| game.half_points(0));
            if let (Some(first), Some(second)) = (first.half_points(0), second) {
                standing.pairs.add(first + second);
            }
        }
        standing
    }
}

/// Why a duel could not go on.
#[derive(Debug)]
pub enum DuelError {
    Start(StartError),
    Store(io::Error),
    /// One player has lost so many games in a row by its own fault.
    Faults {
        player: usize,
        last: String,
    },
}

impl core::fmt::Display for DuelError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            DuelError::Start(error) => error.fmt(f),
            DuelError::Store(error) => error.fmt(f),
            DuelError::Faults { player, last } => {
                write!(f, "player {} has failed {MOST_FAULTS} times in a row: {last}", player + 1)
            }
        }
    }
}

impl core::error::Error for DuelError {}

/// An engine that fails so often in a row is broken, and so is the match.
const MOST_FAULTS: u32 = 10;

pub struct Duel<'a> {
    pub casting: &'a Casting<'a>,
    pub openings: Openings,
    pub rules: Rules,
    /// Pairs to play at most.
    pub pairs: u32,
    pub workers: usize,
}

impl Duel<'_> {
    /// Plays what the store does not hold yet, until the pairs are played or `hear` has heard
    /// enough: it is shown each game as it ends and how the duel then stands.
    pub fn run(
        self,
        store: &mut Store,
        mut hear: impl FnMut(&Record, &Standing) -> bool,
    ) -> Result<Standing, DuelError> {
        let missing: Vec<u32> =
            (0..2 * self.pairs).filter(|&number| !store.has(number)).rev().collect();
        let plan = Plan {
            casting: self.casting,
            rules: self.rules,
            open: Mutex::new(Open { openings: self.openings, missing }),
        };
        let mut failure = None;
        let mut in_a_row = [0; 2];
        arena::run(&plan, self.workers, |news| {
            let record = match news {
                News::Finished(record) => *record,
                News::Broken(error) => {
                    failure = Some(DuelError::Start(error));
                    return false;
                }
            };
            let number = record.number;
            if record.result == Outcome::Void {
                plan.again(number);
            }
            if let Some(player) = count_faults(&mut in_a_row, &record) {
                failure = Some(DuelError::Faults { player, last: record.end.clone() });
            }
            if let Err(error) = store.add(record) {
                failure = Some(DuelError::Store(error));
            }
            let standing = Standing::of(store.games());
            let go_on = store.games().get(&number).is_none_or(|record| hear(record, &standing));
            go_on && failure.is_none()
        });
        match failure {
            Some(failure) => Err(failure),
            None => Ok(Standing::of(store.games())),
        }
    }
}

/// Who has now failed too often, if anybody has.
fn count_faults(in_a_row: &mut [u32; 2], record: &Record) -> Option<usize> {
    let loser = match (record.result, record.fault) {
        (Outcome::White, true) => Some(record.black),
        (Outcome::Black, true) => Some(record.white),
        _ => None,
    };
    for player in [record.white, record.black] {
        in_a_row[player] = if loser == Some(player) { in_a_row[player] + 1 } else { 0 };
    }
    loser.filter(|&player| in_a_row[player] >= MOST_FAULTS)
}

struct Plan<'a> {
    casting: &'a Casting<'a>,
    rules: Rules,
    open: Mutex<Open>,
}

struct Open {
    openings: Openings,
    /// The next one last.
    missing: Vec<u32>,
}

impl Plan<'_> {
    fn again(&self, number: u32) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).missing.push(number);
    }
}

impl Schedule for Plan<'_> {
    fn next(&self) -> Option<Fixture> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let number = open.missing.pop()?;
        // Colours change within a pair; the opening stays.
        let white = (number % 2) as usize;
        let opening = open.openings.get(number / 2).ok()?;
        Some(Fixture { number, white, black: 1 - white, opening })
    }

    fn player(&self, place: usize) -> Result<Box<dyn Player>, StartError> {
        (self.casting)(place)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }
}
