//! A run of self-play: fills a new or an existing file until its goal is reached.

use core::error::Error;
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

use super::EngineSetup;
use super::game_numbers::GameNumbers;
use super::opening::NoOpening;
use super::worker::{Effort, GameError, Worker};
use crate::archive::Fault;
use crate::filter::Filter;
use crate::format::{GameRecord, Header};
use crate::store::{Store, StoreError};

/// A file of games that is being filled.
pub struct Run {
    header: Header,
    store: Store,
    /// The fingerprint of each game in the file, by number.
    played: HashMap<u32, u32>,
    totals: Totals,
    faults: Vec<Fault>,
    setup: EngineSetup,
}

/// The games and positions of a file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub games: u64,
    pub positions: u64,
    /// Positions that the default filter keeps.
    pub quiet: u64,
}

impl Totals {
    /// The totals of one game.
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

/// What a file should hold in the end, earlier games included. With neither, games are played until
/// a stop is requested.
#[derive(Clone, Copy, Default, Debug)]
pub struct Goal {
    pub games: Option<u32>,
    /// Positions that the default filter keeps.
    pub positions: Option<u64>,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// The goal is reached.
    Reached,
    /// A stop was requested.
    Stopped,
}

/// Why a run failed.
#[derive(Debug)]
pub enum RunError {
    /// There is no memory for a hash table.
    Memory(NoMemory),
    /// No opening was accepted.
    Opening(NoOpening),
    /// A game could not be written.
    Write(io::Error),
    /// All 2^32 numbers are used.
    Full,
    /// The file holds another game of this number than the source of a relabelling.
    OtherSource { number: u32 },
    /// No thread could be started.
    NoThread,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Memory(_) => f.write_str("cannot create an engine"),
            RunError::Opening(_) => f.write_str("cannot start a game"),
            RunError::Write(_) => f.write_str("cannot write a game"),
            RunError::Full => f.write_str("all game numbers are used; expected another file"),
            RunError::OtherSource { number } => write!(
                f,
                "it holds games of another file: game {number} differs there; expected the file that \
                 it was made from, or a new name"
            ),
            RunError::NoThread => f.write_str("no thread could be started"),
        }
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RunError::Memory(error) => Some(error),
            RunError::Opening(error) => Some(error),
            RunError::Write(error) => Some(error),
            RunError::Full | RunError::OtherSource { .. } | RunError::NoThread => None,
        }
    }
}

/// What a worker reports.
enum WorkerMessage {
    Finished(Box<GameRecord>, Effort),
    /// The worker failed; no more games are played.
    Failed(RunError),
}

impl Run {
    /// Opens or creates the file. Damage is kept for [`Run::faults`].
    pub fn open(path: &Path, header: Header) -> Result<Run, StoreError> {
        let (mut played, mut totals, mut faults) = (HashMap::new(), Totals::default(), Vec::new());
        let store = Store::open(path, &header, |game| match game {
            Ok(record) => {
                played.insert(record.number, record.fingerprint());
                totals += Totals::of(record);
            }
            Err(fault) => faults.push(fault),
        })?;
        Ok(Run { header, store, played, totals, faults, setup: EngineSetup::default() })
    }

    /// Replaces the engine, by default the one as it is built.
    pub fn with_setup(self, setup: EngineSetup) -> Run {
        Run { setup, ..self }
    }

    /// What the file holds.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The damage found when the file was opened.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn is_enough(&self, goal: Goal) -> bool {
        goal.positions.is_some_and(|positions| self.totals.quiet >= positions)
    }

    /// Plays games until the goal is reached or a stop is requested; unfinished games are then
    /// discarded. `on_game` is called after each game was written.
    pub fn play(
        &mut self,
        goal: Goal,
        threads: usize,
        stop: &StopAll,
        on_game: impl FnMut(Totals, Effort),
    ) -> Result<Finish, RunError> {
        let end = goal.games.unwrap_or(u32::MAX);
        let mut numbers = GameNumbers::missing_from(self.played.keys().copied().collect(), end);
        let next = move || numbers.take();
        let game = |worker: &mut Worker<'_>, number| worker.game(number);
        let finish = self.fill(goal, threads, stop, on_game, next, game)?;
        match finish {
            // The numbers ran out before the goal was reached.
            Finish::Reached if goal.games.is_none() && !self.is_enough(goal) => Err(RunError::Full),
            finish => Ok(finish),
        }
    }

    /// Checks that the games in this file are those of the source but for their scores, so that
    /// `relabel` may continue it: games of two sources could not be told apart later.
    pub fn check_source(&self, games: impl Iterator<Item = GameRecord>) -> Result<(), RunError> {
        let mut unchecked = self.played.clone();
        for game in games {
            if unchecked.is_empty() {
                break;
            }
            if unchecked.remove(&game.number).is_some_and(|known| known != game.fingerprint()) {
                return Err(RunError::OtherSource { number: game.number });
            }
        }
        match unchecked.into_keys().min() {
            Some(number) => Err(RunError::OtherSource { number }),
            None => Ok(()),
        }
    }

    /// Searches the games of another file again and stores them with new scores; skips those that
    /// this file already holds.
    pub fn relabel(
        &mut self,
        games: impl Iterator<Item = GameRecord> + Send,
        threads: usize,
        stop: &StopAll,
        on_game: impl FnMut(Totals, Effort),
    ) -> Result<Finish, RunError> {
        let played = self.played.clone();
        let mut left = games.filter(|game| !played.contains_key(&game.number));
        let relabel = |worker: &mut Worker<'_>, record| worker.relabel(record);
        self.fill(Goal::default(), threads, stop, on_game, move || left.next(), relabel)
    }

    /// Fills the file with the games that workers make of each `next`, until there is none left,
    /// the goal is reached or a stop is requested.
    fn fill<T: Send>(
        &mut self,
        goal: Goal,
        threads: usize,
        stop: &StopAll,
        mut on_game: impl FnMut(Totals, Effort),
        next: impl FnMut() -> Option<T> + Send,
        make: impl Fn(&mut Worker<'_>, T) -> Result<(GameRecord, Effort), GameError> + Sync,
    ) -> Result<Finish, RunError> {
        if self.is_enough(goal) {
            return Ok(Finish::Reached);
        }
        let next = Mutex::new(next);
        let next = || workers::lock(&next)();
        let (settings, setup) = (self.header.settings.clone(), self.setup.clone());
        let work = |messages: Sender<WorkerMessage>| {
            if let Err(error) =
                make_all(Worker::new(&settings, &setup, stop), stop, next, &make, &messages)
            {
                // Fails only if the receiver is gone.
                let _ = messages.send(WorkerMessage::Failed(error));
            }
        };
        let (mut enough, mut failure) = (false, None);
        workers::run("games", threads, work, |message| {
            match message {
                WorkerMessage::Finished(record, effort) if !enough && failure.is_none() => {
                    match self.keep(&record) {
                        Ok(()) => on_game(self.totals, effort),
                        Err(error) => failure = Some(RunError::Write(error)),
                    }
                    enough = self.is_enough(goal);
                }
                WorkerMessage::Finished(..) => {}
                WorkerMessage::Failed(error) => failure = failure.take().or(Some(error)),
            }
            if enough || failure.is_some() {
                stop.request();
            }
        });
        self.store.sync().map_err(RunError::Write)?;
        match failure {
            Some(error) => Err(error),
            None if enough => Ok(Finish::Reached),
            None if stop.is_requested() => Ok(Finish::Stopped),
            None if next().is_some() => Err(RunError::NoThread),
            None => Ok(Finish::Reached),
        }
    }

    fn keep(&mut self, record: &GameRecord) -> io::Result<()> {
        self.store.add(record)?;
        self.played.insert(record.number, record.fingerprint());
        self.totals += Totals::of(record);
        Ok(())
    }
}

/// The loop of one thread: one game after another, until there is none left or a stop is requested.
fn make_all<T>(
    worker: Result<Worker<'_>, NoMemory>,
    stop: &StopAll,
    next: impl Fn() -> Option<T>,
    make: impl Fn(&mut Worker<'_>, T) -> Result<(GameRecord, Effort), GameError>,
    messages: &Sender<WorkerMessage>,
) -> Result<(), RunError> {
    let mut worker = worker.map_err(RunError::Memory)?;
    while !stop.is_requested()
        && let Some(task) = next()
    {
        match make(&mut worker, task) {
            Ok((record, effort)) => {
                if messages.send(WorkerMessage::Finished(Box::new(record), effort)).is_err() {
                    break;
                }
            }
            Err(GameError::Stopped) => break,
            Err(GameError::Opening(error)) => return Err(RunError::Opening(error)),
        }
    }
    Ok(())
}
