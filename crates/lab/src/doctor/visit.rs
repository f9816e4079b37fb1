//! One check under way: it starts the engine as often as it needs to, and gathers evidence.

use std::time::{Duration, Instant};

use super::chart::Verdict;
use super::introduction::Introduction;
use super::talk::{Bounds, Talk};
use super::trouble::{Trouble, milliseconds, quoted};
use crate::player::EngineSpec;

/// Evidence beyond this convinces nobody more.
const MOST_EVIDENCE: usize = 12;

pub(super) struct Visit<'a> {
    spec: &'a EngineSpec,
    bounds: Bounds,
    pub(super) verdict: Verdict,
    /// The same, were time of no account.
    timeless: Verdict,
    evidence: Vec<(Verdict, String)>,
    /// What the engine last said of itself.
    pub(super) introduction: Option<Introduction>,
}

impl<'a> Visit<'a> {
    pub(super) fn new(spec: &'a EngineSpec, bounds: Bounds) -> Visit<'a> {
        Visit {
            spec,
            bounds,
            verdict: Verdict::Pass,
            timeless: Verdict::Pass,
            evidence: Vec::new(),
            introduction: None,
        }
    }

    /// A new process, introduced and ready.
    pub(super) fn engine(&mut self) -> Result<Talk, Trouble> {
        let talk = Talk::begin(self.spec, self.bounds.clone())?;
        self.introduction = Some(talk.introduction.clone());
        Ok(talk)
    }

    pub(super) fn time_is_up(&self) -> bool {
        Instant::now() >= self.bounds.deadline
    }

    fn write_down(&mut self, verdict: Verdict, text: &str) {
        self.timeless = self.timeless.max(verdict);
        self.gather(verdict, text);
    }

    fn gather(&mut self, verdict: Verdict, text: &str) {
        self.verdict = self.verdict.max(verdict);
        let item = (verdict, quoted(text));
        if self.evidence.len() < MOST_EVIDENCE && !self.evidence.contains(&item) {
            self.evidence.push(item);
        }
    }

    /// Worth knowing, but no fault.
    pub(super) fn note(&mut self, text: impl AsRef<str>) {
        self.write_down(Verdict::Pass, text.as_ref());
    }

    /// The check does not apply.
    pub(super) fn skip(&mut self, text: impl AsRef<str>) {
        self.write_down(Verdict::Skip, text.as_ref());
    }

    pub(super) fn warn(&mut self, text: impl AsRef<str>) {
        self.write_down(Verdict::Warn, text.as_ref());
    }

    /// It took longer than it should, which may be the machine's fault.
    pub(super) fn warn_of_time(&mut self, text: impl AsRef<str>) {
        self.gather(Verdict::Warn, text.as_ref());
    }

    pub(super) fn fail(&mut self, text: impl AsRef<str>) {
        self.write_down(Verdict::Fail, text.as_ref());
    }

    /// What is no move of the game, or written as no client reads it, is a failure.
    pub(super) fn expect<T>(&mut self, found: Result<T, String>) -> Option<T> {
        found.map_err(|why| self.fail(why)).ok()
    }

    /// A time that is noted, and a fault where it is too long.
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

    /// A check that could not be carried through has failed.
    pub(super) fn close(&mut self, outcome: Result<(), Trouble>) {
        if let Err(trouble) = outcome {
            self.verdict = Verdict::Fail;
            self.evidence.insert(0, (Verdict::Fail, quoted(&trouble.to_string())));
        }
    }

    /// Whether it warns, and of nothing but time.
    pub(super) fn is_only_slow(&self) -> bool {
        self.verdict == Verdict::Warn && self.timeless < Verdict::Warn
    }

    /// What was seen, the worst first.
    pub(super) fn evidence(&mut self) -> Vec<String> {
        // Stable, so that what is equally bad stays in the order it was seen.
        self.evidence.sort_by_key(|(verdict, _)| core::cmp::Reverse(*verdict));
        self.evidence.drain(..).map(|(_, text)| text).collect()
    }
}
