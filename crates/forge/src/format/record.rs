//! One game: its start, its result, and for every ply the move and the score of the mover's search.

use chess::{GameResult, Move, PACKED_BYTES, Setup};
use toolkit::Ending;

use super::{array, checksum};

/// The start of every game, which lets a reader find the next game behind damage.
pub const MARK: [u8; 4] = *b"Game";
/// The longest game in plies.
pub const MAX_PLIES: usize = 4_096;
/// The score of a ply that has none to learn from. No search returns it.
pub const NO_SCORE: i16 = i16::MIN;

const NUMBER: usize = MARK.len();
const START: usize = NUMBER + 4;
const RESULT: usize = START + PACKED_BYTES;
const ENDING: usize = RESULT + 1;
const LENGTH: usize = ENDING + 1;
const PLIES: usize = LENGTH + 2;
const PLY_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 4;

/// Bytes of the longest game.
pub const MAX_RECORD_BYTES: usize = PLIES + PLY_BYTES * MAX_PLIES + CHECKSUM_BYTES;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// With the seed, it determines the opening.
    pub number: u32,
    /// The position after the random moves.
    pub start: Setup,
    pub result: GameResult,
    pub ending: Ending,
    pub plies: Vec<Ply>,
}

/// A move and its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    pub mv: Move,
    /// Centipawns from White's point of view; a mate in n plies is 32,000 - n; or [`NO_SCORE`].
    pub score: i16,
}

/// Why bytes are not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordError {
    /// The bytes end before the game does.
    Truncated,
    /// The bytes are something else, or damaged.
    Invalid,
}

impl GameRecord {
    /// Appends the encoded game. Plies beyond `MAX_PLIES` are left out.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let plies = &self.plies[..self.plies.len().min(MAX_PLIES)];
        out.extend_from_slice(&MARK);
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.start.pack());
        out.extend_from_slice(&[self.result as u8, self.ending as u8]);
        out.extend_from_slice(&(plies.len() as u16).to_le_bytes());
        for ply in plies {
            out.extend_from_slice(&ply.mv.bits().to_le_bytes());
            out.extend_from_slice(&ply.score.to_le_bytes());
        }
        let sum = checksum(&out[start..]);
        out.extend_from_slice(&sum);
    }

    /// The game at the start of `bytes`, and its length.
    pub(crate) fn decode(bytes: &[u8]) -> Result<(GameRecord, usize), RecordError> {
        let known = bytes.len().min(MARK.len());
        if bytes[..known] != MARK[..known] {
            return Err(RecordError::Invalid);
        }
        let length = array(bytes, LENGTH).map(u16::from_le_bytes).ok_or(RecordError::Truncated)?;
        if usize::from(length) > MAX_PLIES {
            return Err(RecordError::Invalid);
        }
        let end = PLIES + PLY_BYTES * usize::from(length);
        let sum = array::<CHECKSUM_BYTES>(bytes, end).ok_or(RecordError::Truncated)?;
        if checksum(&bytes[..end]) != sum {
            return Err(RecordError::Invalid);
        }
        let record = GameRecord::from_checked(&bytes[..end]).ok_or(RecordError::Invalid)?;
        Ok((record, end + CHECKSUM_BYTES))
    }

    /// The checksum is right; the values may still be out of range.
    fn from_checked(bytes: &[u8]) -> Option<GameRecord> {
        let plies = bytes[PLIES..].chunks_exact(PLY_BYTES).map(|ply| {
            let mv = Move::from_bits(u16::from_le_bytes([ply[0], ply[1]]))?;
            Some(Ply { mv, score: i16::from_le_bytes([ply[2], ply[3]]) })
        });
        Some(GameRecord {
            number: u32::from_le_bytes(array(bytes, NUMBER)?),
            start: Setup::unpack(&array(bytes, START)?).ok()?,
            result: *GameResult::ALL.get(usize::from(bytes[RESULT]))?,
            ending: *Ending::PLAYED.get(usize::from(bytes[ENDING]))?,
            plies: plies.collect::<Option<_>>()?,
        })
    }

    /// The checksum of everything but number and scores. It identifies a game that is relabelled:
    /// its number does not, since every file has a game of that number.
    pub(crate) fn fingerprint(&self) -> u32 {
        let mut bytes = self.start.pack().to_vec();
        bytes.extend([self.result as u8, self.ending as u8]);
        bytes.extend(self.plies.iter().flat_map(|ply| ply.mv.bits().to_le_bytes()));
        crc32fast::hash(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::tests::record;

    #[test]
    fn the_fingerprint_depends_on_everything_but_the_scores() {
        let game = record(&["e2e4", "e7e5"], 10);
        assert_eq!(record(&["e2e4", "e7e5"], -77).fingerprint(), game.fingerprint());
        let others = [
            record(&["e2e4", "e7e6"], 10),
            record(&["e2e4"], 10),
            GameRecord { result: GameResult::WhiteWins, ..game.clone() },
            GameRecord { ending: Ending::Checkmate, ..game.clone() },
            GameRecord { start: chess::Setup::chess960(3), ..game.clone() },
        ];
        assert!(others.iter().all(|other| other.fingerprint() != game.fingerprint()));
    }
}
