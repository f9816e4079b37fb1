//! Text that fits the terminal.

use console::Term;

/// Columns where the output is not a terminal, or says nothing about itself.
const DEFAULT_WIDTH: usize = 100;
/// Texts in narrower terminals are not readable anyway.
const LEAST_WIDTH: usize = 40;

/// The columns of standard output.
pub(super) fn width() -> usize {
    let columns = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
    columns.unwrap_or(DEFAULT_WIDTH).max(LEAST_WIDTH)
}

/// Wraps a text between words, so that it fits `width` columns behind `first` on its first line and
/// behind as many spaces on the others.
pub(super) fn folded(first: &str, text: &str, width: usize) -> String {
    let indent = first.chars().count();
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_whitespace() {
        let length = indent + line.chars().count() + 1 + word.chars().count();
        if length > width && !line.is_empty() {
            lines.push(core::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    format!("{first}{}", lines.join(&format!("\n{:indent$}", "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_wrap_between_words() {
        assert_eq!(folded("- ", "short", 40), "- short");
        assert_eq!(folded("- ", "one two three", 9), "- one two\n  three");
        assert_eq!(folded("- ", "one two three", 8), "- one\n  two\n  three");
        assert_eq!(folded("", "unbreakable word", 4), "unbreakable\nword");
    }
}
