//! The page of a suite run: how much each player solves, how soon, and where the players differ.

use super::chart::{Bars, Chart, Series, Tone};
use super::page::Page;
use crate::machine;
use crate::suite::{Answer, AnswerSheet, SuitePosition, SuiteScore};

/// Maximum rows of a table.
const MAX_ROWS: usize = 500;
/// Letters per hundred units of a drawing's width.
const LETTERS: f64 = 15.0;
/// The width that a drawing leaves for bars.
const BARS_WIDTH: f64 = 640.0;

pub fn page_of_suite(sheet: &AnswerSheet) -> String {
    let title = format!("{} on {}", names(&sheet.players), names(&sheet.suites));
    let positions = sheet.positions().len();
    let subtitle = format!("{positions} positions, {}, {}", sheet.limit, machine::now());
    let mut page = Page::new(&title, &subtitle);
    let (tone, words) = verdict(sheet);
    page.verdict(tone, &words);
    page.chart(&curves(sheet));
    page.bars(&points_by_suite(sheet));
    page.heading("Solved");
    table(&mut page, sheet);
    differences(&mut page, sheet);
    missed(&mut page, sheet);
    remarks(&mut page, sheet);
    page.html()
}

/// The names, or the first and the number of others.
fn names(names: &[String]) -> String {
    match names {
        [_, _, _, _, ..] => format!("{} and {} others", names[0], names.len() - 1),
        _ => names.join(", "),
    }
}

fn verdict(sheet: &AnswerSheet) -> (Tone, String) {
    let unanswered = sheet.questions() - sheet.answered();
    if unanswered > 0 {
        let all = sheet.questions();
        return (
            Tone::Faint,
            format!("Not finished: {unanswered} of {all} questions are unanswered."),
        );
    }
    let totals: Vec<SuiteScore> =
        (0..sheet.players.len()).map(|player| sheet.total(player)).collect();
    let most = totals.iter().map(|total| total.solved).max().unwrap_or(0);
    let leaders = sheet.players.iter().zip(&totals).filter(|(_, total)| total.solved == most);
    let leaders: Vec<&str> = leaders.map(|(name, _)| name.as_str()).collect();
    let of = sheet.positions().len();
    match (&leaders[..], totals.len()) {
        (_, 1) => (Tone::Main, format!("{} solves {most} of {of}.", leaders.join(""))),
        ([leader], _) => (Tone::Good, format!("{leader} solves most: {most} of {of}.")),
        _ => (
            Tone::Main,
            format!("{} solve the same number: {most} of {of}.", leaders.join(" and ")),
        ),
    }
}

/// How many positions each player has solved for good, over time or nodes.
fn curves(sheet: &AnswerSheet) -> Chart {
    let timed = sheet.limit.is_timed();
    let (title, label) = match timed {
        true => ("Solved over time", "seconds per position"),
        false => ("Solved over nodes", "nodes per position"),
    };
    let mut chart = Chart::new(title, label, "solved");
    chart.x_is_log = true;
    chart.must_show = vec![0.0];
    let work = |milliseconds: f64, nodes: u64| match timed {
        // A logarithmic axis needs a positive minimum.
        true => (milliseconds / 1e3).max(1e-4),
        false => nodes.max(1) as f64,
    };
    let spent = sheet.answers().map(|answer| work(answer.spent.milliseconds, answer.spent.nodes));
    let end = spent.fold(0.0, f64::max);
    for (player, name) in sheet.players.iter().enumerate() {
        let found = sheet.answers_of(player).filter_map(|answer| answer.found);
        let mut found: Vec<f64> =
            found.map(|found| work(found.milliseconds, found.nodes)).collect();
        found.sort_by(f64::total_cmp);
        let mut points = Vec::with_capacity(2 * found.len() + 1);
        for (before, &at) in found.iter().enumerate() {
            points.push((at, before as f64));
            points.push((at, before as f64 + 1.0));
        }
        points.extend((end > 0.0).then_some((end, found.len() as f64)));
        chart.series.push(Series::new(name, Tone::Other(player), points));
    }
    chart
}

fn points_by_suite(sheet: &AnswerSheet) -> Bars {
    let (suites, players) = (sheet.suites.len(), sheet.players.len());
    let room = (LETTERS * BARS_WIDTH / 100.0 / suites.max(1) as f64) as usize;
    let mut bars = Vec::with_capacity(suites * players);
    for (suite, name) in sheet.suites.iter().enumerate() {
        for player in 0..players {
            // One name per suite, below its middle bar.
            let name =
                if player == (players - 1) / 2 { shortened(name, room) } else { String::new() };
            bars.push((name, sheet.score(suite, player).percent(), Tone::Other(player)));
        }
    }
    let colours = if players > 1 { ", in the colours of the curves" } else { "" };
    Bars { title: format!("Points by suite{colours}"), y_label: "percent".to_owned(), bars }
}

fn shortened(name: &str, room: usize) -> String {
    if name.chars().count() <= room {
        return name.to_owned();
    }
    let kept: String = name.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}

fn table(page: &mut Page, sheet: &AnswerSheet) {
    let row = |suite: &str, player: &str, score: &SuiteScore| {
        vec![
            suite.to_owned(),
            player.to_owned(),
            format!("{} / {}", score.solved, score.asked),
            format!("{} / {}", score.points, score.of),
            format!("{:.1} %", score.percent()),
            score.faults.to_string(),
        ]
    };
    let rows = sheet.scores().into_iter();
    let rows: Vec<Vec<String>> =
        rows.map(|(suite, player, score)| row(suite, player, &score)).collect();
    page.table(&["suite", "player", "solved", "points", "percent", "failures"], &rows);
}

fn differences(page: &mut Page, sheet: &AnswerSheet) {
    if sheet.players.len() < 2 {
        return;
    }
    page.heading("Where the players differ");
    let differences = sheet.differences();
    if differences.is_empty() {
        page.paragraph("Nowhere: all players solve the same positions.");
        return;
    }
    let mut head = vec!["suite", "position", "goal"];
    head.extend(sheet.players.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = differences
        .iter()
        .take(MAX_ROWS)
        .map(|difference| {
            let SuitePosition { suite, id, goal, .. } = difference.position;
            let mut row = vec![sheet.suites[*suite].clone(), id.clone(), goal.clone()];
            row.extend(difference.answers.iter().map(|answer| cell(answer)));
            row
        })
        .collect();
    page.table(&head, &rows);
    cut_short(page, differences.len());
}

fn cell(answer: &Answer) -> String {
    let mark = if answer.solved { "✓" } else { "✗" };
    let points = if answer.of > 1 { format!(" ({})", answer.points) } else { String::new() };
    format!("{mark} {}{points}", answer.in_short())
}

fn cut_short(page: &mut Page, rows: usize) {
    if rows > MAX_ROWS {
        page.paragraph(&format!("And {} more; the file of answers holds all.", rows - MAX_ROWS));
    }
}

fn missed(page: &mut Page, sheet: &AnswerSheet) {
    page.heading("Unsolved");
    let mut rows = Vec::new();
    for (suite, name) in sheet.suites.iter().enumerate() {
        for (player, called) in sheet.players.iter().enumerate() {
            let missed = sheet.score(suite, player).missed;
            if !missed.is_empty() {
                rows.push(vec![name.clone(), called.clone(), missed.join(", ")]);
            }
        }
    }
    page.table(&["suite", "player", "positions"], &rows);
}

/// Failures, and claims that cannot be right.
fn remarks(page: &mut Page, sheet: &AnswerSheet) {
    let remark = |answer: &Answer| answer.fault.clone().or_else(|| answer.remark.clone());
    let rows: Vec<Vec<String>> = sheet
        .answers()
        .filter_map(|answer| {
            let question = &answer.question;
            let place = [&question.suite, &question.id, &answer.player].map(Clone::clone);
            Some([place.to_vec(), vec![remark(answer)?]].concat())
        })
        .collect();
    if !rows.is_empty() {
        page.heading("Failures and doubtful claims");
        page.table(
            &["suite", "position", "player", "what happened"],
            &rows[..rows.len().min(MAX_ROWS)],
        );
        cut_short(page, rows.len());
    }
}
