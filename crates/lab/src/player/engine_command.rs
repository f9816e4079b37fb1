//! How to start a UCI engine, how long to wait for it, and why it may not start.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::time::Duration;

use engine::eval::nnue::FileError;
use engine::tt::NoMemory;

use super::Fault;

/// The program of a UCI engine with its arguments and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    pub name: Option<String>,
    pub program: OsString,
    pub arguments: Vec<OsString>,
    /// Names and values, in the order in which they are set.
    pub options: Vec<(String, String)>,
}

/// How long we wait for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For `uciok` and `readyok`.
    pub ready: Duration,
    /// For a move, beyond the time that the engine has.
    pub grace: Duration,
    /// For a move when the limit sets no time.
    pub stall: Duration,
}

impl Timeouts {
    pub const DEFAULT: Timeouts = Timeouts {
        ready: Duration::from_secs(10),
        grace: Duration::from_secs(2),
        stall: Duration::from_secs(60),
    };
}

/// Why a player could not be started.
#[derive(Debug)]
pub enum StartError {
    NotStarted { program: OsString, why: io::Error },
    NoAnswer { program: OsString, to: &'static str, fault: Fault },
    NoMemory(NoMemory),
    NoNetwork(FileError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NotStarted { program, why } => {
                write!(f, "{}: {why}; expected a UCI engine", program.display())
            }
            StartError::NoAnswer { program, to, fault } => {
                write!(f, "{}: {fault} after '{to}'; expected a UCI engine", program.display())
            }
            StartError::NoMemory(error) => error.fmt(f),
            StartError::NoNetwork(error) => write!(f, "EvalFile {error}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StartError::NotStarted { why, .. } => Some(why),
            StartError::NoAnswer { fault, .. } => Some(fault),
            StartError::NoMemory(error) => Some(error),
            StartError::NoNetwork(error) => Some(error),
        }
    }
}
