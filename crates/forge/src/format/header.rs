//! The start of a file of games: its format, and what made the games.

use core::fmt;

use engine::knobs::Evaluator;

use super::{array, checksum};
use crate::settings::{Endgame, NodeBudget, OpeningLimit, Rules, Settings};

/// The first bytes of every file of games.
pub const MAGIC: [u8; 8] = *b"SecForge";
/// The format that this program writes. It is raised when older programs could not read a file.
pub const VERSION: u32 = 2;

const NAME: usize = 12;
const NAME_BYTES: usize = 20;
const NUMBERS: usize = NAME + NAME_BYTES;
const COUNT: usize = 22;
const CHECKSUM_BYTES: usize = 4;
/// Bytes of a header as this program writes it.
pub const HEADER_BYTES: usize = bytes_of(COUNT);

/// Format 1 had no endgames, a fixed opening limit, and N or N + 1 random plies.
const FIRST_VERSION: u32 = 1;
const FIRST_COUNT: usize = 14;

/// Bytes of a header with this many numbers.
const fn bytes_of(count: usize) -> usize {
    NUMBERS + 8 * count + CHECKSUM_BYTES
}

/// What made the games of a file, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The engine that played.
    pub maker: Maker,
    /// The settings of the games.
    pub settings: Settings,
}

/// The engine that played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// Version of the program, up to twenty bytes.
    pub version: String,
    /// Node count of its short bench, which identifies the search and its evaluation.
    pub bench: u64,
    /// Whose centipawns the scores are. Files of format 1 do not say; they count as the network's.
    pub evaluator: Evaluator,
}

/// A header as it is stored in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHeader {
    pub header: Header,
    /// The format of the file.
    pub version: u32,
    /// Its length; the first game follows.
    pub bytes: usize,
}

/// Why a file has no readable header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    /// The file has no bytes.
    Empty,
    /// The file does not start with [`MAGIC`].
    Foreign,
    /// The file ends within its header.
    Short { bytes: usize },
    /// Another version of the program has made the file.
    UnknownFormat { version: u32 },
    /// The checksum is wrong, or a number is out of its range.
    Damaged,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::Empty => f.write_str("the file is empty; expected games of the forge"),
            HeaderError::Foreign => {
                f.write_str("not a file of the forge; expected one that 'forge selfplay' has made")
            }
            HeaderError::Short { bytes } => {
                write!(f, "the file ends after {bytes} bytes, within its header; it holds no games")
            }
            HeaderError::UnknownFormat { version } => write!(
                f,
                "the file has format {version}, and this program reads formats {FIRST_VERSION} to \
                 {VERSION}"
            ),
            HeaderError::Damaged => f.write_str("the header of the file is damaged"),
        }
    }
}

impl core::error::Error for HeaderError {}

impl Header {
    /// The header as it is stored in a file.
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let numbers = self.numbers().map(|(_, number)| number);
        encode(&mut bytes, VERSION, &self.maker.version, &numbers);
        bytes
    }

    /// Reads the header that `bytes` start with.
    pub fn decode(bytes: &[u8]) -> Result<StoredHeader, HeaderError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes.is_empty() {
            return Err(HeaderError::Empty);
        } else if bytes[..known] != MAGIC[..known] {
            return Err(HeaderError::Foreign);
        }
        let short = HeaderError::Short { bytes: bytes.len() };
        let version = u32::from_le_bytes(array(bytes, MAGIC.len()).ok_or(short.clone())?);
        let count = match version {
            FIRST_VERSION => FIRST_COUNT,
            VERSION => COUNT,
            _ => return Err(HeaderError::UnknownFormat { version }),
        };
        let whole = bytes.get(..bytes_of(count)).ok_or(short)?;
        let (body, sum) = whole.split_at(whole.len() - CHECKSUM_BYTES);
        if checksum(body) != sum {
            return Err(HeaderError::Damaged);
        }
        let name = body[NAME..NUMBERS].split(|&byte| byte == 0).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        let mut numbers = body[NUMBERS..]
            .chunks_exact(8)
            .map(|bytes| u64::from_le_bytes(core::array::from_fn(|index| bytes[index])));
        let header = match version {
            FIRST_VERSION => Header::from_first_format(name, next(&mut numbers)),
            _ => Header::from_numbers(name, next(&mut numbers)),
        };
        let header = header.ok_or(HeaderError::Damaged)?;
        Ok(StoredHeader { header, version, bytes: whole.len() })
    }

    /// Every number that all games of a file share, with its name, in the order of the file.
    fn numbers(&self) -> [(&'static str, u64); COUNT] {
        let Settings { nodes, endgame, hash_megabytes, seed, rules, .. } = &self.settings;
        let Settings { chess960, relabelled, random_plies, opening_limit, .. } = &self.settings;
        let Settings { decided_percent, .. } = &self.settings;
        let none = Endgame { pieces: 0, nodes: NodeBudget { soft: 0, hard: 0 } };
        let endgame = endgame.unwrap_or(none);
        let scaled = matches!(opening_limit, OpeningLimit::FullBoard(_));
        [
            ("bench", self.maker.bench),
            ("evaluator (0 nnue, 1 classical)", self.maker.evaluator as u64),
            ("nodes", nodes.soft.into()),
            ("hard nodes", nodes.hard.into()),
            ("endgame pieces", endgame.pieces.into()),
            ("endgame nodes", endgame.nodes.soft.into()),
            ("hard endgame nodes", endgame.nodes.hard.into()),
            ("hash", (*hash_megabytes).into()),
            ("seed", *seed),
            ("chess960", (*chess960).into()),
            ("relabelled", (*relabelled).into()),
            ("fewest random plies", (*random_plies.start()).into()),
            ("most random plies", (*random_plies.end()).into()),
            ("opening limit", opening_limit.centipawns().into()),
            ("opening limit by material", scaled.into()),
            ("percent of decided openings", (*decided_percent).into()),
            ("winning score", rules.win_score.into()),
            ("winning plies", rules.win_plies.into()),
            ("drawing score", rules.draw_score.into()),
            ("drawing plies", rules.draw_plies.into()),
            ("drawing from ply", rules.draw_from.into()),
            ("most plies", rules.max_plies.into()),
        ]
    }

    /// `None` where a number is out of its range.
    fn from_numbers(version: String, numbers: [u64; COUNT]) -> Option<Header> {
        let [bench, ..] = numbers;
        let small = |index: usize| u32::try_from(numbers[index]).ok();
        let flag = |index: usize| match numbers[index] {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        };
        let budget = |soft, hard| Some(NodeBudget { soft: small(soft)?, hard: small(hard)? });
        let evaluator = if flag(1)? { Evaluator::Classical } else { Evaluator::Nnue };
        let endgame = Endgame { pieces: small(4)?, nodes: budget(5, 6)? };
        let limit = small(13)?;
        let settings = Settings {
            nodes: budget(2, 3)?,
            endgame: (endgame.pieces > 0).then_some(endgame),
            hash_megabytes: small(7)?,
            seed: numbers[8],
            chess960: flag(9)?,
            relabelled: flag(10)?,
            random_plies: Some(small(11)?..=small(12)?).filter(|plies| !plies.is_empty())?,
            opening_limit: match flag(14)? {
                true => OpeningLimit::FullBoard(limit),
                false => OpeningLimit::Fixed(limit),
            },
            decided_percent: small(15)?,
            rules: Rules {
                win_score: small(16)?,
                win_plies: small(17)?,
                draw_score: small(18)?,
                draw_plies: small(19)?,
                draw_from: small(20)?,
                max_plies: small(21)?,
            },
        };
        Some(Header { maker: Maker { version, bench, evaluator }, settings })
    }

    /// The header of a file of format 1.
    fn from_first_format(version: String, numbers: [u64; FIRST_COUNT]) -> Option<Header> {
        let [bench, soft, hard, hash, seed, kind, plies, limit, rules @ ..] = numbers;
        let (chess960, relabelled) = (kind & 1, kind >> 1);
        let mut all = [0; COUNT];
        all[..4].copy_from_slice(&[bench, Evaluator::Nnue as u64, soft, hard]);
        all[7..16].copy_from_slice(&[
            hash,
            seed,
            chess960,
            relabelled,
            plies,
            plies.checked_add(1)?,
            limit,
            0,
            100,
        ]);
        all[16..].copy_from_slice(&rules);
        Header::from_numbers(version, all)
    }

    /// The settings in which this header, of a file, differs from the wanted one.
    pub fn differences(&self, wanted: &Header) -> Vec<String> {
        let pairs = self.numbers().into_iter().zip(wanted.numbers());
        pairs
            .filter(|(has, wants)| has != wants)
            .map(|((name, has), (_, wants))| format!("{name} {has} and not {wants}"))
            .collect()
    }
}

/// Writes a header of any format; `bytes` has room for its numbers.
fn encode(bytes: &mut [u8], version: u32, name: &str, numbers: &[u64]) {
    bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
    bytes[MAGIC.len()..NAME].copy_from_slice(&version.to_le_bytes());
    let length = name.len().min(NAME_BYTES);
    bytes[NAME..NAME + length].copy_from_slice(&name.as_bytes()[..length]);
    let (body, sum) = bytes.split_at_mut(NUMBERS + 8 * numbers.len());
    for (number, place) in numbers.iter().zip(body[NUMBERS..].chunks_exact_mut(8)) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    sum.copy_from_slice(&checksum(body));
}

/// The next `N` numbers; the format says how many there are.
fn next<const N: usize>(numbers: &mut impl Iterator<Item = u64>) -> [u64; N] {
    core::array::from_fn(|_| numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests;
