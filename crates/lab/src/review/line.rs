//! Lines of moves as people and programs read them.

use core::fmt::Write as _;

use chess::{CastlingNotation, Color, Game, Move};
use serde::{Deserialize, Serialize};

/// A line of legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Line {
    /// As people write them, without numbers.
    pub san: Vec<String>,
    /// As UCI writes them.
    pub uci: Vec<String>,
    /// With numbers: `14... Qd4 15. Nf3`.
    pub text: String,
}

impl Line {
    /// The moves from the last position of `game`, as far as they are legal.
    pub fn new(game: &Game, moves: &[Move]) -> Line {
        let mut line = Line { text: numbered(game, moves), ..Line::default() };
        let mut position = *game.position();
        for &mv in moves {
            if !position.is_legal(mv) {
                break;
            }
            line.san.push(position.san(mv).to_string());
            line.uci.push(mv.uci(CastlingNotation::Standard).to_string());
            position = position.after(mv);
        }
        line
    }
}

impl Line {
    /// The first moves with their numbers.
    pub fn shortened(&self, moves: usize) -> &str {
        let mut left = moves;
        // Numbers stand between the moves and end with a dot.
        let starts = self.text.match_indices(' ').map(|(end, _)| end).chain([self.text.len()]);
        let mut from = 0;
        for end in starts {
            left -= usize::from(left > 0 && !self.text[from..end].ends_with('.'));
            if left == 0 {
                return &self.text[..end];
            }
            from = end + 1;
        }
        &self.text
    }
}

/// The number of the next move of a game: `12.` or `12...`.
pub fn number(game: &Game) -> String {
    let dots = if game.position().turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", game.setup().fullmove_number)
}

/// The moves from the last position of `game`, as far as they are legal, in SAN with numbers.
pub fn numbered(game: &Game, moves: &[Move]) -> String {
    let mut game = game.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let san = game.position().san(mv).to_string();
        if index == 0 || game.position().turn() == Color::White {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} ", number(&game));
        }
        if game.play(mv).is_err() {
            break;
        }
        let _ = write!(text, "{san} ");
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_either_side() {
        let mut game = Game::default();
        let mut line = Vec::new();
        for uci in ["e2e4", "e7e5", "g1f3"] {
            let mv = game.position().parse_uci(uci).unwrap();
            game.play(mv).unwrap();
            line.push(mv);
        }
        assert_eq!(numbered(&Game::default(), &line), "1. e4 e5 2. Nf3");
        let mut game = Game::default();
        game.play(line[0]).unwrap();
        let rest = Line::new(&game, &line[1..]);
        assert_eq!(rest.text, "1... e5 2. Nf3");
        assert_eq!((rest.san.join(" "), rest.uci.join(" ")), ("e5 Nf3".into(), "e7e5 g1f3".into()));
        assert_eq!(numbered(&game, &[]), "");
        assert_eq!(
            [1, 2, 3].map(|moves| rest.shortened(moves)),
            ["1... e5", &rest.text, &rest.text]
        );
        assert_eq!(Line::default().shortened(3), "");
    }

    #[test]
    fn a_line_ends_before_its_first_illegal_move() {
        let e4 = Game::default().position().parse_uci("e2e4").unwrap();
        let line = Line::new(&Game::default(), &[e4, e4]);
        assert_eq!((line.san.len(), line.uci.len()), (1, 1));
    }
}
