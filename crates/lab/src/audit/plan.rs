//! What an audit is asked, and how it can end.

use core::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use engine::eval::nnue::Network;
use engine::knobs::Knobs;
use engine::tt::NoMemory;
use serde::{Deserialize, Serialize};

use super::sampler::SamplePlan;

/// A player of an audit: our own engine with these settings.
#[derive(Clone)]
pub struct AuditPlayer {
    pub name: String,
    /// As written.
    pub text: String,
    pub knobs: Knobs,
    pub network: Arc<Network>,
    pub megabytes: usize,
}

/// What is audited. The same plan gives the same samples.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AuditPlan {
    pub players: Vec<String>,
    pub fens: Vec<String>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub samples: SamplePlan,
    /// Samples of each heuristic that are also compared with a deeper search.
    pub deeper: usize,
    /// A judgement that needs more nodes is given up.
    pub most_nodes: u64,
    /// The program.
    pub version: String,
    pub fingerprint: Option<String>,
    pub bench: Option<u64>,
    pub command: String,
}

#[derive(Debug)]
pub enum AuditError {
    File {
        path: PathBuf,
        why: io::Error,
    },
    /// The folder holds a run of another kind.
    Taken {
        folder: PathBuf,
    },
    /// The folder holds another audit.
    Other {
        folder: PathBuf,
    },
    NoMemory(NoMemory),
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditError::File { path, why } => write!(f, "{}: {why}", path.display()),
            AuditError::Other { folder } => write!(
                f,
                "{} holds an audit with other settings, positions or program; expected another folder",
                folder.display()
            ),
            AuditError::Taken { folder } => write!(
                f,
                "{} holds a run of another kind; expected another folder",
                folder.display()
            ),
            AuditError::NoMemory(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for AuditError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            AuditError::File { why, .. } => Some(why),
            AuditError::NoMemory(why) => Some(why),
            AuditError::Taken { .. } | AuditError::Other { .. } => None,
        }
    }
}

/// Why an audit ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditFinish {
    AllJudged,
    Stopped,
}

/// What an audit is doing, for a progress bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditStep {
    /// Searching position `done` of `of` with a player.
    Sampling { player: usize, done: usize, of: usize },
    /// Judged `done` of `of`.
    Judging { done: usize, of: usize },
}
