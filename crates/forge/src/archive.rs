//! Reading a file of games, from one thread or many. Damage is reported with its offset and skipped;
//! the games around it are still read.

mod games;
mod window;

pub use games::{Games, Positions};

use core::error::Error;
use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::format::{HEADER_BYTES, Header, HeaderError, StoredHeader};

/// A file of games. Games that another program adds after it was opened are not read.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
    header: StoredHeader,
    length: u64,
}

/// Why a file cannot be read at all.
#[derive(Debug)]
pub enum OpenError {
    /// The file cannot be read.
    Io(io::Error),
    /// It does not start with a readable header.
    Header(HeaderError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Io(_) => f.write_str("cannot read the file"),
            OpenError::Header(_) => f.write_str("cannot read the header"),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::Io(error) => Some(error),
            OpenError::Header(error) => Some(error),
        }
    }
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Io(error)
    }
}

/// What may be wrong within a file of games.
#[derive(Debug)]
pub enum Fault {
    /// The file cannot be read any further.
    Io(io::Error),
    /// These bytes are not a game and were skipped.
    Damaged { offset: u64, bytes: u64 },
    /// The file ends within a game.
    Torn { offset: u64, bytes: u64 },
    /// The move at this ply of the game is illegal; the rest of the game was skipped.
    Illegal { offset: u64, number: u32, ply: usize },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(_) => f.write_str("cannot read the file any further"),
            Fault::Damaged { offset, bytes } => {
                write!(f, "damaged at byte {offset}: {bytes} bytes are not a game and are skipped")
            }
            Fault::Torn { offset, bytes } => {
                write!(f, "it ends in an unfinished game: {bytes} bytes from byte {offset}")
            }
            Fault::Illegal { offset, number, ply } => {
                write!(f, "game {number} at byte {offset}: its move {} is not legal", ply + 1)
            }
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Fault::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl Archive {
    /// Reads the header. The games are read by [`Archive::games`].
    pub fn open(path: &Path) -> Result<Archive, OpenError> {
        let file = File::open(path)?;
        let header = Header::decode(&beginning(&file)?).map_err(OpenError::Header)?;
        Ok(Archive { path: path.to_owned(), header, length: file.metadata()?.len() })
    }

    /// The path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The engine and the settings of the games.
    pub fn header(&self) -> &Header {
        &self.header.header
    }

    /// The offset of the first game.
    pub fn first_game(&self) -> u64 {
        self.header.bytes as u64
    }

    /// The length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// All games of the file.
    pub fn games(&self) -> io::Result<Games> {
        self.part(self.first_game()..self.length)
    }

    /// The games of one part that [`Archive::parts`] returned.
    pub fn part(&self, part: Range<u64>) -> io::Result<Games> {
        Games::new(File::open(&self.path)?, part, self.length)
    }

    /// Splits the file between games into at most `count` parts of about the same size. Every byte
    /// after the header belongs to exactly one part, so each fault is reported once.
    pub fn parts(&self, count: u64) -> io::Result<Vec<Range<u64>>> {
        let first = self.first_game();
        let bytes = self.length.saturating_sub(first);
        let mut bounds = vec![first];
        for number in 1..count.max(1) {
            let about = first + (u128::from(bytes) * u128::from(number) / u128::from(count)) as u64;
            let mut games = self.part(about.max(bounds[bounds.len() - 1])..self.length)?;
            // The part starts at the first whole game from there on.
            match games.find(|game| !matches!(game, Err(Fault::Damaged { .. }))) {
                Some(Ok(_)) => bounds.push(games.offset()),
                Some(Err(Fault::Io(error))) => return Err(error),
                _ => break,
            }
        }
        bounds.push(self.length);
        Ok(bounds.windows(2).map(|pair| pair[0]..pair[1]).filter(|part| !part.is_empty()).collect())
    }
}

/// The first bytes of a file, as many as the longest header has.
pub(crate) fn beginning(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES);
    file.take(HEADER_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
