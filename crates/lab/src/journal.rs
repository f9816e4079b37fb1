//! The journal of a run: one line for every event, written at once. It is the only truth;
//! everything else is made from it. Whatever ends the program, no finished game is lost.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

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

pub struct Journal {
    file: File,
    /// Everything before this is whole lines.
    length: u64,
}

impl Journal {
    /// Opens it, new or broken off, and shows what it holds with where each event begins. A
    /// last line that was not finished is taken away. Nobody else may have it open.
    pub fn open(folder: &Path, mut show: impl FnMut(u64, Event)) -> io::Result<Journal> {
        let path = folder.join(JOURNAL);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = "another program is at this run; it must end first";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, text));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let length = read(&file, &mut show)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Journal { file, length })
    }

    /// Writes an event down and says where it begins. What could be written of a line that does
    /// not fit is taken back.
    pub fn add(&mut self, event: &Event) -> io::Result<u64> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        if let Err(error) = self.file.write_all(&line) {
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(error);
        }
        let begin = self.length;
        self.length += line.len() as u64;
        Ok(begin)
    }

    /// The game that begins there.
    pub fn game_at(&mut self, begin: u64) -> io::Result<Record> {
        self.file.seek(SeekFrom::Start(begin))?;
        let mut line = Vec::new();
        BufReader::new((&self.file).take(self.length - begin)).read_until(b'\n', &mut line)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        match serde_json::from_slice(&line)? {
            Event::Game(game) => Ok(game),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "no game there")),
        }
    }
}

/// Shows the events of a run that somebody else may be adding to.
pub fn read_only(folder: &Path, mut show: impl FnMut(Event)) -> io::Result<()> {
    let file = File::open(folder.join(JOURNAL))?;
    read(&file, &mut |_, event| show(event)).map(|_| ())
}

/// Shows the events of a file; says how much of it is whole lines.
fn read(file: &File, show: &mut impl FnMut(u64, Event)) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let (mut length, mut line, mut number) = (0, Vec::new(), 0);
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(length);
        }
        number += 1;
        let event = serde_json::from_slice(&line).map_err(|error| {
            let text =
                format!("{JOURNAL}, line {number}: {error}; expected an event of this program");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        show(length, event);
        length += count as u64;
    }
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
        Journal::open(folder, |_, event| {
            if let Event::Game(game) = event {
                numbers.push(game.number);
            }
        })?;
        Ok(numbers)
    }

    fn write_three(folder: &Path) -> Vec<u8> {
        let mut journal = Journal::open(folder, |_, _| {}).unwrap();
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
            let mut journal = Journal::open(&folder.0, |_, _| {}).unwrap();
            let at = journal.add(&Event::Game(record(9, 0, 1, Outcome::Draw))).unwrap();
            assert_eq!(journal.game_at(at).unwrap().number, 9);
            drop(journal);
            assert_eq!(games(&folder.0).unwrap().last(), Some(&9));
        }
    }

    #[test]
    fn damage_within_is_refused_by_its_line() {
        let folder = Folder::new("damage");
        let mut whole = write_three(&folder.0);
        let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        whole[second] = b'#';
        std::fs::write(folder.0.join(JOURNAL), &whole).unwrap();
        let told = games(&folder.0).unwrap_err().to_string();
        assert!(told.contains("line 2"), "{told}");
        assert_eq!(std::fs::read(folder.0.join(JOURNAL)).unwrap(), whole, "nothing is changed");
    }

    #[test]
    fn a_second_one_is_refused() {
        let folder = Folder::new("second");
        let first = Journal::open(&folder.0, |_, _| {}).unwrap();
        let told = games(&folder.0).unwrap_err().to_string();
        assert!(told.contains("another program"), "{told}");
        drop(first);
        assert!(games(&folder.0).unwrap().is_empty());
    }
}
