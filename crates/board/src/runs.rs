//! The folder with the runs of the lab. A browser names a run; the name is compared with the folders
//! that exist and never becomes a path itself.

mod journal;
mod process;
mod study;

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use lab::audit::AUDIT;
use lab::journal::JOURNAL;
use lab::manifest::MANIFEST;
use lab::run::RunFinish;
use lab::spsa::SPSA_MANIFEST;
use lab::stats::SprtVerdict;
use lab::study::STUDY;
use lab::suite::SUITE;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolkit::workers::lock;

pub(crate) use journal::{GameJournal, thinned};
pub(crate) use process::Processes;
pub(crate) use study::StudyFigures;

use crate::refusal::Refusal;

/// What a folder holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RunContent {
    Games,
    Study,
    /// A kind that has a report and nothing to watch.
    Other(&'static str),
}

/// The file by which each kind of run is known.
const KINDS: [(&str, RunContent); 6] = [
    (MANIFEST, RunContent::Games),
    (STUDY, RunContent::Study),
    (SPSA_MANIFEST, RunContent::Other("spsa")),
    (SUITE, RunContent::Other("suite")),
    (AUDIT, RunContent::Other("audit")),
    (lab::why::ANSWERS, RunContent::Other("why")),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    Running,
    Stopped,
    Finished,
}

pub(crate) struct Runs {
    pub(crate) folder: PathBuf,
    /// This program, which plays the runs that are started here.
    pub(crate) program: PathBuf,
    pub(crate) processes: Processes,
    /// What has been read, so that only new games are read again.
    journals: Mutex<HashMap<String, Arc<Mutex<GameJournal>>>>,
    /// The figures of each run with the time of its last change, so that a list of many runs that
    /// have ended costs nothing.
    figures: Mutex<HashMap<String, (u64, Value)>>,
}

impl Runs {
    pub(crate) fn new(folder: PathBuf, program: PathBuf) -> Runs {
        Runs {
            folder,
            program,
            processes: Processes::default(),
            journals: Mutex::default(),
            figures: Mutex::default(),
        }
    }

    /// The names of all runs.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| content(&self.folder.join(name)).is_some()).collect()
    }

    /// The folder of a run that exists.
    pub(crate) fn find(&self, name: &str) -> Result<(PathBuf, RunContent), Refusal> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found = entries.filter(|entry| entry.file_name().to_str() == Some(name));
        let path = found.next().map(|entry| entry.path());
        path.and_then(|path| Some((path.clone(), content(&path)?)))
            .ok_or_else(|| Refusal::new("run: no such run; expected one that lab.runs lists"))
    }

    /// The games of a run, with everything that has been written so far.
    pub(crate) fn games(&self, name: &str) -> Result<Arc<Mutex<GameJournal>>, Refusal> {
        let (path, content) = self.find(name)?;
        if content != RunContent::Games {
            return Err(Refusal::new("run: it keeps no games; expected a match, SPRT or gauntlet"));
        }
        let mut journals = lock(&self.journals);
        let journal = match journals.get(name).filter(|known| lock(known).is_of(&path)) {
            Some(known) => Arc::clone(known),
            None => Arc::new(Mutex::new(GameJournal::open(&path)?)),
        };
        journals.insert(name.to_owned(), Arc::clone(&journal));
        drop(journals);
        lock(&journal).read_on()?;
        Ok(journal)
    }

    /// The figures of a run that last changed at this time; `read` is called if they are not known.
    pub(crate) fn figures(&self, name: &str, changed: u64, read: impl FnOnce() -> Value) -> Value {
        if let Some((known, figures)) = lock(&self.figures).get(name)
            && *known == changed
        {
            return figures.clone();
        }
        let figures = read();
        lock(&self.figures).insert(name.to_owned(), (changed, figures.clone()));
        figures
    }

    pub(crate) fn state(&self, name: &str, path: &Path) -> RunState {
        if self.processes.is_running(name) {
            return RunState::Running;
        }
        let journal = path.join(JOURNAL);
        match last_stop(&journal) {
            Some(why) if is_end(&why) => RunState::Finished,
            Some(_) => RunState::Stopped,
            None if is_locked(&journal) => RunState::Running,
            None => RunState::Stopped,
        }
    }
}

/// What a folder holds; `None` if it is no run.
fn content(path: &Path) -> Option<RunContent> {
    let found = KINDS.iter().find(|(file, _)| path.join(file).is_file());
    found.map(|&(_, content)| content)
}

/// When a run last changed, in milliseconds since 1970.
pub(crate) fn changed_ms(path: &Path) -> u64 {
    let times = KINDS.iter().map(|(file, _)| *file).chain([JOURNAL]).filter_map(|file| {
        let time = fs::metadata(path.join(file)).and_then(|file| file.modified()).ok()?;
        time.duration_since(SystemTime::UNIX_EPOCH).ok()
    });
    times.max().map_or(0, |time| time.as_millis() as u64)
}

/// Why a run ended, if the end is the last thing in its journal.
fn last_stop(journal: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Stopped {
        event: String,
        why: String,
    }
    /// More than the line of an end takes.
    const TAIL: u64 = 1 << 13;
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(journal)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut tail = Vec::new();
        file.take(TAIL).read_to_end(&mut tail)?;
        Ok(tail)
    };
    let tail = read().ok()?;
    let line = tail.strip_suffix(b"\n")?.rsplit(|&byte| byte == b'\n').next()?;
    let stopped: Stopped = serde_json::from_slice(line).ok()?;
    (stopped.event == "stopped").then_some(stopped.why)
}

/// Whether a run that ended for this reason is complete.
fn is_end(why: &str) -> bool {
    let games = [
        RunFinish::AllPlayed,
        RunFinish::Decided(SprtVerdict::AcceptH0),
        RunFinish::Decided(SprtVerdict::AcceptH1),
    ];
    // Studies write the names of their ends.
    games.iter().any(|end| end.to_string() == why) || matches!(why, "complete" | "timeup")
}

/// Whether another program is writing the journal. An empty one is left alone: its program may be
/// about to lock it.
fn is_locked(journal: &Path) -> bool {
    let Ok(file) = File::open(journal) else { return false };
    if file.metadata().is_ok_and(|file| file.len() == 0) {
        return true;
    }
    match file.try_lock_shared() {
        Ok(()) => {
            let _ = file.unlock();
            false
        }
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn only_folders_with_a_run_are_found_and_only_by_their_names() {
        let folder = TempFolder::new("runs");
        for (run, file) in [("one", MANIFEST), ("two", STUDY), ("three", "notes.txt")] {
            fs::create_dir_all(folder.file(run)).unwrap();
            fs::write(folder.file(run).join(file), "{}").unwrap();
        }
        let runs = Runs::new(folder.path().to_owned(), PathBuf::new());
        let mut names = runs.names();
        names.sort();
        assert_eq!(names, ["one", "two"]);
        assert_eq!(runs.find("two").map(|found| found.1).ok(), Some(RunContent::Study));
        for name in ["three", "", ".", "..", "../one", "one/", "./one", "one\0", "ONE"] {
            assert!(runs.find(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn the_end_of_a_journal_tells_the_state() {
        let folder = TempFolder::new("state");
        let run = folder.file("one");
        fs::create_dir_all(&run).unwrap();
        fs::write(run.join(MANIFEST), "{}").unwrap();
        let runs = Runs::new(folder.path().to_owned(), PathBuf::new());
        let state = |end: &str| {
            let text = format!("{{\"event\":\"started\"}}\n{end}");
            fs::write(run.join(JOURNAL), text).unwrap();
            runs.state("one", &run)
        };
        assert_eq!(state(""), RunState::Stopped);
        assert_eq!(state("{\"event\":\"stopped\",\"why\":\"stopped\"}\n"), RunState::Stopped);
        let done = "{\"event\":\"stopped\",\"why\":\"all games have been played\"}\n";
        assert_eq!(state(done), RunState::Finished);
        let file = File::open(run.join(JOURNAL)).unwrap();
        file.lock().unwrap();
        fs::write(run.join(JOURNAL), "{\"event\":\"started\"}\n").unwrap();
        assert_eq!(runs.state("one", &run), RunState::Running);
    }
}
