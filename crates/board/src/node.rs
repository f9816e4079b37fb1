//! A position as the page shows it: legal moves with the squares to drop on, check, and the result
//! in words. The page has no rules of its own.

use chess::{CastlingField, CastlingPath, Color, Game, Move, Outcome, PieceType, Position};
use serde::Serialize;

use crate::place::{Place, uci};

#[derive(Serialize)]
pub(crate) struct Node {
    fen: String,
    turn: &'static str,
    /// Moves since the start of the line.
    ply: usize,
    move_number: u16,
    /// The square of a king in check.
    check: Option<String>,
    legal: Vec<LegalMove>,
    outcome: Option<End>,
}

#[derive(Serialize)]
struct LegalMove {
    uci: String,
    san: String,
    from: String,
    /// Every square on which the piece may be dropped.
    to: Vec<String>,
    promotion: Option<&'static str>,
    capture: bool,
}

/// The end of a game.
#[derive(Serialize)]
struct End {
    result: &'static str,
    reason: &'static str,
    text: String,
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn piece_name(piece: PieceType) -> &'static str {
    match piece {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

impl Node {
    pub(crate) fn of(place: &Place) -> Node {
        Node::after(&place.game, place.line.len())
    }

    /// The last position of a game, `ply` moves after the start of its line.
    pub(crate) fn after(game: &Game, ply: usize) -> Node {
        let position = game.position();
        let check = position.in_check().then(|| position.king(position.turn()).to_string());
        Node {
            fen: game.fen(CastlingField::XFen),
            turn: color_name(position.turn()),
            ply,
            move_number: game.setup().fullmove_number,
            check,
            legal: position.legal_moves().iter().map(|&mv| LegalMove::new(position, mv)).collect(),
            outcome: game.outcome().map(End::of),
        }
    }
}

impl LegalMove {
    fn new(position: &Position, mv: Move) -> LegalMove {
        LegalMove {
            uci: uci(mv),
            san: position.san(mv).to_string(),
            from: mv.from().to_string(),
            to: targets(mv),
            promotion: mv.promotion().map(piece_name),
            capture: mv.is_capture(),
        }
    }
}

/// A king castles onto its target or onto its rook. A target next to the king is left out: there a
/// plain king move may be meant.
fn targets(mv: Move) -> Vec<String> {
    let mut targets = Vec::new();
    if mv.is_castle() {
        let to = CastlingPath::new(mv.from(), mv.to()).king_to;
        if mv.from().file().index().abs_diff(to.file().index()) > 1 {
            targets.push(to.to_string());
        }
    }
    targets.push(mv.to().to_string());
    targets
}

impl End {
    fn of(outcome: Outcome) -> End {
        let reason = match outcome {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient material",
            Outcome::FiftyMoves => "fifty-move rule",
            Outcome::Repetition => "threefold repetition",
        };
        let (result, text) = match outcome.winner() {
            Some(Color::White) => ("1-0", format!("White wins by {reason}.")),
            Some(Color::Black) => ("0-1", format!("Black wins by {reason}.")),
            None if outcome == Outcome::FiftyMoves => ("1/2-1/2", format!("Draw by the {reason}.")),
            None => ("1/2-1/2", format!("Draw by {reason}.")),
        };
        End { result, reason, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Setup;

    fn node(fen: &str) -> Node {
        Node::after(&Game::new(fen.parse::<Setup>().unwrap()), 0)
    }

    #[test]
    fn a_king_castles_onto_its_target_or_its_rook() {
        let node = node("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let castles: Vec<&LegalMove> =
            node.legal.iter().filter(|mv| mv.san.starts_with('O')).collect();
        assert_eq!(castles.len(), 2);
        let short = castles.iter().find(|mv| mv.san == "O-O").unwrap();
        assert_eq!((short.uci.as_str(), short.to.join(" ")), ("e1g1", "g1 h1".to_owned()));
    }

    #[test]
    fn a_castling_target_beside_the_king_means_a_king_move() {
        let node = node("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
        let castle = node.legal.iter().find(|mv| mv.san == "O-O").unwrap();
        assert_eq!((castle.uci.as_str(), castle.to.join(" ")), ("f1g1", "g1".to_owned()));
    }

    #[test]
    fn every_end_has_words() {
        let words = |fen| node(fen).outcome.map(|end| end.text);
        for (fen, text) in [
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "White wins by checkmate."),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw by stalemate."),
            ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "Draw by insufficient material."),
            ("7k/8/6K1/8/8/8/8/R7 w - - 100 80", "Draw by the fifty-move rule."),
        ] {
            assert_eq!(words(fen).as_deref(), Some(text), "{fen}");
        }
        assert_eq!(words("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), None);
    }

    #[test]
    fn a_promotion_is_four_moves_of_one_pawn() {
        let node = node("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
        let pieces: Vec<_> = node.legal.iter().filter_map(|mv| mv.promotion).collect();
        assert_eq!(pieces.len(), 4);
        assert!(pieces.contains(&"queen") && pieces.contains(&"knight"));
    }
}
