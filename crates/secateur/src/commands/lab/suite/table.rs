//! The results of a suite run as text.

use std::io::{self, Write};

use lab::suite::{Answer, AnswerSheet, SuitePosition, SuiteScore};

use crate::commands::table::aligned;

/// Maximum rows of differences and remarks; the report and the answers hold all.
const MAX_ROWS: usize = 40;
/// Maximum names of unsolved positions; the report names all.
const MAX_NAMES: usize = 200;
/// Maximum length of a position's name or goal.
const MAX_LENGTH: usize = 28;

/// The solved positions of each player so far.
pub(super) fn in_a_line(sheet: &AnswerSheet) -> String {
    let players = sheet.players.iter().enumerate().map(|(player, name)| {
        let total = sheet.total(player);
        format!("{name} {}/{}", total.solved, total.asked)
    });
    players.collect::<Vec<String>>().join(", ")
}

pub(super) fn write(out: &mut impl Write, sheet: &AnswerSheet) -> io::Result<()> {
    writeln!(out, "{} positions, {}\n", sheet.positions().len(), sheet.limit)?;
    solved(out, sheet)?;
    missed(out, sheet)?;
    if sheet.players.len() > 1 {
        differences(out, sheet)?;
    }
    remarks(out, sheet)
}

fn solved(out: &mut impl Write, sheet: &AnswerSheet) -> io::Result<()> {
    let row = |suite: &str, player: &str, score: &SuiteScore| {
        [
            suite.to_owned(),
            player.to_owned(),
            format!("{}/{}", score.solved, score.asked),
            format!("{}/{}", score.points, score.of),
            format!("{:.1} %", score.percent()),
        ]
    };
    let mut rows = vec![["suite", "player", "solved", "points", "percent"].map(str::to_owned)];
    let scores = sheet.scores().into_iter();
    rows.extend(scores.map(|(suite, player, score)| row(suite, player, &score)));
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    aligned(out, &rows, 2)
}

fn missed(out: &mut impl Write, sheet: &AnswerSheet) -> io::Result<()> {
    for (suite, name) in sheet.suites.iter().enumerate() {
        for (player, called) in sheet.players.iter().enumerate() {
            let missed = sheet.score(suite, player).missed;
            if missed.is_empty() {
                continue;
            }
            let named = missed[..missed.len().min(MAX_NAMES)].join(", ");
            writeln!(out, "\nunsolved by {called} in {name}:\n  {named}")?;
            if missed.len() > MAX_NAMES {
                writeln!(out, "  and {} more", missed.len() - MAX_NAMES)?;
            }
        }
    }
    Ok(())
}

fn differences(out: &mut impl Write, sheet: &AnswerSheet) -> io::Result<()> {
    let differences = sheet.differences();
    if differences.is_empty() {
        return writeln!(out, "\nall players solve the same positions");
    }
    writeln!(out, "\nwhere the players differ (+ solved, - not):")?;
    let mut rows = vec![vec![String::from("position"), String::from("goal")]];
    rows[0].extend(sheet.players.iter().cloned());
    rows.extend(differences.iter().take(MAX_ROWS).map(|difference| {
        let SuitePosition { id, goal, .. } = difference.position;
        let mut row = vec![shortened(id), shortened(goal)];
        row.extend(difference.answers.iter().map(|answer| cell(answer)));
        row
    }));
    aligned(out, &rows, usize::MAX)?;
    cut_short(out, differences.len())
}

fn cell(answer: &Answer) -> String {
    let mark = if answer.solved { '+' } else { '-' };
    let points = if answer.of > 1 { format!(" ({})", answer.points) } else { String::new() };
    format!("{mark} {}{points}", answer.in_short())
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_LENGTH - 3).collect();
    format!("{kept}...")
}

fn cut_short(out: &mut impl Write, rows: usize) -> io::Result<()> {
    if rows > MAX_ROWS {
        writeln!(out, "and {} more", rows - MAX_ROWS)?;
    }
    Ok(())
}

/// Failures, and claims that cannot be right.
fn remarks(out: &mut impl Write, sheet: &AnswerSheet) -> io::Result<()> {
    let remarks: Vec<String> = sheet
        .answers()
        .filter_map(|answer| {
            let what = answer.fault.as_ref().or(answer.remark.as_ref())?;
            Some(format!("{}, {}: {what}", answer.player, answer.question.id))
        })
        .collect();
    if !remarks.is_empty() {
        writeln!(out, "\nfailures and doubtful claims:")?;
    }
    for line in remarks.iter().take(MAX_ROWS) {
        writeln!(out, "  {line}")?;
    }
    cut_short(out, remarks.len())
}
