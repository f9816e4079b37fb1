//! A run in its folder: begun, broken off, gone on with and ended.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use crate::arena::{Arena, Broken};
use crate::catalogue::{CATALOGUE, Catalogue};
use crate::journal::{Event, JOURNAL, Journal};
use crate::limit::Limit;
use crate::machine;
use crate::manifest::{MANIFEST, Manifest, read_known};
use crate::openings::Source;
pub use crate::pgn_file::PGN;
use crate::pgn_file::{Heading, PgnFile};
use crate::plan::PlanError;
use crate::record::Record;
use crate::state::State;
use crate::stats::{Sprt, Verdict};

/// An engine that fails so often in a row is broken, and so is the match.
pub const MOST_FAULTS: u32 = 10;

#[derive(Debug)]
pub enum RunError {
    /// The folder holds a run already.
    Taken {
        folder: PathBuf,
    },
    /// The folder holds none.
    NoRun {
        folder: PathBuf,
        why: String,
    },
    File {
        path: PathBuf,
        why: io::Error,
    },
    Plan(PlanError),
    Broken(Broken),
    Faults {
        player: String,
        last: String,
    },
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Taken { folder } => write!(
                f,
                "{} holds a run already; expected another folder, or --resume to go on with it",
                folder.display()
            ),
            RunError::NoRun { folder, why } => {
                write!(f, "{} holds no run: {why}", folder.display())
            }
            RunError::File { path, why } => write!(f, "{}: {why}", path.display()),
            RunError::Plan(error) => error.fmt(f),
            RunError::Broken(error) => error.fmt(f),
            RunError::Faults { player, last } => {
                write!(f, "{player} has failed {MOST_FAULTS} times in a row, the last time: {last}")
            }
        }
    }
}

impl core::error::Error for RunError {}

/// Why no more games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All of them have been.
    Played,
    Decided(Verdict),
    Halted,
}

pub struct Run {
    folder: PathBuf,
    manifest: Manifest,
    journal: Journal,
    catalogue: Catalogue,
    state: State,
    left_out: Vec<u32>,
}

impl Run {
    /// Begins a run; everything that can go wrong with the folder goes wrong here.
    pub fn create(folder: &Path, manifest: Manifest) -> Result<Run, RunError> {
        let file = |path: &Path| {
            let path = path.to_owned();
            move |why| RunError::File { path, why }
        };
        fs::create_dir_all(folder).map_err(file(folder))?;
        if folder.join(MANIFEST).exists() || folder.join(JOURNAL).exists() {
            return Err(RunError::Taken { folder: folder.to_owned() });
        }
        let path = folder.join(MANIFEST);
        let text = serde_json::to_vec_pretty(&manifest).map_err(|why| file(&path)(why.into()))?;
        write_whole(&path, &text).map_err(file(&path))?;
        Run::open(folder, manifest)
    }

    /// What the run in a folder was to do.
    pub fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
        let no_run = |why: String| RunError::NoRun { folder: folder.to_owned(), why };
        let text =
            fs::read(folder.join(MANIFEST)).map_err(|why| no_run(format!("{MANIFEST}: {why}")))?;
        read_known(&text).map_err(|why| no_run(format!("{MANIFEST}: {why}")))
    }

    /// Goes on with a run: its state is made from the catalogue and what the journal holds beyond.
    pub fn open(folder: &Path, manifest: Manifest) -> Result<Run, RunError> {
        let failed = |name: &str| {
            let path = folder.join(name);
            move |why| RunError::File { path, why }
        };
        let mut journal = Journal::locked(folder).map_err(failed(JOURNAL))?;
        let mut state = State::new(&manifest.plan.pairings());
        let mut catalogue =
            Catalogue::open(folder, &mut journal, &mut state).map_err(failed(CATALOGUE))?;
        let (written, mut added) = (catalogue.written(), Ok(()));
        let read = journal.read_on(catalogue.end(), |at, event| {
            if let Event::Game(game) = event
                && added.is_ok()
            {
                let counts = state.add(game.brief());
                added = catalogue.add(at, game.brief(), counts, written);
            }
        });
        read.map_err(failed(JOURNAL))?;
        added.map_err(failed(CATALOGUE))?;
        let folder = folder.to_owned();
        Ok(Run { folder, manifest, journal, catalogue, state, left_out: Vec::new() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Numbers of games that the PGN lacks, because what was kept of them cannot be replayed.
    pub fn left_out(&self) -> &[u32] {
        &self.left_out
    }

    /// Plays what is missing. `watch` is shown each game as it ends and how the run then stands.
    pub fn play(
        &mut self,
        source: &Source,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(Option<&Record>, &State),
    ) -> Result<Finish, RunError> {
        let plan = &self.manifest.plan;
        let contenders = plan.contenders().map_err(RunError::Plan)?;
        let (test, games) =
            (plan.test().map_err(RunError::Plan)?, plan.games().map_err(RunError::Plan)?);
        let (pairings, rules) = (plan.pairings(), plan.rules());
        // A game played twice is no second witness.
        let games = match source.len().filter(|_| plan.repeats()) {
            Some(openings) => games.min(2 * (openings * pairings.len()) as u32),
            None => games,
        };
        let names = self.manifest.names();
        let unwritten = |path: &Path| {
            let path = path.to_owned();
            move |why| RunError::File { path, why }
        };
        let mut pgn = PgnFile::open(
            &self.folder,
            self.heading(),
            self.catalogue.written(),
            &mut self.journal,
            self.catalogue.unwritten(),
        )
        .map_err(unwritten(&self.folder))?;
        self.catalogue.note(pgn.written()).map_err(unwritten(&self.folder))?;
        let started = Event::Started { at: machine::now(), workers };
        self.journal.add(&started).map_err(unwritten(&self.folder))?;
        watch(None, &self.state);

        let arena = Arena {
            contenders: &contenders,
            pairings: &pairings,
            source,
            rules: &rules,
            waiting: plan.waiting(),
            workers,
            stop,
        };
        let (mut failure, mut faults) = (None, vec![0; contenders.len()]);
        let mut verdict = decided(test.as_ref(), &self.state);
        let outcome = if verdict == Verdict::GoOn {
            arena.run(self.state.played(games as usize), |record| {
                let kept = self.keep(&record, &mut pgn);
                failure = kept.map_err(unwritten(&self.folder)).err();
                if let Some(player) = count_faults(&mut faults, &record) {
                    let (player, last) = (names[player].clone(), record.words.clone());
                    failure = failure.take().or(Some(RunError::Faults { player, last }));
                }
                watch(Some(&record), &self.state);
                verdict = decided(test.as_ref(), &self.state);
                verdict == Verdict::GoOn && failure.is_none()
            })
        } else {
            Ok(())
        };
        let written = pgn.finish().map_err(unwritten(&self.folder));
        let written = written.map(|left_out| self.left_out = left_out);
        let finish = match (failure, outcome) {
            (Some(failure), _) => Err(failure),
            (None, Err(broken)) => Err(RunError::Broken(broken)),
            (None, Ok(())) if verdict != Verdict::GoOn => Ok(Finish::Decided(verdict)),
            (None, Ok(())) if self.state.finished() >= u64::from(games) => Ok(Finish::Played),
            (None, Ok(())) => Ok(Finish::Halted),
        };
        let why = match &finish {
            Ok(finish) => format!("{finish:?}"),
            Err(error) => error.to_string(),
        };
        // A run that cannot note its end is no worse for it.
        let _ = self.journal.add(&Event::Stopped { at: machine::now(), why });
        written.and(finish)
    }

    /// Writes a game down, and only then counts it.
    fn keep(&mut self, record: &Record, pgn: &mut PgnFile) -> io::Result<()> {
        if self.state.has(record.number) {
            return Ok(());
        }
        let at = self.journal.add(&Event::Game(record.clone()))?;
        let counts = self.state.add(record.brief());
        if counts {
            pgn.add(record)?;
        }
        self.catalogue.add(at, record.brief(), counts, pgn.written())
    }

    /// What the PGN says of games beside what was played.
    fn heading(&self) -> Heading {
        let day = self.manifest.started.split('T').next().unwrap_or_default().replace('-', ".");
        let plan = &self.manifest.plan;
        Heading {
            names: self.manifest.names(),
            time_controls: plan.limits().map(Limit::time_control).collect(),
            tags: vec![("Event", format!("secateur lab {}", plan.kind)), ("Date", day)],
        }
    }
}

fn decided(test: Option<&Sprt>, state: &State) -> Verdict {
    test.map_or(Verdict::GoOn, |test| test.verdict(&state.duel().pairs))
}

/// Who has now failed too often, if anybody has.
fn count_faults(in_a_row: &mut [u32], record: &Record) -> Option<usize> {
    let players = [record.white, record.black];
    for player in players {
        in_a_row[player] = if record.failed(player) { in_a_row[player] + 1 } else { 0 };
    }
    players.into_iter().find(|&player| in_a_row[player] >= MOST_FAULTS)
}

#[cfg(test)]
mod tests;
