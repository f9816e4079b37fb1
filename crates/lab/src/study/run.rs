//! A study in its folder: created, continued, stopped and resumed. Everything is in the journal
//! before it counts.

use core::time::Duration;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex};
use std::time::Instant;

use toolkit::stop::StopAll;
use toolkit::workers::{self, lock};

use super::error::StudyError;
use super::games::{GameMessage, GameWorker, SharedSchedule};
use super::journal::{StudyEvent, StudyGame};
use super::measuring::{MeasureMessage, MeasureWorker, Measuring};
use super::plan::{STUDY, StudyBudget, StudyManifest};
use super::schedule::{Next, Schedule};
use super::state::StudyState;
use crate::journal::JOURNAL;
use crate::line_file::{self, LineFile};
use crate::machine;

/// Why a study ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyFinish {
    /// Everything is measured, or the games of the budget are played.
    Complete,
    /// The time of the budget is used up.
    TimeUp,
    /// Somebody stopped it.
    Stopped,
}

pub struct StudyRun {
    folder: PathBuf,
    manifest: StudyManifest,
    journal: LineFile<StudyEvent>,
    state: StudyState,
    /// When this part of the run began, and the running time before it.
    clock: (Instant, u64),
}

/// What a watcher sees.
pub struct StudyView<'a> {
    pub state: &'a StudyState,
    pub step: StudyStep,
}

/// What has just begun or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StudyStep {
    Measuring(Measuring),
    /// A game of this contest.
    Game(usize),
}

impl StudyRun {
    /// Opens the study in a folder, with this manifest if it is new.
    pub fn open(folder: &Path, manifest: StudyManifest) -> Result<StudyRun, StudyError> {
        let is_new = !folder.join(STUDY).exists();
        if is_new {
            manifest.write(folder)?;
        }
        let mut state = StudyState::new(&manifest.plan);
        let path = folder.join(JOURNAL);
        let journal = LineFile::open(&path, |event| state.add(event))
            .map_err(|why| StudyError::File { path, why })?;
        if !is_new {
            // The budget may have changed. Now that the journal is locked, nobody else reads it.
            manifest.write(folder)?;
        }
        let clock = (Instant::now(), state.spent);
        Ok(StudyRun { folder: folder.to_owned(), manifest, journal, state, clock })
    }

    /// Reads the results of the study in a folder. Another program may be playing it.
    pub fn read(folder: &Path, manifest: &StudyManifest) -> Result<StudyState, StudyError> {
        let mut state = StudyState::new(&manifest.plan);
        let path = folder.join(JOURNAL);
        line_file::read_only(&path, |event| state.add(event))
            .map_err(|why| StudyError::File { path, why })?;
        Ok(state)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn manifest(&self) -> &StudyManifest {
        &self.manifest
    }

    pub fn state(&self) -> &StudyState {
        &self.state
    }

    fn schedule(&self, openings: Option<usize>) -> Schedule {
        let plan = &self.manifest.plan;
        let rules = plan.schedule_rules(&self.manifest.budget, openings);
        let mut schedule = Schedule::new(self.state.contests.len(), rules);
        for game in self.state.games() {
            schedule.add(game.place, game.contest, game.round, game.swapped, game.half_points);
        }
        schedule
    }

    /// The measurements of the plan: of positions, questions and rounds of time.
    pub fn planned_measurements(&self) -> Result<usize, StudyError> {
        let bench = self.manifest.plan.bench()?;
        let missing = bench.missing(&self.state);
        Ok(self.state.measured() + missing.iter().map(Vec::len).sum::<usize>())
    }

    /// The pairs that will be played, if their number is known.
    pub fn planned_pairs(&self) -> Option<u64> {
        self.manifest.plan.schedule_rules(&self.manifest.budget, None).pairs
    }

    /// Running time of the study in all.
    pub fn spent(&self) -> Duration {
        self.clock.0.elapsed() + Duration::from_millis(self.clock.1)
    }

    /// Makes the missing measurements, plays the missing games, and shows each step to `watch`.
    pub fn play(
        &mut self,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(&StudyView<'_>),
    ) -> Result<StudyFinish, StudyError> {
        self.write(&StudyEvent::Started { at: machine::now(), workers })?;
        let measured = self.measure(workers, stop, &mut watch);
        let played = match measured {
            Ok(StudyFinish::Complete) => self.play_games(workers, stop, &mut watch),
            other => other,
        };
        let finish = match &played {
            Err(error) => error.to_string(),
            Ok(finish) => format!("{finish:?}").to_lowercase(),
        };
        // Nothing depends on this event.
        let _ = self.write(&StudyEvent::Stopped { at: machine::now(), why: finish });
        played
    }

    fn measure(
        &mut self,
        workers: usize,
        stop: &StopAll,
        watch: &mut impl FnMut(&StudyView<'_>),
    ) -> Result<StudyFinish, StudyError> {
        let bench = self.manifest.plan.bench()?;
        let deadline = self.deadline();
        for (group, alone) in [false, false, true].into_iter().enumerate() {
            let missing = &bench.missing(&self.state)[group];
            let nodes = |position| self.state.measurement(0, position).map(|found| found.nodes);
            let baseline: Vec<Option<u64>> = (0..bench.setups.len()).map(nodes).collect();
            let queue = Mutex::new(missing.iter());
            let work = |sender| {
                let (bench, baseline, queue) = (&bench, &baseline[..], &queue);
                MeasureWorker { bench, baseline, queue, stop, deadline, sender }.run();
            };
            let (workers, mut failure) = (if alone { 1 } else { workers }, None);
            workers::run("measuring", workers, work, |message| {
                let step = match message {
                    MeasureMessage::Failed(error) => Err(StudyError::Play(error)),
                    MeasureMessage::Began(measuring) => Ok(Some(measuring)),
                    MeasureMessage::Measured(event) => self.record(event).map(|()| None),
                };
                match step {
                    Ok(Some(measuring)) => {
                        let step = StudyStep::Measuring(measuring);
                        watch(&StudyView { state: &self.state, step });
                    }
                    Ok(None) => {}
                    Err(error) => {
                        failure = failure.take().or(Some(error));
                        stop.request();
                    }
                }
            });
            if let Some(error) = failure {
                return Err(error);
            }
            if !bench.missing(&self.state)[group].is_empty() {
                return Ok(match stop.is_requested() {
                    true => StudyFinish::Stopped,
                    false => StudyFinish::TimeUp,
                });
            }
        }
        Ok(StudyFinish::Complete)
    }

    fn play_games(
        &mut self,
        workers: usize,
        stop: &StopAll,
        watch: &mut impl FnMut(&StudyView<'_>),
    ) -> Result<StudyFinish, StudyError> {
        let plan = self.manifest.plan.clone();
        let (engines, contests) = (plan.engines()?, plan.contests());
        let (openings, rules) = (plan.open_openings()?, plan.rules());
        let deadline = self.deadline();
        let schedule = Mutex::new(self.schedule(openings.len()));
        let shared = SharedSchedule { schedule, changed: Condvar::new() };
        let work = |sender| {
            let worker = GameWorker {
                engines: &engines,
                contests: &contests,
                openings: &openings,
                rules: &rules,
                stop,
                deadline,
                shared: &shared,
                sender,
            };
            worker.run();
        };
        let mut failure = None;
        workers::run("study", workers, work, |message| {
            let (contest, kept) = match message {
                GameMessage::Failed(error) => (0, Err(StudyError::Play(error))),
                GameMessage::Began { contest } => (contest, Ok(())),
                GameMessage::Finished(game) => (game.contest, self.keep(game, &shared)),
            };
            match kept {
                Ok(()) => watch(&StudyView { state: &self.state, step: StudyStep::Game(contest) }),
                Err(error) => {
                    failure = failure.take().or(Some(error));
                    stop.request();
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let is_finished = matches!(self.schedule(openings.len()).take(), Next::Finished);
        Ok(match (is_finished, stop.is_requested()) {
            (true, _) => StudyFinish::Complete,
            (false, true) => StudyFinish::Stopped,
            (false, false) => StudyFinish::TimeUp,
        })
    }

    fn deadline(&self) -> Option<Instant> {
        let StudyBudget { seconds, .. } = self.manifest.budget;
        let left = Duration::try_from_secs_f64(seconds?).ok()?.saturating_sub(self.spent());
        Some(Instant::now() + left)
    }

    /// Writes a game, then counts it.
    fn keep(&mut self, game: StudyGame, shared: &SharedSchedule) -> Result<(), StudyError> {
        let StudyGame { place, contest, round, swapped, half_points, .. } = game;
        self.record(StudyEvent::Game(game))?;
        lock(&shared.schedule).add(place, contest, round, swapped, half_points);
        shared.changed.notify_all();
        Ok(())
    }

    /// Writes an event, then counts it.
    fn record(&mut self, event: StudyEvent) -> Result<(), StudyError> {
        let event = event.at(self.spent().as_millis() as u64);
        self.write(&event)?;
        self.state.add(event);
        Ok(())
    }

    fn write(&mut self, event: &StudyEvent) -> Result<(), StudyError> {
        let written = self.journal.add(event);
        let path = || self.folder.join(JOURNAL);
        written.map(|_| ()).map_err(|why| StudyError::File { path: path(), why })
    }
}
