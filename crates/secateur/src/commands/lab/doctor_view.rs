//! The doctor's report as text: one row per check, and the evidence of faults.

use std::io::{self, IsTerminal, Stdout, Write};
use std::time::Duration;

use lab::doctor::{CheckVerdict, Diagnosis, DoctorReport};

/// Maximum line length.
const WIDTH: usize = 100;
/// Column of the texts.
const INDENT: usize = 32;

pub(super) struct DoctorView {
    out: Stdout,
    coloured: bool,
    group: &'static str,
}

impl DoctorView {
    pub(super) fn new(out: Stdout) -> DoctorView {
        let coloured = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        DoctorView { out, coloured, group: "" }
    }

    pub(super) fn show(&mut self, diagnosis: &Diagnosis) -> io::Result<()> {
        if self.group != diagnosis.group {
            let gap = if self.group.is_empty() { "" } else { "\n" };
            self.group = diagnosis.group;
            let title = self.painted("1", self.group);
            writeln!(self.out, "{gap}{title}")?;
        }
        let verdict = self.verdict(diagnosis.verdict);
        let wrong = diagnosis.verdict >= CheckVerdict::Warn;
        write!(self.out, "  {verdict} {:24} ", diagnosis.name)?;
        let silent = wrong || diagnosis.evidence.is_empty();
        let text = if silent { diagnosis.done.to_owned() } else { diagnosis.evidence.join("; ") };
        writeln!(self.out, "{}", folded("", &text))?;
        if wrong {
            for evidence in &diagnosis.evidence {
                writeln!(self.out, "{:INDENT$}{}", "", folded("- ", evidence))?;
            }
            if let Some(clients) = diagnosis.clients {
                writeln!(self.out, "{:INDENT$}{}", "", folded("> ", clients))?;
            }
        }
        self.out.flush()
    }

    pub(super) fn end(&mut self, report: &DoctorReport, time: Duration) -> io::Result<()> {
        let name = report.engine.as_deref().unwrap_or(&report.program);
        let counts: Vec<String> =
            [CheckVerdict::Pass, CheckVerdict::Skip, CheckVerdict::Warn, CheckVerdict::Fail]
                .into_iter()
                .map(|verdict| (report.count(verdict), verdict))
                .filter(|(count, _)| *count > 0)
                .map(|(count, verdict)| format!("{count} {verdict}"))
                .collect();
        writeln!(
            self.out,
            "\n{name}: {} checks in {:.1} s: {}",
            report.checks.len(),
            time.as_secs_f64(),
            counts.join(", ")
        )
    }

    fn verdict(&self, verdict: CheckVerdict) -> String {
        let colour = match verdict {
            CheckVerdict::Pass => "32",
            CheckVerdict::Skip => "2",
            CheckVerdict::Warn => "33",
            CheckVerdict::Fail => "1;31",
        };
        self.painted(colour, &verdict.to_string())
    }

    fn painted(&self, colour: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Wraps a text between words and indents all lines after the first.
fn folded(mark: &str, text: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        let full = line.chars().count() + word.chars().count() + mark.len() >= WIDTH - INDENT;
        if full && !line.is_empty() {
            lines.push(core::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    format!("{mark}{}", lines.join(&format!("\n{:1$}", "", INDENT + mark.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_wrap_between_words() {
        assert_eq!(folded("- ", "short"), "- short");
        let text = "word ".repeat(30);
        let folded = folded("- ", text.trim());
        assert!(folded.lines().count() > 1);
        assert!(folded.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(folded.split_whitespace().filter(|word| *word == "word").count(), 30);
    }
}
