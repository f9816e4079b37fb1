//! The answer in plain words: a paragraph, and the line with the cut marked.

use core::fmt::Write as _;

use super::answer::{PardonRow, StepRow, Verdict, WhyAnswer};

impl PardonRow {
    /// The value and threshold that were compared, and the depth.
    fn compared(&self) -> String {
        let depth = self.depth.map(|depth| format!(" at depth {depth}")).unwrap_or_default();
        match (self.value, self.threshold) {
            (Some(value), Some(threshold)) => format!("{depth} ({value} against {threshold})"),
            _ => depth,
        }
    }

    /// What it spares, for a reader who knows where it stands.
    fn mark(&self) -> String {
        let (name, compared) = (&self.heuristic, self.compared());
        match (self.granularity.as_str(), &self.mv) {
            ("subtree", _) => format!("{name} in everything below"),
            (_, Some(mv)) if name == "Reductions" => format!("{name} of {mv}{compared}"),
            (_, Some(mv)) => format!("{name} skipped {mv}{compared}"),
            _ => format!("{name} cut{compared}"),
        }
    }

    /// What it concerns, in words.
    pub fn words(&self) -> String {
        let after = match self.line.is_empty() {
            true => "at the root".to_owned(),
            false => format!("after {}", self.line.join(" ")),
        };
        let compared = self.compared();
        let name = &self.heuristic;
        match (self.granularity.as_str(), &self.mv) {
            ("everywhere", _) => format!("{name} everywhere"),
            ("subtree", _) => format!("{name} below {}", self.line.join(" ")),
            (_, Some(mv)) if name == "Reductions" => {
                format!("{name} of {mv} {after}{compared}")
            }
            (_, Some(mv)) => format!("{name} skipping {mv} {after}{compared}"),
            _ => format!("{name} {after}{compared}"),
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

    /// What is pardoned, in a cell of a table: each decision, or how many of each heuristic.
    pub fn pardons_in_short(&self) -> String {
        const FEW: usize = 2;
        if self.pardons.len() <= FEW {
            let words: Vec<String> = self.pardons.iter().map(PardonRow::words).collect();
            return words.join("; ");
        }
        let counts = self.hidden_by().into_iter().map(|name| {
            let count = self.pardons.iter().filter(|pardon| pardon.heuristic == name).count();
            format!("{count} of {name}")
        });
        counts.collect::<Vec<String>>().join(", ")
    }

    /// The result in a word or two.
    pub fn result(&self) -> &'static str {
        match self.verdict {
            Verdict::Found => "found",
            Verdict::Proved => "proved",
            Verdict::Unproved => "control disagrees",
            Verdict::Unexplained => "unexplained",
        }
    }

    /// In how many sizes of the table the explanation held.
    pub fn held(&self) -> String {
        match &self.proof {
            Some(proof) => format!("{}/{}", proof.held, proof.tables.len()),
            None => "-".to_owned(),
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

    /// The lines of the walk and of the pardons as a small tree, with the cuts marked.
    pub fn tree(&self) -> Vec<String> {
        let mut marks: Vec<(Vec<String>, String)> = Vec::new();
        if let Some(step) = self.steps.last() {
            marks.push((step.line.clone(), format!("the search ended here: {}", step.words())));
        }
        for pardon in self.pardons.iter().filter(|pardon| pardon.granularity != "everywhere") {
            marks.push((pardon.line.clone(), format!(">>> {}", pardon.mark())));
        }
        // Lines that share moves stand together, the shorter ones first.
        marks.sort_by(|one, other| one.0.cmp(&other.0));
        let mut lines = Vec::new();
        let mut before: Vec<String> = Vec::new();
        for (line, mark) in marks {
            let shared = line.iter().zip(&before).take_while(|(one, other)| one == other).count();
            if line.len() > shared {
                lines.push(format!("{}{}", "  ".repeat(shared), line[shared..].join(" ")));
            }
            lines.push(format!("{}{mark}", "  ".repeat(line.len().max(1))));
            before = line;
        }
        lines
    }
}

impl StepRow {
    /// What the search did at this node.
    fn words(&self) -> String {
        let reduced = match self.reduction {
            0 => String::new(),
            plies => format!(", reduced by {plies}"),
        };
        let missing = match (&self.mv, self.follows_truth) {
            (Some(mv), true) => format!(" without {mv}"),
            _ => String::new(),
        };
        format!("{}{missing}, depth {}{reduced}, node {}", self.ended_by, self.depth, self.node)
    }
}
