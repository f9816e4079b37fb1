//! A move as UCI writes it, before any position has judged it.

use core::fmt;
use core::str::FromStr;

use chess::{CastlingNotation, Kind, Move, Position, Square, UciMoveError};

use crate::tokens::quoted;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveText {
    pub from: Square,
    pub to: Square,
    pub promotion: Option<Kind>,
}

/// The text is not of a move's form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMove(pub String);

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no move; expected a form such as e2e4 or a7a8q", self.0)
    }
}

impl core::error::Error for NotAMove {}

impl MoveText {
    pub fn new(mv: Move, notation: CastlingNotation) -> MoveText {
        // How castling is written is known in one place only.
        let written = mv.uci(notation).to_string().parse();
        written.unwrap_or(MoveText { from: mv.from(), to: mv.to(), promotion: mv.promotion() })
    }

    /// The legal move of `position` that this text means.
    pub fn in_position(self, position: &Position) -> Result<Move, UciMoveError> {
        position.parse_uci(&self.to_string())
    }
}

impl FromStr for MoveText {
    type Err = NotAMove;

    /// Letters of either case will do.
    fn from_str(text: &str) -> Result<MoveText, NotAMove> {
        let read = || {
            let lower = text.get(..text.len().min(6))?.to_ascii_lowercase();
            let from = lower.get(0..2)?.parse().ok()?;
            let to = lower.get(2..4)?.parse().ok()?;
            let promotion = match lower.get(4..)? {
                "" => None,
                "n" => Some(Kind::Knight),
                "b" => Some(Kind::Bishop),
                "r" => Some(Kind::Rook),
                "q" => Some(Kind::Queen),
                _ => return None,
            };
            (from != to).then_some(MoveText { from, to, promotion })
        };
        read().ok_or_else(|| NotAMove(quoted(text)))
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_text_survives_the_round_trip() {
        let promotions =
            [None, Some(Kind::Knight), Some(Kind::Bishop), Some(Kind::Rook), Some(Kind::Queen)];
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
    fn castling_follows_the_notation() {
        let castle = Move::new(Square::E1, Square::H1, chess::MoveKind::Castle);
        assert_eq!(MoveText::new(castle, CastlingNotation::Standard).to_string(), "e1g1");
        assert_eq!(MoveText::new(castle, CastlingNotation::Chess960).to_string(), "e1h1");
    }
}
