//! Errors in a line from the client.

use core::fmt;

use crate::position::PositionError;
use crate::tokens::quoted;

/// The line is not a command, and has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// No word of the line is a command.
    Unknown {
        /// The first word.
        word: String,
    },
    /// A `position` without a start.
    Position(PositionError),
    /// A `debug` that is neither on nor off.
    Debug {
        /// The word in their place.
        word: Option<String>,
    },
    /// A `setoption` without a name.
    OptionNameMissing,
    /// A `register` without its arguments.
    Register,
    /// A number that cannot be read.
    Number {
        /// The command.
        command: &'static str,
        /// Which of its numbers.
        what: &'static str,
        /// The word in its place.
        word: Option<String>,
    },
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
                write!(f, "{command}: {what} '{word}' is not a number; expected 0 or more")
            }
            CommandError::Number { command, what, word: None } => {
                write!(f, "{command}: {what} is missing; expected 0 or more")
            }
        }
    }
}

impl core::error::Error for CommandError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            CommandError::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// One word of a `go` could not be used; the rest of the command is valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenError {
    /// A word that is not a parameter.
    Unexpected {
        /// The word.
        word: String,
    },
    /// A parameter without its number.
    ValueMissing {
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter whose number cannot be read.
    NotANumber {
        /// The parameter.
        parameter: &'static str,
        /// The word in place of the number.
        word: String,
    },
    /// A word among `searchmoves` that is not a move.
    NotAMove {
        /// The word.
        word: String,
    },
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenError::Unexpected { word } => {
                write!(f, "go: '{word}' is not a parameter; ignored")
            }
            TokenError::ValueMissing { parameter } => {
                write!(f, "go: '{parameter}' needs a whole number; ignored")
            }
            TokenError::NotANumber { parameter, word } => {
                write!(f, "go: {parameter} '{word}' is not a whole number of 64 bits; ignored")
            }
            TokenError::NotAMove { word } => {
                write!(
                    f,
                    "go: '{word}' in searchmoves is not a move; expected one such as e2e4 or a7a8q"
                )
            }
        }
    }
}

impl core::error::Error for TokenError {}
