//! What a file of games begins with: that it is one, and what made the games.

use core::fmt;

use super::{array, checksum};
use crate::settings::{Rules, Settings};

pub const MAGIC: [u8; 8] = *b"SecForge";
/// Raised when older programs could not make sense of a file.
pub const VERSION: u32 = 1;

const NAME: usize = 12;
const NAME_BYTES: usize = 20;
const NUMBERS: usize = NAME + NAME_BYTES;
const COUNT: usize = 14;
const CHECKSUM: usize = NUMBERS + 8 * COUNT;
pub const HEADER_BYTES: usize = CHECKSUM + 4;

/// What made the games of a file, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub maker: Maker,
    pub settings: Settings,
}

/// The engine that played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// Of the program, up to twenty bytes.
    pub version: String,
    /// The nodes of its bench: they name the search and its evaluation.
    pub bench: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    Empty,
    Foreign,
    Short { bytes: usize },
    Other { version: u32 },
    Damaged,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::Empty => f.write_str("the file is empty; expected games of the forge"),
            HeaderError::Foreign => {
                f.write_str("not a file of the forge; expected one that 'forge selfplay' has made")
            }
            HeaderError::Short { bytes } => write!(
                f,
                "the file ends after {bytes} bytes, within its header of {HEADER_BYTES}; there \
                 are no games in it"
            ),
            HeaderError::Other { version } => write!(
                f,
                "the file has format {version}, and this program knows format {VERSION}; another \
                 version of it has made the file"
            ),
            HeaderError::Damaged => f.write_str("the header of the file is damaged"),
        }
    }
}

impl core::error::Error for HeaderError {}

impl Header {
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
        bytes[MAGIC.len()..NAME].copy_from_slice(&VERSION.to_le_bytes());
        let name = self.maker.version.as_bytes();
        let length = name.len().min(NAME_BYTES);
        bytes[NAME..NAME + length].copy_from_slice(&name[..length]);
        let numbers = self.numbers().into_iter();
        for ((_, number), place) in numbers.zip(bytes[NUMBERS..CHECKSUM].chunks_exact_mut(8)) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let sum = checksum(&bytes[..CHECKSUM]);
        bytes[CHECKSUM..].copy_from_slice(&sum);
        bytes
    }

    /// Reads what a file begins with.
    pub fn decode(bytes: &[u8]) -> Result<Header, HeaderError> {
        let known = bytes.len().min(MAGIC.len());
        if bytes.is_empty() {
            return Err(HeaderError::Empty);
        } else if bytes[..known] != MAGIC[..known] {
            return Err(HeaderError::Foreign);
        }
        let short = HeaderError::Short { bytes: bytes.len() };
        let version = u32::from_le_bytes(array(bytes, MAGIC.len()).ok_or(short.clone())?);
        if version != VERSION {
            return Err(HeaderError::Other { version });
        }
        let whole: [u8; HEADER_BYTES] = array(bytes, 0).ok_or(short)?;
        if checksum(&whole[..CHECKSUM]) != whole[CHECKSUM..] {
            return Err(HeaderError::Damaged);
        }
        let numbers = core::array::from_fn(|index| {
            u64::from_le_bytes(core::array::from_fn(|byte| whole[NUMBERS + 8 * index + byte]))
        });
        let name = whole[NAME..NUMBERS].split(|&byte| byte == 0).next().unwrap_or_default();
        let version = String::from_utf8_lossy(name).into_owned();
        Header::of_numbers(version, numbers).ok_or(HeaderError::Damaged)
    }

    /// Every number that games of one kind agree in, with its name, in the order of the file.
    fn numbers(&self) -> [(&'static str, u64); COUNT] {
        let Settings { soft_nodes, hard_nodes, hash_megabytes, seed, chess960, .. } = self.settings;
        let Settings { relabelled, random_plies, opening_limit, rules, .. } = self.settings;
        [
            ("bench", self.maker.bench),
            ("nodes", soft_nodes.into()),
            ("most nodes", hard_nodes.into()),
            ("hash", hash_megabytes.into()),
            ("seed", seed),
            (
                "kind (1 is chess960, 2 relabelled)",
                u64::from(chess960) | u64::from(relabelled) << 1,
            ),
            ("random plies", random_plies.into()),
            ("opening limit", opening_limit.into()),
            ("winning score", rules.win_score.into()),
            ("winning plies", rules.win_plies.into()),
            ("drawing score", rules.draw_score.into()),
            ("drawing plies", rules.draw_plies.into()),
            ("drawing from ply", rules.draw_from.into()),
            ("most plies", rules.max_plies.into()),
        ]
    }

    /// `None` where a number cannot be what it should be.
    fn of_numbers(version: String, numbers: [u64; COUNT]) -> Option<Header> {
        let [bench, _, _, _, seed, ..] = numbers;
        let small = |index: usize| u32::try_from(numbers[index]).ok();
        let settings = Settings {
            soft_nodes: small(1)?,
            hard_nodes: small(2)?,
            hash_megabytes: small(3)?,
            seed,
            chess960: small(5).filter(|&kind| kind <= 3)? & 1 != 0,
            relabelled: small(5)? & 2 != 0,
            random_plies: small(6)?,
            opening_limit: small(7)?,
            rules: Rules {
                win_score: small(8)?,
                win_plies: small(9)?,
                draw_score: small(10)?,
                draw_plies: small(11)?,
                draw_from: small(12)?,
                max_plies: small(13)?,
            },
        };
        Some(Header { maker: Maker { version, bench }, settings })
    }

    /// In what this header, of a file, is not the other one.
    pub fn differences(&self, wanted: &Header) -> Vec<String> {
        let pairs = self.numbers().into_iter().zip(wanted.numbers());
        pairs
            .filter(|(has, wants)| has != wants)
            .map(|((name, has), (_, wants))| format!("{name} {has} and not {wants}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let maker = Maker { version: "0.1.0".to_owned(), bench: 123_456_789_012 };
        let rules = Rules { win_plies: 7, ..Rules::default() };
        let settings =
            Settings { seed: u64::MAX, chess960: true, rules, ..Settings::with_nodes(77) };
        Header { maker, settings }
    }

    #[test]
    fn a_header_comes_back() {
        let bytes = header().encode();
        assert_eq!(Header::decode(&bytes), Ok(header()));
        assert_eq!(Header::decode(&[&bytes[..], b"games follow"].concat()), Ok(header()));
    }

    #[test]
    fn whatever_is_cut_or_flipped_is_noticed() {
        let bytes = header().encode();
        assert_eq!(Header::decode(&[]), Err(HeaderError::Empty));
        for length in 1..bytes.len() {
            let short = HeaderError::Short { bytes: length };
            assert_eq!(Header::decode(&bytes[..length]), Err(short));
        }
        for bit in 0..8 * bytes.len() {
            let mut bytes = bytes;
            bytes[bit / 8] ^= 1 << (bit % 8);
            let error = Header::decode(&bytes).unwrap_err();
            match bit / 8 {
                0..8 => assert_eq!(error, HeaderError::Foreign),
                8..12 => assert!(matches!(error, HeaderError::Other { .. })),
                _ => assert_eq!(error, HeaderError::Damaged),
            }
        }
        assert_eq!(Header::decode(b"PK"), Err(HeaderError::Foreign));
    }

    #[test]
    fn every_number_counts_when_headers_are_compared() {
        let one = header();
        assert!(one.differences(&one).is_empty());
        for index in 0..COUNT {
            let mut numbers = one.numbers().map(|(_, number)| number);
            numbers[index] ^= 1;
            let other = Header::of_numbers(one.maker.version.clone(), numbers).unwrap();
            assert_eq!(other.differences(&one).len(), 1, "{index}");
            assert_ne!(other.encode(), one.encode());
        }
        let other = Header { settings: Settings::with_nodes(50), ..one.clone() };
        let told = other.differences(&one).join(", ");
        assert!(
            told.contains("nodes 50 and not 77") && told.contains("relabelled) 0 and not 1"),
            "{told}"
        );
    }
}
