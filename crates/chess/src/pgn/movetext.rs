//! Classifies the words of the movetext.

use super::game::ResultToken;
use super::lexer::Token;
use crate::sanitise::is_gap;

#[derive(PartialEq, Eq, Debug)]
pub(super) enum Word<'a> {
    /// A move number, dots, or a mark without meaning.
    Nothing,
    Result(ResultToken),
    /// A move, with the glyph its punctuation stands for.
    Move {
        san: &'a str,
        nag: Option<u16>,
    },
    Nag(u16),
}

/// Whether a game cannot begin with this token: it annotates or ends a game.
pub(super) fn begins_nothing(token: &Token) -> bool {
    match token {
        Token::Close | Token::Nag(_) | Token::Stray(_) => true,
        Token::Symbol(symbol) => !matches!(classify(symbol), Word::Move { .. }),
        Token::Tag { .. } | Token::Comment { .. } | Token::Open => false,
    }
}

/// The glyphs that have signs.
fn nag_of(sign: &str) -> Option<u16> {
    match sign {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

pub(super) fn classify(symbol: &str) -> Word<'_> {
    let symbol = symbol.trim_matches(is_gap);
    if let Some(result) = ResultToken::read(symbol) {
        return Word::Result(result);
    }
    let word = without_number(symbol);
    if word.is_empty() || matches!(word, "e.p." | "e.p" | "ep") {
        return Word::Nothing;
    }
    if word == "N" {
        return Word::Nag(146);
    }
    if let Some(result) = ResultToken::read(word).filter(|_| word != symbol) {
        return Word::Result(result);
    }
    let san = word.trim_end_matches(['!', '?']);
    let nag = nag_of(&word[san.len()..]);
    if san.is_empty() {
        return nag.map_or(Word::Nothing, Word::Nag);
    }
    // Signs such as += or +/- assess the position; -- is a null move.
    if san != "--" && san.chars().all(|letter| "+-=/#~±∓∞".contains(letter)) {
        return nag.map_or(Word::Nothing, Word::Nag);
    }
    Word::Move { san, nag }
}

/// Strips a move number in any style: `1.`, `1...`, `1`, also when attached to the move.
fn without_number(text: &str) -> &str {
    let is_dot = |letter: char| matches!(letter, '.' | '…') || is_gap(letter);
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_null = text == "0000";
    let numbered = rest.is_empty()
        || rest.starts_with(is_dot)
        || rest.len() < text.len() && rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if numbered && !is_null { rest.trim_start_matches(is_dot) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(san: &str) -> Word<'_> {
        Word::Move { san, nag: None }
    }

    #[test]
    fn move_numbers_of_any_style_are_skipped() {
        for text in ["1.", "1", "12...", "...", "1…", "1.…", "."] {
            assert_eq!(classify(text), Word::Nothing, "{text}");
        }
        for text in ["1.e4", "1...e4", "e4", "...e4", "1e4", "1.\u{a0}e4"] {
            assert_eq!(classify(text), mv("e4"), "{text}");
        }
        assert_eq!(classify("1.0-0"), mv("0-0"));
    }

    #[test]
    fn results_castling_and_null_moves_are_distinguished() {
        use crate::GameResult;
        let result = |result| Word::Result(ResultToken(result));
        assert_eq!(classify("1-0"), result(Some(GameResult::WhiteWins)));
        assert_eq!(classify("0-1"), result(Some(GameResult::BlackWins)));
        assert_eq!(classify("1/2-1/2"), result(Some(GameResult::Draw)));
        assert_eq!(classify("*"), result(None));
        for text in ["0-0", "0-0-0", "O-O", "0000", "--", "Z0"] {
            assert_eq!(classify(text), mv(text));
        }
    }

    #[test]
    fn punctuation_becomes_glyphs() {
        assert_eq!(classify("Nf3!?"), Word::Move { san: "Nf3", nag: Some(5) });
        assert_eq!(classify("??"), Word::Nag(4));
        assert_eq!(classify("+/-"), Word::Nothing);
        assert_eq!(classify("e.p."), Word::Nothing);
    }
}
