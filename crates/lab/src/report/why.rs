//! The page of a run that explains unsolved positions: what hid their moves, and how well each
//! explanation is proved.

use super::chart::{Bars, Tone};
use super::page::Page;
use crate::machine;
use crate::why::{Verdict, WhyAnswer, WhySummary};

/// Bars beside each other at most.
const MAX_BARS: usize = 12;
/// Letters that fit below all bars.
const LETTERS: usize = 105;

pub fn page_of_why(answers: &[&WhyAnswer], questions: usize) -> String {
    let summary = WhySummary::new(answers.iter().copied());
    let limit = answers.first().map_or("", |answer| answer.question.limit.as_str());
    let subtitle = format!("{questions} positions, {limit}, {}", machine::now());
    let mut page = Page::new("Why moves were not played", &subtitle);
    match questions - answers.len() {
        0 => page.verdict(tone(&summary), &summary.sentence()),
        open => {
            let words = format!("Not finished: {open} of {questions} positions are unanswered.");
            page.verdict(Tone::Faint, &words);
        }
    }
    figures(&mut page, &summary);
    if !summary.hidden_by.is_empty() {
        page.bars(&bars(answers));
    }
    page.paragraph(
        "A move counts as hidden by a cut if the same search plays it once the cut is pardoned, \
         while the search without the pardon does not play it and as many pardons of the same \
         heuristics below other root moves do not bring it out. Held: in how many of three table \
         sizes the pardon brings the move out and the plain search does not.",
    );
    page.heading("Unsolved positions");
    positions(&mut page, answers);
    page.heading("Lines and cuts");
    for answer in unsolved(answers) {
        page.subheading(&format!("{} {}: {}", answer.suite, answer.id, answer.mv));
        page.paragraph(&answer.paragraph());
        page.preformatted(&answer.tree().join("\n"));
    }
    page.html()
}

fn unsolved<'a>(answers: &'a [&WhyAnswer]) -> impl Iterator<Item = &'a WhyAnswer> {
    answers.iter().copied().filter(|answer| answer.verdict != Verdict::Found)
}

fn tone(summary: &WhySummary) -> Tone {
    if summary.proved == summary.unsolved() { Tone::Good } else { Tone::Main }
}

fn figures(page: &mut Page, summary: &WhySummary) {
    let share = 100.0 * summary.proved as f64 / summary.unsolved().max(1) as f64;
    page.figures(&[
        ("solved", format!("{} / {}", summary.solved, summary.positions)),
        ("proved", format!("{} / {}", summary.proved, summary.unsolved())),
        ("share proved", format!("{share:.0} %")),
        ("control disagrees", summary.unproved.to_string()),
        ("unexplained", summary.unexplained.to_string()),
        ("not confirmed", summary.not_confirmed.to_string()),
    ]);
}

/// How many moves each heuristic had a part in hiding.
fn bars(answers: &[&WhyAnswer]) -> Bars {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for answer in answers.iter().filter(|answer| answer.verdict == Verdict::Proved) {
        for name in answer.hidden_by() {
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
    }
    counts.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
    let room = LETTERS / counts.len().clamp(1, MAX_BARS);
    let bars = counts.into_iter().take(MAX_BARS);
    Bars {
        title: "Moves that each heuristic hid, alone or with others".to_owned(),
        y_label: "positions".to_owned(),
        bars: bars.map(|(name, count)| (short(&name, room), count as f64, Tone::Main)).collect(),
    }
}

/// A name that fits below a bar.
fn short(name: &str, room: usize) -> String {
    match name.chars().count() > room {
        true => name.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

fn positions(page: &mut Page, answers: &[&WhyAnswer]) {
    let rows: Vec<Vec<String>> = unsolved(answers)
        .map(|answer| {
            let confirmed = if answer.confirmed { "yes" } else { "no" };
            vec![
                format!("{} {}", answer.suite, answer.id),
                answer.mv.clone(),
                format!("{} {}", answer.choice, answer.choice_score),
                confirmed.to_owned(),
                answer.result().to_owned(),
                answer.held(),
                answer.hidden_by().join(", "),
            ]
        })
        .collect();
    let head = ["position", "move", "played", "confirmed", "result", "held", "hidden by"];
    page.table(&head, &rows);
}
