//! Moves in UCI's long algebraic form, in and out.
//!
//! Standard chess writes castling as the king's two steps (`e1g1`), Chess960 as the king
//! taking its own rook (`e1h1`). Reading accepts both in either mode; that never mistakes one
//! move for another, because a king's plain move is a single step.

use core::fmt;
use core::str::FromStr;

use crate::sanitise::clip;
use crate::{CastlingPath, File, Move, PieceType, Position, Square};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingNotation {
    #[default]
    Standard,
    Chess960,
}

/// A move as UCI writes it: two squares and perhaps a promotion, whether or not a position
/// allows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<PieceType>,
}

impl Move {
    pub fn uci(self, notation: CastlingNotation) -> MoveText {
        let (from, rook) = (self.from(), self.to());
        // Where the pieces do not stand on their classical squares, the two steps would be
        // ambiguous, and only the other form is safe.
        let classical = from.file() == File::E && matches!(rook.file(), File::A | File::H);
        if self.is_castle() && classical && notation == CastlingNotation::Standard {
            let to = CastlingPath::new(from, rook).king_to;
            return MoveText { from, to, promotion: None };
        }
        MoveText { from, to: rook, promotion: self.promotion() }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// The text is not of a move's form; the beginning of it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMove(String);

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no move; expected two squares and perhaps a promotion, as in e2e4 or a7a8q",
            self.0.escape_debug()
        )
    }
}

impl core::error::Error for NotAMove {}

impl FromStr for MoveText {
    type Err = NotAMove;

    /// Letters of either case will do.
    fn from_str(text: &str) -> Result<MoveText, NotAMove> {
        let read = || {
            // Five letters are a move; a sixth is enough to tell that there are too many.
            let lower = text.get(..text.len().min(6))?.to_ascii_lowercase();
            let from = lower.get(0..2)?.parse().ok()?;
            let to = lower.get(2..4)?.parse().ok()?;
            let promotion = match lower.get(4..)? {
                "" => None,
                "n" => Some(PieceType::Knight),
                "b" => Some(PieceType::Bishop),
                "r" => Some(PieceType::Rook),
                "q" => Some(PieceType::Queen),
                _ => return None,
            };
            (from != to).then_some(MoveText { from, to, promotion })
        };
        read().ok_or_else(|| NotAMove(clip(text)))
    }
}

/// Why a text is no move in this position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    Malformed(NotAMove),
    /// Well formed, but not legal here.
    Illegal(MoveText),
    /// A pawn reaches the last rank without saying what it becomes.
    PromotionMissing(MoveText),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciMoveError::Malformed(error) => error.fmt(f),
            UciMoveError::Illegal(text) => write!(f, "'{text}' is not legal here"),
            UciMoveError::PromotionMissing(text) => {
                write!(f, "'{text}' must name the promotion with one of q, r, b, n")
            }
        }
    }
}

impl core::error::Error for UciMoveError {}

impl From<NotAMove> for UciMoveError {
    fn from(error: NotAMove) -> UciMoveError {
        UciMoveError::Malformed(error)
    }
}

impl Position {
    /// Reads a legal move; letters of either case will do.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let wanted: MoveText = text.parse()?;
        let MoveText { from, to, promotion } = wanted;
        let moves = self.legal_moves();
        let mut fitting = moves
            .into_iter()
            .filter(|mv| mv.from() == from && (mv.to() == to || is_castling_steps(*mv, to)));
        match fitting.clone().find(|mv| mv.promotion() == promotion) {
            Some(mv) => Ok(mv),
            None if promotion.is_none() && fitting.any(Move::is_promotion) => {
                Err(UciMoveError::PromotionMissing(wanted))
            }
            None => Err(UciMoveError::Illegal(wanted)),
        }
    }
}

/// Whether `to` is where this castling takes the king, further than a king could step.
pub(crate) fn is_castling_steps(mv: Move, to: Square) -> bool {
    mv.is_castle()
        && CastlingPath::new(mv.from(), mv.to()).king_to == to
        && mv.from().file().index().abs_diff(to.file().index()) > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_text_survives_the_round_trip() {
        let promotions = [
            None,
            Some(PieceType::Knight),
            Some(PieceType::Bishop),
            Some(PieceType::Rook),
            Some(PieceType::Queen),
        ];
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                for promotion in promotions {
                    let text = MoveText { from, to, promotion };
                    assert_eq!(text.to_string().parse(), Ok(text));
                    assert_eq!(text.to_string().to_uppercase().parse(), Ok(text));
                }
            }
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "e2", "e2e", "e2e9", "a7a8k", "e2e4qq", "0000", "e2e2", "éé4", "e2e4é"]
        {
            assert!(text.parse::<MoveText>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_echo_of_no_move_is_short_and_on_one_line() {
        let error = "\u{1b}".repeat(1 << 20).parse::<MoveText>().unwrap_err().to_string();
        assert!(error.len() < 400 && !error.contains('\u{1b}'), "{error}");
    }

    #[test]
    fn a_position_refuses_what_it_cannot_read_or_play() {
        let refusal = |text: &str| Position::initial().parse_uci(text).unwrap_err();
        for text in ["", "0000", "e2e2", "e2e4x"] {
            assert!(matches!(refusal(text), UciMoveError::Malformed(_)), "{text}");
        }
        let far = MoveText { from: Square::E2, to: Square::E5, promotion: None };
        assert_eq!(refusal("E2E5"), UciMoveError::Illegal(far));
    }

    #[test]
    fn castling_follows_the_notation() {
        let castle = Move::new(Square::E1, Square::H1, crate::MoveKind::Castle);
        assert_eq!(castle.uci(CastlingNotation::Standard).to_string(), "e1g1");
        assert_eq!(castle.uci(CastlingNotation::Chess960).to_string(), "e1h1");
    }
}
