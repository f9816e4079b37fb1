//! The journal of a run: one line for every event, written at once. It is the only truth;
//! everything else is made from it. Whatever ends the program, no finished game is lost.

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
    /// Of a climb: the half points of the nudged-up player in each pair.
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
    /// Opens it, new or broken off, and shows what it holds. A last line that was not finished
    /// is taken away. Nobody else may have it open.
    pub fn open(folder: &Path, show: impl FnMut(Event)) -> io::Result<Journal> {
        LineFile::open(&folder.join(JOURNAL), show).map(Journal)
    }

    /// Opens it without reading it, which must be done before anything is added.
    pub(crate) fn locked(folder: &Path) -> io::Result<Journal> {
        LineFile::locked(&folder.join(JOURNAL)).map(Journal)
    }

    /// Shows the events after one that is known, with where each stands.
    pub(crate) fn read_on(&mut self, after: Span, show: impl FnMut(Span, Event)) -> io::Result<()> {
        self.0.read_on(after, show)
    }

    /// Writes an event down and says where it stands.
    pub(crate) fn add(&mut self, event: &Event) -> io::Result<Span> {
        self.0.add(event)
    }

    /// The game that stands there.
    pub(crate) fn game_at(&mut self, span: Span) -> io::Result<Record> {
        match self.0.read_at(span)? {
            Event::Game(game) => Ok(game),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "no game there")),
        }
    }
}

/// Shows the events of a run that somebody else may be adding to.
pub fn read_only(folder: &Path, show: impl FnMut(Event)) -> io::Result<()> {
    line_file::read_only(&folder.join(JOURNAL), show)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::Outcome;
    use crate::state::tests::record;
    use std::path::PathBuf;

    /// A folder of its own for each test, gone at its end.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("lab-{}-{name}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

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
            journal.add(&Event::Game(record(number, 0, 1, Outcome::White))).unwrap();
        }
        std::fs::read(folder.join(JOURNAL)).unwrap()
    }

    #[test]
    fn wherever_it_is_cut_off_whole_games_stay() {
        let folder = Folder::new("cut");
        let whole = write_three(&folder.0);
        for cut in 0..=whole.len() {
            std::fs::write(folder.0.join(JOURNAL), &whole[..cut]).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count() as u32;
            assert_eq!(games(&folder.0).unwrap(), (0..lines).collect::<Vec<_>>());
            // What was not whole is gone, so that the next line stands alone.
            let mut journal = Journal::open(&folder.0, |_| {}).unwrap();
            let at = journal.add(&Event::Game(record(9, 0, 1, Outcome::Draw))).unwrap();
            assert_eq!(journal.game_at(at).unwrap().number, 9);
            drop(journal);
            assert_eq!(games(&folder.0).unwrap().last(), Some(&9));
        }
    }

    #[test]
    fn damage_within_is_refused_by_its_line() {
        let folder = Folder::new("damage");
        let whole = write_three(&folder.0);
        let text = String::from_utf8(whole).unwrap();
        // A game that is no worse JSON than before, and another result.
        let second = text.find('\n').unwrap() + 1;
        let (before, after) = text.split_at(second);
        for (from, to) in [("{", "#"), ("\"white\":0", "\"white\":1"), (",\"crc\"", ",\"src\"")] {
            assert!(after.contains(from));
            let damaged = format!("{before}{}", after.replacen(from, to, 1));
            std::fs::write(folder.0.join(JOURNAL), &damaged).unwrap();
            let told = games(&folder.0).unwrap_err().to_string();
            assert!(told.contains("events.jsonl, line 2: it"), "{told}");
            let kept = std::fs::read_to_string(folder.0.join(JOURNAL)).unwrap();
            assert_eq!(kept, damaged, "nothing is changed");
        }
    }

    #[test]
    fn a_second_one_is_refused() {
        let folder = Folder::new("second");
        let first = Journal::open(&folder.0, |_| {}).unwrap();
        let told = games(&folder.0).unwrap_err().to_string();
        assert!(told.contains("another program"), "{told}");
        drop(first);
        assert!(games(&folder.0).unwrap().is_empty());
    }
}
