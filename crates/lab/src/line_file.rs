//! A file of JSON lines that only grows. Each line is written at once and whole: whatever ends
//! the program, nothing that was written is lost, and half a line is taken for none.

use core::marker::PhantomData;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) struct LineFile<T> {
    file: File,
    /// Everything before this is whole lines.
    length: u64,
    holds: PhantomData<fn(T) -> T>,
}

impl<T: Serialize + DeserializeOwned> LineFile<T> {
    /// Opens it, new or broken off, and shows what it holds with where each line begins. A
    /// last line that was not finished is taken away. Nobody else may have it open.
    pub(crate) fn open(path: &Path, mut show: impl FnMut(u64, T)) -> io::Result<LineFile<T>> {
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
        let length = read(path, &file, &mut show)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(LineFile { file, length, holds: PhantomData })
    }

    /// Writes a line and says where it begins. What could be written of one that does not fit
    /// is taken back.
    pub(crate) fn add(&mut self, item: &T) -> io::Result<u64> {
        let mut line = serde_json::to_vec(item)?;
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

    /// What the line holds that begins there.
    pub(crate) fn read_at(&mut self, begin: u64) -> io::Result<T> {
        self.file.seek(SeekFrom::Start(begin))?;
        let mut line = Vec::new();
        BufReader::new((&self.file).take(self.length - begin)).read_until(b'\n', &mut line)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(serde_json::from_slice(&line)?)
    }
}

impl<T> Drop for LineFile<T> {
    /// A process that is just being started may hold a copy of the file for a moment longer, and
    /// with it the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Shows the lines of a file that somebody else may be adding to.
pub(crate) fn read_only<T: DeserializeOwned>(
    path: &Path,
    mut show: impl FnMut(T),
) -> io::Result<()> {
    read(path, &File::open(path)?, &mut |_, item| show(item)).map(|_| ())
}

/// Shows the lines of a file; says how much of it is whole lines.
fn read<T: DeserializeOwned>(
    path: &Path,
    file: &File,
    show: &mut impl FnMut(u64, T),
) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let (mut length, mut line, mut number) = (0, Vec::new(), 0);
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(length);
        }
        number += 1;
        let item = serde_json::from_slice(&line).map_err(|error| {
            let name = path.file_name().unwrap_or_default().display();
            let text = format!("{name}, line {number}: {error}; expected a line of this program");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        show(length, item);
        length += count as u64;
    }
}
