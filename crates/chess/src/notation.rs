//! Moves in the long algebraic notation of UCI.
//!
//! Standard chess writes castling as a king move of two squares (`e1g1`), Chess960 as the king
//! capturing its own rook (`e1h1`). Reading accepts both in either mode. The two cannot be
//! confused, because any other king move is a single step.

use core::fmt;
use core::str::FromStr;

use crate::sanitise::clip;
use crate::{CastlingPath, File, Move, PieceType, Position, Square};

/// How UCI moves write castling.
///
/// ```
/// use chess::{CastlingNotation, Setup};
///
/// let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Setup>()?.position;
/// let castle = position.parse_san("O-O")?;
/// assert_eq!(castle.uci(CastlingNotation::Standard).to_string(), "e1g1");
/// assert_eq!(castle.uci(CastlingNotation::Chess960).to_string(), "e1h1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingNotation {
    /// The king moves two squares: `e1g1`.
    #[default]
    Standard,
    /// The king captures its own rook: `e1h1`.
    Chess960,
}

/// A move as UCI writes it: two squares and perhaps a promotion. It need not be legal anywhere.
///
/// ```
/// use chess::{MoveText, PieceType, Square};
///
/// let text: MoveText = "a7a8q".parse()?;
/// assert_eq!((text.from, text.to), (Square::A7, Square::A8));
/// assert_eq!(text.promotion, Some(PieceType::Queen));
/// # Ok::<(), chess::NotAMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    /// Where the piece comes from.
    pub from: Square,
    /// Where the piece goes.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<PieceType>,
}

impl Move {
    /// The move as UCI writes it. Castling of Chess960 positions is always written the Chess960
    /// way.
    pub fn uci(self, notation: CastlingNotation) -> MoveText {
        let (from, rook) = (self.from(), self.to());
        // Away from the standard squares a king move may look like castling, so only the Chess960
        // form is unambiguous.
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
        self.promotion.map_or(Ok(()), |piece_type| write!(f, "{}", piece_type.letter()))
    }
}

/// The text does not have the form of a UCI move. The error quotes its beginning.
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

    /// Accepts letters of either case.
    fn from_str(text: &str) -> Result<MoveText, NotAMove> {
        let read = || {
            // A move has at most five letters; a sixth shows that there are too many.
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

/// Why a UCI move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// The text does not have the form of a move.
    Malformed(NotAMove),
    /// The move is not legal here.
    Illegal(MoveText),
    /// A pawn reaches the last rank, and the text does not name the promotion.
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

impl core::error::Error for UciMoveError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UciMoveError::Malformed(error) => Some(error),
            UciMoveError::Illegal(_) | UciMoveError::PromotionMissing(_) => None,
        }
    }
}

impl From<NotAMove> for UciMoveError {
    fn from(error: NotAMove) -> UciMoveError {
        UciMoveError::Malformed(error)
    }
}

impl Position {
    /// Reads a legal move in UCI notation, in letters of either case and with either form of
    /// castling.
    ///
    /// ```
    /// use chess::{Position, UciMoveError};
    ///
    /// let start = Position::initial();
    /// let mv = start.parse_uci("g1f3")?;
    /// assert_eq!(start.san(mv).to_string(), "Nf3");
    /// assert!(matches!(start.parse_uci("g1g3"), Err(UciMoveError::Illegal(_))));
    /// # Ok::<(), UciMoveError>(())
    /// ```
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

/// Whether `to` is where castling takes the king, more than one step away.
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
    fn malformed_moves_are_refused() {
        for text in ["", "e2", "e2e", "e2e9", "a7a8k", "e2e4qq", "0000", "e2e2", "éé4", "e2e4é"]
        {
            assert!(text.parse::<MoveText>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_error_quotes_little_and_stays_on_one_line() {
        let error = "\u{1b}".repeat(1 << 20).parse::<MoveText>().unwrap_err().to_string();
        assert!(error.len() < 400 && !error.contains('\u{1b}'), "{error}");
    }

    #[test]
    fn malformed_and_illegal_moves_give_different_errors() {
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
