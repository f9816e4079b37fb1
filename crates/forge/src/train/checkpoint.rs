//! How far a training has come, in a file: whoever goes on with it, with as many threads, comes to
//! the same end to the last bit. All numbers have their lowest byte first.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SecTrain` |
//! | 4 | version, 3 |
//! | 8 x 4 | positions, games, seed and checksum of the cache |
//! | 8 x 4 | the same of what is held out |
//! | 8 | steps made; with the seed they say where in which epoch it is |
//! | 8 + 8 | loss since the last report, and over how many positions |
//! | 4 + n | the configuration in TOML with all its keys, after its length |
//! | 4 each | weights, then what is remembered of their slopes and of the squares of these |
//! | 4 | CRC-32 of all before |

mod error;
mod sound;
mod summed;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use toolkit::whole_file::write_whole;

pub use error::CheckpointError;
pub(super) use sound::fault;

use super::cache::CacheHeader;
use super::config::Config;
use super::row::{COLUMNS, Row};
use summed::Summed;

/// Its name in the folder of a training.
pub const CHECKPOINT: &str = "checkpoint.bin";

const MAGIC: [u8; 8] = *b"SecTrain";
/// Checkpoints before this one said only what was not usual then, and what is usual has changed.
const VERSION: u32 = 3;
/// Everything before the configuration.
const HEAD_BYTES: usize = MAGIC.len() + 4 + 2 * 4 * 8 + 3 * 8 + 4;
const SUM_BYTES: u64 = 4;
/// Nobody writes a longer configuration.
const MOST_TEXT: u32 = 1 << 20;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub(super) config: Config,
    /// What the configuration was read from.
    pub(super) text: String,
    /// What is learned from, and what is held out.
    pub(super) data: [CacheHeader; 2],
    pub(super) step: u64,
    pub(super) loss: f64,
    pub(super) counted: u64,
    pub(super) learned: Vec<Row>,
    pub(super) mean: Vec<Row>,
    pub(super) square: Vec<Row>,
}

/// What goes into a checkpoint, where it is.
pub(super) struct Snapshot<'a> {
    /// The full configuration.
    pub(super) text: &'a str,
    /// What is learned from, and what is held out.
    pub(super) data: [CacheHeader; 2],
    pub(super) step: u64,
    pub(super) loss: f64,
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

/// What stands before the configuration.
struct Head {
    data: [CacheHeader; 2],
    step: u64,
    loss: f64,
    counted: u64,
    /// Bytes of the configuration.
    text: u32,
}

impl Head {
    /// `length` is that of the whole file.
    fn decode(bytes: &[u8], length: u64) -> Result<Head, CheckpointError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(CheckpointError::Foreign);
        }
        let cut = CheckpointError::Cut { bytes: length };
        let mut rest = &bytes[known..];
        match take(&mut rest).map(u32::from_le_bytes) {
            Some(VERSION) => Head::numbers(rest).ok_or(cut),
            Some(version) => Err(CheckpointError::Version(version)),
            None => Err(cut),
        }
    }

    /// `None` where the bytes end too soon.
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

    /// Reads no further than what was read so far makes sense.
    fn decode(source: impl Read, length: u64) -> Result<Checkpoint, CheckpointError> {
        let mut source = Summed::new(source);
        let head = source.up_to(HEAD_BYTES)?;
        let Head { data, step, loss, counted, text } = Head::decode(&head, length)?;
        let before = HEAD_BYTES as u64 + u64::from(text);
        if length < before + SUM_BYTES {
            return Err(CheckpointError::Cut { bytes: length });
        } else if text > MOST_TEXT {
            return Err(CheckpointError::Damaged);
        }
        let text = source.up_to(text as usize)?;
        let text = String::from_utf8(text).map_err(|_| CheckpointError::Damaged)?;
        let config = match Config::parse(&text) {
            Ok(config) => config,
            // Damage is told as such, and not as what it has made of the text.
            Err(error) => {
                source.pass(length - before - SUM_BYTES)?;
                return Err(match source.ends_well()? {
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
        if !source.ends_well()? {
            return Err(CheckpointError::Damaged);
        }
        if let Some(fault) = fault(&config, [&learned, &mean, &square], loss) {
            return Err(CheckpointError::Unsound(fault));
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
