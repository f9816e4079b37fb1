//! Why a check could not be completed.

use core::fmt;
use std::io;
use std::time::Duration;

#[derive(Debug)]
pub(super) enum CheckError {
    NotStarted(io::Error),
    /// The engine ended or closed its output.
    Gone {
        after: String,
        how: String,
        stderr: Vec<String>,
    },
    /// The engine did not answer.
    Silent {
        after: String,
        waited: Duration,
    },
    /// The engine did not end.
    Stays {
        after: String,
        waited: Duration,
    },
    /// A stop was requested.
    Stopped,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::NotStarted(why) => write!(f, "it does not start: {why}"),
            CheckError::Gone { after, how, stderr } => {
                write!(f, "it died after '{after}': {how}")?;
                stderr.iter().try_for_each(|line| write!(f, "; standard error: {line}"))
            }
            CheckError::Silent { after, waited } => {
                write!(f, "no answer to '{after}' for {:.1} s", waited.as_secs_f64())
            }
            CheckError::Stays { after, waited } => {
                write!(f, "still running {:.1} s after '{after}'", waited.as_secs_f64())
            }
            CheckError::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            CheckError::NotStarted(why) => Some(why),
            CheckError::Gone { .. }
            | CheckError::Silent { .. }
            | CheckError::Stays { .. }
            | CheckError::Stopped => None,
        }
    }
}

/// Text for a report: on one line, escaped and shortened.
pub(super) fn quoted(text: &str) -> String {
    const MAX_LENGTH: usize = 240;
    let text = text.trim();
    let mut quoted: String = text.chars().take(MAX_LENGTH).flat_map(shown).collect();
    if text.chars().nth(MAX_LENGTH).is_some() {
        quoted.push_str("..");
    }
    quoted
}

fn shown(letter: char) -> impl Iterator<Item = char> {
    let escaped = letter.is_control().then(|| letter.escape_debug());
    escaped.into_iter().flatten().chain((!letter.is_control()).then_some(letter))
}

/// A time in milliseconds, for people.
pub(super) fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1000.0;
    if milliseconds < 10.0 {
        format!("{milliseconds:.1} ms")
    } else {
        format!("{milliseconds:.0} ms")
    }
}
