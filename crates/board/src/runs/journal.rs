//! The journal of a run of games, read while it grows: only new lines are read again, and of each
//! game only what counting needs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use lab::journal::{Event, JOURNAL};
use lab::manifest::Manifest;
use lab::record::{GameSummary, Record};
use lab::run::Run;
use lab::state::State;
use lab::stats::Pentanomial;
use serde::Deserialize;

use crate::refusal::Refusal;

/// An event without the moves of a game.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum LightEvent {
    Game(GameSummary),
    #[serde(other)]
    Another,
}

/// The bytes of a line.
#[derive(Clone, Copy)]
struct Line {
    begin: u64,
    bytes: usize,
}

pub(crate) struct GameJournal {
    folder: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) state: State,
    /// The pairs of a duel after each of them.
    pub(crate) path: Vec<Pentanomial>,
    /// Where each counted game stands.
    lines: BTreeMap<u32, Line>,
    /// Everything before this place has been read.
    read: u64,
}

impl GameJournal {
    pub(super) fn open(folder: &Path) -> Result<GameJournal, Refusal> {
        let manifest = Run::read_manifest(folder)?;
        Ok(GameJournal {
            folder: folder.to_owned(),
            state: State::new(manifest.plan.pairings()),
            manifest,
            path: Vec::new(),
            lines: BTreeMap::new(),
            read: 0,
        })
    }

    /// Whether this is still the run in a folder: it may have been replaced by another.
    pub(super) fn is_of(&self, folder: &Path) -> bool {
        let length = std::fs::metadata(folder.join(JOURNAL)).map_or(0, |file| file.len());
        let same = || Run::read_manifest(folder).is_ok_and(|now| now == self.manifest);
        length >= self.read && same()
    }

    /// Counts the games that have ended since the last time. A run that has not begun has none.
    pub(super) fn read_on(&mut self) -> io::Result<()> {
        let mut file = match File::open(self.folder.join(JOURNAL)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        file.seek(SeekFrom::Start(self.read))?;
        let (mut reader, mut line) = (BufReader::with_capacity(1 << 16, file), Vec::new());
        loop {
            line.clear();
            let bytes = reader.read_until(b'\n', &mut line)?;
            // A line without an end is still being written.
            if line.last() != Some(&b'\n') {
                return Ok(());
            }
            let place = Line { begin: self.read, bytes };
            self.read += bytes as u64;
            if let Ok(LightEvent::Game(game)) = serde_json::from_slice(&line) {
                self.count(game, place);
            }
        }
    }

    fn count(&mut self, game: GameSummary, place: Line) {
        let before = self.state.duel().pairs.count();
        if self.state.add(game) {
            self.lines.insert(game.number, place);
            let pairs = self.state.duel().pairs;
            if self.manifest.plan.is_duel() && pairs.count() > before {
                self.path.push(pairs);
            }
        }
    }

    /// Counted games, in the order of their numbers.
    pub(crate) fn records(&self, from: usize, count: usize) -> Result<Vec<Record>, Refusal> {
        self.lines.values().skip(from).take(count).map(|&line| self.record(line)).collect()
    }

    /// The game with this number, counted from 0.
    pub(crate) fn game(&self, number: u32) -> Result<Record, Refusal> {
        let line = self.lines.get(&number);
        let missing = || Refusal::new("number: no such game; expected one that lab.games lists");
        self.record(*line.ok_or_else(missing)?)
    }

    fn record(&self, line: Line) -> Result<Record, Refusal> {
        let mut file = File::open(self.folder.join(JOURNAL))?;
        file.seek(SeekFrom::Start(line.begin))?;
        let mut text = vec![0; line.bytes];
        file.read_exact(&mut text)?;
        match serde_json::from_slice(&text)? {
            Event::Game(record) => Ok(record),
            _ => Err(Refusal::new("the journal has changed")),
        }
    }
}

/// At most `most` places of a list, the first and the last among them.
pub(crate) fn thinned(length: usize, most: usize) -> Vec<usize> {
    match length {
        0 => Vec::new(),
        _ if length <= most || most < 2 => (0..length).collect(),
        _ => (0..most).map(|place| place * (length - 1) / (most - 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_list_keeps_its_ends() {
        assert!(thinned(0, 5).is_empty());
        assert_eq!(thinned(3, 5), [0, 1, 2]);
        let few = thinned(1_000, 5);
        assert_eq!((few.len(), few[0], few[4]), (5, 0, 999));
    }
}
