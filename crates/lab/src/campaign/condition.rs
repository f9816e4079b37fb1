//! A condition of a step: how an earlier step must have ended.

use core::fmt;
use core::str::FromStr;

use super::outcome::StepOutcome;
use crate::stats::{Finding, SprtVerdict};

/// Something that may be true of a step's outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Its SPRT accepted H1.
    Accepted,
    /// Its SPRT accepted H0.
    Rejected,
    /// The interval of its first player lies above zero.
    Stronger,
    /// The interval of its first player lies below zero.
    Weaker,
    /// It ended, whatever it found.
    Ended,
}

impl Event {
    const ALL: [(&'static str, Event); 5] = [
        ("accepted", Event::Accepted),
        ("rejected", Event::Rejected),
        ("stronger", Event::Stronger),
        ("weaker", Event::Weaker),
        ("ended", Event::Ended),
    ];

    /// The commands whose outcome can show the event.
    pub(super) fn kinds(self) -> &'static [&'static str] {
        match self {
            Event::Accepted | Event::Rejected => &["sprt"],
            Event::Stronger | Event::Weaker => &["match", "sprt"],
            Event::Ended => super::file::STEP_KINDS,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Event::ALL.iter().find(|(_, event)| event == self);
        f.write_str(known.map_or("", |(word, _)| word))
    }
}

/// `STEP EVENT` or `STEP not EVENT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub step: String,
    pub negated: bool,
    pub event: Event,
}

impl Condition {
    /// Whether the step's outcome meets the condition. `None`: the step has not ended.
    pub fn holds(&self, outcome: Option<&StepOutcome>) -> bool {
        let Some(outcome) = outcome else { return false };
        let happened = match self.event {
            Event::Accepted => outcome.verdict == Some(SprtVerdict::AcceptH1),
            Event::Rejected => outcome.verdict == Some(SprtVerdict::AcceptH0),
            Event::Stronger => outcome.finding() == Some(Finding::Stronger),
            Event::Weaker => outcome.finding() == Some(Finding::Weaker),
            Event::Ended => true,
        };
        happened != self.negated
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.negated { "not " } else { "" };
        write!(f, "{} {not}{}", self.step, self.event)
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (step, negated, word) = match words[..] {
            [step, word] => (step, false, word),
            [step, "not", word] => (step, true, word),
            _ => return Err(expected(text)),
        };
        let known = Event::ALL.iter().find(|(name, _)| *name == word);
        let Some(&(_, event)) = known else { return Err(expected(text)) };
        Ok(Condition { step: step.to_owned(), negated, event })
    }
}

fn expected(text: &str) -> String {
    let words: Vec<&str> = Event::ALL.iter().map(|(word, _)| *word).collect();
    format!(
        "'{text}': expected the name of an earlier step and one of {}, perhaps with 'not' between",
        words.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: Option<SprtVerdict>) -> StepOutcome {
        StepOutcome { verdict, ..StepOutcome::default() }
    }

    #[test]
    fn a_condition_is_written_as_it_is_read() {
        for text in ["depth-5 accepted", "depth-5 not accepted", "a ended"] {
            assert_eq!(text.parse::<Condition>().unwrap().to_string(), text);
        }
        for text in ["", "depth-5", "depth-5 good", "depth-5 never accepted", "a not b accepted"] {
            let error = text.parse::<Condition>().unwrap_err();
            assert!(error.contains("expected the name of an earlier step"), "{error}");
        }
    }

    #[test]
    fn a_test_that_accepts_h1_is_accepted_and_nothing_else() {
        let holds =
            |text: &str, verdict| text.parse::<Condition>().unwrap().holds(Some(&outcome(verdict)));
        let (h1, h0) = (Some(SprtVerdict::AcceptH1), Some(SprtVerdict::AcceptH0));
        assert!(holds("a accepted", h1) && !holds("a accepted", h0));
        assert!(holds("a rejected", h0) && !holds("a rejected", h1));
        let open = Some(SprtVerdict::Continue);
        assert!(!holds("a accepted", open) && !holds("a rejected", open));
        assert!(holds("a not accepted", open) && holds("a not accepted", h0));
        assert!(!holds("a not accepted", h1));
        assert!(holds("a ended", None) && !holds("a not ended", None));
    }

    #[test]
    fn nothing_holds_of_a_step_that_has_not_ended() {
        for text in ["a accepted", "a not accepted", "a ended", "a not ended"] {
            assert!(!text.parse::<Condition>().unwrap().holds(None), "{text}");
        }
    }
}
