//! What can be wrong with a line from the client.

use core::fmt;

use crate::position::PositionError;
use crate::tokens::quoted;

/// The line is no command; nothing of it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    Unknown { word: String },
    Position(PositionError),
    Debug { word: Option<String> },
    OptionNameMissing,
    Register,
    Number { command: &'static str, what: &'static str, word: Option<String> },
}

impl CommandError {
    pub(crate) fn unknown(word: &str) -> CommandError {
        CommandError::Unknown { word: quoted(word) }
    }
}

impl From<PositionError> for CommandError {
    fn from(error: PositionError) -> CommandError {
        CommandError::Position(error)
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown { word } => {
                write!(f, "unknown command '{word}'; 'help' lists what is accepted")
            }
            CommandError::Position(error) => write!(f, "position: {error}"),
            CommandError::Debug { word: Some(word) } => {
                write!(f, "debug: '{word}'; expected on or off")
            }
            CommandError::Debug { word: None } => f.write_str("debug: expected on or off"),
            CommandError::OptionNameMissing => {
                f.write_str("setoption: no name; expected 'setoption name <name> [value <value>]'")
            }
            CommandError::Register => {
                f.write_str("register: expected 'later' or 'name <name> code <code>'")
            }
            CommandError::Number { command, what, word: Some(word) } => {
                write!(f, "{command}: {what} '{word}' is no number from 0 up")
            }
            CommandError::Number { command, what, word: None } => {
                write!(f, "{command}: {what} is missing; expected a number from 0 up")
            }
        }
    }
}

impl core::error::Error for CommandError {}

/// One word of a `go` could not be used; the rest of the command stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenError {
    Unexpected { word: String },
    ValueMissing { parameter: &'static str },
    NotANumber { parameter: &'static str, word: String },
    NotAMove { word: String },
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenError::Unexpected { word } => write!(f, "go: '{word}' is no parameter; ignored"),
            TokenError::ValueMissing { parameter } => {
                write!(f, "go: '{parameter}' needs a whole number; taken as not given")
            }
            TokenError::NotANumber { parameter, word } => {
                write!(
                    f,
                    "go: {parameter} '{word}' is no whole number of 64 bits; taken as not given"
                )
            }
            TokenError::NotAMove { word } => {
                write!(f, "go: '{word}' in searchmoves is no move such as e2e4 or a7a8q; left out")
            }
        }
    }
}

impl core::error::Error for TokenError {}
