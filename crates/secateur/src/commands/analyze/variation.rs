//! Variations in SAN with move numbers: `12. Nf3 Nc6` or `12... Nc6 13. O-O`.

use core::fmt::Write as _;

use chess::{Color, Game, Move};

/// The number of the next move of a game: `12.` or `12...`.
pub(super) fn number(game: &Game) -> String {
    let dots = if game.position().turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", game.setup().fullmove_number)
}

/// The moves from the current position, as far as they are legal.
pub(super) fn numbered(game: &Game, moves: &[Move]) -> String {
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

/// Breaks a text at spaces into lines of at most `width` characters; longer words stay whole.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> (Game, Vec<Move>) {
        let mut game = Game::default();
        let mut played = Vec::new();
        for text in moves {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
            played.push(mv);
        }
        (game, played)
    }

    #[test]
    fn moves_are_numbered_from_either_side() {
        let (_, line) = after(&["e2e4", "e7e5", "g1f3"]);
        assert_eq!(numbered(&Game::default(), &line), "1. e4 e5 2. Nf3");
        let (game, _) = after(&["e2e4"]);
        assert_eq!(numbered(&game, &line[1..]), "1... e5 2. Nf3");
        assert_eq!(numbered(&game, &[]), "");
    }

    #[test]
    fn long_lines_break_between_words() {
        assert_eq!(wrapped("1. e4 e5 2. Nf3", 8), ["1. e4 e5", "2. Nf3"]);
        assert_eq!(wrapped("1. e4", 2), ["1.", "e4"]);
        assert_eq!(wrapped("", 8), [""]);
    }
}
