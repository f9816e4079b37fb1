//! The schedule of a study: which contest plays the next pair of games.
//!
//! Every contest gets its minimum first, then each pair goes to the contest with the widest error
//! bar. The choice for one place of the schedule knows the results of all places up to [`LAG`]
//! before it; those in between count as played with an unknown result. So workers do not wait for
//! each other, and the choices are the same for any number of workers and interruptions.

use std::collections::{HashMap, HashSet};

use crate::stats::{Elo, Pentanomial};

/// How many places a choice may be ahead of the results that it knows. Part of the definition of a
/// run: another number changes the choices.
const LAG: usize = 64;

/// Beyond this difference only the sign matters: ends of intervals count as this much at most.
const MAX_ELO: f64 = 400.0;

/// When a contest gets pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScheduleRules {
    /// Pairs that every contest gets before error bars count.
    pub minimum: u64,
    /// A contest whose error is at most this gets no more.
    pub until_error: Option<f64>,
    /// Maximum pairs of all contests together.
    pub pairs: Option<u64>,
    /// Maximum pairs of one contest: the number of different openings.
    pub openings: Option<u64>,
}

/// A pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    contest: usize,
    /// The number of its opening.
    round: u32,
    /// The half points of the first player, with White and with Black.
    half_points: [Option<u8>; 2],
    /// A worker is playing it.
    is_taken: bool,
}

impl Pair {
    fn result(&self) -> Option<usize> {
        match self.half_points {
            [Some(white), Some(black)] => Some(usize::from(white + black)),
            _ => None,
        }
    }
}

/// Games for a worker: those that are missing in one pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTask {
    pub place: u32,
    pub contest: usize,
    pub round: u32,
    /// Whether the first player has Black, for each missing game.
    pub swapped: Vec<bool>,
}

/// What a worker does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    Play(PairTask),
    /// The next choice needs a result that is not there yet.
    Wait,
    Finished,
}

pub struct Schedule {
    rules: ScheduleRules,
    /// By place. `None` for a place whose choice was lost: no game of it was written.
    pairs: Vec<Option<Pair>>,
    /// The rounds of each contest that have a place.
    rounds: Vec<HashSet<u32>>,
    /// Errors that have been computed, by counts.
    errors: HashMap<[u64; 5], f64>,
}

impl Schedule {
    pub fn new(contests: usize, rules: ScheduleRules) -> Schedule {
        let rounds = vec![HashSet::new(); contests];
        Schedule { rules, pairs: Vec::new(), rounds, errors: HashMap::new() }
    }

    /// Counts a finished game. A game counts once, however often it is added.
    pub fn add(&mut self, place: u32, contest: usize, round: u32, swapped: bool, half_points: u8) {
        let place = place as usize;
        if self.pairs.len() <= place {
            self.pairs.resize(place + 1, None);
        }
        let new = Pair { contest, round, half_points: [None; 2], is_taken: false };
        let pair = self.pairs[place].get_or_insert(new);
        pair.half_points[usize::from(swapped)].get_or_insert(half_points);
        self.rounds[contest].insert(round);
    }

    /// The games to play next. Lost and half-played pairs come first.
    pub fn take(&mut self) -> Next {
        for place in 0..self.pairs.len() {
            if self.pairs[place].is_none() {
                match self.choose(place) {
                    Choice::Contest(contest) => self.assign(place, contest),
                    Choice::Unknown => return Next::Wait,
                    Choice::None => continue,
                }
            }
            if let Some(task) = self.task(place) {
                return Next::Play(task);
            }
        }
        let place = self.pairs.len();
        if self.rules.pairs.is_some_and(|pairs| place as u64 >= pairs) {
            return Next::Finished;
        }
        match self.choose(place) {
            Choice::Unknown => Next::Wait,
            Choice::None => Next::Finished,
            Choice::Contest(contest) => {
                self.pairs.push(None);
                self.assign(place, contest);
                self.task(place).map_or(Next::Finished, Next::Play)
            }
        }
    }

    /// Gives a place to a contest, which plays its first unused opening.
    fn assign(&mut self, place: usize, contest: usize) {
        let used = &mut self.rounds[contest];
        let round = (0..).find(|round| !used.contains(round)).unwrap_or(0);
        used.insert(round);
        self.pairs[place] = Some(Pair { contest, round, half_points: [None; 2], is_taken: false });
    }

    /// The missing games of a place, unless a worker has them.
    fn task(&mut self, place: usize) -> Option<PairTask> {
        let pair = self.pairs[place].as_mut().filter(|pair| !pair.is_taken)?;
        let is_missing = |swapped: &bool| pair.half_points[usize::from(*swapped)].is_none();
        let swapped: Vec<bool> = [false, true].into_iter().filter(is_missing).collect();
        if swapped.is_empty() {
            return None;
        }
        pair.is_taken = true;
        Some(PairTask { place: place as u32, contest: pair.contest, round: pair.round, swapped })
    }

    /// The contest for a place. It knows the results up to `LAG` places before, or more if those
    /// leave no contest that needs games.
    fn choose(&mut self, place: usize) -> Choice {
        let mut known = vec![Known::default(); self.rounds.len()];
        for pair in self.pairs[..place].iter().flatten() {
            known[pair.contest].unknown += 1;
        }
        let first = place.saturating_sub(LAG);
        for next in 0..=place {
            if next >= first
                && let Some(contest) = self.widest(&known)
            {
                return Choice::Contest(contest);
            }
            let Some(Some(pair)) = self.pairs[..place].get(next) else { continue };
            let Some(half_points) = pair.result() else { return Choice::Unknown };
            known[pair.contest].unknown -= 1;
            known[pair.contest].counts.add(half_points);
        }
        Choice::None
    }

    /// The contest that needs a pair most, if any needs one.
    fn widest(&mut self, known: &[Known]) -> Option<usize> {
        let ScheduleRules { minimum, until_error, openings, .. } = self.rules;
        let has_openings = |known: &Known| openings.is_none_or(|openings| known.pairs() < openings);
        let open = || known.iter().enumerate().filter(|(_, known)| has_openings(known));
        let fewest = open().min_by_key(|(_, known)| known.pairs())?;
        if fewest.1.pairs() < minimum {
            return Some(fewest.0);
        }
        let mut widest: Option<(usize, f64)> = None;
        for (contest, known) in open() {
            let error = self.error(known);
            let is_enough = until_error.is_some_and(|enough| error <= enough);
            if error > 0.0 && !is_enough && widest.is_none_or(|(_, most)| error > most) {
                widest = Some((contest, error));
            }
        }
        widest.map(|(contest, _)| contest)
    }

    /// The error to expect when all pairs of a contest have ended.
    fn error(&mut self, known: &Known) -> f64 {
        let counts = known.counts;
        let root = *self.errors.entry(counts.pairs).or_insert_with(|| error_of_one_pair(&counts));
        root / (known.pairs().max(1) as f64).sqrt()
    }
}

/// Half the width of the interval, times the root of the number of pairs. Without an interval, more
/// than that of any other.
fn error_of_one_pair(counts: &Pentanomial) -> f64 {
    match counts.logistic() {
        Elo::TooFewPairs => 2.0 * MAX_ELO,
        Elo::Known(interval) => {
            let [low, high] = [interval.low, interval.high].map(|end| end.clamp(-MAX_ELO, MAX_ELO));
            0.5 * (high - low) * (counts.count() as f64).sqrt()
        }
    }
}

enum Choice {
    Contest(usize),
    /// A result is missing.
    Unknown,
    /// No contest needs games.
    None,
}

/// What a choice knows of a contest.
#[derive(Clone, Default)]
struct Known {
    counts: Pentanomial,
    /// Pairs without a known result.
    unknown: u64,
}

impl Known {
    fn pairs(&self) -> u64 {
        self.counts.count() + self.unknown
    }
}

#[cfg(test)]
mod tests;
