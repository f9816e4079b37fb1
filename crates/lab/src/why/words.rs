//! The answer in plain words: a paragraph, and the line with the cut marked.

use core::fmt::Write as _;

use super::answer::{PardonRow, StepRow, Verdict, WhyAnswer};

impl PardonRow {
    /// What it concerns, in words.
    pub fn words(&self) -> String {
        let after = match self.line.is_empty() {
            true => "at the root".to_owned(),
            false => format!("after {}", self.line.join(" ")),
        };
        let compared = match (self.value, self.threshold) {
            (Some(value), Some(threshold)) => format!(" ({value} against {threshold})"),
            _ => String::new(),
        };
        let depth = self.depth.map(|depth| format!(" at depth {depth}")).unwrap_or_default();
        let name = &self.heuristic;
        match (self.granularity.as_str(), &self.mv) {
            ("everywhere", _) => format!("{name} everywhere"),
            ("subtree", _) => format!("{name} below {}", self.line.join(" ")),
            (_, Some(mv)) if name == "Reductions" => {
                format!("{name} of {mv} {after}{depth}{compared}")
            }
            (_, Some(mv)) => format!("{name} skipping {mv} {after}{depth}{compared}"),
            _ => format!("{name} {after}{depth}{compared}"),
        }
    }
}

/// Words joined by commas and "and".
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

impl WhyAnswer {
    /// The answer in one sentence.
    pub fn sentence(&self) -> String {
        let hidden = listed(&self.hidden_by());
        match self.verdict {
            Verdict::Found => format!("{} was found: nothing to explain.", self.choice),
            Verdict::Proved => format!("{} was hidden by {hidden}.", self.mv),
            Verdict::Unproved => {
                format!("{} comes out without {hidden}, but a control does not agree.", self.mv)
            }
            Verdict::Unexplained => match self.confirmed {
                true => format!("{} was not found, and no pardon brings it out.", self.mv),
                false => format!(
                    "{} was not found; no pardon brings it out, and a longer search does not \
                     confirm it.",
                    self.mv
                ),
            },
        }
    }

    /// The answer in a paragraph.
    pub fn paragraph(&self) -> String {
        let mut text = self.sentence();
        if self.verdict == Verdict::Found {
            return text;
        }
        let _ = write!(
            text,
            " The search of depth {} chose {} with {}.",
            self.depth, self.choice, self.choice_score
        );
        for row in self.truth.iter().filter(|row| row.mv == self.mv) {
            let how = if row.careful { "without cuts" } else { "with default settings" };
            let other = self
                .truth
                .iter()
                .find(|other| other.careful == row.careful && other.mv == self.choice);
            let choice = other.map_or("-", |other| other.score.as_str());
            let _ = write!(
                text,
                " A search with {} times the nodes {how} rates {} {} and {} {choice}.",
                self.question.effort, row.mv, row.score, self.choice
            );
        }
        if !self.confirmed {
            let _ = write!(text, " That does not confirm {}.", self.mv);
        }
        if let Some(step) = self.steps.last() {
            let line: Vec<String> = step.line.iter().chain(&step.mv).cloned().collect();
            let _ = write!(text, " The walk {} ends: {}.", line.join(" "), self.walk_end);
        }
        if !self.pardons.is_empty() {
            let pardons: Vec<String> = self.pardons.iter().map(PardonRow::words).collect();
            let _ = write!(text, " Pardoned: {}.", pardons.join("; "));
        }
        if let Some(proof) = &self.proof {
            let found = proof.shams.iter().filter(|sham| sham.found).count();
            let _ = write!(
                text,
                " It held in {} of {} table sizes; {found} of {} shams found the move.",
                proof.held,
                proof.tables.len(),
                proof.shams.len()
            );
        }
        text
    }

    /// The line of the walk, one node a line, with the cuts marked.
    pub fn tree(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for step in &self.steps {
            lines.push(step_words(step, lines.len()));
            let keys = self.pardons.iter().filter(|pardon| pardon.key.as_ref() == Some(&step.key));
            for pardon in keys {
                let indent = "  ".repeat(lines.len());
                lines.push(format!("{indent}>>> {}", pardon.words()));
            }
        }
        lines
    }
}

fn step_words(step: &StepRow, indent: usize) -> String {
    let last = step.line.last().cloned().unwrap_or_default();
    let reduced = match step.reduction {
        0 => String::new(),
        plies => format!(", reduced by {plies}"),
    };
    let table = if step.from_table { ", stored by the next node" } else { "" };
    format!(
        "{}{last}  depth {}{reduced}, {}{table}  [node {}]",
        "  ".repeat(indent.min(20)),
        step.depth,
        step.ended_by,
        step.node
    )
}
