//! A command of the lab as a shell reads it, so that reports can say how to repeat or resume a run.

use std::ffi::OsString;
use std::path::Path;

/// The words of a command, quoted for a shell.
#[derive(Clone, Debug)]
pub(super) struct CommandLine(Vec<String>);

impl CommandLine {
    /// The command line of this process.
    pub(super) fn of_process() -> CommandLine {
        CommandLine::new(std::env::args_os().skip(1))
    }

    /// The command with these arguments of the program.
    pub(super) fn new(arguments: impl Iterator<Item = OsString>) -> CommandLine {
        let given = arguments.map(|word| quoted(&word.to_string_lossy()));
        CommandLine(core::iter::once("secateur".to_owned()).chain(given).collect())
    }

    /// The command, with `--out` added if it is missing.
    pub(super) fn resuming(&self, folder: &Path) -> String {
        let mut words = self.0.clone();
        if !words.iter().any(|word| word == "--out" || word.starts_with("--out=")) {
            words.push("--out".to_owned());
            words.push(quoted(&folder.display().to_string()));
        }
        words.join(" ")
    }

    /// The command without `--out FOLDER`: elsewhere it repeats the run.
    pub(super) fn repeating(&self) -> String {
        let mut kept = Vec::new();
        let mut words = self.0.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--out" => drop(words.next()),
                _ if word.starts_with("--out=") => {}
                word => kept.push(word),
            }
        }
        kept.join(" ")
    }
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

    fn line(words: &[&str]) -> CommandLine {
        CommandLine::new(words.iter().map(OsString::from))
    }

    #[test]
    fn a_shell_reads_back_the_same_words() {
        let resuming = |words: &[&str]| line(words).resuming(Path::new("runs/suite 1"));
        assert_eq!(
            resuming(&["lab", "suite", "a.epd", "--engine", "self name='a b'"]),
            r"secateur lab suite a.epd --engine 'self name='\''a b'\''' --out 'runs/suite 1'"
        );
        assert_eq!(resuming(&["lab", "--out", "x"]), "secateur lab --out x");
        assert_eq!(resuming(&["lab", "--out=x"]), "secateur lab --out=x");
    }

    #[test]
    fn the_command_that_repeats_a_run_names_no_folder() {
        for out in [&["--out", "y z"][..], &["--out=y"]] {
            let words = [&["lab"], out, &["--seed", "2"]].concat();
            assert_eq!(line(&words).repeating(), "secateur lab --seed 2");
        }
    }
}
