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
                write!(f, "en passant: '{}' dropped, {reason}", text.escape_debug())
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
    LongCastling,
    BadEnPassant(String),
    BadHalfmoveClock(String),
    BadFullmoveNumber(String),
    KingCount { color: Color, count: u32 },
    TooManyMen { count: u32 },
    TooManyPawns { color: Color, count: u32 },
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
                write!(f, "fields: '{}' follows the sixth and last field", text.escape_debug())
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
            BadTurn(text) => write!(f, "side to move: '{}'; expected w or b", text.escape_debug()),
            BadCastling { letter } => write!(
                f,
                "castling: '{}'; expected '-' or letters of KQkq, or A to H and a to h",
                letter.escape_debug()
            ),
            LongCastling => f.write_str("castling: more than four letters"),
            RepeatedCastling { letter } => write!(f, "castling: '{letter}' says it twice"),
            BadEnPassant(text) => {
                write!(f, "en passant: '{}'; expected '-' or a square", text.escape_debug())
            }
            BadHalfmoveClock(text) => {
                write!(f, "halfmove clock: '{}' is not a number", text.escape_debug())
            }
            BadFullmoveNumber(text) => {
                write!(f, "fullmove number: '{}' is not a number", text.escape_debug())
            }
            KingCount { color, count } => {
                write!(f, "board: {color} has {count} kings; expected 1")
            }
            TooManyMen { count } => write!(f, "board: {count} pieces; expected at most 32"),
            TooManyPawns { color, count } => {
                write!(f, "board: {color} has {count} pawns; expected at most 8")
            }
            PawnOnBackRank(square) => write!(f, "board: a pawn cannot stand on {square}"),
            KingsTouch => f.write_str("board: the kings stand on adjacent squares"),
            OpponentInCheck { color } => {
                write!(f, "board: {color} is in check, but it is the other side's turn")
            }
        }
    }
}

impl core::error::Error for FenError {}
