//! A climb that plays: workers nudge the settings of our own engine, play pairs of games with
//! them, and what comes out moves the settings. Everything is in the journal, so that a climb
//! that was broken off goes on where it stood.

mod outcome;
mod plan;
mod worker;

pub use outcome::{PATCH, PRESET, Patch, patch, preset};
pub use plan::{TUNE, TuneError, TuneManifest, TunePlan};

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use toolkit::stop::StopAll;
use toolkit::workers::{self, lock};

use crate::journal::{self, Event, JOURNAL, Journal};
use crate::machine;
use crate::spsa::Climb;
use worker::{News, Queue, Worker};

/// A climb in its folder.
pub struct Tuning {
    folder: PathBuf,
    manifest: TuneManifest,
    journal: Journal,
    progress: Progress,
}

/// How far a climb has come.
pub struct Progress {
    pub climb: Climb,
    /// By number, which iterations have been learned from.
    done: Vec<bool>,
    /// The values after each iteration, in the order they were learned.
    pub trace: Vec<Vec<f64>>,
    pub games: u64,
}

impl Progress {
    fn new(manifest: &TuneManifest) -> Result<Progress, TuneError> {
        let plan = &manifest.plan;
        let climb = Climb::new(plan.parameters()?, plan.iterations, plan.seed);
        let trace = vec![climb.values().to_vec()];
        Ok(Progress { climb, done: vec![false; plan.iterations as usize], trace, games: 0 })
    }

    /// How far the climb in a folder has come, which somebody may be at.
    pub fn read(folder: &Path, manifest: &TuneManifest) -> Result<Progress, TuneError> {
        let mut progress = Progress::new(manifest)?;
        journal::read_only(folder, |event| progress.hear(event))
            .map_err(|why| TuneError::File { path: folder.join(JOURNAL), why })?;
        Ok(progress)
    }

    fn hear(&mut self, event: Event) {
        if let Event::Iteration { number, points } = event {
            self.learn(number, &points);
        }
    }

    /// Says whether it counts; none does twice.
    fn learn(&mut self, iteration: u32, points: &[u8]) -> bool {
        match self.done.get_mut(iteration as usize) {
            Some(done) if !*done => *done = true,
            _ => return false,
        }
        // Of the four half points of a pair, those above two are wins too many.
        let result: i32 = points.iter().map(|&points| i32::from(points) - 2).sum();
        self.climb.learn(iteration, f64::from(result));
        self.trace.push(self.climb.values().to_vec());
        self.games += 2 * points.len() as u64;
        true
    }

    pub fn iterations(&self) -> usize {
        self.trace.len() - 1
    }

    pub fn is_complete(&self) -> bool {
        self.iterations() == self.done.len()
    }
}

impl Tuning {
    pub fn create(folder: &Path, manifest: TuneManifest) -> Result<Tuning, TuneError> {
        manifest.write(folder)?;
        Tuning::open(folder, manifest)
    }

    /// Goes on with a climb: where it stands follows from its journal.
    pub fn open(folder: &Path, manifest: TuneManifest) -> Result<Tuning, TuneError> {
        let mut progress = Progress::new(&manifest)?;
        let journal = Journal::open(folder, |event| progress.hear(event))
            .map_err(|why| TuneError::File { path: folder.join(JOURNAL), why })?;
        Ok(Tuning { folder: folder.to_owned(), manifest, journal, progress })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn manifest(&self) -> &TuneManifest {
        &self.manifest
    }

    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Plays what is missing; `watch` is shown how the climb stands after each iteration.
    pub fn play(
        &mut self,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(&Progress),
    ) -> Result<(), TuneError> {
        let plan = &self.manifest.plan;
        let (source, rules) = (plan.source()?, plan.rules());
        let base = plan.base()?;
        let parameters = plan.parameters()?;
        let path = self.folder.join(JOURNAL);
        let unwritten = |why| TuneError::File { path: path.clone(), why };
        let started = Event::Started { at: machine::now(), workers };
        self.journal.add(&started).map_err(unwritten)?;
        watch(&self.progress);

        let pairs = plan.pairs;
        let queue = Mutex::new(Queue::new(self.progress.done.clone()));
        let climb = Mutex::new(self.progress.climb.clone());
        let mut failure = None;
        let work = |told| {
            let worker = Worker {
                base: &base,
                parameters: &parameters,
                source: &source,
                rules: &rules,
                pairs,
                stop,
                queue: &queue,
                climb: &climb,
                told,
            };
            worker.run();
        };
        workers::run("climb", workers, work, |item| {
            let kept = match item {
                News::Broken(error) => Err(TuneError::Broken(error)),
                News::Played { number, points } => {
                    let event = Event::Iteration { number, points: points.clone() };
                    self.journal.add(&event).map_err(unwritten).map(|_| {
                        self.progress.learn(number, &points);
                        *lock(&climb) = self.progress.climb.clone();
                    })
                }
            };
            match kept {
                Ok(()) => watch(&self.progress),
                Err(error) => {
                    failure = failure.take().or(Some(error));
                    stop.request();
                }
            }
        });
        let why = match &failure {
            Some(error) => error.to_string(),
            None if self.progress.is_complete() => "Played".to_owned(),
            None => "Halted".to_owned(),
        };
        // A climb that cannot note its end is no worse for it.
        let _ = self.journal.add(&Event::Stopped { at: machine::now(), why });
        failure.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::Folder;
    use crate::manifest::Program;

    fn plan(iterations: u32) -> TunePlan {
        TunePlan {
            lines: vec![
                "FutilityBase, int, 100, 50, 500, 20, 0.02".to_owned(),
                "NullMoveStaticMargin, int, 80, 50, 300, 10, 0.02".to_owned(),
            ],
            iterations,
            limit: crate::limit::Limit::Nodes(50),
            ..TunePlan::default()
        }
    }

    #[test]
    fn a_climb_that_was_broken_off_goes_on_where_it_stood() {
        let folder = Folder::new("climb");
        let manifest = TuneManifest::new(plan(6), Program::default());
        let mut tuning = Tuning::create(&folder.0, manifest.clone()).unwrap();
        let stop = StopAll::default();
        let mut seen = 0;
        tuning
            .play(2, &stop, |progress| {
                seen = progress.iterations();
                if seen == 3 {
                    stop.request();
                }
            })
            .unwrap();
        assert!((3..6).contains(&seen), "{seen}");
        let values = tuning.progress().climb.values().to_vec();
        drop(tuning);

        let read = TuneManifest::read(&folder.0).unwrap();
        assert_eq!(read, manifest);
        let mut again = Tuning::open(&folder.0, read).unwrap();
        assert_eq!(again.progress().climb.values(), values);
        again.play(2, &StopAll::default(), |_| {}).unwrap();
        assert!(again.progress().is_complete());
        assert_eq!(again.progress().games, 12);
        assert!(Tuning::create(&folder.0, manifest).is_err(), "the folder is taken");
    }
}
