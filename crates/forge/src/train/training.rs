//! A training in its folder: begun or resumed, until all steps are made or it is stopped.

mod error;

use core::ops::ControlFlow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

pub use error::TrainError;

use super::batches::{Batches, READ_AHEAD};
use super::cache::{Cache, CacheHeader};
use super::checkpoint::{CHECKPOINT, Checkpoint, Snapshot, fault};
use super::config::Config;
use super::learner::Learner;
use super::log::{Entry, LOG, Log};
use super::recipe::{RECIPE, Recipe};
use super::schedule::Schedule;
use crate::bullet::PackedPosition;

/// A training that can be run.
pub struct Training {
    folder: PathBuf,
    config: Config,
    /// The complete recipe as TOML.
    text: String,
    data: Cache,
    held_out: Vec<PackedPosition>,
    held_out_header: CacheHeader,
    learner: Learner,
    log: Log,
    batches: Batches,
    schedule: Schedule,
    step: u64,
    /// The loss summed since the last report, and its number of positions.
    loss: f64,
    counted: u64,
}

/// The progress of a training after a step.
#[derive(Clone, Copy, Debug)]
pub struct StepReport<'a> {
    pub step: u64,
    pub steps: u64,
    /// Positions of the batch.
    pub positions: u64,
    /// Mean loss since the last report.
    pub loss: f64,
    /// The report, if one was made after this step.
    pub report: Option<&'a Entry>,
}

/// How a training ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All steps are made.
    Complete,
    /// The caller stopped it.
    Stopped,
}

impl Checkpoint {
    fn of_folder(folder: &Path) -> Result<Checkpoint, TrainError> {
        let path = folder.join(CHECKPOINT);
        Checkpoint::read(&path).map_err(|error| TrainError::Checkpoint(path, error))
    }
}

impl Training {
    /// Begins a training in a folder that has none. `text` is its recipe. The weights are random,
    /// or those of the finished training in the folder `after`.
    pub fn begin(
        folder: &Path,
        text: &str,
        data: Cache,
        held_out: Cache,
        threads: usize,
        after: Option<&Path>,
    ) -> Result<Training, TrainError> {
        if folder.join(CHECKPOINT).exists() {
            return Err(TrainError::Begun(folder.to_owned()));
        }
        let config = Config::parse(text).map_err(TrainError::Config)?;
        let recipe = recipe_for(folder, &config)?;
        let mut learner = Learner::new(&config, threads);
        if let Some(other) = after {
            let checkpoint = Checkpoint::of_folder(other)?;
            if checkpoint.config.shape() != config.shape() {
                return Err(TrainError::OtherShape(other.to_owned()));
            }
            learner.start_from(checkpoint.learned);
        }
        fs::create_dir_all(folder).map_err(|error| TrainError::Io(folder.to_owned(), error))?;
        let log = open_log(folder)?;
        let training = Training::open(folder, config, data, held_out, learner, log, 0)?;
        training.save()?;
        write_recipe(&recipe)?;
        Ok(training)
    }

    /// Resumes the training of a folder; recipe and positions must be the same.
    pub fn resume(
        folder: &Path,
        text: &str,
        data: Cache,
        held_out: Cache,
        threads: usize,
    ) -> Result<Training, TrainError> {
        let config = Config::parse(text).map_err(TrainError::Config)?;
        let path = folder.join(CHECKPOINT);
        fs::metadata(&path).map_err(|error| TrainError::Checkpoint(path, error.into()))?;
        // Locked before the checkpoint is read: another program may still be writing it.
        let log = open_log(folder)?;
        let checkpoint = Checkpoint::of_folder(folder)?;
        let differences = config.differences(&checkpoint.config);
        if !differences.is_empty() {
            return Err(TrainError::OtherConfig(differences));
        }
        if checkpoint.data != [data.header(), held_out.header()] {
            return Err(TrainError::OtherData);
        }
        let recipe = recipe_for(folder, &config)?;
        let Checkpoint { step, loss, counted, learned, mean, square, .. } = checkpoint;
        let mut learner = Learner::new(&config, threads);
        learner.restore(learned, mean, square);
        let training = Training::open(folder, config, data, held_out, learner, log, step)?;
        write_recipe(&recipe)?;
        Ok(Training { loss, counted, ..training })
    }

    fn open(
        folder: &Path,
        config: Config,
        data: Cache,
        mut held_out: Cache,
        learner: Learner,
        mut log: Log,
        step: u64,
    ) -> Result<Training, TrainError> {
        for cache in [&data, &held_out] {
            if cache.positions() == 0 {
                return Err(TrainError::Empty(cache.path().to_owned()));
            }
        }
        let mut positions = Vec::new();
        let read = held_out.read(0, config.held_out, &mut positions);
        read.map_err(|error| TrainError::Cache(held_out.path().to_owned(), error))?;
        log.truncate_after(step).map_err(|error| TrainError::Io(folder.join(LOG), error))?;
        let (batch, seed) = (config.batch as u64, config.seed);
        let batches = Batches { positions: data.positions(), size: batch, seed };
        Ok(Training {
            folder: folder.to_owned(),
            schedule: config.schedule(batches.per_epoch()),
            text: config.to_toml().map_err(TrainError::Config)?,
            config,
            data,
            held_out: positions,
            held_out_header: held_out.header(),
            learner,
            log,
            batches,
            step,
            loss: 0.0,
            counted: 0,
        })
    }

    /// Steps made.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Steps of the whole training.
    pub fn steps(&self) -> u64 {
        self.schedule.steps
    }

    /// Makes all steps, and calls `on_step` after each. A checkpoint is written at every report and
    /// at the end, unless the training has diverged.
    pub fn run(
        &mut self,
        mut on_step: impl FnMut(StepReport<'_>) -> ControlFlow<()>,
    ) -> Result<Finish, TrainError> {
        let path = self.data.path().to_owned();
        let mut data =
            Cache::open(&path).map_err(|error| TrainError::Cache(path.clone(), error))?;
        if data.header() != self.data.header() {
            return Err(TrainError::OtherData);
        }
        let (batches, first) = (self.batches, self.step);
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(READ_AHEAD);
            scope.spawn(move || batches.read(&mut data, first, &sender));
            let (mut reported, mut since) = (Instant::now(), 0);
            while self.step < self.schedule.steps {
                // The reader ends only after an error, which it sends.
                let Ok(batch) = receiver.recv() else { break };
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        self.save()?;
                        return Err(TrainError::Cache(path.clone(), error));
                    }
                };
                self.make_step(&batch)?;
                since += batch.len() as u64;
                let mean = self.loss / self.counted.max(1) as f64;
                let due = self.step.is_multiple_of(self.config.superbatch as u64)
                    || self.step == self.schedule.steps;
                let report = match due {
                    true => Some(self.report(since as f64 / reported.elapsed().as_secs_f64())?),
                    false => None,
                };
                if due {
                    (reported, since) = (Instant::now(), 0);
                }
                let progress = StepReport {
                    step: self.step,
                    steps: self.schedule.steps,
                    positions: batch.len() as u64,
                    loss: mean,
                    report: report.as_ref(),
                };
                if on_step(progress).is_break() {
                    break;
                }
            }
            self.save()?;
            Ok(match self.step < self.schedule.steps {
                true => Finish::Stopped,
                false => Finish::Complete,
            })
        })
    }

    fn make_step(&mut self, batch: &[PackedPosition]) -> Result<(), TrainError> {
        let rate = self.schedule.rate(self.step);
        self.step += 1;
        self.loss += self.learner.step(batch, self.step, rate);
        self.counted += batch.len() as u64;
        match self.loss.is_finite() {
            true => Ok(()),
            false => Err(TrainError::Diverged { step: self.step }),
        }
    }

    fn report(&mut self, positions_per_second: f64) -> Result<Entry, TrainError> {
        let held_out = self.learner.loss(&self.held_out) / self.held_out.len().max(1) as f64;
        self.check(held_out)?;
        let batch = self.batches.size.min(self.batches.positions);
        let entry = Entry {
            superbatch: self.step.div_ceil(self.config.superbatch as u64),
            step: self.step,
            epoch: self.step as f64 / self.batches.per_epoch() as f64,
            positions: self.step * batch,
            rate: self.schedule.rate(self.step.saturating_sub(1)),
            loss: self.loss / self.counted.max(1) as f64,
            held_out,
            positions_per_second,
        };
        (self.loss, self.counted) = (0.0, 0);
        let failed = |error| TrainError::Io(self.folder.join(LOG), error);
        self.log.add(&entry).map_err(failed)?;
        self.save()?;
        Ok(entry)
    }

    /// Refuses invalid numbers, which must not replace the last good checkpoint.
    fn check(&self, loss: f64) -> Result<(), TrainError> {
        match fault(&self.config, self.learner.rows(), loss) {
            Some(_) => Err(TrainError::Diverged { step: self.step }),
            None => Ok(()),
        }
    }

    fn save(&self) -> Result<(), TrainError> {
        self.check(self.loss)?;
        let path = self.folder.join(CHECKPOINT);
        let snapshot = Snapshot {
            text: &self.text,
            data: [self.data.header(), self.held_out_header],
            step: self.step,
            loss: self.loss,
            counted: self.counted,
            rows: self.learner.rows(),
        };
        snapshot.write(&path).map_err(|error| TrainError::Io(path, error))
    }
}

/// The log of a training, locked while this one lasts.
fn open_log(folder: &Path) -> Result<Log, TrainError> {
    let path = folder.join(LOG);
    Log::open(&path).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => TrainError::Busy(folder.to_owned()),
        _ => TrainError::Io(path, error),
    })
}

/// The recipe of a training, for its folder.
fn recipe_for(folder: &Path, config: &Config) -> Result<Recipe, TrainError> {
    let path = folder.join(RECIPE);
    let text = config.to_toml().map_err(TrainError::Config)?;
    Recipe::at(path.clone(), &text).map_err(|error| TrainError::Recipe(path, error))
}

fn write_recipe(recipe: &Recipe) -> Result<(), TrainError> {
    recipe.write().map_err(|error| TrainError::Io(recipe.path().to_owned(), error))
}

#[cfg(test)]
mod tests;
