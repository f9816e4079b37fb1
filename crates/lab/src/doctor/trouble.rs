//! Why a check could not be carried through.

use core::fmt;
use std::io;
use std::time::Duration;

pub(super) enum Trouble {
    NotStarted(io::Error),
    /// It ended, or closed its output.
    Gone {
        after: String,
        how: String,
        complaints: Vec<String>,
    },
    /// It did not answer.
    Silent {
        after: String,
        waited: Duration,
    },
    /// It did not end.
    Stays {
        after: String,
        waited: Duration,
    },
    /// Nobody wants to know any more.
    CalledOff,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NotStarted(why) => write!(f, "it does not start: {why}"),
            Trouble::Gone { after, how, complaints } => {
                write!(f, "it died after '{after}': {how}")?;
                complaints.iter().try_for_each(|line| write!(f, "; it complained: {line}"))
            }
            Trouble::Silent { after, waited } => {
                write!(f, "no answer to '{after}' for {:.1} s", waited.as_secs_f64())
            }
            Trouble::Stays { after, waited } => {
                write!(f, "still there {:.1} s after '{after}'", waited.as_secs_f64())
            }
            Trouble::CalledOff => f.write_str("called off"),
        }
    }
}

/// A line as it may stand in a report: on one line, and not a megabyte of it.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 240;
    let text = text.trim();
    let mut quoted: String = text.chars().take(LONGEST).flat_map(shown).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("..");
    }
    quoted
}

fn shown(letter: char) -> impl Iterator<Item = char> {
    let escaped = letter.is_control().then(|| letter.escape_debug());
    escaped.into_iter().flatten().chain((!letter.is_control()).then_some(letter))
}

/// A time as people read it.
pub(super) fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1000.0;
    if milliseconds < 10.0 {
        format!("{milliseconds:.1} ms")
    } else {
        format!("{milliseconds:.0} ms")
    }
}
