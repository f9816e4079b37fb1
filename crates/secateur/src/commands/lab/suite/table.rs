//! What the players have come to, for whoever sits in front of a terminal.

use std::io::{self, Write};

use lab::suite::{Answer, Posed, Sheet, Tally};

use crate::commands::table::aligned;

/// Differences and remarks beyond so many are in the page and among the answers.
const MOST_ROWS: usize = 40;
/// Positions that were missed are named up to so many; the page names all.
const MOST_NAMES: usize = 200;
/// The longest name of a position, or of what is wanted in it, that is not cut short.
const LONGEST: usize = 28;

/// How many each player has solved so far.
pub(super) fn in_a_line(sheet: &Sheet) -> String {
    let players = sheet.players.iter().enumerate().map(|(player, name)| {
        let total = sheet.total(player);
        format!("{name} {}/{}", total.solved, total.asked)
    });
    players.collect::<Vec<String>>().join(", ")
}

pub(super) fn write(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    writeln!(out, "{} positions, {}\n", sheet.positions().len(), sheet.limit)?;
    solved(out, sheet)?;
    missed(out, sheet)?;
    if sheet.players.len() > 1 {
        differences(out, sheet)?;
    }
    remarks(out, sheet)
}

fn solved(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    let row = |suite: &str, player: &str, tally: &Tally| {
        [
            suite.to_owned(),
            player.to_owned(),
            format!("{}/{}", tally.solved, tally.asked),
            format!("{}/{}", tally.points, tally.of),
            format!("{:.1} %", tally.percent()),
        ]
    };
    let mut rows = vec![["suite", "player", "solved", "points", "percent"].map(str::to_owned)];
    let tallies = sheet.tallies().into_iter();
    rows.extend(tallies.map(|(suite, player, tally)| row(suite, player, &tally)));
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    aligned(out, &rows, 2)
}

fn missed(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    for (suite, name) in sheet.suites.iter().enumerate() {
        for (player, called) in sheet.players.iter().enumerate() {
            let missed = sheet.tally(suite, player).missed;
            if missed.is_empty() {
                continue;
            }
            let named = missed[..missed.len().min(MOST_NAMES)].join(", ");
            writeln!(out, "\nnot solved by {called} in {name}:\n  {named}")?;
            if missed.len() > MOST_NAMES {
                writeln!(out, "  and {} more", missed.len() - MOST_NAMES)?;
            }
        }
    }
    Ok(())
}

fn differences(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    let differences = sheet.differences();
    if differences.is_empty() {
        return writeln!(out, "\nthe players differ nowhere");
    }
    writeln!(out, "\nwhere the players differ (+ solved, - not):")?;
    let mut rows = vec![vec![String::from("position"), String::from("wanted")]];
    rows[0].extend(sheet.players.iter().cloned());
    rows.extend(differences.iter().take(MOST_ROWS).map(|difference| {
        let Posed { id, goal, .. } = difference.position;
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
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(LONGEST - 3).collect();
    format!("{kept}...")
}

fn cut_short(out: &mut impl Write, rows: usize) -> io::Result<()> {
    if rows > MOST_ROWS {
        writeln!(out, "and {} more", rows - MOST_ROWS)?;
    }
    Ok(())
}

/// Failures, and answers that cannot be right.
fn remarks(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    let told: Vec<String> = sheet
        .answers()
        .filter_map(|answer| {
            let what = answer.fault.as_ref().or(answer.remark.as_ref())?;
            Some(format!("{}, {}: {what}", answer.player, answer.question.id))
        })
        .collect();
    if !told.is_empty() {
        writeln!(out, "\nfailures and doubtful claims:")?;
    }
    for line in told.iter().take(MOST_ROWS) {
        writeln!(out, "  {line}")?;
    }
    cut_short(out, told.len())
}
