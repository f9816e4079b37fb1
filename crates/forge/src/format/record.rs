//! One game: where it began, how it ended, and for every ply the move and what the mover's search
//! thought of it.

use chess::{Color, Move, Outcome, PACKED_BYTES, Setup};

use super::{array, checksum};

/// What every game begins with, so that the next one is found where one is damaged.
pub const MARK: [u8; 4] = *b"Game";
/// No game is longer.
pub const MAX_PLIES: usize = 4_096;
/// Where a ply has no score that could be learned from. No search gives this one.
pub const NO_SCORE: i16 = i16::MIN;

const NUMBER: usize = MARK.len();
const START: usize = NUMBER + 4;
const RESULT: usize = START + PACKED_BYTES;
const ENDING: usize = RESULT + 1;
const LENGTH: usize = ENDING + 1;
const PLIES: usize = LENGTH + 2;
const PLY_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 4;

pub const MAX_RECORD_BYTES: usize = PLIES + PLY_BYTES * MAX_PLIES + CHECKSUM_BYTES;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its opening follows from this and the seed.
    pub number: u32,
    /// After the random moves.
    pub start: Setup,
    pub result: GameResult,
    pub ending: Ending,
    pub plies: Vec<Ply>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    pub mv: Move,
    /// Centipawns from White's point of view; 32,000 less the plies to a mate; or `NO_SCORE`.
    pub score: i16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum GameResult {
    BlackWins,
    Draw,
    WhiteWins,
}

impl GameResult {
    pub const ALL: [GameResult; 3] =
        [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    pub fn of(winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
        }
    }

    /// 0, 1 or 2 half points for that side.
    pub fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    Repetition,
    /// Both sides saw one of them far ahead.
    AgreedWin,
    /// Both sides saw nothing for long.
    AgreedDraw,
    /// Cut after so many plies, and called drawn.
    TooLong,
}

impl Ending {
    pub const ALL: [Ending; 8] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::FiftyMoves,
        Ending::Repetition,
        Ending::AgreedWin,
        Ending::AgreedDraw,
        Ending::TooLong,
    ];

    pub fn of(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::FiftyMoves => Ending::FiftyMoves,
            Outcome::Repetition => Ending::Repetition,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FiftyMoves => "fifty moves",
            Ending::Repetition => "repetition",
            Ending::AgreedWin => "adjudicated win",
            Ending::AgreedDraw => "adjudicated draw",
            Ending::TooLong => "too long",
        }
    }
}

/// Why there is no game at some place of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoGame {
    /// Perhaps there is one, but the bytes end before it does.
    Unfinished,
    /// There is something else.
    Other,
}

impl GameRecord {
    /// Adds the game to what goes into a file. Plies beyond `MAX_PLIES` are left out.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let begin = out.len();
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
        let sum = checksum(&out[begin..]);
        out.extend_from_slice(&sum);
    }

    /// The game that `bytes` begin with, and how many of them it takes.
    pub(crate) fn decode(bytes: &[u8]) -> Result<(GameRecord, usize), NoGame> {
        let known = bytes.len().min(MARK.len());
        if bytes[..known] != MARK[..known] {
            return Err(NoGame::Other);
        }
        let length = array(bytes, LENGTH).map(u16::from_le_bytes).ok_or(NoGame::Unfinished)?;
        if usize::from(length) > MAX_PLIES {
            return Err(NoGame::Other);
        }
        let end = PLIES + PLY_BYTES * usize::from(length);
        let sum = array::<CHECKSUM_BYTES>(bytes, end).ok_or(NoGame::Unfinished)?;
        if checksum(&bytes[..end]) != sum {
            return Err(NoGame::Other);
        }
        let record = GameRecord::of_sound(&bytes[..end]).ok_or(NoGame::Other)?;
        Ok((record, end + CHECKSUM_BYTES))
    }

    /// The bytes are what somebody has written; that it was a game is another matter.
    fn of_sound(bytes: &[u8]) -> Option<GameRecord> {
        let plies = bytes[PLIES..].chunks_exact(PLY_BYTES).map(|ply| {
            let mv = Move::from_bits(u16::from_le_bytes([ply[0], ply[1]]))?;
            Some(Ply { mv, score: i16::from_le_bytes([ply[2], ply[3]]) })
        });
        Some(GameRecord {
            number: u32::from_le_bytes(array(bytes, NUMBER)?),
            start: Setup::unpack(&array(bytes, START)?).ok()?,
            result: *GameResult::ALL.get(usize::from(bytes[RESULT]))?,
            ending: *Ending::ALL.get(usize::from(bytes[ENDING]))?,
            plies: plies.collect::<Option<_>>()?,
        })
    }
}
