//! The page of a campaign: the question, what each step found, and links to the steps' own pages.

use super::chart::Tone;
use super::games::PAGE;
use super::page::Page;
use super::rows::{ChartRow, RowChart};
use crate::campaign::{CampaignResults, StepResult};
use crate::stats::{Finding, SprtVerdict};

pub fn page_of_campaign(results: &CampaignResults) -> String {
    let mut page = Page::new(&results.title, &progress(results));
    page.paragraph(&results.question);
    if !results.claims.is_empty() {
        page.heading("Who claimed what");
        for claim in &results.claims {
            page.paragraph(claim);
        }
    }
    page.heading("What was found");
    let rows: Vec<Vec<String>> = results.steps.iter().map(row).collect();
    page.table(&["step", "what", "games", "result"], &rows);
    strength(&mut page, results);
    for step in &results.steps {
        details(&mut page, step);
    }
    page.html()
}

fn progress(results: &CampaignResults) -> String {
    let ended = results.steps.iter().filter(|step| step.open.is_none()).count();
    let hours: f64 = results.steps.iter().map(|step| step.seconds).sum::<f64>() / 3600.0;
    format!("{ended} of {} steps ended, {hours:.1} hours", results.steps.len())
}

fn row(step: &StepResult) -> Vec<String> {
    let games = step.outcome.as_ref().map_or(0, |outcome| outcome.games);
    vec![
        step.name.clone(),
        step.about.clone(),
        if games == 0 { "-".to_owned() } else { games.to_string() },
        result(step),
    ]
}

/// The result so far, and why it is not final.
fn result(step: &StepResult) -> String {
    match (&step.outcome, &step.open) {
        (Some(outcome), None) => outcome.sentence.clone(),
        (Some(outcome), Some(open)) => format!("{open}; so far: {}", outcome.sentence),
        (None, open) => open.clone().unwrap_or_default(),
    }
}

/// All differences in strength in one picture.
fn strength(page: &mut Page, results: &CampaignResults) {
    let mut rows = Vec::new();
    for step in &results.steps {
        let Some(outcome) = &step.outcome else { continue };
        for elo in &outcome.elo {
            let Some(interval) = elo.interval.known() else { continue };
            let tone = match (outcome.verdict, elo.interval.finding()) {
                (Some(SprtVerdict::AcceptH1), _) | (_, Finding::Stronger) => Tone::Good,
                (Some(SprtVerdict::AcceptH0), _) | (_, Finding::Weaker) => Tone::Bad,
                _ => Tone::Faint,
            };
            let name = match outcome.elo.len() {
                1 => step.name.clone(),
                _ => format!("{}: {}", step.name, elo.name),
            };
            rows.push(ChartRow {
                name,
                value: interval.estimate,
                interval: Some((interval.low, interval.high)),
                text: interval.to_string(),
                tone,
            });
        }
    }
    if !rows.is_empty() {
        let title = "Elo and its 95 % interval".to_owned();
        page.rows(&RowChart { title, origin: 0.0, is_log: false, rows });
    }
}

fn details(page: &mut Page, step: &StepResult) {
    page.heading(&step.name);
    if !step.about.is_empty() {
        page.paragraph(&step.about);
    }
    page.paragraph(&result(step));
    page.preformatted(&step.command);
    let Some(outcome) = &step.outcome else { return };
    for table in &outcome.tables {
        let head: Vec<&str> = table.head.iter().map(String::as_str).collect();
        page.folded(&table.title, |page| page.table(&head, &table.rows));
    }
    if step.has_folder {
        page.link(&format!("{}/{PAGE}", step.name), "the page of this step");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::StepOutcome;

    fn step(open: Option<&str>, outcome: Option<StepOutcome>) -> StepResult {
        StepResult {
            name: "depth-5".to_owned(),
            about: "a <limit> of 5".to_owned(),
            command: "secateur lab sprt".to_owned(),
            open: open.map(str::to_owned),
            seconds: 1800.0,
            outcome,
            has_folder: true,
        }
    }

    #[test]
    fn a_page_says_what_ended_and_what_did_not() {
        let found = StepOutcome { sentence: "H1 accepted".to_owned(), ..StepOutcome::default() };
        let results = CampaignResults {
            title: "Futility".to_owned(),
            question: "How deep?".to_owned(),
            claims: vec!["Somebody: 4".to_owned()],
            steps: vec![
                step(None, Some(found.clone())),
                step(Some("not ended"), Some(found)),
                step(Some("skipped: needs --set wac=FILE"), None),
            ],
        };
        let html = page_of_campaign(&results);
        for text in [
            "1 of 3 steps ended, 1.5 hours",
            "How deep?",
            "Somebody: 4",
            "<td>H1 accepted</td>",
            "<td>not ended; so far: H1 accepted</td>",
            "<td>skipped: needs --set wac=FILE</td>",
            "a &lt;limit&gt; of 5",
            "href=\"depth-5/report.html\"",
        ] {
            assert!(html.contains(text), "{text}\n{html}");
        }
    }
}
