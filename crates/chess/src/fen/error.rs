//! Why a FEN is refused, and what is repaired instead.

use core::fmt;

use crate::{Color, Rank, Square};

/// A fault in a FEN that was repaired instead of refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    /// The king or the rook is not at home.
    CastlingRightDropped {
        /// The letter in the castling field.
        letter: char,
        /// The side it belongs to.
        color: Color,
    },
    /// No en passant capture is possible there.
    EnPassantDropped {
        /// The square as it was written.
        text: String,
        /// Why it cannot be right.
        reason: &'static str,
    },
    /// The halfmove clock was out of range.
    HalfmoveClockClamped {
        /// The number as it was written.
        text: String,
        /// The number that was taken.
        to: u16,
    },
    /// The move number was out of range.
    FullmoveNumberClamped {
        /// The number as it was written.
        text: String,
        /// The number that was taken.
        to: u16,
    },
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

/// Why a position was refused. The message names the field of FEN that is at fault.
///
/// ```
/// use chess::{Color, FenError, Setup};
///
/// let error = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().unwrap_err();
/// assert_eq!(error, FenError::KingCount { color: Color::White, count: 0 });
/// assert_eq!(error.to_string(), "board: white has 0 kings; expected 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// There is no text.
    Empty,
    /// This text follows the sixth field.
    TooManyFields(String),
    /// The board does not have eight ranks.
    RankCount(usize),
    /// A rank does not have eight squares.
    RankLength {
        /// The rank.
        rank: Rank,
        /// How many squares it has.
        squares: usize,
    },
    /// A count of empty squares is not 1 to 8.
    BadDigit {
        /// The rank.
        rank: Rank,
        /// The digit.
        digit: char,
    },
    /// A rank has two counts of empty squares in a row.
    AdjacentDigits(Rank),
    /// A letter names no piece.
    BadPiece {
        /// The rank.
        rank: Rank,
        /// The letter.
        letter: char,
    },
    /// The side to move is neither `w` nor `b`.
    BadTurn(String),
    /// A letter names no castling right.
    BadCastling {
        /// The letter.
        letter: char,
    },
    /// A side has two rights for the same wing.
    RepeatedCastling {
        /// The second letter for that wing.
        letter: char,
    },
    /// There are more than four castling rights.
    LongCastling,
    /// The en passant field is no square.
    BadEnPassant(String),
    /// The halfmove clock is no number.
    BadHalfmoveClock(String),
    /// The move number is no number.
    BadFullmoveNumber(String),
    /// A side does not have exactly one king.
    KingCount {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: u32,
    },
    /// There are more than 32 pieces.
    TooManyPieces {
        /// How many there are.
        count: u32,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// The side.
        color: Color,
        /// How many pawns it has.
        count: u32,
    },
    /// A pawn stands on the first or last rank.
    PawnOnBackRank(Square),
    /// The kings stand on adjacent squares.
    KingsTouch,
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The side in check.
        color: Color,
    },
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
            TooManyPieces { count } => write!(f, "board: {count} pieces; expected at most 32"),
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
