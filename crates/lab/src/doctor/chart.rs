//! What the doctor writes down.

use core::fmt;

use serde::Serialize;

/// From good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    #[default]
    Pass,
    /// It does not apply to this engine, or could not be asked.
    Skip,
    /// Some clients mind, or somebody will wonder.
    Warn,
    /// Games are lost, or clients break.
    Fail,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Pass => "pass",
            Verdict::Skip => "skip",
            Verdict::Warn => "warn",
            Verdict::Fail => "fail",
        })
    }
}

/// The outcome of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diagnosis {
    pub group: &'static str,
    pub name: &'static str,
    /// What was done.
    pub done: &'static str,
    pub verdict: Verdict,
    /// It warns of nothing but time, and the machine may have been busy.
    pub slow: bool,
    /// What was seen, the worst first.
    pub evidence: Vec<String>,
    /// Which clients break over it and how; nothing where all is well.
    pub clients: Option<&'static str>,
    pub milliseconds: u64,
}

/// All that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chart {
    pub engine: Option<String>,
    pub author: Option<String>,
    pub program: String,
    pub checks: Vec<Diagnosis>,
}

impl Chart {
    pub fn count(&self, verdict: Verdict) -> usize {
        self.checks.iter().filter(|check| check.verdict == verdict).count()
    }

    pub fn worst(&self) -> Verdict {
        self.checks.iter().map(|check| check.verdict).max().unwrap_or_default()
    }
}
