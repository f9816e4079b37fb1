//! The losses in the course of a training, one line of JSON for each report.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use whole_file::write_whole;

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
    /// Opens the log with the reports up to this step; later ones are taken away, as they will
    /// be made once more.
    pub(super) fn open(path: &Path, step: u64) -> io::Result<Log> {
        let known = if path.exists() { read_log(path)? } else { Vec::new() };
        let mut text = Vec::new();
        for entry in known.iter().filter(|entry| entry.step <= step) {
            write_line(&mut text, entry)?;
        }
        write_whole(path, &text)?;
        Ok(Log(File::options().append(true).open(path)?))
    }

    pub(super) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = Vec::new();
        write_line(&mut line, entry)?;
        self.0.write_all(&line)
    }
}

fn write_line(out: &mut Vec<u8>, entry: &Entry) -> io::Result<()> {
    serde_json::to_writer(&mut *out, entry)?;
    out.push(b'\n');
    Ok(())
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
        let mut log = Log::open(&path, 0).unwrap();
        [10, 20, 30].iter().for_each(|&step| log.add(&entry(step)).unwrap());
        log.0.write_all(b"{\"superbatch\": 4").unwrap();
        assert_eq!(read_log(&path).unwrap(), [entry(10), entry(20), entry(30)]);
        Log::open(&path, 25).unwrap().add(&entry(40)).unwrap();
        assert_eq!(read_log(&path).unwrap(), [entry(10), entry(20), entry(40)]);
        fs::write(&path, "{}\n").unwrap();
        assert!(read_log(&path).unwrap_err().to_string().contains("line 1"));
    }
}
