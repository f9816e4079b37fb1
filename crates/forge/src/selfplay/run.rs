//! A file that games are being played into: begun or gone on with, until there is enough.

use core::fmt;
use core::ops::AddAssign;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use engine::tt::NoMemory;
use toolkit::stop::StopAll;
use toolkit::workers;

use super::numbers::Numbers;
use super::opening::NoOpening;
use super::origin::identity;
use super::thinker::Thinker;
use super::worker::{Effort, Unplayed, Worker};
use crate::archive::Fault;
use crate::filter::Filter;
use crate::format::{GameRecord, Header};
use crate::store::{Store, StoreError};

pub struct Run {
    header: Header,
    store: Store,
    /// The games there are: by number, what they are known by.
    played: HashMap<u32, u32>,
    totals: Totals,
    faults: Vec<Fault>,
    thinker: Thinker,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub games: u64,
    pub positions: u64,
    /// Positions that the usual filter keeps.
    pub quiet: u64,
}

impl Totals {
    pub fn of(record: &GameRecord) -> Totals {
        let filter = Filter::default();
        let quiet = record.samples().flatten().filter(|sample| filter.keeps(sample)).count() as u64;
        Totals { games: 1, positions: record.plies.len() as u64, quiet }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.games += other.games;
        self.positions += other.positions;
        self.quiet += other.quiet;
    }
}

/// What a file is to hold in the end, earlier games included. Without either, games are played
/// until the word to stop comes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Goal {
    pub games: Option<u32>,
    /// Those that the usual filter keeps.
    pub positions: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    Reached,
    Halted,
}

/// Why no more games are played.
#[derive(Debug)]
pub enum RunError {
    Memory(NoMemory),
    Opening(NoOpening),
    Write(io::Error),
    /// There are no more numbers.
    Full,
    /// A game is not the one of its number that is to be scored anew.
    OtherSource {
        number: u32,
    },
    /// Not one thread could be started.
    NoThread,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Memory(error) => error.fmt(f),
            RunError::Opening(error) => error.fmt(f),
            RunError::Write(error) => error.fmt(f),
            RunError::Full => {
                f.write_str("there are no more numbers for games; begin another file")
            }
            RunError::OtherSource { number } => write!(
                f,
                "it holds games of another file: game {number} is not the same there; expected the \
                 file it was begun from, or a new name"
            ),
            RunError::NoThread => f.write_str("no thread could be started"),
        }
    }
}

impl core::error::Error for RunError {}

/// What a worker has to tell.
enum News {
    Finished(Box<GameRecord>, Effort),
    /// No more games can be played.
    Broken(RunError),
}

impl Run {
    /// Opens the file or begins it; what is wrong with it is kept for whoever asks.
    pub fn open(path: &Path, header: Header) -> Result<Run, StoreError> {
        let (mut played, mut totals, mut faults) = (HashMap::new(), Totals::default(), Vec::new());
        let store = Store::open(path, &header, |game| match game {
            Ok(record) => {
                played.insert(record.number, identity(record));
                totals += Totals::of(record);
            }
            Err(fault) => faults.push(fault),
        })?;
        Ok(Run { header, store, played, totals, faults, thinker: Thinker::default() })
    }

    /// Lets another one think than the engine as it is built.
    pub fn with(self, thinker: Thinker) -> Run {
        Run { thinker, ..self }
    }

    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// What was found damaged when the file was opened.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn is_enough(&self, goal: Goal) -> bool {
        goal.positions.is_some_and(|positions| self.totals.quiet >= positions)
    }

    /// Plays games until the goal is reached or the word to stop comes; games under way are
    /// then given up. `hear` is told of every game after it was written.
    pub fn play(
        &mut self,
        goal: Goal,
        threads: usize,
        stop: &StopAll,
        hear: impl FnMut(Totals, Effort),
    ) -> Result<Finish, RunError> {
        let end = goal.games.unwrap_or(u32::MAX);
        let mut numbers = Numbers::besides(self.played.keys().copied().collect(), end);
        let next = move || numbers.take();
        let game = |worker: &mut Worker<'_>, number| worker.game(number);
        let finish = self.fill(goal, threads, stop, hear, next, game)?;
        match finish {
            // Nothing but the end of numbers was reached.
            Finish::Reached if goal.games.is_none() && !self.is_enough(goal) => Err(RunError::Full),
            finish => Ok(finish),
        }
    }

    /// Whether the games that are here are those of another file but for their scores, so that
    /// `relabel` may go on with it: games of two files would be told apart by nothing.
    pub fn check_source(&self, games: impl Iterator<Item = GameRecord>) -> Result<(), RunError> {
        let mut unseen = self.played.clone();
        for game in games {
            if unseen.is_empty() {
                break;
            }
            if unseen.remove(&game.number).is_some_and(|known| known != identity(&game)) {
                return Err(RunError::OtherSource { number: game.number });
            }
        }
        match unseen.into_keys().min() {
            Some(number) => Err(RunError::OtherSource { number }),
            None => Ok(()),
        }
    }

    /// Scores games of another file anew, all that are not here yet.
    pub fn relabel(
        &mut self,
        games: impl Iterator<Item = GameRecord> + Send,
        threads: usize,
        stop: &StopAll,
        hear: impl FnMut(Totals, Effort),
    ) -> Result<Finish, RunError> {
        let played = self.played.clone();
        let mut left = games.filter(|game| !played.contains_key(&game.number));
        let relabel = |worker: &mut Worker<'_>, record| worker.relabel(record);
        self.fill(Goal::default(), threads, stop, hear, move || left.next(), relabel)
    }

    /// Fills the file with what workers make of each `next`, until there is no more of it, the
    /// goal is reached or the word to stop comes.
    fn fill<T: Send>(
        &mut self,
        goal: Goal,
        threads: usize,
        stop: &StopAll,
        mut hear: impl FnMut(Totals, Effort),
        next: impl FnMut() -> Option<T> + Send,
        make: impl Fn(&mut Worker<'_>, T) -> Result<(GameRecord, Effort), Unplayed> + Sync,
    ) -> Result<Finish, RunError> {
        if self.is_enough(goal) {
            return Ok(Finish::Reached);
        }
        let next = Mutex::new(next);
        let next = || workers::lock(&next)();
        let (settings, thinker) = (self.header.settings.clone(), self.thinker.clone());
        let work = |told: Sender<News>| {
            if let Err(error) =
                make_all(Worker::new(&settings, &thinker, stop), stop, next, &make, &told)
            {
                // Whoever should hear of it has gone if this fails.
                let _ = told.send(News::Broken(error));
            }
        };
        let (mut enough, mut broken) = (false, None);
        workers::run("games", threads, work, |news| {
            match news {
                News::Finished(record, effort) if !enough && broken.is_none() => {
                    match self.keep(&record) {
                        Ok(()) => hear(self.totals, effort),
                        Err(error) => broken = Some(RunError::Write(error)),
                    }
                    enough = self.is_enough(goal);
                }
                News::Finished(..) => {}
                News::Broken(error) => broken = broken.take().or(Some(error)),
            }
            if enough || broken.is_some() {
                stop.request();
            }
        });
        self.store.sync().map_err(RunError::Write)?;
        match broken {
            Some(error) => Err(error),
            None if enough => Ok(Finish::Reached),
            None if stop.is_requested() => Ok(Finish::Halted),
            None if next().is_some() => Err(RunError::NoThread),
            None => Ok(Finish::Reached),
        }
    }

    fn keep(&mut self, record: &GameRecord) -> io::Result<()> {
        self.store.add(record)?;
        self.played.insert(record.number, identity(record));
        self.totals += Totals::of(record);
        Ok(())
    }
}

/// What one thread does: game after game, until there is none left or the word to stop comes.
fn make_all<T>(
    worker: Result<Worker<'_>, NoMemory>,
    stop: &StopAll,
    next: impl Fn() -> Option<T>,
    make: impl Fn(&mut Worker<'_>, T) -> Result<(GameRecord, Effort), Unplayed>,
    told: &Sender<News>,
) -> Result<(), RunError> {
    let mut worker = worker.map_err(RunError::Memory)?;
    while !stop.is_requested()
        && let Some(task) = next()
    {
        match make(&mut worker, task) {
            Ok((record, effort)) => {
                if told.send(News::Finished(Box::new(record), effort)).is_err() {
                    break;
                }
            }
            Err(Unplayed::Stopped) => break,
            Err(Unplayed::Opening(error)) => return Err(RunError::Opening(error)),
        }
    }
    Ok(())
}
