//! A running check: it starts engines and collects evidence.

use std::time::{Duration, Instant};

use super::check_error::{CheckError, milliseconds, quoted};
use super::dialogue::{Bounds, Dialogue};
use super::introduction::Introduction;
use super::report::CheckVerdict;
use crate::player::EngineCommand;

/// Maximum pieces of evidence.
const MAX_EVIDENCE: usize = 12;

pub(super) struct Visit<'a> {
    engine: &'a EngineCommand,
    bounds: Bounds,
    pub(super) verdict: CheckVerdict,
    /// The verdict without warnings about time.
    timeless: CheckVerdict,
    evidence: Vec<(CheckVerdict, String)>,
    /// The engine's last introduction.
    pub(super) introduction: Option<Introduction>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(engine: &'a EngineCommand, bounds: Bounds) -> Visit<'a> {
        Visit {
            engine,
            bounds,
            verdict: CheckVerdict::Pass,
            timeless: CheckVerdict::Pass,
            evidence: Vec::new(),
            introduction: None,
        }
    }

    /// Starts a new process, which is introduced and ready.
    pub(super) fn engine(&mut self) -> Result<Dialogue, CheckError> {
        let dialogue = Dialogue::begin(self.engine, self.bounds.clone())?;
        self.introduction = Some(dialogue.introduction.clone());
        Ok(dialogue)
    }

    pub(super) fn time_is_up(&self) -> bool {
        Instant::now() >= self.bounds.deadline
    }

    fn record(&mut self, verdict: CheckVerdict, text: &str) {
        self.timeless = self.timeless.max(verdict);
        self.collect(verdict, text);
    }

    fn collect(&mut self, verdict: CheckVerdict, text: &str) {
        self.verdict = self.verdict.max(verdict);
        let item = (verdict, quoted(text));
        if self.evidence.len() < MAX_EVIDENCE && !self.evidence.contains(&item) {
            self.evidence.push(item);
        }
    }

    /// Information, no fault.
    pub(super) fn note(&mut self, text: impl AsRef<str>) {
        self.record(CheckVerdict::Pass, text.as_ref());
    }

    /// The check does not apply.
    pub(super) fn skip(&mut self, text: impl AsRef<str>) {
        self.record(CheckVerdict::Skip, text.as_ref());
    }

    pub(super) fn warn(&mut self, text: impl AsRef<str>) {
        self.record(CheckVerdict::Warn, text.as_ref());
    }

    /// Too slow, which may be the machine's fault.
    pub(super) fn warn_of_time(&mut self, text: impl AsRef<str>) {
        self.collect(CheckVerdict::Warn, text.as_ref());
    }

    pub(super) fn fail(&mut self, text: impl AsRef<str>) {
        self.record(CheckVerdict::Fail, text.as_ref());
    }

    /// An illegal or misspelt move is a failure.
    pub(super) fn expect<T>(&mut self, found: Result<T, String>) -> Option<T> {
        found.map_err(|why| self.fail(why)).ok()
    }

    /// Notes a time in milliseconds, warns above `warn` and fails above `fail`.
    pub(super) fn judge_time(&mut self, what: &str, took: Duration, warn: u64, fail: u64) {
        let text = format!("{what} {}", milliseconds(took));
        if took > Duration::from_millis(fail) {
            self.fail(format!("{text}, more than {fail} ms"));
        } else if took > Duration::from_millis(warn) {
            self.warn_of_time(format!("{text}, more than {warn} ms"));
        } else {
            self.note(text);
        }
    }

    /// A check that could not be completed has failed.
    pub(super) fn close(&mut self, outcome: Result<(), CheckError>) {
        if let Err(error) = outcome {
            self.verdict = CheckVerdict::Fail;
            self.evidence.insert(0, (CheckVerdict::Fail, quoted(&error.to_string())));
        }
    }

    /// Whether all warnings are about time.
    pub(super) fn is_only_slow(&self) -> bool {
        self.verdict == CheckVerdict::Warn && self.timeless < CheckVerdict::Warn
    }

    /// The evidence, the worst first.
    pub(super) fn evidence(&mut self) -> Vec<String> {
        // The sort is stable: equal evidence keeps its order.
        self.evidence.sort_by_key(|(verdict, _)| core::cmp::Reverse(*verdict));
        self.evidence.drain(..).map(|(_, text)| text).collect()
    }
}
