//! Splits lines into words, at the same separators as FEN and PGN.

use chess::is_gap;

/// The first word of a line.
pub fn first_word(line: &str) -> Option<&str> {
    Tokens::new(line).next()
}

/// The words of a line, and the rest of it.
#[derive(Clone)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens { rest: line }
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The text not yet consumed, with its inner separators.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim_matches(is_gap)
    }

    /// The words up to `end`, joined by single spaces; consumes `end` as well.
    pub(crate) fn joined_until(&mut self, end: &str) -> String {
        let words: Vec<&str> = self.take_while(|word| *word != end).collect();
        words.join(" ")
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.trim_start_matches(is_gap);
        if start.is_empty() {
            self.rest = start;
            return None;
        }
        let end = start.find(is_gap).unwrap_or(start.len());
        let (word, rest) = start.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// A word for an error message: escaped, so that it stays on one line, and shortened.
pub(crate) fn quoted(word: &str) -> String {
    const LONGEST: usize = 40;
    let mut text: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if word.chars().nth(LONGEST).is_some() {
        text.push_str("..");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_separator_splits_words() {
        let words: Vec<&str> = Tokens::new("\u{feff} go\t depth\0\0 3 \r\n").collect();
        assert_eq!(words, ["go", "depth", "3"]);
        assert_eq!(first_word(" \t\r"), None);
    }

    #[test]
    fn the_rest_keeps_its_inner_separators() {
        let mut tokens = Tokens::new(" value  a  b \r");
        assert_eq!(tokens.next(), Some("value"));
        assert_eq!(tokens.rest(), "a  b");
    }

    #[test]
    fn quoted_words_are_short_and_on_one_line() {
        assert_eq!(quoted("a\u{1}b"), "a\\u{1}b");
        assert_eq!(quoted(&"x".repeat(100)), format!("{}..", "x".repeat(40)));
    }
}
