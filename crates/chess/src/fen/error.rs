//! Why a FEN is refused, and what is put right instead.

use core::fmt;

use crate::{Color, Rank, Square};

/// Something in a FEN that was put right instead of refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    CastlingRightDropped { letter: char, color: Color },
    EnPassantDropped { text: String, reason: &'static str },
    HalfmoveClockClamped { text: String, to: u16 },
    FullmoveNumberClamped { text: String, to: u16 },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repair::CastlingRightDropped { letter, color } => {
                write!(
                    f,
                    "castling: '{letter}' dropped, {color} has no king and rook at home for it"
                )
            }
            Repair::EnPassantDropped { text, reason } => {
                write!(f, "en passant: '{text}' dropped, {reason}")
            }
            Repair::HalfmoveClockClamped { text, to } => {
                write!(f, "halfmove clock: '{text}' taken as {to}")
            }
            Repair::FullmoveNumberClamped { text, to } => {
                write!(f, "fullmove number: '{text}' taken as {to}")
            }
        }
    }
}

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    Empty,
    TooManyFields(String),
    RankCount(usize),
    RankLength { rank: Rank, squares: usize },
    BadDigit { rank: Rank, digit: char },
    AdjacentDigits(Rank),
    BadPiece { rank: Rank, letter: char },
    BadTurn(String),
    BadCastling { letter: char },
    RepeatedCastling { letter: char },
    BadEnPassant(String),
    BadHalfmoveClock(String),
    BadFullmoveNumber(String),
    KingCount { color: Color, count: u32 },
    TooManyMen { color: Color, count: u32 },
    TooManyPawns { color: Color, count: u32 },
    TooManyPromotions { color: Color, promoted: u32, pawns: u32 },
    PawnOnBackRank(Square),
    KingsTouch,
    OpponentInCheck { color: Color },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenError::*;
        match self {
            Empty => f.write_str("board: nothing there; expected eight ranks joined by '/'"),
            TooManyFields(text) => {
                write!(f, "fields: '{text}' follows the sixth and last field")
            }
            RankCount(count) => write!(f, "board: {count} ranks; expected 8 joined by '/'"),
            RankLength { rank, squares } => {
                write!(f, "board: rank {rank} has {squares} squares; expected 8")
            }
            BadDigit { rank, digit } => {
                write!(f, "board: '{digit}' in rank {rank}; empty squares are counted 1 to 8")
            }
            AdjacentDigits(rank) => {
                write!(f, "board: two digits in a row in rank {rank}; write their sum")
            }
            BadPiece { rank, letter } => write!(
                f,
                "board: '{}' in rank {rank} is no piece; expected one of PNBRQKpnbrqk",
                letter.escape_debug()
            ),
            BadTurn(text) => write!(f, "side to move: '{text}'; expected w or b"),
            BadCastling { letter } => write!(
                f,
                "castling: '{}'; expected '-' or letters of KQkq, or A to H and a to h",
                letter.escape_debug()
            ),
            RepeatedCastling { letter } => write!(f, "castling: '{letter}' says it twice"),
            BadEnPassant(text) => write!(f, "en passant: '{text}'; expected '-' or a square"),
            BadHalfmoveClock(text) => write!(f, "halfmove clock: '{text}' is not a number"),
            BadFullmoveNumber(text) => write!(f, "fullmove number: '{text}' is not a number"),
            KingCount { color, count } => {
                write!(f, "board: {color} has {count} kings; expected 1")
            }
            TooManyMen { color, count } => {
                write!(f, "board: {color} has {count} men; expected at most 16")
            }
            TooManyPawns { color, count } => {
                write!(f, "board: {color} has {count} pawns; expected at most 8")
            }
            TooManyPromotions { color, promoted, pawns } => write!(
                f,
                "board: {color} has {promoted} promoted pieces beside {pawns} pawns; together at most 8"
            ),
            PawnOnBackRank(square) => write!(f, "board: a pawn cannot stand on {square}"),
            KingsTouch => f.write_str("board: the kings stand on adjacent squares"),
            OpponentInCheck { color } => {
                write!(f, "board: {color} is in check, but it is the other side's turn")
            }
        }
    }
}

impl core::error::Error for FenError {}
