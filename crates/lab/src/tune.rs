//! A climb that plays: workers nudge the settings of our own engine, play pairs of games with
//! them, and what comes out moves the settings. Everything is in the journal, so that a climb
//! that was broken off goes on where it stood.

mod outcome;
mod plan;

pub use outcome::{PATCH, PRESET, Patch, patch, preset};
pub use plan::{TUNE, TuneError, TuneManifest, TunePlan};

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::Color;
use engine::knobs::{Knob, Knobs};

use crate::arena::Broken;
use crate::crew::{self, lock};
use crate::game::{End, Rules, play};
use crate::halt::Halt;
use crate::journal::{self, Event, JOURNAL, Journal};
use crate::machine;
use crate::openings::{Openings, Source};
use crate::player::Here;
use crate::spsa::{Climb, Parameter};

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
        halt: &Halt,
        mut watch: impl FnMut(&Progress),
    ) -> Result<(), TuneError> {
        let plan = &self.manifest.plan;
        let (source, rules) = (plan.source()?, plan.rules());
        let (knobs, megabytes) = plan.base()?;
        let parameters = plan.parameters()?;
        let path = self.folder.join(JOURNAL);
        let unwritten = |why| TuneError::File { path: path.clone(), why };
        let started = Event::Started { at: machine::now(), workers };
        self.journal.add(&started).map_err(unwritten)?;
        watch(&self.progress);

        let pairs = plan.pairs;
        let queue = Mutex::new(Queue { done: self.progress.done.clone(), next: 0 });
        let climb = Mutex::new(self.progress.climb.clone());
        let mut failure = None;
        let work = |told| {
            let worker = Worker {
                knobs,
                megabytes,
                parameters: &parameters,
                source: &source,
                rules: &rules,
                pairs,
                halt,
                queue: &queue,
                climb: &climb,
                told,
            };
            worker.run();
        };
        crew::employ("climb", workers, work, |item| {
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
                    halt.call();
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

/// What is left to play.
struct Queue {
    done: Vec<bool>,
    next: usize,
}

impl Queue {
    fn take(&mut self) -> Option<u32> {
        let left = self.done.get(self.next..)?;
        let ahead = left.iter().position(|&done| !done)?;
        self.next += ahead + 1;
        Some(self.next as u32 - 1)
    }
}

enum News {
    Played { number: u32, points: Vec<u8> },
    Broken(Broken),
}

struct Worker<'a> {
    knobs: Knobs,
    megabytes: usize,
    parameters: &'a [Parameter],
    source: &'a Source,
    rules: &'a Rules,
    pairs: u32,
    halt: &'a Halt,
    queue: &'a Mutex<Queue>,
    climb: &'a Mutex<Climb>,
    told: Sender<News>,
}

impl Worker<'_> {
    fn run(self) {
        if let Err(error) = self.play_all() {
            // Whoever should hear of it has gone if this fails.
            let _ = self.told.send(News::Broken(error));
        }
    }

    fn play_all(&self) -> Result<(), Broken> {
        let mut openings = self.source.open().map_err(Broken::Memory)?;
        let start = |name| Here::new(name, self.knobs, self.megabytes, self.halt);
        let mut up = start("up").map_err(Broken::Memory)?;
        let mut down = start("down").map_err(Broken::Memory)?;
        loop {
            let Some(number) = lock(self.queue).take() else { return Ok(()) };
            let nudge = lock(self.climb).nudge(number);
            up.turn(turned(self.knobs, self.parameters, &nudge.plus)?);
            down.turn(turned(self.knobs, self.parameters, &nudge.minus)?);
            let Some(points) = self.play(number, &mut up, &mut down, &mut openings)? else {
                return Ok(());
            };
            if self.told.send(News::Played { number, points }).is_err() {
                return Ok(());
            }
        }
    }

    /// The half points of `up` in each pair, or `None` if the games were called off.
    fn play(
        &self,
        number: u32,
        up: &mut Here,
        down: &mut Here,
        openings: &mut Openings,
    ) -> Result<Option<Vec<u8>>, Broken> {
        let mut points = Vec::new();
        for pair in 0..self.pairs {
            let opening = openings.get(number * self.pairs + pair).map_err(Broken::Opening)?;
            let first = play([up, down], &opening, self.rules, self.halt);
            let second = play([down, up], &opening, self.rules, self.halt);
            let (Some(as_white), Some(as_black)) =
                (half_points(&first.end, Color::White), half_points(&second.end, Color::Black))
            else {
                return Ok(None);
            };
            points.push(as_white + as_black);
        }
        Ok(Some(points))
    }
}

/// The settings with these values. A player that cannot be given them would play for others.
fn turned(mut knobs: Knobs, parameters: &[Parameter], values: &[f64]) -> Result<Knobs, Broken> {
    for (parameter, value) in parameters.iter().zip(values) {
        let unknown = || Broken::Setting(format!("{} is no setting", parameter.name));
        let knob = Knob::find(&parameter.name).ok_or_else(unknown)?;
        let set = knob.set(&mut knobs, &value.to_string());
        set.map_err(|why| Broken::Setting(why.to_string()))?;
    }
    Ok(knobs)
}

/// `None` if the game does not count.
fn half_points(end: &End, color: Color) -> Option<u8> {
    end.winner().map(|winner| match winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    })
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
    fn a_value_that_cannot_be_set_is_not_passed_over() {
        let parameters = plan(1).parameters().unwrap();
        let set = |values: &[f64]| turned(Knobs::DEFAULT, &parameters, values);
        assert_eq!(set(&[120.0, 90.0]).unwrap().futility_base, 120);
        let told = set(&[9_999.0, 90.0]).unwrap_err().to_string();
        assert!(told.contains("FutilityBase") && told.contains("50 to 500"), "{told}");
        let stranger = [Parameter { name: "Nonsense".to_owned(), ..parameters[0].clone() }];
        let told = turned(Knobs::DEFAULT, &stranger, &[1.0]).unwrap_err().to_string();
        assert!(told.contains("Nonsense is no setting"), "{told}");
    }

    #[test]
    fn a_climb_that_was_broken_off_goes_on_where_it_stood() {
        let folder = Folder::new("climb");
        let manifest = TuneManifest::new(plan(6), Program::default());
        let mut tuning = Tuning::create(&folder.0, manifest.clone()).unwrap();
        let halt = Halt::default();
        let mut seen = 0;
        tuning
            .play(2, &halt, |progress| {
                seen = progress.iterations();
                if seen == 3 {
                    halt.call();
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
        again.play(2, &Halt::default(), |_| {}).unwrap();
        assert!(again.progress().is_complete());
        assert_eq!(again.progress().games, 12);
        assert!(Tuning::create(&folder.0, manifest).is_err(), "the folder is taken");
    }
}
