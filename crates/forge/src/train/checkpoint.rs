//! How far a training has come, in a file: whoever goes on with it comes to the same end, to the
//! last bit, as if nothing had happened. All numbers have their lowest byte first.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SecTrain` |
//! | 4 | version, 2 |
//! | 8 x 4 | positions, games, seed and checksum of the cache |
//! | 8 x 4 | the same of what is held out |
//! | 8 | steps made; with the seed they say where in which epoch it is |
//! | 8 + 8 | loss since the last report, and over how many positions |
//! | 4 + n | the configuration in TOML, after its length |
//! | 4 each | weights, then what is remembered of their slopes and of the squares of these |
//! | 4 | CRC-32 of all before |

use core::fmt;
use std::fs;
use std::io;
use std::path::Path;

use whole_file::write_whole;

use super::cache::CacheHeader;
use super::config::{Config, ConfigError};
use super::row::{COLUMNS, Row};

/// Its name in the folder of a training.
pub const CHECKPOINT: &str = "checkpoint.bin";

const MAGIC: [u8; 8] = *b"SecTrain";
const VERSION: u32 = 2;

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
    pub(super) text: &'a str,
    /// What is learned from, and what is held out.
    pub(super) data: [CacheHeader; 2],
    pub(super) step: u64,
    pub(super) loss: f64,
    pub(super) counted: u64,
    pub(super) rows: [&'a [Row]; 3],
}

/// Why a file is no checkpoint.
#[derive(Debug)]
pub enum CheckpointError {
    Io(io::Error),
    Foreign,
    Version(u32),
    Cut { bytes: usize },
    Damaged,
    Config(ConfigError),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => error.fmt(f),
            CheckpointError::Foreign => {
                f.write_str("not a checkpoint; expected one that 'forge train' has made")
            }
            CheckpointError::Version(version) => {
                write!(f, "a checkpoint of version {version}; expected version {VERSION}")
            }
            CheckpointError::Cut { bytes } => {
                write!(f, "{bytes} bytes; expected more: the file is cut")
            }
            CheckpointError::Damaged => f.write_str("damaged: the checksum does not fit the bytes"),
            CheckpointError::Config(error) => write!(f, "its configuration: {error}"),
        }
    }
}

impl core::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
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

impl Checkpoint {
    pub(super) fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::decode(&fs::read(path)?)
    }

    fn decode(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        let cut = CheckpointError::Cut { bytes: bytes.len() };
        let Some((magic, mut rest)) = bytes.split_at_checked(MAGIC.len()) else {
            return Err(if MAGIC.starts_with(bytes) { cut } else { CheckpointError::Foreign });
        };
        if magic != MAGIC {
            return Err(CheckpointError::Foreign);
        }
        match take(&mut rest).map(u32::from_le_bytes) {
            Some(VERSION) => {}
            Some(version) => return Err(CheckpointError::Version(version)),
            None => return Err(cut),
        }
        let mut number = || take(&mut rest).map(u64::from_le_bytes);
        let mut header = || {
            let [positions, games, seed, sum] = [number()?, number()?, number()?, number()?];
            Some(CacheHeader { positions, games, seed, sum: sum as u32 })
        };
        let (Some(learned_from), Some(held_out)) = (header(), header()) else { return Err(cut) };
        let (Some(step), Some(loss), Some(counted)) = (number(), number(), number()) else {
            return Err(cut);
        };
        let length = take(&mut rest).map(u32::from_le_bytes);
        let Some((text, rows)) = length.and_then(|length| rest.split_at_checked(length as usize))
        else {
            return Err(cut);
        };
        let Some((body, sum)) = bytes.split_last_chunk() else { return Err(cut) };
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(CheckpointError::Damaged);
        }
        let text = String::from_utf8(text.to_vec()).map_err(|_| CheckpointError::Damaged)?;
        let config = Config::parse(&text).map_err(CheckpointError::Config)?;
        let length = config.shape().learned_rows() * COLUMNS * size_of::<f32>();
        if rows.len() != 3 * length + sum.len() {
            return Err(CheckpointError::Damaged);
        }
        let part = |number: usize| rows_of(&rows[number * length..(number + 1) * length]);
        Ok(Checkpoint {
            config,
            text,
            data: [learned_from, held_out],
            step,
            loss: f64::from_bits(loss),
            counted,
            learned: part(0),
            mean: part(1),
            square: part(2),
        })
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
mod tests {
    use super::*;

    const TEXT: &str = "width = 32\nepochs = 1\noutput_buckets = 2\n";

    const HEADERS: [CacheHeader; 2] = [
        CacheHeader { positions: 5, games: 6, seed: 7, sum: 8 },
        CacheHeader { positions: 9, games: 10, seed: 11, sum: u32::MAX },
    ];

    fn encoded(rows: &[Vec<Row>; 3]) -> Vec<u8> {
        Snapshot {
            text: TEXT,
            data: HEADERS,
            step: 8,
            loss: 0.1,
            counted: 9,
            rows: rows.each_ref().map(Vec::as_slice),
        }
        .encode()
    }

    fn rows() -> [Vec<Row>; 3] {
        let count = Config::parse(TEXT).unwrap().shape().learned_rows();
        core::array::from_fn(|part| {
            (0..count).map(|row| Row([row as f32 * 1e-9 + part as f32; COLUMNS])).collect()
        })
    }

    #[test]
    fn a_checkpoint_comes_back_to_the_last_bit() {
        let rows = rows();
        let found = Checkpoint::decode(&encoded(&rows)).unwrap();
        let [learned, mean, square] = rows;
        let data = HEADERS;
        let config = Config::parse(TEXT).unwrap();
        let text = TEXT.to_owned();
        let (step, loss, counted) = (8, 0.1, 9);
        assert!(
            found == Checkpoint { config, text, data, step, loss, counted, learned, mean, square }
        );
    }

    #[test]
    fn whatever_is_no_checkpoint_is_named() {
        let good = encoded(&rows());
        let told = |bytes: &[u8]| Checkpoint::decode(bytes).unwrap_err();
        assert!(matches!(told(b"SecCache and so on"), CheckpointError::Foreign));
        assert!(matches!(told(b"no"), CheckpointError::Foreign));
        for length in [0, 5, 8, 11, 20, 63, 70, 99] {
            assert!(matches!(told(&good[..length]), CheckpointError::Cut { .. }), "{length}");
        }
        assert!(matches!(told(&good[..good.len() - 1]), CheckpointError::Damaged));
        for at in [12, 40, 64, 70, 104, 5_000, good.len() - 1] {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            let error = told(&bytes);
            let noticed = matches!(error, CheckpointError::Damaged | CheckpointError::Cut { .. });
            assert!(noticed, "{at}: {error}");
        }
        let mut bytes = good.clone();
        bytes[8] = 9;
        assert!(matches!(told(&bytes), CheckpointError::Version(9)));
    }

    #[test]
    fn the_rows_must_be_those_of_the_configuration() {
        let mut rows = rows();
        rows[2].pop();
        assert!(matches!(Checkpoint::decode(&encoded(&rows)), Err(CheckpointError::Damaged)));
    }
}
