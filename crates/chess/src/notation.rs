//! Moves in UCI's long algebraic form, in and out.
//!
//! Standard chess writes castling as the king's two steps (`e1g1`), Chess960 as the king
//! taking its own rook (`e1h1`). Reading accepts both in either mode; that never mistakes one
//! move for another, because a king's plain move is a single step.

use core::fmt;

use crate::text::clip;
use crate::{CastlingPath, File, Kind, Move, Position, Square};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingNotation {
    #[default]
    Standard,
    Chess960,
}

/// A move that prints itself in UCI form.
pub struct UciMove {
    mv: Move,
    notation: CastlingNotation,
}

impl Move {
    pub const fn uci(self, notation: CastlingNotation) -> UciMove {
        UciMove { mv: self, notation }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, rook) = (self.mv.from(), self.mv.to());
        // Where the men do not stand on their classical squares, the two steps would be
        // ambiguous, and only the other form is safe.
        let classical = from.file() == File::E && matches!(rook.file(), File::A | File::H);
        if self.mv.is_castle() && classical && self.notation == CastlingNotation::Standard {
            return write!(f, "{from}{}", CastlingPath::new(from, rook).king_to);
        }
        fmt::Debug::fmt(&self.mv, f)
    }
}

/// Why a text is no move in this position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// Not of the form from, to, and perhaps a promotion.
    Malformed(String),
    /// Well formed, but not legal here.
    Illegal(String),
    /// A pawn reaches the last rank without saying what it becomes.
    PromotionMissing(String),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciMoveError::Malformed(text) => write!(
                f,
                "'{}' is no move; expected two squares and perhaps a promotion, as in e2e4 or a7a8q",
                text.escape_debug()
            ),
            UciMoveError::Illegal(text) => write!(f, "'{text}' is not legal here"),
            UciMoveError::PromotionMissing(text) => {
                write!(f, "'{text}' must name the promotion with one of q, r, b, n")
            }
        }
    }
}

impl core::error::Error for UciMoveError {}

impl Position {
    /// Reads a legal move; letters of either case will do.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let malformed = || UciMoveError::Malformed(clip(text));
        let lower = text.to_ascii_lowercase();
        let square = |range: core::ops::Range<usize>| {
            lower.get(range).and_then(|part: &str| part.parse::<Square>().ok())
        };
        let from = square(0..2).ok_or_else(malformed)?;
        let to = square(2..4).ok_or_else(malformed)?;
        let promotion = match lower.get(4..) {
            Some("") => None,
            Some("q") => Some(Kind::Queen),
            Some("r") => Some(Kind::Rook),
            Some("b") => Some(Kind::Bishop),
            Some("n") => Some(Kind::Knight),
            _ => return Err(malformed()),
        };
        let moves = self.legal_moves();
        let mut fitting = moves
            .into_iter()
            .filter(|mv| mv.from() == from && (mv.to() == to || is_castling_steps(*mv, to)));
        match fitting.clone().find(|mv| mv.promotion() == promotion) {
            Some(mv) => Ok(mv),
            None if promotion.is_none() && fitting.any(Move::is_promotion) => {
                Err(UciMoveError::PromotionMissing(lower))
            }
            None => Err(UciMoveError::Illegal(lower)),
        }
    }
}

/// Whether `to` is where this castling takes the king, further than a king could step.
pub(crate) fn is_castling_steps(mv: Move, to: Square) -> bool {
    mv.is_castle()
        && CastlingPath::new(mv.from(), mv.to()).king_to == to
        && mv.from().file().index().abs_diff(to.file().index()) > 1
}
