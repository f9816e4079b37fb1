//! Messages to the client: the introduction, errors and notes.

use core::fmt::Display;
use std::io::{self, Write};

use uci::Reply;

use super::{Session, options};

/// Longer messages lose their middle: some quote the client's input, which may be of any length.
const LONGEST_MESSAGE: usize = 400;
/// How much of the end stays: the reason often follows the quotation.
const KEPT_END: usize = 160;

impl<W: Write> Session<W> {
    pub(super) fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.errors += 1;
        self.inform(format_args!("error: {error}"))
    }

    pub(super) fn note(&mut self, note: impl Display) -> io::Result<()> {
        self.inform(format_args!("note: {note}"))
    }

    pub(super) fn inform(&mut self, text: impl Display) -> io::Result<()> {
        self.send(&Reply::info_string(one_line(text)))
    }

    /// Answers `uci`.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        self.send(&Reply::IdName(format!("Secateur {}", env!("CARGO_PKG_VERSION"))))?;
        self.send(&Reply::IdAuthor("the Secateur project".to_owned()))?;
        for spec in options::specs(self.options.show_all) {
            self.send(&Reply::Option(spec))?;
        }
        self.send(&Reply::UciOk)
    }
}

/// Text that cannot break the protocol: one line of bounded length.
fn one_line(text: impl Display) -> String {
    let mut line = String::new();
    for letter in text.to_string().chars() {
        if letter.is_control() || letter == '\u{2028}' || letter == '\u{2029}' {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    if line.len() > LONGEST_MESSAGE {
        let from = line.floor_char_boundary(LONGEST_MESSAGE - KEPT_END);
        let to = line.ceil_char_boundary(line.len() - KEPT_END);
        line.replace_range(from..to, "..");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_of_bounded_length() {
        assert_eq!(one_line("a\nb\0"), "a\\nb\\u{0}");
        for letter in ["é", "\u{1}", "x"] {
            let long = one_line(letter.repeat(1 << 16));
            assert!(long.len() <= LONGEST_MESSAGE + "..".len(), "{long}");
        }
        let longest = "x".repeat(LONGEST_MESSAGE);
        assert_eq!(one_line(&longest), longest);
    }

    #[test]
    fn long_messages_keep_their_start_and_end() {
        let message = one_line(format_args!("option: {}: not a file", "é".repeat(1 << 16)));
        assert!(
            message.starts_with("option: é") && message.ends_with("é: not a file"),
            "{message}"
        );
        assert!(message.contains("é..é"), "{message}");
    }
}
