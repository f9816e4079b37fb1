//! The command that goes on with a run, ready to be given to a shell.

use std::ffi::OsString;
use std::path::Path;

/// The arguments of this one, and the folder if it was not among them.
pub(super) fn command(arguments: impl Iterator<Item = OsString>, folder: &Path) -> String {
    let mut words: Vec<String> = vec!["secateur".to_owned()];
    words.extend(arguments.skip(1).map(|word| quoted(&word.to_string_lossy())));
    if !words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
        words.push("--out".to_owned());
        words.push(quoted(&folder.display().to_string()));
    }
    words.join(" ")
}

/// In quotes, if a shell would take the word for something else.
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
        let told = |words: &[&str]| {
            let words = ["/bin/x"].iter().chain(words).map(OsString::from);
            command(words, Path::new("runs/suite 1"))
        };
        assert_eq!(
            told(&["lab", "suite", "a.epd", "--engine", "self name='a b'"]),
            r"secateur lab suite a.epd --engine 'self name='\''a b'\''' --out 'runs/suite 1'"
        );
        assert_eq!(told(&["lab", "--out", "x"]), "secateur lab --out x");
        assert_eq!(told(&["lab", "--out=x"]), "secateur lab --out=x");
    }
}
