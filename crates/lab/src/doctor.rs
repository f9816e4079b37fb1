//! The doctor: checks any UCI engine for behaviour that breaks clients, and names the clients.
//!
//! Every check starts a new process, so that checks are independent. Whatever the engine does, a
//! check ends in bounded time and leaves no process behind.

mod check_error;
mod checks;
mod dialogue;
mod introduction;
mod positions;
mod raw_lines;
mod report;
mod search;
mod syntax;
mod visit;

pub use report::{CheckVerdict, Diagnosis, DoctorReport};

use std::time::{Duration, Instant};

use toolkit::stop::StopAll;

use crate::player::EngineCommand;
use check_error::CheckError;
use dialogue::Bounds;
use visit::Visit;

/// Maximum duration of a check, in multiples of the timeout for one answer.
const CHECK_TIMEOUTS: u32 = 4;

/// One check.
pub struct Check {
    pub name: &'static str,
    /// What the check does.
    pub done: &'static str,
    /// Which clients break if it fails, and how.
    pub clients: &'static str,
    run: fn(&mut Visit<'_>) -> Result<(), CheckError>,
}

/// Checks that belong together.
pub struct Group {
    pub title: &'static str,
    pub checks: &'static [Check],
}

/// All checks, in order.
pub fn groups() -> &'static [Group] {
    checks::GROUPS
}

pub struct Doctor {
    pub engine: EngineCommand,
    /// Timeout for one answer.
    pub patience: Duration,
    pub stop: StopAll,
}

impl Doctor {
    /// Runs the checks that are `wanted` and passes each diagnosis to `seen`. A requested stop ends
    /// the examination.
    pub fn examine(
        &self,
        wanted: impl Fn(&Check) -> bool,
        mut seen: impl FnMut(&Diagnosis),
    ) -> DoctorReport {
        let mut report = DoctorReport {
            engine: self.engine.name.clone(),
            author: None,
            program: self.engine.program.display().to_string(),
            checks: Vec::new(),
        };
        let mut reachable = true;
        for group in groups() {
            for check in group.checks.iter().filter(|check| wanted(check)) {
                let start = Instant::now();
                let mut visit = Visit::new(&self.engine, self.bounds(start));
                if reachable {
                    let outcome = (check.run)(&mut visit);
                    if self.stop.is_requested() {
                        return report;
                    }
                    visit.close(outcome);
                    reachable = visit.introduction.is_some();
                } else {
                    visit.skip("not run: the engine does not get ready");
                }
                let (slow, evidence) = (visit.is_only_slow(), visit.evidence());
                if let Some(introduction) = visit.introduction {
                    report.engine = report.engine.or(introduction.name);
                    report.author = report.author.or(introduction.author);
                }
                let diagnosis = Diagnosis {
                    group: group.title,
                    name: check.name,
                    done: check.done,
                    verdict: visit.verdict,
                    slow,
                    evidence,
                    clients: (visit.verdict >= CheckVerdict::Warn).then_some(check.clients),
                    milliseconds: start.elapsed().as_millis() as u64,
                };
                seen(&diagnosis);
                report.checks.push(diagnosis);
            }
        }
        report
    }

    fn bounds(&self, start: Instant) -> Bounds {
        let deadline = start + CHECK_TIMEOUTS * self.patience;
        Bounds { timeout: self.patience, deadline, stop: self.stop.clone() }
    }
}
