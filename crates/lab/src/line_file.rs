//! An append-only file of JSON lines. Each line is written at once: however the program ends, no
//! line is lost, and a partial last line is ignored. Each line ends with a checksum, so that damage
//! is reported with its line number.

use core::fmt;
use core::marker::PhantomData;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The place of a line. The default is before the first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Span {
    /// The first line is number one.
    pub(crate) number: u64,
    pub(crate) begin: u64,
    pub(crate) bytes: u64,
}

impl Span {
    fn end(self) -> u64 {
        self.begin + self.bytes
    }

    /// The line after this one.
    fn next(self, bytes: usize) -> Span {
        Span { number: self.number + 1, begin: self.end(), bytes: bytes as u64 }
    }
}

pub(crate) struct LineFile<T> {
    path: PathBuf,
    file: File,
    /// The last whole line.
    last: Span,
    holds: PhantomData<fn(T) -> T>,
}

impl<T: Serialize + DeserializeOwned> LineFile<T> {
    /// Creates or opens a file and passes its items to `receive`.
    pub(crate) fn open(path: &Path, mut receive: impl FnMut(T)) -> io::Result<LineFile<T>> {
        let mut file = LineFile::locked(path)?;
        file.read_on(Span::default(), |_, item| receive(item))?;
        Ok(file)
    }

    /// Opens and locks a file without reading it. It must be read before anything is added. Fails
    /// if another program has it open.
    pub(crate) fn locked(path: &Path) -> io::Result<LineFile<T>> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = "another program is using this run; expected it to end first";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, text));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let (path, last) = (path.to_owned(), Span::default());
        Ok(LineFile { path, file, last, holds: PhantomData })
    }

    /// Passes the items after a known line to `receive`. A partial last line is removed.
    pub(crate) fn read_on(&mut self, after: Span, receive: impl FnMut(Span, T)) -> io::Result<()> {
        self.last = read(&self.path, &self.file, after, receive)?;
        self.file.set_len(self.last.end())?;
        self.file.seek(SeekFrom::Start(self.last.end()))?;
        Ok(())
    }

    /// Removes all lines.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.last = Span::default();
        self.file.set_len(0)?;
        self.file.rewind()
    }

    /// Appends a line and returns its span. A line that could only be written in part is removed.
    pub(crate) fn add(&mut self, item: &T) -> io::Result<Span> {
        let line = sealed(item)?;
        if let Err(error) = self.file.write_all(&line) {
            let _ = self.file.set_len(self.last.end());
            let _ = self.file.seek(SeekFrom::Start(self.last.end()));
            return Err(error);
        }
        self.last = self.last.next(line.len());
        Ok(self.last)
    }

    /// Reads the item at a span.
    pub(crate) fn read_at(&mut self, span: Span) -> io::Result<T> {
        self.file.seek(SeekFrom::Start(span.begin))?;
        let mut line = Vec::new();
        let read = (&self.file).take(span.bytes).read_to_end(&mut line);
        self.file.seek(SeekFrom::Start(self.last.end()))?;
        read?;
        unsealed(&line).map_err(|why| damaged(&self.path, span.number, &why))
    }
}

impl<T> Drop for LineFile<T> {
    /// Unlocks explicitly: a process that is just being started may still hold a copy of the file,
    /// and with it the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Passes the items of a file to `receive`. Another program may be appending to it.
pub(crate) fn read_only<T: DeserializeOwned>(
    path: &Path,
    mut receive: impl FnMut(T),
) -> io::Result<()> {
    read(path, &File::open(path)?, Span::default(), |_, item| receive(item)).map(|_| ())
}

/// Passes the items after a known line to `receive`. Returns the last whole line.
fn read<T: DeserializeOwned>(
    path: &Path,
    mut file: &File,
    after: Span,
    mut receive: impl FnMut(Span, T),
) -> io::Result<Span> {
    file.seek(SeekFrom::Start(after.end()))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let (mut last, mut line) = (after, Vec::new());
    loop {
        line.clear();
        let bytes = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(last);
        }
        last = last.next(bytes);
        let item = unsealed(&line).map_err(|why| damaged(path, last.number, &why))?;
        receive(last, item);
    }
}

/// The end of every line, around the checksum of everything before it.
const SEAL: (&[u8], &[u8]) = (b",\"crc\":\"", b"\"}\n");
const DIGITS: usize = 8;

/// How a line differs from what was written.
#[derive(Debug)]
enum Damage {
    NoChecksum,
    Checksum,
    Content(serde_json::Error),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NoChecksum => {
                f.write_str("it has no checksum: it is damaged, or older than checksums")
            }
            Damage::Checksum => f.write_str("its checksum is wrong: it is damaged"),
            Damage::Content(why) => why.fmt(f),
        }
    }
}

fn damaged(path: &Path, number: u64, why: &Damage) -> io::Error {
    let name = path.file_name().unwrap_or_default().display();
    let text = format!("{name}, line {number}: {why}; expected a line as this program wrote it");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// An item as a line. The item must be a JSON object with at least one field.
fn sealed<T: Serialize>(item: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(item)?;
    match line.pop() {
        Some(b'}') => {}
        _ => return Err(io::Error::other("the item is no JSON object")),
    }
    let sum = checksum(&line);
    Ok([&line, SEAL.0, sum.as_bytes(), SEAL.1].concat())
}

fn checksum(content: &[u8]) -> String {
    format!("{:0DIGITS$x}", crc32fast::hash(content))
}

fn unsealed<T: DeserializeOwned>(line: &[u8]) -> Result<T, Damage> {
    let parts = || {
        let (rest, sum) = line.strip_suffix(SEAL.1)?.split_last_chunk::<DIGITS>()?;
        Some((rest.strip_suffix(SEAL.0)?, sum))
    };
    let (content, sum) = parts().ok_or(Damage::NoChecksum)?;
    if checksum(content).as_bytes() != sum {
        return Err(Damage::Checksum);
    }
    // The checksum is one more field of the object, which the item ignores.
    serde_json::from_slice(line).map_err(Damage::Content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Item {
        name: String,
        number: u32,
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let item = Item { name: "a}\n\"é".to_owned(), number: 7 };
        let line = sealed(&item).unwrap();
        assert_eq!(unsealed::<Item>(&line).unwrap(), item);
        assert!(serde_json::from_slice::<serde_json::Value>(&line).is_ok(), "it is still JSON");
        for place in 0..8 * line.len() {
            let mut other = line.clone();
            other[place / 8] ^= 1 << (place % 8);
            assert!(unsealed::<Item>(&other).is_err(), "{place}");
        }
        let message = unsealed::<Item>(b"{\"name\":\"x\",\"number\":1}\n").unwrap_err().to_string();
        assert!(message.contains("no checksum"), "{message}");
    }
}
