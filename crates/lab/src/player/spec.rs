//! What it takes to start an engine, and why it may not start.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::time::Duration;

use engine::eval::nnue::FileError;
use engine::tt::NoMemory;

use super::Fault;

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    pub name: Option<String>,
    pub program: OsString,
    pub arguments: Vec<OsString>,
    /// Names and values, in the order they are to be set.
    pub options: Vec<(String, String)>,
}

/// How long an engine may keep us waiting.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// For `uciok` and `readyok`.
    pub ready: Duration,
    /// Beyond the time it has, before it is given up.
    pub grace: Duration,
    /// For a move where no time limits it.
    pub stall: Duration,
}

impl Waiting {
    pub const DEFAULT: Waiting = Waiting {
        ready: Duration::from_secs(10),
        grace: Duration::from_secs(2),
        stall: Duration::from_secs(60),
    };
}

/// Why an engine could not be started.
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

impl std::error::Error for StartError {}
