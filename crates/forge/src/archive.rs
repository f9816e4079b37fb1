//! Reading a file of games, from one thread or many. What is damaged is named and passed over;
//! the games around it are still good.

mod fault;
mod games;
mod positions;
mod window;

pub use fault::Fault;
pub use games::Games;
pub use positions::Positions;

use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::format::{HEADER_BYTES, Header, HeaderError, StoredHeader};

/// A file of games as it was when it was opened; somebody may be adding to it.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
    header: StoredHeader,
    length: u64,
}

/// Why a file cannot be read at all.
#[derive(Debug)]
pub enum OpenError {
    Io(io::Error),
    Header(HeaderError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Io(error) => error.fmt(f),
            OpenError::Header(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OpenError {}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Io(error)
    }
}

impl Archive {
    pub fn open(path: &Path) -> Result<Archive, OpenError> {
        let file = File::open(path)?;
        let header = Header::decode(&beginning(&file)?).map_err(OpenError::Header)?;
        Ok(Archive { path: path.to_owned(), header, length: file.metadata()?.len() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn header(&self) -> &Header {
        &self.header.header
    }

    /// Where the first game begins.
    pub fn first_game(&self) -> u64 {
        self.header.bytes as u64
    }

    /// In bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Every game.
    pub fn games(&self) -> io::Result<Games> {
        self.part(self.first_game()..self.length)
    }

    /// The games of a part that `parts` has given.
    pub fn part(&self, part: Range<u64>) -> io::Result<Games> {
        Games::new(File::open(&self.path)?, part, self.length)
    }

    /// Cuts the file between games, into at most so many parts of about the same size. Every
    /// byte after the header is in one of them, so that no damage goes unnoticed or is told twice.
    pub fn parts(&self, count: u64) -> io::Result<Vec<Range<u64>>> {
        let first = self.first_game();
        let bytes = self.length.saturating_sub(first);
        let mut cuts = vec![first];
        for number in 1..count.max(1) {
            let about = first + (u128::from(bytes) * u128::from(number) / u128::from(count)) as u64;
            let mut games = self.part(about.max(cuts[cuts.len() - 1])..self.length)?;
            // Where the first whole game from there on begins.
            match games.find(|game| !matches!(game, Err(Fault::Damaged { .. }))) {
                Some(Ok(_)) => cuts.push(games.offset()),
                Some(Err(Fault::Io(error))) => return Err(error),
                _ => break,
            }
        }
        cuts.push(self.length);
        Ok(cuts.windows(2).map(|cut| cut[0]..cut[1]).filter(|part| !part.is_empty()).collect())
    }
}

/// The first bytes of a file, as many as the longest header has.
pub(crate) fn beginning(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    file.take(HEADER_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
