//! The doctor: examines any UCI engine and says which clients would break over it, and how.
//!
//! Every check begins with a new process, so that none suffers for another, and whatever the
//! engine does, a check ends in bounded time with nothing left running.

mod chart;
mod checks;
mod ear;
mod introduction;
mod positions;
mod search;
mod syntax;
mod talk;
mod trouble;
mod visit;

pub use chart::{Chart, Diagnosis, Verdict};

use std::time::{Duration, Instant};

use toolkit::stop::StopAll;

use crate::player::EngineSpec;
use talk::Bounds;
use trouble::Trouble;
use visit::Visit;

/// A check as a whole may take so many times the patience for one answer.
const WHOLE_CHECK: u32 = 4;

/// One thing that is looked at.
pub struct Check {
    pub name: &'static str,
    /// What is done.
    pub done: &'static str,
    /// Which clients break where it fails, and how.
    pub clients: &'static str,
    run: fn(&mut Visit<'_>) -> Result<(), Trouble>,
}

/// Checks that belong together.
pub struct Group {
    pub title: &'static str,
    pub checks: &'static [Check],
}

/// Everything the doctor looks at, in order.
pub fn groups() -> &'static [Group] {
    checks::GROUPS
}

pub struct Doctor {
    pub spec: EngineSpec,
    /// How long one answer may take.
    pub patience: Duration,
    pub stop: StopAll,
}

impl Doctor {
    /// Carries out the checks that are `wanted`, and hands each diagnosis on as it is made.
    /// Where the word to stop comes, the rest is left out.
    pub fn examine(
        &self,
        wanted: impl Fn(&Check) -> bool,
        mut seen: impl FnMut(&Diagnosis),
    ) -> Chart {
        let mut chart = Chart {
            engine: self.spec.name.clone(),
            author: None,
            program: self.spec.program.display().to_string(),
            checks: Vec::new(),
        };
        let mut reachable = true;
        for group in groups() {
            for check in group.checks.iter().filter(|check| wanted(check)) {
                let start = Instant::now();
                let mut visit = Visit::new(&self.spec, self.bounds(start));
                if reachable {
                    let outcome = (check.run)(&mut visit);
                    if self.stop.is_requested() {
                        return chart;
                    }
                    visit.close(outcome);
                    reachable = visit.introduction.is_some();
                } else {
                    visit.skip("not asked: the engine does not get ready");
                }
                let (slow, evidence) = (visit.is_only_slow(), visit.evidence());
                if let Some(told) = visit.introduction {
                    chart.engine = chart.engine.or(told.name);
                    chart.author = chart.author.or(told.author);
                }
                let diagnosis = Diagnosis {
                    group: group.title,
                    name: check.name,
                    done: check.done,
                    verdict: visit.verdict,
                    slow,
                    evidence,
                    clients: (visit.verdict >= Verdict::Warn).then_some(check.clients),
                    milliseconds: start.elapsed().as_millis() as u64,
                };
                seen(&diagnosis);
                chart.checks.push(diagnosis);
            }
        }
        chart
    }

    fn bounds(&self, start: Instant) -> Bounds {
        let deadline = start + WHOLE_CHECK * self.patience;
        Bounds { patience: self.patience, deadline, stop: self.stop.clone() }
    }
}
