//! What can be wrong with a preset.

use core::fmt;
use std::error::Error;
use std::io;

use engine::knobs::{KNOBS, Knob, KnobError};

use super::NAMES;

#[derive(Debug)]
pub enum PresetError {
    /// Neither a built-in preset nor a file.
    Unknown {
        name: String,
    },
    Unreadable {
        file: String,
        why: io::Error,
    },
    /// The file is not TOML.
    Syntax {
        file: String,
        line: usize,
        why: String,
    },
    /// A key with a value of the wrong kind.
    Kind {
        file: String,
        line: usize,
        key: String,
        expected: &'static str,
    },
    /// A setting that our engine does not have.
    NoSuchSetting {
        file: String,
        line: usize,
        option: String,
    },
    Value {
        file: String,
        line: usize,
        why: KnobError,
    },
}

/// Names at least this alike are suggested; 1 is the same name.
const ALIKE: f64 = 0.7;

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PresetError::Unknown { name } => {
                write!(f, "no preset or file is called '{name}'; ")?;
                let names = NAMES.iter().map(AsRef::as_ref);
                if let Some(alike) = most_alike(name, names.clone()) {
                    write!(f, "did you mean '{alike}'? ")?;
                }
                let names: Vec<&str> = names.collect();
                write!(f, "expected one of {}, or the path of a file", names.join(", "))
            }
            PresetError::Unreadable { file, why } => write!(f, "preset {file}: {why}"),
            PresetError::Syntax { file, line, why } => {
                write!(
                    f,
                    "preset {file}, line {line}: {why}; expected Name = value, where the value is \
                     a number, true, false or a word in quotes"
                )
            }
            PresetError::Kind { file, line, key, expected } => {
                write!(f, "preset {file}, line {line}: {key}: expected {expected}")
            }
            PresetError::NoSuchSetting { file, line, option } => {
                write!(
                    f,
                    "preset {file}, line {line}: no setting of the search is called '{option}'; "
                )?;
                let options: Vec<String> = KNOBS.iter().map(Knob::option).collect();
                match most_alike(option, options.iter().map(String::as_str)) {
                    Some(alike) => write!(f, "did you mean '{alike}'?"),
                    None => f.write_str("expected an option of docs/knobs.md"),
                }
            }
            PresetError::Value { file, line, why } => {
                write!(f, "preset {file}, line {line}: {why}")
            }
        }
    }
}

impl Error for PresetError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PresetError::Unreadable { why, .. } => Some(why),
            PresetError::Value { why, .. } => Some(why),
            _ => None,
        }
    }
}

/// The name that a misspelt one probably meant.
fn most_alike<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let likeness = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase());
    let rated = names.map(|known| (likeness(known), known));
    let best = rated.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}
