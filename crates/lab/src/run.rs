//! A run of games in its folder: created, played, stopped and resumed.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use crate::arena::{Arena, PlayError};
use crate::game::Rules;
use crate::journal::{Event, JOURNAL, Journal};
use crate::journal_index::{INDEX, JournalIndex};
use crate::limit::Limit;
use crate::machine;
use crate::manifest::{MANIFEST, Manifest, read_known};
pub use crate::pgn_file::PGN;
use crate::pgn_file::{Heading, PgnFile};
use crate::plan::Lineup;
use crate::record::Record;
use crate::state::State;
use crate::stats::{Sprt, SprtVerdict};

/// A player that fails this many times in a row is broken, and the run ends.
pub const MAX_FAULTS: u32 = 10;

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
    Play(PlayError),
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
                "{} holds a run already; expected another folder, or --resume to continue it",
                folder.display()
            ),
            RunError::NoRun { folder, why } => {
                write!(f, "{} holds no run: {why}", folder.display())
            }
            RunError::File { path, why } => write!(f, "{}: {why}", path.display()),
            RunError::Play(error) => error.fmt(f),
            RunError::Faults { player, last } => {
                write!(f, "{player} has failed {MAX_FAULTS} times in a row, the last time: {last}")
            }
        }
    }
}

impl core::error::Error for RunError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            RunError::File { why, .. } => Some(why),
            RunError::Play(error) => Some(error),
            RunError::Taken { .. } | RunError::NoRun { .. } | RunError::Faults { .. } => None,
        }
    }
}

/// Why a run ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunFinish {
    AllPlayed,
    Decided(SprtVerdict),
    /// Somebody stopped it.
    Stopped,
}

impl fmt::Display for RunFinish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunFinish::AllPlayed => f.write_str("all games have been played"),
            RunFinish::Decided(verdict) => verdict.fmt(f),
            RunFinish::Stopped => f.write_str("stopped"),
        }
    }
}

pub struct Run {
    folder: PathBuf,
    manifest: Manifest,
    journal: Journal,
    index: JournalIndex,
    state: State,
    left_out: Vec<u32>,
}

impl Run {
    /// Creates the folder of a new run. Anything wrong with the folder fails here, before the
    /// first game.
    pub fn create(folder: &Path, manifest: Manifest) -> Result<Run, RunError> {
        fs::create_dir_all(folder).map_err(file_error(folder))?;
        if folder.join(MANIFEST).exists() || folder.join(JOURNAL).exists() {
            return Err(RunError::Taken { folder: folder.to_owned() });
        }
        let path = folder.join(MANIFEST);
        let text =
            serde_json::to_vec_pretty(&manifest).map_err(|why| file_error(&path)(why.into()))?;
        write_whole(&path, &text).map_err(file_error(&path))?;
        Run::open(folder, manifest)
    }

    /// Reads what the run in a folder plays.
    pub fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
        let no_run = |why: String| RunError::NoRun { folder: folder.to_owned(), why };
        let text =
            fs::read(folder.join(MANIFEST)).map_err(|why| no_run(format!("{MANIFEST}: {why}")))?;
        read_known(&text).map_err(|why| no_run(format!("{MANIFEST}: {why}")))
    }

    /// Resumes a run. Its state comes from the index and from the games that the journal holds
    /// beyond the index.
    pub fn open(folder: &Path, manifest: Manifest) -> Result<Run, RunError> {
        let failed = |name: &str| file_error(&folder.join(name));
        let mut journal = Journal::locked(folder).map_err(failed(JOURNAL))?;
        let mut state = State::new(manifest.plan.pairings());
        let mut index =
            JournalIndex::open(folder, &mut journal, &mut state).map_err(failed(INDEX))?;
        let (pgn, mut added) = (index.pgn(), Ok(()));
        let read = journal.read_on(index.end(), |at, event| {
            if let Event::Game(game) = event
                && added.is_ok()
            {
                let counts = state.add(game.summary());
                added = index.add(at, game.summary(), counts, pgn);
            }
        });
        read.map_err(failed(JOURNAL))?;
        added.map_err(failed(INDEX))?;
        let folder = folder.to_owned();
        Ok(Run { folder, manifest, journal, index, state, left_out: Vec::new() })
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

    /// Numbers of games that are missing from the PGN because their records cannot be replayed.
    pub fn left_out(&self) -> &[u32] {
        &self.left_out
    }

    /// Plays the missing games and passes each finished one, with the state after it, to `watch`.
    pub fn play(
        &mut self,
        lineup: &Lineup,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(Option<&Record>, &State),
    ) -> Result<RunFinish, RunError> {
        let plan = self.manifest.plan.clone();
        let (names, games) = (self.manifest.names(), lineup.games(&plan));
        let folder = self.folder.clone();
        let failed = || file_error(&folder);
        let mut pgn = PgnFile::open(
            &folder,
            self.heading(),
            self.index.pgn(),
            &mut self.journal,
            self.index.unwritten(),
        )
        .map_err(failed())?;
        self.index.note(pgn.progress()).map_err(failed())?;
        let started = Event::Started { at: machine::now(), workers };
        self.journal.add(&started).map_err(failed())?;
        watch(None, &self.state);

        let rules = Rules { tables: lineup.tables.clone(), ..plan.rules() };
        let arena = Arena {
            players: &lineup.players,
            pairings: plan.pairings(),
            openings: &lineup.openings,
            rules: &rules,
            timeouts: plan.timeouts(),
            workers,
            stop,
        };
        let (mut failure, mut faults) = (None, vec![0; lineup.players.len()]);
        let mut verdict = verdict_of(plan.test(), &self.state);
        let outcome = if verdict == SprtVerdict::Continue {
            arena.run(self.state.played(games as usize), |record| {
                failure = self.keep(&record, &mut pgn).map_err(failed()).err();
                if let Some(player) = count_faults(&mut faults, &record) {
                    let (player, last) = (names[player].clone(), record.words.clone());
                    failure = failure.take().or(Some(RunError::Faults { player, last }));
                }
                watch(Some(&record), &self.state);
                verdict = verdict_of(plan.test(), &self.state);
                verdict == SprtVerdict::Continue && failure.is_none()
            })
        } else {
            Ok(())
        };
        let written = pgn.finish().map_err(failed());
        let written = written.map(|left_out| self.left_out = left_out);
        let finish = match (failure, outcome) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => Err(RunError::Play(error)),
            (None, Ok(())) if verdict != SprtVerdict::Continue => Ok(RunFinish::Decided(verdict)),
            (None, Ok(())) if self.state.finished() >= u64::from(games) => Ok(RunFinish::AllPlayed),
            (None, Ok(())) => Ok(RunFinish::Stopped),
        };
        let why = match &finish {
            Ok(finish) => finish.to_string(),
            Err(error) => error.to_string(),
        };
        // Nothing depends on this event: a run that cannot write it is still complete.
        let _ = self.journal.add(&Event::Stopped { at: machine::now(), why });
        written.and(finish)
    }

    /// Writes a game to the journal first and counts it afterwards.
    fn keep(&mut self, record: &Record, pgn: &mut PgnFile) -> io::Result<()> {
        if self.state.has(record.number) {
            return Ok(());
        }
        let at = self.journal.add(&Event::Game(record.clone()))?;
        let counts = self.state.add(record.summary());
        if counts {
            pgn.add(record)?;
        }
        self.index.add(at, record.summary(), counts, pgn.progress())
    }

    /// The PGN tags that do not depend on the moves of a game.
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

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> RunError + use<> {
    let path = path.to_owned();
    move |why| RunError::File { path, why }
}

fn verdict_of(test: Option<&Sprt>, state: &State) -> SprtVerdict {
    test.map_or(SprtVerdict::Continue, |test| test.verdict(&state.duel().pairs))
}

/// Counts faults in a row, and returns the player that has reached the maximum, if one has.
fn count_faults(in_a_row: &mut [u32], record: &Record) -> Option<usize> {
    let players = [record.white, record.black];
    for player in players {
        in_a_row[player] = if record.failed(player) { in_a_row[player] + 1 } else { 0 };
    }
    players.into_iter().find(|&player| in_a_row[player] >= MAX_FAULTS)
}

#[cfg(test)]
mod tests;
