//! The shell command that resumes a suite run.

use std::ffi::OsString;
use std::path::Path;

/// The arguments of this command, with `--out` added if it is missing.
pub(in crate::commands::lab) fn command(
    arguments: impl Iterator<Item = OsString>,
    folder: &Path,
) -> String {
    let mut words: Vec<String> = vec!["secateur".to_owned()];
    words.extend(arguments.skip(1).map(|word| quoted(&word.to_string_lossy())));
    if !words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
        words.push("--out".to_owned());
        words.push(quoted(&folder.display().to_string()));
    }
    words.join(" ")
}

/// Quotes a word if a shell would not take it literally.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=+:,@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_back_the_same_words() {
        let line = |words: &[&str]| {
            let words = ["/bin/x"].iter().chain(words).map(OsString::from);
            command(words, Path::new("runs/suite 1"))
        };
        assert_eq!(
            line(&["lab", "suite", "a.epd", "--engine", "self name='a b'"]),
            r"secateur lab suite a.epd --engine 'self name='\''a b'\''' --out 'runs/suite 1'"
        );
        assert_eq!(line(&["lab", "--out", "x"]), "secateur lab --out x");
        assert_eq!(line(&["lab", "--out=x"]), "secateur lab --out=x");
    }
}
