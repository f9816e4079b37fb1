//! The shell command that repeats or resumes a run.

use std::ffi::OsString;
use std::path::Path;

/// The arguments of this command, with `--out` added if it is missing.
pub(super) fn command(arguments: impl Iterator<Item = OsString>, folder: &Path) -> String {
    let mut words = words(arguments);
    if !words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
        words.push("--out".to_owned());
        words.push(quoted(&folder.display().to_string()));
    }
    words.join(" ")
}

/// The arguments of this command without `--out FOLDER`: elsewhere they repeat the run.
pub(super) fn repeating(arguments: impl Iterator<Item = OsString>) -> String {
    let mut kept = Vec::new();
    let mut words = words(arguments).into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--out" => drop(words.next()),
            _ if word.starts_with("--out=") => {}
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

fn words(arguments: impl Iterator<Item = OsString>) -> Vec<String> {
    let given = arguments.skip(1).map(|word| quoted(&word.to_string_lossy()));
    core::iter::once("secateur".to_owned()).chain(given).collect()
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

    #[test]
    fn the_command_that_repeats_a_run_names_no_folder() {
        for words in [
            &["x", "lab", "--out", "y z", "--seed", "2"][..],
            &["x", "lab", "--out=y", "--seed", "2"],
        ] {
            let words = words.iter().map(OsString::from);
            assert_eq!(repeating(words), "secateur lab --seed 2");
        }
    }
}
