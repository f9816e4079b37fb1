//! A file of games that is being added to. A game is written at once and whole; a last one that
//! was not finished is cut off when the file is opened again.

use core::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use crate::archive::{Fault, Games, beginning};
use crate::format::{GameRecord, HEADER_BYTES, Header, HeaderError, VERSION};

pub struct Store {
    file: File,
    /// Everything before this is the header and whole games.
    length: u64,
    /// What is about to be written.
    buffer: Vec<u8>,
}

/// Why games cannot be added to a file.
#[derive(Debug)]
pub enum StoreError {
    Io(io::Error),
    Header(HeaderError),
    /// The file has an older format: its games can be read, but none can be added.
    Format(u32),
    /// The games there were played otherwise.
    Other(Vec<String>),
    Busy,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(error) => error.fmt(f),
            StoreError::Header(error) => error.fmt(f),
            StoreError::Format(version) => write!(
                f,
                "it has format {version}, which can be read but not added to; expected a file of \
                 format {VERSION}, or a new name"
            ),
            StoreError::Other(differences) => write!(
                f,
                "its games were played otherwise: {}; expected the same, or another file",
                differences.join(", ")
            ),
            StoreError::Busy => f.write_str("another program is adding to it; it must end first"),
        }
    }
}

impl core::error::Error for StoreError {}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        StoreError::Io(error)
    }
}

impl Store {
    /// Opens a file, new or broken off, for games of this kind, and shows every game it holds and
    /// every fault. An unfinished or damaged end is cut off. Nobody else may be adding to it.
    pub fn open(
        path: &Path,
        header: &Header,
        mut show: impl FnMut(Result<&GameRecord, Fault>),
    ) -> Result<Store, StoreError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let begun = beginning(&file)?;
        let mut length = HEADER_BYTES as u64;
        if header.encode().starts_with(&begun) && begun.len() < HEADER_BYTES {
            // New, or broken off before the first game.
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header.encode())?;
        } else {
            let found = Header::decode(&begun).map_err(StoreError::Header)?;
            if found.version != VERSION {
                return Err(StoreError::Format(found.version));
            }
            let differences = found.header.differences(header);
            if !differences.is_empty() {
                return Err(StoreError::Other(differences));
            }
            length = read(&file, &mut show)?;
        }
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Store { file, length, buffer: Vec::new() })
    }

    /// Writes a game. What could be written of one that does not fit is taken back.
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

    /// Whatever has been added survives the machine, too.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

impl Drop for Store {
    /// A process that is just being started may hold a copy of the file for a moment longer, and
    /// with it the lock.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Shows the games of a file; says how much of it to keep.
fn read(file: &File, show: &mut impl FnMut(Result<&GameRecord, Fault>)) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let mut keep = length;
    for game in Games::new(file.try_clone()?, HEADER_BYTES as u64..length, length)? {
        match game {
            Ok(record) => show(Ok(&record)),
            Err(Fault::Io(error)) => return Err(error),
            Err(fault) => {
                if let Fault::Damaged { offset, bytes } | Fault::Torn { offset, bytes } = fault
                    && offset + bytes == length
                {
                    keep = offset;
                }
                show(Err(fault));
            }
        }
    }
    Ok(keep)
}
