//! The page of a comparison: several settings side by side.

use std::collections::BTreeSet;

use super::ablation::{measured, percent, wrong_text};
use super::chart::{Chart, Series, Tone};
use super::page::Page;
use super::rows::{ChartRow, RowChart};
use crate::measure::rate;
use crate::stats::{EloInterval, Rating, leader, standings};
use crate::study::{ABORT_FACTOR, ComparisonResults, PlayerResult, SearchResult};

pub fn page_of_comparison(results: &ComparisonResults) -> String {
    let facts = &results.facts;
    let names: Vec<&str> = results.players.iter().map(|player| player.name.as_str()).collect();
    let subtitle = format!("{} games, {}, {}", facts.games, facts.limit, facts.date);
    let mut page = Page::new(&names.join(", "), &subtitle);
    let (tone, text) = verdict(results);
    page.verdict(tone, &text);
    strength(&mut page, results);
    search(&mut page, results);
    curves(&mut page, results);
    cuts(&mut page, results);
    wrong(&mut page, results);
    settings(&mut page, results);
    page.heading("How it was measured");
    let baseline = results.players.first().map_or("", |player| player.player.as_str());
    let mut rows = measured(facts, baseline);
    rows.remove(0);
    for player in results.players.iter().rev() {
        rows.insert(0, vec![player.name.clone(), player.player.clone()]);
    }
    page.table(&["what", ""], &rows);
    page.html()
}

fn rated(results: &ComparisonResults) -> Vec<Rating> {
    results.players.iter().map(|player| player.rated).collect()
}

fn verdict(results: &ComparisonResults) -> (Tone, String) {
    let rated = rated(results);
    match leader(&rated) {
        Some(best) => {
            let (name, elo) = (&results.players[best].name, rated[best].elo);
            (Tone::Good, format!("{name} is strongest: {elo} Elo against the average."))
        }
        None if results.facts.games == 0 => {
            (Tone::Faint, "No games were played; the tables compare the searches.".to_owned())
        }
        None => (Tone::Main, "The games do not tell yet which is strongest.".to_owned()),
    }
}

fn strength(page: &mut Page, results: &ComparisonResults) {
    if results.facts.games == 0 {
        return;
    }
    let rated = rated(results);
    let row = |place: usize| {
        let EloInterval { low, estimate, high } = rated[place].elo.known()?;
        Some(ChartRow {
            name: results.players[place].name.clone(),
            value: estimate,
            interval: Some((low, high)),
            text: rated[place].elo.to_string(),
            tone: Tone::Other(place),
        })
    };
    let rows: Vec<ChartRow> = standings(&rated).into_iter().filter_map(row).collect();
    let title = "Elo against the average".to_owned();
    page.rows(&RowChart { title, origin: 0.0, is_log: false, rows });
    page.heading("Elo of each against each");
    page.paragraph("Of the player in the row, against the player in the column.");
    let mut head = vec![""];
    head.extend(results.players.iter().map(|player| player.name.as_str()));
    page.table(&head, &matrix(results));
}

/// Elo of the row's player against the column's.
fn matrix(results: &ComparisonResults) -> Vec<Vec<String>> {
    let name = |place: usize| results.players[place].name.as_str();
    let cell = |row: usize, column: usize| {
        let one = results.contests.iter().find_map(|contest| {
            let is = |first: usize, second: usize| {
                contest.first == name(first) && contest.second == name(second)
            };
            let interval = contest.games.interval.known();
            match (is(row, column), is(column, row)) {
                (true, _) => interval,
                (_, true) => interval.map(|elo| EloInterval {
                    low: -elo.high,
                    estimate: -elo.estimate,
                    high: -elo.low,
                }),
                _ => None,
            }
        });
        one.map_or_else(|| "-".to_owned(), |interval| interval.to_string())
    };
    let players = results.players.len();
    let line = |row: usize| {
        let mut cells = vec![name(row).to_owned()];
        cells.extend((0..players).map(|column| cell(row, column)));
        cells
    };
    (0..players).map(line).collect()
}

/// A quantity of a search in words.
type Cell = fn(&SearchResult) -> String;

/// A row for each quantity, a column for each player.
fn search(page: &mut Page, results: &ComparisonResults) {
    let of = |player: &PlayerResult, cell: Cell| player.measures.search.as_ref().map(cell);
    let quantities: [(&str, Cell); 7] = [
        ("nodes", SearchResult::nodes_text),
        ("visits of quiescence nodes", |s| s.quiescence_nodes.to_string()),
        ("visits of main nodes", |s| s.main_nodes.to_string()),
        ("cuts by the first move", |s| percent(s.first_move_cut_rate)),
        ("cuts by the table's move", |s| percent(s.table_move_cut_rate)),
        ("table hits", |s| percent(s.table_hit_rate)),
        ("iterations with a new best move", |s| percent(s.best_move_change_rate)),
    ];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, cell) in quantities {
        let cells: Vec<Option<String>> =
            results.players.iter().map(|player| of(player, cell)).collect();
        if cells.iter().any(Option::is_some) {
            let mut row = vec![name.to_owned()];
            row.extend(cells.into_iter().map(|cell| cell.unwrap_or_else(|| "-".to_owned())));
            rows.push(row);
        }
    }
    let times = results.players.iter().skip(1).map(|player| player.measures.time_text());
    let times: Vec<Option<String>> = times.collect();
    if times.iter().any(Option::is_some) {
        let mut row = vec!["time to depth".to_owned(), "1.00".to_owned()];
        row.extend(times.into_iter().map(|time| time.unwrap_or_else(|| "-".to_owned())));
        rows.push(row);
    }
    for (place, suite) in results.facts.suites.iter().enumerate() {
        let mut row = vec![format!("solved of {suite}")];
        row.extend(results.players.iter().map(|player| {
            let solved = player.measures.solved.get(place);
            solved.map_or("-".to_owned(), |solved| format!("{} / {}", solved.solved, solved.of))
        }));
        rows.push(row);
    }
    if rows.is_empty() {
        return;
    }
    page.heading("The searches");
    let mut head = vec![""];
    head.extend(results.players.iter().map(|player| player.name.as_str()));
    page.table(&head, &rows);
    let first = results.players.first().map_or("", |player| player.name.as_str());
    page.paragraph(&format!(
        "{} positions to depth {}. A position is aborted at {ABORT_FACTOR} times the nodes of \
         {first}; its column then shows >.",
        results.facts.positions, results.facts.depth
    ));
}

fn curves(page: &mut Page, results: &ComparisonResults) {
    let mut hits = Chart::new("Table hits by depth", "plies left", "percent of probes");
    let mut changes =
        Chart::new("New best moves by iteration", "depth of the iteration", "percent of positions");
    let share = |part: &[u64], whole: &[u64], from: usize| -> Vec<(f64, f64)> {
        let point = |depth: usize| {
            let part = part.get(depth).copied().unwrap_or(0);
            Some((depth as f64, 100.0 * rate(part, whole[depth])?))
        };
        (from..whole.len()).filter_map(point).collect()
    };
    for (place, player) in results.players.iter().enumerate() {
        let series = |points| Series::new(&player.name, Tone::Other(place), points);
        let of_table = share(&player.hits_by_depth, &player.probes_by_depth, 0);
        let of_moves = share(&player.best_move_changes, &player.iterations, 2);
        if !of_table.is_empty() {
            hits.series.push(series(of_table));
        }
        if !of_moves.is_empty() {
            changes.series.push(series(of_moves));
        }
    }
    for mut chart in [hits, changes] {
        if !chart.series.is_empty() {
            chart.must_show = vec![0.0];
            page.chart(&chart);
        }
    }
}

/// Greater depths are one column.
const DEPTHS: usize = 12;

/// How often each heuristic acted, by depth.
fn cuts(page: &mut Page, results: &ComparisonResults) {
    let names: BTreeSet<&String> =
        results.players.iter().flat_map(|player| player.acted_by_depth.keys()).collect();
    if names.is_empty() {
        return;
    }
    page.heading("How often each heuristic acted, by depth left");
    page.paragraph("Depth 0 is quiescence.");
    let mut head = vec!["heuristic".to_owned(), "player".to_owned(), "all".to_owned()];
    head.extend((0..DEPTHS).map(|depth| depth.to_string()));
    head.push(format!("{DEPTHS}+"));
    let mut rows = Vec::new();
    for name in names {
        for player in &results.players {
            let counts = player.acted_by_depth.get(name).cloned().unwrap_or_default();
            let mut row = vec![name.clone(), player.name.clone()];
            row.push(counts.iter().sum::<u64>().to_string());
            row.extend((0..DEPTHS).map(|depth| {
                counts.get(depth).filter(|&&count| count > 0).map_or(String::new(), u64::to_string)
            }));
            let deep: u64 = counts.iter().skip(DEPTHS).sum();
            row.push(if deep > 0 { deep.to_string() } else { String::new() });
            rows.push(row);
        }
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    page.table(&head, &rows);
}

fn wrong(page: &mut Page, results: &ComparisonResults) {
    let rows: Vec<Vec<String>> = results
        .players
        .iter()
        .flat_map(|player| player.wrong.iter().map(move |wrong| (player, wrong)))
        .map(|(player, wrong)| {
            let judged = format!("{} of {}", wrong.wrong, wrong.judged);
            vec![wrong.heuristic.clone(), player.name.clone(), judged, wrong_text(wrong)]
        })
        .collect();
    if !rows.is_empty() {
        page.heading("How often each heuristic was wrong");
        page.table(&["heuristic", "player", "wrong", "rate"], &rows);
    }
}

fn settings(page: &mut Page, results: &ComparisonResults) {
    page.heading("Where the settings differ");
    if results.settings.is_empty() {
        page.paragraph("Nowhere.");
        return;
    }
    page.paragraph(
        "Margins are in internal centipawns, and in parentheses in normalised ones on a full board, \
         of which 100 win half of the games between equals.",
    );
    let mut head = vec!["setting"];
    head.extend(results.players.iter().map(|player| player.name.as_str()));
    let rows: Vec<Vec<String>> = results
        .settings
        .iter()
        .map(|setting| {
            let mut row = vec![setting.option.clone()];
            row.extend(setting.values.iter().enumerate().map(|(place, value)| {
                match setting.normalised.as_ref().and_then(|all| all.get(place)) {
                    Some(normalised) => format!("{value} ({normalised})"),
                    None => value.clone(),
                }
            }));
            row
        })
        .collect();
    page.table(&head, &rows);
}
