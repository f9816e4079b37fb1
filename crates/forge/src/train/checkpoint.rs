//! The state of a training in a file. Continued with as many threads, a training ends with the same
//! network to the last bit. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SecTrain` |
//! | 4 | version, 3 |
//! | 8 x 4 | positions, games, seed and checksum of the cache |
//! | 8 x 4 | the same of the held-out cache |
//! | 8 | steps made; with the seed they determine the place in the epoch |
//! | 8 + 8 | loss summed since the last report, and its number of positions |
//! | 4 + n | the length of the recipe, and the recipe in TOML with all its keys |
//! | 4 each | weights, then the first and the second moments of their gradients |
//! | 4 | CRC-32 of all before |

mod checksum_reader;
mod validation;

use core::error::Error;
use core::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use toolkit::whole_file::write_whole;

pub(super) use validation::fault;

use super::cache::CacheHeader;
use super::config::{Config, ConfigError};
use super::shape::{COLUMNS, Row};
use checksum_reader::ChecksumReader;

/// Its name in the folder of a training.
pub const CHECKPOINT: &str = "checkpoint.bin";

const MAGIC: [u8; 8] = *b"SecTrain";
/// Earlier versions left out keys with default values, and the defaults have changed.
const VERSION: u32 = 3;
/// Everything before the recipe.
const HEAD_BYTES: usize = MAGIC.len() + 4 + 2 * 4 * 8 + 3 * 8 + 4;
const SUM_BYTES: u64 = 4;
/// Longest recipe in bytes.
const MAX_TEXT: u32 = 1 << 20;

/// A checkpoint that was read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) config: Config,
    /// The text of the recipe.
    pub(super) text: String,
    /// The training cache and the held-out cache.
    pub(super) data: [CacheHeader; 2],
    pub(super) step: u64,
    pub(super) loss: f64,
    /// Positions since the last report.
    pub(super) counted: u64,
    pub(super) learned: Vec<Row>,
    pub(super) mean: Vec<Row>,
    pub(super) square: Vec<Row>,
}

/// Why a file is not a usable checkpoint.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a checkpoint.
    Foreign,
    /// Another version of the program has made the checkpoint.
    Version(u32),
    /// The file ends before its numbers.
    Truncated { bytes: u64 },
    /// The length does not match the recipe.
    Length { expected: u64, found: u64 },
    /// The checksum is wrong.
    Damaged,
    /// This version of the program refuses its recipe.
    Config(ConfigError),
    /// A number that no training computes.
    Invalid(String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(_) => f.write_str("cannot read the checkpoint"),
            CheckpointError::Foreign => {
                f.write_str("not a checkpoint; expected one that 'forge train' has made")
            }
            CheckpointError::Version(version) => {
                write!(f, "a checkpoint of version {version}; expected version {VERSION}")
            }
            CheckpointError::Truncated { bytes } => {
                write!(f, "{bytes} bytes; expected more: the file is truncated")
            }
            CheckpointError::Length { expected, found } => write!(
                f,
                "{found} bytes; expected {expected} for its recipe: the file is truncated, \
                 damaged or has trailing bytes"
            ),
            CheckpointError::Damaged => f.write_str("damaged: it does not match its checksum"),
            CheckpointError::Config(_) => f.write_str("cannot read its recipe"),
            CheckpointError::Invalid(fault) => write!(f, "invalid: {fault}"),
        }
    }
}

impl Error for CheckpointError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CheckpointError::Io(error) => Some(error),
            CheckpointError::Config(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
}

/// The state of a training, borrowed for writing.
pub(super) struct Snapshot<'a> {
    /// The complete recipe as TOML.
    pub(super) text: &'a str,
    /// The training cache and the held-out cache.
    pub(super) data: [CacheHeader; 2],
    pub(super) step: u64,
    pub(super) loss: f64,
    /// Positions since the last report.
    pub(super) counted: u64,
    pub(super) rows: [&'a [Row]; 3],
}

impl Snapshot<'_> {
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, &self.encode())
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        for CacheHeader { positions, games, seed, sum } in self.data {
            for number in [positions, games, seed, sum.into()] {
                out.extend(number.to_le_bytes());
            }
        }
        for number in [self.step, self.loss.to_bits(), self.counted] {
            out.extend(number.to_le_bytes());
        }
        out.extend((self.text.len() as u32).to_le_bytes());
        out.extend(self.text.as_bytes());
        for rows in self.rows {
            out.extend(rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
        }
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        out
    }
}

/// The numbers before the recipe.
struct Head {
    data: [CacheHeader; 2],
    step: u64,
    loss: f64,
    counted: u64,
    /// Bytes of the recipe.
    text: u32,
}

impl Head {
    /// `length` is that of the whole file.
    fn decode(bytes: &[u8], length: u64) -> Result<Head, CheckpointError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(CheckpointError::Foreign);
        }
        let truncated = CheckpointError::Truncated { bytes: length };
        let mut rest = &bytes[known..];
        match take(&mut rest).map(u32::from_le_bytes) {
            Some(VERSION) => Head::numbers(rest).ok_or(truncated),
            Some(version) => Err(CheckpointError::Version(version)),
            None => Err(truncated),
        }
    }

    /// `None` if the bytes end too soon.
    fn numbers(mut rest: &[u8]) -> Option<Head> {
        let mut number = || take(&mut rest).map(u64::from_le_bytes);
        let mut header = || {
            let [positions, games, seed, sum] = [number()?, number()?, number()?, number()?];
            Some(CacheHeader { positions, games, seed, sum: sum as u32 })
        };
        let data = [header()?, header()?];
        let (step, loss, counted) = (number()?, f64::from_bits(number()?), number()?);
        let text = take(&mut rest).map(u32::from_le_bytes)?;
        Some(Head { data, step, loss, counted, text })
    }
}

impl Checkpoint {
    pub(super) fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Checkpoint::decode(file, length)
    }

    /// Stops reading at the first sign that this is not a checkpoint.
    fn decode(source: impl Read, length: u64) -> Result<Checkpoint, CheckpointError> {
        let mut source = ChecksumReader::new(source);
        let head = source.up_to(HEAD_BYTES)?;
        let Head { data, step, loss, counted, text } = Head::decode(&head, length)?;
        let before = HEAD_BYTES as u64 + u64::from(text);
        if length < before + SUM_BYTES {
            return Err(CheckpointError::Truncated { bytes: length });
        } else if text > MAX_TEXT {
            return Err(CheckpointError::Damaged);
        }
        let text = source.up_to(text as usize)?;
        let text = String::from_utf8(text).map_err(|_| CheckpointError::Damaged)?;
        let config = match Config::parse(&text) {
            Ok(config) => config,
            // A damaged text is reported as damage, not as a wrong recipe.
            Err(error) => {
                source.skip(length - before - SUM_BYTES)?;
                return Err(match source.matches()? {
                    true => CheckpointError::Config(error),
                    false => CheckpointError::Damaged,
                });
            }
        };
        let part = config.shape().learned_rows() * COLUMNS * size_of::<f32>();
        let expected = before + 3 * part as u64 + SUM_BYTES;
        if length != expected {
            return Err(CheckpointError::Length { expected, found: length });
        }
        let mut rows = || source.up_to(part).map(|bytes| rows_of(&bytes));
        let [learned, mean, square] = [rows()?, rows()?, rows()?];
        if !source.matches()? {
            return Err(CheckpointError::Damaged);
        }
        if let Some(fault) = fault(&config, [&learned, &mean, &square], loss) {
            return Err(CheckpointError::Invalid(fault));
        }
        Ok(Checkpoint { config, text, data, step, loss, counted, learned, mean, square })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn rows_of(bytes: &[u8]) -> Vec<Row> {
    let (numbers, _) = bytes.as_chunks();
    let (rows, _) = numbers.as_chunks::<COLUMNS>();
    rows.iter().map(|row| Row(row.map(f32::from_le_bytes))).collect()
}

#[cfg(test)]
mod tests;
