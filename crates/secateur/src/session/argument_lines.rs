//! Executes command-line arguments as lines of UCI.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use uci::Command;

use super::Session;
use crate::input::Line;

/// Commands that usually have arguments.
const WITH_ARGUMENTS: [&str; 8] =
    ["position", "go", "setoption", "perft", "debug", "register", "bench", "genfens"];

/// Executes the lines, each to its end before the next.
pub(crate) fn run_lines(lines: &[String]) -> Result<ExitCode> {
    let mut session = Session::new(io::stdout().lock());
    session.unattended = true;
    if lines.windows(2).any(|pair| is_split(&pair[0], &pair[1])) {
        session.note("each argument is one line of UCI; quote lines that contain spaces")?;
    }
    for line in lines {
        if session.line(Line::Text(line.clone()))?.is_break() {
            break;
        }
        session.finish_job()?;
    }
    session.out.flush()?;
    Ok(if session.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether two arguments were probably meant as one line: `go depth 5` without quotes, but not
/// `go quit`.
fn is_split(line: &str, next: &str) -> bool {
    WITH_ARGUMENTS.contains(&line) && Command::parse(next).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_of_one_command_look_split() {
        for (line, next) in [("go", "perft"), ("go", "depth"), ("position", "fen"), ("perft", "5")]
        {
            assert!(is_split(line, next), "{line} {next}");
        }
        for (line, next) in
            [("go", "quit"), ("d", "flip"), ("go perft 5", "isready"), ("position startpos", "go")]
        {
            assert!(!is_split(line, next), "{line} {next}");
        }
    }
}
