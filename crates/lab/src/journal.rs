//! The journal of a run: one line per event, written the moment it happens. It is the only truth;
//! the state, the index and the PGN are derived from it. However the program ends, no finished game
//! is lost.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::line_file::{self, LineFile, Span};
use crate::record::Record;

pub const JOURNAL: &str = "events.jsonl";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    Started {
        at: String,
        workers: usize,
    },
    Game(Record),
    /// Of an SPSA run: the half points of the `plus` player in each pair.
    Iteration {
        number: u32,
        points: Vec<u8>,
    },
    Stopped {
        at: String,
        why: String,
    },
}

pub struct Journal(LineFile<Event>);

impl Journal {
    /// Creates or opens a journal and passes its events to `receive`. An unfinished last line is
    /// removed. Fails if another program has the journal open.
    pub fn open(folder: &Path, receive: impl FnMut(Event)) -> io::Result<Journal> {
        LineFile::open(&folder.join(JOURNAL), receive).map(Journal)
    }

    /// Opens a journal without reading it. It must be read before anything is added.
    pub(crate) fn locked(folder: &Path) -> io::Result<Journal> {
        LineFile::locked(&folder.join(JOURNAL)).map(Journal)
    }

    /// Passes the events after a known one to `receive`, with the span of each.
    pub(crate) fn read_on(
        &mut self,
        after: Span,
        receive: impl FnMut(Span, Event),
    ) -> io::Result<()> {
        self.0.read_on(after, receive)
    }

    /// Appends an event and returns its span.
    pub(crate) fn add(&mut self, event: &Event) -> io::Result<Span> {
        self.0.add(event)
    }

    /// Reads the game at a span.
    pub(crate) fn game_at(&mut self, span: Span) -> io::Result<Record> {
        match self.0.read_at(span)? {
            Event::Game(game) => Ok(game),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "the line is no game")),
        }
    }
}

/// Passes the events of a run to `receive`. Another program may be appending to it.
pub fn read_only(folder: &Path, receive: impl FnMut(Event)) -> io::Result<()> {
    line_file::read_only(&folder.join(JOURNAL), receive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::record;
    use chess::GameResult;
    use toolkit::TempFolder;

    fn games(folder: &Path) -> io::Result<Vec<u32>> {
        let mut numbers = Vec::new();
        Journal::open(folder, |event| {
            if let Event::Game(game) = event {
                numbers.push(game.number);
            }
        })?;
        Ok(numbers)
    }

    fn write_three(folder: &Path) -> Vec<u8> {
        let mut journal = Journal::open(folder, |_| {}).unwrap();
        for number in 0..3 {
            journal.add(&Event::Game(record(number, 0, 1, Some(GameResult::WhiteWins)))).unwrap();
        }
        std::fs::read(folder.join(JOURNAL)).unwrap()
    }

    #[test]
    fn a_journal_cut_off_anywhere_keeps_its_whole_games() {
        let folder = TempFolder::new("cut");
        let whole = write_three(folder.path());
        for cut in 0..=whole.len() {
            std::fs::write(folder.file(JOURNAL), &whole[..cut]).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count() as u32;
            assert_eq!(games(folder.path()).unwrap(), (0..lines).collect::<Vec<_>>());
            // The partial line is gone, so that the next one starts cleanly.
            let mut journal = Journal::open(folder.path(), |_| {}).unwrap();
            let at = journal.add(&Event::Game(record(9, 0, 1, Some(GameResult::Draw)))).unwrap();
            assert_eq!(journal.game_at(at).unwrap().number, 9);
            drop(journal);
            assert_eq!(games(folder.path()).unwrap().last(), Some(&9));
        }
    }

    #[test]
    fn damage_is_refused_with_its_line_number() {
        let folder = TempFolder::new("damage");
        let whole = write_three(folder.path());
        let text = String::from_utf8(whole).unwrap();
        // Broken JSON, another result in valid JSON, and a missing checksum.
        let second = text.find('\n').unwrap() + 1;
        let (before, after) = text.split_at(second);
        for (from, to) in [("{", "#"), ("\"white\":0", "\"white\":1"), (",\"crc\"", ",\"src\"")] {
            assert!(after.contains(from));
            let damaged = format!("{before}{}", after.replacen(from, to, 1));
            std::fs::write(folder.file(JOURNAL), &damaged).unwrap();
            let message = games(folder.path()).unwrap_err().to_string();
            assert!(message.contains("events.jsonl, line 2: it"), "{message}");
            let kept = std::fs::read_to_string(folder.file(JOURNAL)).unwrap();
            assert_eq!(kept, damaged, "nothing is changed");
        }
    }

    #[test]
    fn a_journal_cannot_be_opened_twice() {
        let folder = TempFolder::new("second");
        let first = Journal::open(folder.path(), |_| {}).unwrap();
        let message = games(folder.path()).unwrap_err().to_string();
        assert!(message.contains("another program"), "{message}");
        drop(first);
        assert!(games(folder.path()).unwrap().is_empty());
    }
}
