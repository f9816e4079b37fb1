//! The doctor's report.

use core::fmt;

use serde::Serialize;

/// The verdict of a check, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    #[default]
    Pass,
    /// The check does not apply to this engine, or could not be run.
    Skip,
    /// Some clients or users stumble over it.
    Warn,
    /// Games are lost, or clients break.
    Fail,
}

impl fmt::Display for CheckVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            CheckVerdict::Pass => "pass",
            CheckVerdict::Skip => "skip",
            CheckVerdict::Warn => "warn",
            CheckVerdict::Fail => "fail",
        })
    }
}

/// The outcome of one check.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Diagnosis {
    pub group: &'static str,
    pub name: &'static str,
    /// What the check does.
    pub done: &'static str,
    pub verdict: CheckVerdict,
    /// The only warnings are about time, and the machine may have been busy.
    pub slow: bool,
    /// What the check saw, the worst first.
    pub evidence: Vec<String>,
    /// Which clients break and how; `None` if all is well.
    pub clients: Option<&'static str>,
    pub milliseconds: u64,
}

/// The outcome of all checks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DoctorReport {
    pub engine: Option<String>,
    pub author: Option<String>,
    pub program: String,
    pub checks: Vec<Diagnosis>,
}

impl DoctorReport {
    pub fn count(&self, verdict: CheckVerdict) -> usize {
        self.checks.iter().filter(|check| check.verdict == verdict).count()
    }

    pub fn worst(&self) -> CheckVerdict {
        self.checks.iter().map(|check| check.verdict).max().unwrap_or_default()
    }
}
