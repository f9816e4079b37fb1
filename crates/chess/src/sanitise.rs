//! Makes text from outside safe to keep: unknown encodings, control characters, and the short
//! excerpts that errors quote.

/// Whether a character separates words in the texts read here: white space, and the NUL bytes
/// and byte order marks found in careless files.
///
/// ```
/// assert!(chess::is_gap(' ') && chess::is_gap('\u{feff}') && !chess::is_gap('-'));
/// ```
pub fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == '\0' || letter == '\u{feff}'
}

/// How many characters of a faulty text an error quotes.
const MAX_EXCERPT: usize = 40;

/// The beginning of a text, so that a huge input does not make a huge error.
pub(crate) fn clip(text: &str) -> String {
    match text.char_indices().nth(MAX_EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Decodes valid UTF-8, and anything else as Latin-1, in which every byte is a character.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The text on one line: every control character becomes a space.
pub(crate) fn on_one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The words of a text joined by single spaces, so that line breaks change nothing.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for word in text.split(|letter: char| is_gap(letter) || letter.is_control()) {
        if !word.is_empty() {
            if !tidied.is_empty() {
                tidied.push(' ');
            }
            tidied.push_str(word);
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipped_text_is_short_and_ends_at_a_character() {
        assert_eq!(clip("e4"), "e4");
        let excerpt = clip(&"é".repeat(1_000_000));
        assert_eq!(excerpt.chars().count(), MAX_EXCERPT + 3);
    }

    #[test]
    fn fen_errors_quote_little_and_escape_control_characters() {
        let board = "4k3/8/8/8/8/8/8/4K3";
        for field in ["\u{1b}".repeat(1 << 20), "K".repeat(1 << 20), "9".repeat(1 << 20)] {
            for before in ["", "w ", "w - ", "w - - ", "w - - 0 ", "w - - 0 1 "] {
                let message = match format!("{board} {before}{field}").parse::<crate::Setup>() {
                    Ok(setup) => setup.repairs.iter().map(ToString::to_string).collect(),
                    Err(error) => error.to_string(),
                };
                assert!(message.len() < 300 && !message.contains('\u{1b}'), "{message}");
            }
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_read_as_latin1() {
        assert_eq!(decode("Müller".as_bytes()), "Müller");
        assert_eq!(decode(b"M\xfcller"), "Müller");
    }

    #[test]
    fn tidied_text_has_single_spaces_and_no_control_characters() {
        assert_eq!(tidy(" a\r\n\tb\0\u{1}c "), "a b c");
    }
}
