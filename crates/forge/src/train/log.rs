//! The log of a training: one line of JSON per report.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Its name in the folder of a training.
pub const LOG: &str = "losses.jsonl";

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub superbatch: u64,
    /// Steps made, and how many epochs these are.
    pub step: u64,
    pub epoch: f64,
    /// Positions processed, repeated ones included.
    pub positions: u64,
    pub rate: f32,
    /// Mean over the positions since the last report, each before its step.
    pub loss: f64,
    /// Mean over the held-out positions.
    pub held_out: f64,
    pub positions_per_second: f64,
}

/// The log, open for appending and locked.
pub(super) struct Log(File);

impl Log {
    /// Opens the log; fails with `WouldBlock` while another program has it open.
    pub(super) fn open(path: &Path) -> io::Result<Log> {
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock()?;
        Ok(Log(file))
    }

    /// Removes the reports after this step, which will be made again, and everything from a damaged
    /// line on: a crash of the machine may lose a report whose checkpoint it has kept.
    pub(super) fn truncate_after(&mut self, step: u64) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        self.0.read_to_end(&mut bytes)?;
        let valid = |line: &&[u8]| {
            let entry = serde_json::from_slice::<Entry>(line);
            line.ends_with(b"\n") && entry.is_ok_and(|entry| entry.step <= step)
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').take_while(valid);
        let length = lines.map(<[u8]>::len).sum::<usize>() as u64;
        self.0.set_len(length)?;
        self.0.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    /// Appends a report.
    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

/// The reports of a training. An unfinished line at the end is ignored.
pub fn read_log(path: &Path) -> io::Result<Vec<Entry>> {
    let text = fs::read_to_string(path)?;
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    lines
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| {
                let text = format!("{}, line {}: {error}", path.display(), index + 1);
                io::Error::new(io::ErrorKind::InvalidData, text)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    fn open(path: &Path, step: u64) -> Log {
        let mut log = Log::open(path).unwrap();
        log.truncate_after(step).unwrap();
        log
    }

    fn entry(step: u64) -> Entry {
        Entry {
            superbatch: step / 10,
            step,
            epoch: step as f64 / 7.0,
            positions: 100 * step,
            rate: 1e-3,
            loss: 0.1,
            held_out: 0.2,
            positions_per_second: 1e6,
        }
    }

    #[test]
    fn reports_after_the_checkpoint_and_unfinished_lines_are_removed() {
        let folder = TempFolder::new("log");
        let path = folder.file(LOG);
        let mut log = open(&path, 0);
        [10, 20, 30].iter().for_each(|&step| log.add(&entry(step)).unwrap());
        log.0.write_all(b"{\"superbatch\": 4").unwrap();
        assert_eq!(read_log(&path).unwrap(), [entry(10), entry(20), entry(30)]);
        drop(log);
        open(&path, 25).add(&entry(40)).unwrap();
        assert_eq!(read_log(&path).unwrap(), [entry(10), entry(20), entry(40)]);
        fs::write(&path, "{}\n").unwrap();
        assert!(read_log(&path).unwrap_err().to_string().contains("line 1"));
    }

    #[test]
    fn reports_after_a_damaged_one_are_removed() {
        let folder = TempFolder::new("damaged-log");
        let path = folder.file(LOG);
        let mut log = open(&path, 0);
        log.add(&entry(10)).unwrap();
        log.0.write_all(b"\xff\0\0\n").unwrap();
        log.add(&entry(20)).unwrap();
        drop(log);
        assert!(read_log(&path).is_err());
        open(&path, 30).add(&entry(30)).unwrap();
        assert_eq!(read_log(&path).unwrap(), [entry(10), entry(30)]);
    }
}
