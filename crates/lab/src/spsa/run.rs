//! An SPSA run in its folder. Every iteration is in the journal before it moves a value, so that a
//! stopped run resumes with the same values.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use toolkit::stop::StopAll;
use toolkit::workers::{self, lock};

use crate::journal::{self, Event, JOURNAL, Journal};
use crate::machine;
use crate::run::RunFinish;

use super::optimiser::Spsa;
use super::plan::{SpsaError, SpsaManifest};
use super::worker::{IterationQueue, SpsaMessage, SpsaWorker};

pub struct SpsaRun {
    folder: PathBuf,
    manifest: SpsaManifest,
    journal: Journal,
    progress: SpsaProgress,
}

/// The iterations so far and the values they led to.
pub struct SpsaProgress {
    pub spsa: Spsa,
    /// Which iterations have moved the values, by number.
    done: Vec<bool>,
    /// The values after each iteration, in the order of their results.
    pub trace: Vec<Vec<f64>>,
    pub games: u64,
}

impl SpsaProgress {
    fn new(manifest: &SpsaManifest) -> Result<SpsaProgress, SpsaError> {
        let plan = &manifest.plan;
        let spsa = Spsa::new(plan.parameters()?, plan.iterations, plan.seed);
        let trace = vec![spsa.values().to_vec()];
        Ok(SpsaProgress { spsa, done: vec![false; plan.iterations as usize], trace, games: 0 })
    }

    /// Reads the progress of the run in a folder. Another program may be playing it.
    pub fn read(folder: &Path, manifest: &SpsaManifest) -> Result<SpsaProgress, SpsaError> {
        let mut progress = SpsaProgress::new(manifest)?;
        journal::read_only(folder, |event| progress.replay(event))
            .map_err(|why| SpsaError::File { path: folder.join(JOURNAL), why })?;
        Ok(progress)
    }

    fn replay(&mut self, event: Event) {
        if let Event::Iteration { number, points } = event {
            self.update(number, &points);
        }
    }

    /// Moves the values by the result of an iteration, unless it has moved them already.
    fn update(&mut self, iteration: u32, points: &[u8]) {
        match self.done.get_mut(iteration as usize) {
            Some(done) if !*done => *done = true,
            _ => return,
        }
        // A pair has four half points; two are an even result.
        let result: i32 = points.iter().map(|&points| i32::from(points) - 2).sum();
        self.spsa.update(iteration, f64::from(result));
        self.trace.push(self.spsa.values().to_vec());
        self.games += 2 * points.len() as u64;
    }

    pub fn iterations(&self) -> usize {
        self.trace.len() - 1
    }

    pub fn is_complete(&self) -> bool {
        self.iterations() == self.done.len()
    }
}

impl SpsaRun {
    pub fn create(folder: &Path, manifest: SpsaManifest) -> Result<SpsaRun, SpsaError> {
        manifest.write(folder)?;
        SpsaRun::open(folder, manifest)
    }

    /// Resumes a run: its values follow from its journal.
    pub fn open(folder: &Path, manifest: SpsaManifest) -> Result<SpsaRun, SpsaError> {
        let mut progress = SpsaProgress::new(&manifest)?;
        let journal = Journal::open(folder, |event| progress.replay(event))
            .map_err(|why| SpsaError::File { path: folder.join(JOURNAL), why })?;
        Ok(SpsaRun { folder: folder.to_owned(), manifest, journal, progress })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn manifest(&self) -> &SpsaManifest {
        &self.manifest
    }

    pub fn progress(&self) -> &SpsaProgress {
        &self.progress
    }

    /// Plays the missing iterations and passes the progress after each to `watch`.
    pub fn play(
        &mut self,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(&SpsaProgress),
    ) -> Result<(), SpsaError> {
        let plan = &self.manifest.plan;
        let (openings, rules) = (plan.open_openings()?, plan.rules());
        let base = plan.base()?;
        let parameters = self.progress.spsa.parameters().to_vec();
        let path = self.folder.join(JOURNAL);
        let failed = |why| SpsaError::File { path: path.clone(), why };
        let started = Event::Started { at: machine::now(), workers };
        self.journal.add(&started).map_err(failed)?;
        watch(&self.progress);

        let pairs = plan.pairs;
        let queue = Mutex::new(IterationQueue::new(self.progress.done.clone()));
        let spsa = Mutex::new(self.progress.spsa.clone());
        let mut failure = None;
        let work = |sender| {
            let worker = SpsaWorker {
                base: &base,
                parameters: &parameters,
                openings: &openings,
                rules: &rules,
                pairs,
                stop,
                queue: &queue,
                spsa: &spsa,
                sender,
            };
            worker.run();
        };
        workers::run("spsa", workers, work, |message| {
            let kept = match message {
                SpsaMessage::Failed(error) => Err(SpsaError::Play(error)),
                SpsaMessage::Played { number, points } => {
                    let event = Event::Iteration { number, points: points.clone() };
                    self.journal.add(&event).map_err(failed).map(|_| {
                        self.progress.update(number, &points);
                        *lock(&spsa) = self.progress.spsa.clone();
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
            None if self.progress.is_complete() => RunFinish::AllPlayed.to_string(),
            None => RunFinish::Stopped.to_string(),
        };
        // Nothing depends on this event: a run that cannot write it is still complete.
        let _ = self.journal.add(&Event::Stopped { at: machine::now(), why });
        failure.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Program;
    use crate::spsa::SpsaPlan;
    use toolkit::TempFolder;

    fn plan(iterations: u32) -> SpsaPlan {
        SpsaPlan {
            lines: vec![
                "FutilityBase, int, 100, 50, 500, 20, 0.02".to_owned(),
                "NullMoveStaticMargin, int, 80, 50, 300, 10, 0.02".to_owned(),
            ],
            iterations,
            limit: crate::limit::Limit::Nodes(50),
            ..SpsaPlan::default()
        }
    }

    #[test]
    fn a_stopped_run_resumes_with_the_same_values() {
        let folder = TempFolder::new("spsa");
        let manifest = SpsaManifest::new(plan(6), Program::default());
        let mut run = SpsaRun::create(folder.path(), manifest.clone()).unwrap();
        let stop = StopAll::default();
        let mut seen = 0;
        run.play(2, &stop, |progress| {
            seen = progress.iterations();
            if seen == 3 {
                stop.request();
            }
        })
        .unwrap();
        assert!((3..6).contains(&seen), "{seen}");
        let values = run.progress().spsa.values().to_vec();
        drop(run);

        let read = SpsaManifest::read(folder.path()).unwrap();
        assert_eq!(read, manifest);
        let mut again = SpsaRun::open(folder.path(), read).unwrap();
        assert_eq!(again.progress().spsa.values(), values);
        again.play(2, &StopAll::default(), |_| {}).unwrap();
        assert!(again.progress().is_complete());
        assert_eq!(again.progress().games, 12);
        assert!(SpsaRun::create(folder.path(), manifest).is_err(), "the folder is taken");
    }
}
