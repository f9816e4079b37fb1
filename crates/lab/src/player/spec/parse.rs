//! Reading a player as people write it.

use core::fmt;
use core::str::FromStr;
use std::ffi::OsString;

use engine::knobs::{DEFAULT_HASH, Knob, KnobError, Knobs};

use super::{OwnEngine, PlayerKind, PlayerSpec};
use crate::limit::{Limit, LimitError};
use crate::player::EngineCommand;
use crate::words;

const MAX_HASH: usize = 1 << 20;

#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpecError {
    OpenQuote,
    NoKind {
        word: String,
    },
    NoProgram,
    Unknown {
        word: String,
        accepted: &'static str,
    },
    Hash {
        value: String,
    },
    Limit(LimitError),
    TwoLimits {
        word: String,
    },
    /// A limit where all players share one.
    OwnLimit {
        limit: Limit,
    },
    Knob(KnobError),
}

impl fmt::Display for PlayerSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpecError::OpenQuote => f.write_str("a quote is not closed"),
            PlayerSpecError::NoKind { word } => write!(
                f,
                "'{word}' is no player; expected 'self', perhaps with settings such as \
                 UseNullMove=false, or 'cmd=PROGRAM', perhaps with args=, name= and option.NAME=; \
                 either perhaps with its own limit such as nodes=2000"
            ),
            PlayerSpecError::NoProgram => f.write_str("cmd= names no program"),
            PlayerSpecError::Unknown { word, accepted } => {
                write!(f, "'{word}' is not known; expected {accepted}")
            }
            PlayerSpecError::Hash { value } => {
                write!(f, "Hash: '{value}'; expected 1 to {MAX_HASH} megabytes")
            }
            PlayerSpecError::Limit(error) => error.fmt(f),
            PlayerSpecError::OwnLimit { limit } => {
                write!(f, "{limit}: all players have the same limit here; remove this one")
            }
            PlayerSpecError::TwoLimits { word } => {
                write!(f, "'{word}' is a second limit; expected at most one per player")
            }
            PlayerSpecError::Knob(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlayerSpecError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PlayerSpecError::Limit(error) => Some(error),
            PlayerSpecError::Knob(error) => Some(error),
            _ => None,
        }
    }
}

/// Whether a word such as `nodes=2000` sets a limit.
pub(super) fn is_limit(word: &str) -> bool {
    word.split_once('=').is_some_and(|(kind, _)| Limit::KINDS.contains(&kind))
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let words = words::split(text).ok_or(PlayerSpecError::OpenQuote)?;
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (first.as_str(), rest),
            None => return Err(PlayerSpecError::NoKind { word: String::new() }),
        };
        let (limits, rest): (Vec<&String>, Vec<&String>) =
            rest.iter().partition(|word| is_limit(word));
        if let [_, second, ..] = limits[..] {
            return Err(PlayerSpecError::TwoLimits { word: second.clone() });
        }
        let limit = limits.first().map(|word| word.parse()).transpose();
        let limit = limit.map_err(PlayerSpecError::Limit)?;
        let (name, kind) = if first == "self" {
            own(&rest)?
        } else if let Some(program) = first.strip_prefix("cmd=") {
            command(program, &rest)?
        } else {
            return Err(PlayerSpecError::NoKind { word: first.to_owned() });
        };
        Ok(PlayerSpec { text: text.trim().to_owned(), name, limit, kind })
    }
}

fn own(words: &[&String]) -> Result<(Option<String>, PlayerKind), PlayerSpecError> {
    const ACCEPTED: &str = "name=, Hash=, EvalFile=, a limit or a setting that 'setoption' takes, with '=' and a value";
    let engine =
        OwnEngine { knobs: Knobs::default(), megabytes: DEFAULT_HASH, eval_file: String::new() };
    let (mut name, mut engine, mut settings) = (None, Box::new(engine), Vec::new());
    for word in words {
        let unknown = || PlayerSpecError::Unknown { word: word.to_string(), accepted: ACCEPTED };
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        if key == "name" {
            name = Some(value.to_owned());
        } else if key.eq_ignore_ascii_case("hash") {
            let hash = value.parse().ok().filter(|hash| (1..=MAX_HASH).contains(hash));
            engine.megabytes =
                hash.ok_or_else(|| PlayerSpecError::Hash { value: value.to_owned() })?;
        } else if key.eq_ignore_ascii_case("evalfile") {
            engine.eval_file = value.to_owned();
            settings.push(format!("EvalFile={value}"));
        } else {
            let knob = Knob::find(key).ok_or_else(unknown)?;
            knob.set(&mut engine.knobs, value).map_err(PlayerSpecError::Knob)?;
            settings.push(format!("{}={}", knob.option(), knob.text(&engine.knobs)));
        }
    }
    Ok((name, PlayerKind::Own { engine, settings }))
}

fn command(
    program: &str,
    words: &[&String],
) -> Result<(Option<String>, PlayerKind), PlayerSpecError> {
    const ACCEPTED: &str = "args=, name=, option.NAME= or a limit such as nodes=";
    let mut command = EngineCommand {
        name: None,
        program: program.into(),
        arguments: Vec::new(),
        options: Vec::new(),
    };
    for word in words {
        let unknown = || PlayerSpecError::Unknown { word: word.to_string(), accepted: ACCEPTED };
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        match key {
            "name" => command.name = Some(value.to_owned()),
            "args" => {
                let words = words::split(value).ok_or(PlayerSpecError::OpenQuote)?;
                command.arguments.extend(words.into_iter().map(OsString::from));
            }
            _ => {
                let option = key.strip_prefix("option.").ok_or_else(unknown)?;
                command.options.push((option.to_owned(), value.to_owned()));
            }
        }
    }
    if command.program.is_empty() {
        return Err(PlayerSpecError::NoProgram);
    }
    Ok((command.name.clone(), PlayerKind::Command(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_faulty_word() {
        for (text, named) in [
            ("", "expected 'self'"),
            ("stockfish", "'stockfish' is no player"),
            ("cmd=", "names no program"),
            ("cmd=x 'y", "a quote is not closed"),
            ("cmd=x Hash=3", "expected args=, name="),
            ("self Nonsense=3", "'Nonsense=3' is not known"),
            ("self UseNullMove", "'UseNullMove' is not known"),
            ("self UseNullMove=maybe", "expected true or false"),
            ("self Hash=0", "expected 1 to"),
            ("self nodes=0", "'nodes=0' is no limit"),
            ("self nodes=5 depth=5", "'depth=5' is a second limit"),
            ("cmd=x tc=soon", "'tc=soon' is no limit"),
        ] {
            let message = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
