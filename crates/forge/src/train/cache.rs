//! The training cache: a header of 64 bytes, then positions of 32 bytes in random order. It is made
//! from files of games for one training and may be deleted afterwards.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SecCache` |
//! | 4 | version, 2 |
//! | 4 | bytes of a position, 32 |
//! | 8 | positions |
//! | 8 | games that they come from |
//! | 8 | the seed that they were shuffled with |
//! | 4 | CRC-32 of the positions, which tells caches apart |
//! | 16 | zero |
//! | 4 | CRC-32 of all before |

mod writer;

use core::error::Error;
use core::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::bullet::{PackedPosition, RECORD_BYTES};

pub use writer::{CacheWriter, WholeCache};

const MAGIC: [u8; 8] = *b"SecCache";
const VERSION: u32 = 2;
const HEADER_BYTES: usize = 64;
const CHECKSUM: usize = HEADER_BYTES - 4;
/// Bytes per read when a whole cache is verified.
const VERIFY_BYTES: u64 = 1 << 20;

/// The contents of a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CacheHeader {
    pub positions: u64,
    pub games: u64,
    pub seed: u64,
    /// CRC-32 of all positions in their order.
    pub sum: u32,
}

/// Why a file is not a usable cache.
#[derive(Debug)]
pub enum CacheError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file ends within its header.
    Short { bytes: usize },
    /// The file is not a cache.
    Foreign,
    /// Another version of the program has made the cache.
    Version(u32),
    /// The header is damaged.
    Header,
    /// The length does not match the number of positions.
    Length { expected: u64, found: u64 },
    /// A record is not a position.
    Position { number: u64 },
    /// The positions do not match their checksum.
    Sum,
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheError::Io(_) => f.write_str("cannot read the training cache"),
            CacheError::Short { bytes } => {
                write!(f, "{bytes} bytes; expected a header of {HEADER_BYTES} and positions")
            }
            CacheError::Foreign => {
                f.write_str("not a training cache; expected one that 'forge pack' has made")
            }
            CacheError::Version(version) => {
                write!(f, "a training cache of version {version}; expected version {VERSION}")
            }
            CacheError::Header => f.write_str("damaged: the header does not match its checksum"),
            CacheError::Length { expected, found } => {
                write!(
                    f,
                    "{found} bytes; expected {expected}: the file is truncated or has trailing bytes"
                )
            }
            CacheError::Position { number } => {
                write!(f, "damaged: record {number} is not a position")
            }
            CacheError::Sum => f.write_str(
                "damaged: the positions do not match their checksum; expected a new cache made by \
                 'forge pack'",
            ),
        }
    }
}

impl Error for CacheError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CacheError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for CacheError {
    fn from(error: io::Error) -> CacheError {
        CacheError::Io(error)
    }
}

impl CacheHeader {
    fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(RECORD_BYTES as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&self.positions.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.games.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.seed.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.sum.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..CHECKSUM]);
        bytes[CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<CacheHeader, CacheError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(CacheError::Foreign);
        }
        let Ok(bytes) = <&[u8; HEADER_BYTES]>::try_from(bytes) else {
            return Err(CacheError::Short { bytes: bytes.len() });
        };
        let short = |at: usize| u32::from_le_bytes(core::array::from_fn(|byte| bytes[at + byte]));
        let long = |at: usize| u64::from_le_bytes(core::array::from_fn(|byte| bytes[at + byte]));
        if short(8) != VERSION {
            return Err(CacheError::Version(short(8)));
        }
        if short(CHECKSUM) != crc32fast::hash(&bytes[..CHECKSUM])
            || short(12) != RECORD_BYTES as u32
        {
            return Err(CacheError::Header);
        }
        Ok(CacheHeader { positions: long(16), games: long(24), seed: long(32), sum: short(40) })
    }
}

/// A cache that is read.
pub struct Cache {
    path: PathBuf,
    file: File,
    header: CacheHeader,
    bytes: Vec<u8>,
}

impl Cache {
    /// Opens a cache and checks its header and length.
    pub fn open(path: &Path) -> Result<Cache, CacheError> {
        let mut file = File::open(path)?;
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        (&mut file).take(HEADER_BYTES as u64).read_to_end(&mut bytes)?;
        let header = CacheHeader::decode(&bytes)?;
        let found = file.metadata()?.len();
        let body = header.positions.saturating_mul(RECORD_BYTES as u64);
        let expected = body.saturating_add(HEADER_BYTES as u64);
        if found != expected {
            return Err(CacheError::Length { expected, found });
        }
        Ok(Cache { path: path.to_owned(), file, header, bytes })
    }

    /// The path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The contents of the cache.
    pub fn header(&self) -> CacheHeader {
        self.header
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.header.positions
    }

    /// Checks all positions against their checksum: a damaged score or result cannot be noticed in
    /// any other way. `on_bytes` gets the bytes as they are checked.
    pub fn verify(&mut self, mut on_bytes: impl FnMut(u64)) -> Result<(), CacheError> {
        let mut sum = crc32fast::Hasher::new();
        let mut left = self.positions() * RECORD_BYTES as u64;
        self.file.seek(SeekFrom::Start(HEADER_BYTES as u64))?;
        while left > 0 {
            let count = left.min(VERIFY_BYTES);
            self.bytes.resize(count as usize, 0);
            self.file.read_exact(&mut self.bytes)?;
            sum.update(&self.bytes);
            left -= count;
            on_bytes(count);
        }
        match sum.finalize() == self.header.sum {
            true => Ok(()),
            false => Err(CacheError::Sum),
        }
    }

    /// Appends to `positions` up to `count` positions from `first` on.
    pub fn read(
        &mut self,
        first: u64,
        count: usize,
        positions: &mut Vec<PackedPosition>,
    ) -> Result<(), CacheError> {
        let count = self.positions().saturating_sub(first).min(count as u64) as usize;
        self.bytes.resize(count * RECORD_BYTES, 0);
        let start = HEADER_BYTES as u64 + first.min(self.positions()) * RECORD_BYTES as u64;
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut self.bytes)?;
        for (number, record) in (first..).zip(self.bytes.as_chunks().0) {
            let position = PackedPosition::from_bytes(record);
            positions.push(position.ok_or(CacheError::Position { number })?);
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests;
