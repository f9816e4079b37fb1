//! Why a file is no checkpoint, or not one to go on with.

use core::fmt;
use std::io;

use super::VERSION;
use crate::train::config::ConfigError;

#[derive(Debug)]
pub enum CheckpointError {
    Io(io::Error),
    Foreign,
    Version(u32),
    Cut {
        bytes: u64,
    },
    Length {
        expected: u64,
        found: u64,
    },
    Damaged,
    Config(ConfigError),
    /// A number that no training comes to.
    Unsound(String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => error.fmt(f),
            CheckpointError::Foreign => {
                f.write_str("not a checkpoint; expected one that 'forge train' has made")
            }
            CheckpointError::Version(version) => {
                write!(f, "a checkpoint of version {version}; expected version {VERSION}")
            }
            CheckpointError::Cut { bytes } => {
                write!(f, "{bytes} bytes; expected more: the file is cut")
            }
            CheckpointError::Length { expected, found } => write!(
                f,
                "{found} bytes; its configuration wants {expected}: the file is cut, damaged or has \
                 a tail"
            ),
            CheckpointError::Damaged => f.write_str("damaged: the checksum does not fit the bytes"),
            CheckpointError::Config(error) => write!(f, "its configuration: {error}"),
            CheckpointError::Unsound(fault) => write!(f, "not what a training comes to: {fault}"),
        }
    }
}

impl core::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
}
