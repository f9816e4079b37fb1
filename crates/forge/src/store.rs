//! A file of games that is being written. Each game is appended whole; an unfinished one at the end
//! is removed when the file is opened again.

use core::error::Error;
use core::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::archive::{Fault, Games, beginning};
use crate::format::{GameRecord, HEADER_BYTES, Header, HeaderError, VERSION};

/// A file of games, locked and open for appending.
pub struct Store {
    file: File,
    /// The header and all whole games end here.
    length: u64,
    /// The encoded game that is being written.
    buffer: Vec<u8>,
}

/// Why games cannot be added to a file.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be opened, read or locked.
    Io(io::Error),
    /// It does not start with a readable header.
    Header(HeaderError),
    /// The file has an older format: it can be read but not continued.
    Format(u32),
    /// The games of the file were played with other settings; how they differ.
    DifferentSettings(Vec<String>),
    /// Another program is writing to the file.
    Busy,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(_) => f.write_str("cannot open the file for adding games"),
            StoreError::Header(_) => f.write_str("cannot read the header"),
            StoreError::Format(version) => write!(
                f,
                "its format {version} can be read but not added to; expected a file of format \
                 {VERSION}, or a new name"
            ),
            StoreError::DifferentSettings(differences) => write!(
                f,
                "its games have other settings: {}; expected the same, or another file",
                differences.join(", ")
            ),
            StoreError::Busy => f.write_str("another program is adding to it; it must end first"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Io(error) => Some(error),
            StoreError::Header(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        StoreError::Io(error)
    }
}

impl Store {
    /// Creates a file or opens an existing one with the same header. `visit` gets every game it
    /// holds and every fault. An unfinished or damaged end is removed. Only one program may have
    /// the file open.
    pub fn open(
        path: &Path,
        header: &Header,
        mut visit: impl FnMut(Result<&GameRecord, Fault>),
    ) -> Result<Store, StoreError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let start = beginning(&file)?;
        let mut length = HEADER_BYTES as u64;
        if header.encode().starts_with(&start) && start.len() < HEADER_BYTES {
            // A new file, or one that ends within its header.
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header.encode())?;
        } else {
            let found = Header::decode(&start).map_err(StoreError::Header)?;
            if found.version != VERSION {
                return Err(StoreError::Format(found.version));
            }
            let differences = found.header.differences(header);
            if !differences.is_empty() {
                return Err(StoreError::DifferentSettings(differences));
            }
            length = read(&file, &mut visit)?;
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Store { file, length, buffer: Vec::new() })
    }

    /// Appends a game. If the disk is full, the part that was written is removed again.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.buffer.clear();
        record.encode(&mut self.buffer);
        if let Err(error) = self.file.write_all(&self.buffer) {
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(error);
        }
        self.length += self.buffer.len() as u64;
        Ok(())
    }

    /// Flushes all games to the disk, so that they survive a crash of the machine.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

impl Drop for Store {
    /// Unlocks at once: a child process that is just being started may hold a copy of the file, and
    /// with it the lock, for a moment longer.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Visits the games of a file; returns the length to keep.
fn read(file: &File, visit: &mut impl FnMut(Result<&GameRecord, Fault>)) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let mut keep = length;
    for game in Games::new(file.try_clone()?, HEADER_BYTES as u64..length, length)? {
        match game {
            Ok(record) => visit(Ok(&record)),
            Err(Fault::Io(error)) => return Err(error),
            Err(fault) => {
                if let Fault::Damaged { offset, bytes } | Fault::Torn { offset, bytes } = fault
                    && offset + bytes == length
                {
                    keep = offset;
                }
                visit(Err(fault));
            }
        }
    }
    Ok(keep)
}
