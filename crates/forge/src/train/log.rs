//! The losses in the course of a training, one line of JSON for each report.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Its name in the folder of a training.
pub const LOG: &str = "losses.jsonl";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub superbatch: u64,
    /// Steps made, and epochs they amount to.
    pub step: u64,
    pub epoch: f64,
    /// Positions seen, again and again.
    pub positions: u64,
    pub rate: f32,
    /// Over the positions since the last report, each before it was learned from.
    pub loss: f64,
    /// Over the positions held out.
    pub held_out: f64,
    pub positions_per_second: f64,
}

pub(super) struct Log(File);

impl Log {
    /// While one program holds the log, others are told that they would block.
    pub(super) fn open(path: &Path) -> io::Result<Log> {
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock()?;
        Ok(Log(file))
    }

    /// Keeps the reports up to this step; later ones are taken away, as they will be made once
    /// more, and so is everything from a damaged line on: a machine that loses power may lose a
    /// report of a checkpoint that it has kept.
    pub(super) fn cut_after(&mut self, step: u64) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.0.seek(SeekFrom::Start(0))?;
        self.0.read_to_end(&mut bytes)?;
        let sound = |line: &&[u8]| {
            let entry = serde_json::from_slice::<Entry>(line);
            line.ends_with(b"\n") && entry.is_ok_and(|entry| entry.step <= step)
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').take_while(sound);
        let length = lines.map(<[u8]>::len).sum::<usize>() as u64;
        self.0.set_len(length)?;
        self.0.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}

/// The reports of a training. Half a line at the end is taken for none.
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
    use crate::train::Folder;

    fn open(path: &Path, step: u64) -> Log {
        let mut log = Log::open(path).unwrap();
        log.cut_after(step).unwrap();
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
    fn reports_after_the_checkpoint_and_half_lines_are_taken_away() {
        let folder = Folder::new("log");
        let path = folder.0.join(LOG);
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
    fn reports_after_a_damaged_one_are_made_anew() {
        let folder = Folder::new("damaged-log");
        let path = folder.0.join(LOG);
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
