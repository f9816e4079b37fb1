//! A study in the terminal: its progress, and its results as a table.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use lab::stats::{Elo, EloValue, standings};
use lab::study::{
    AblationResults, ComparisonResults, Measuring, PlayerMeasures, StudyKind, StudyManifest,
    StudyRun, StudyState, StudyStep, StudyView, WrongRate,
};

use crate::commands::progress;
use crate::commands::table::aligned;

/// Prints the results.
pub(super) fn write(
    out: &mut impl Write,
    manifest: &StudyManifest,
    state: &StudyState,
) -> Result<()> {
    match manifest.plan.kind {
        StudyKind::Ablation => write_ablation(out, &AblationResults::new(manifest, state)?),
        StudyKind::Comparison => write_comparison(out, &ComparisonResults::new(manifest, state)?),
    }
}

fn write_ablation(out: &mut impl Write, results: &AblationResults) -> Result<()> {
    let mut rows = vec![heading(&["switched", "to", "Elo", "games"], &results.facts.suites)];
    let mut baseline = ["none", "", "", ""].map(str::to_owned).to_vec();
    baseline.extend(cells(&results.baseline.measures, None));
    rows.push(baseline);
    for variant in results.by_loss() {
        let mut row = vec![
            variant.name.clone(),
            variant.switched_to(),
            variant.games.interval.to_string(),
            variant.games.games.to_string(),
        ];
        row.extend(cells(&variant.measures, variant.wrong.as_ref()));
        rows.push(row);
    }
    aligned(out, &without_empty_columns(rows), 2)?;
    for interaction in &results.interactions {
        let elo = match (interaction.elo, interaction.error) {
            (Some(elo), Some(error)) => format!("{} ± {error:.1}", EloValue(elo)),
            _ => "unknown".to_owned(),
        };
        writeln!(out, "interaction of {}: {elo} Elo", interaction.pair)?;
    }
    Ok(())
}

fn write_comparison(out: &mut impl Write, results: &ComparisonResults) -> Result<()> {
    let mut rows = vec![heading(&["player", "Elo", "games", "score"], &results.facts.suites)];
    let rated: Vec<_> = results.players.iter().map(|player| player.rated).collect();
    for place in standings(&rated) {
        let player = &results.players[place];
        let mut row = vec![player.name.clone()];
        row.extend(rated[place].cells());
        row.extend(cells(&player.measures, None));
        rows.push(row);
    }
    aligned(out, &without_empty_columns(rows), 1)?;
    writeln!(out, "{} settings differ; the report lists them", results.settings.len())?;
    Ok(())
}

fn heading(first: &[&str], suites: &[String]) -> Vec<String> {
    let measures = ["nodes", "ratio", "first", "table", "hits", "time", "wrong"];
    let names = first.iter().chain(&measures).map(|&name| name.to_owned());
    names.chain(suites.iter().cloned()).collect()
}

/// The cells that measurements on positions fill.
fn cells(measures: &PlayerMeasures, wrong: Option<&WrongRate>) -> Vec<String> {
    let percent =
        |share: Option<f64>| share.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share));
    let mut cells = match &measures.search {
        None => vec![String::new(); 5],
        Some(search) => {
            vec![
                search.nodes_text(),
                search.ratio_text(),
                percent(search.first_move_cut_rate),
                percent(search.table_move_cut_rate),
                percent(search.table_hit_rate),
            ]
        }
    };
    cells.push(measures.time_text().unwrap_or_default());
    cells.push(percent(wrong.map(|wrong| wrong.rate)));
    cells.extend(measures.solved.iter().map(|suite| format!("{}/{}", suite.solved, suite.of)));
    cells
}

/// The table without columns that have only a heading.
fn without_empty_columns(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    let is_used = |column: usize| {
        rows.iter().skip(1).any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()))
    };
    let used: Vec<usize> = (0..columns).filter(|&column| is_used(column)).collect();
    let kept = |row: &Vec<String>| {
        used.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect()
    };
    rows.iter().map(kept).collect()
}

/// Interval of progress lines if there is no progress bar.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// The progress of a study, as a bar or as lines.
pub(super) struct StudyBar {
    bar: ProgressBar,
    /// By contest.
    contests: Vec<String>,
    players: Vec<String>,
    suites: usize,
    measurements: usize,
    /// Known unless only time ends the run.
    games: Option<u64>,
    shown: Instant,
}

impl StudyBar {
    pub(super) fn new(run: &StudyRun) -> Result<StudyBar> {
        let plan = &run.manifest().plan;
        let players: Vec<String> = plan.players.iter().map(|player| player.name.clone()).collect();
        let contest = |contest: &lab::study::Contest| match plan.kind {
            StudyKind::Ablation => players[contest.first].clone(),
            StudyKind::Comparison => {
                format!("{} against {}", players[contest.first], players[contest.second])
            }
        };
        let contests = plan.contests().iter().map(contest).collect();
        let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} {prefix}\n{msg}");
        progress::line(&bar, &format!("run: {}", run.folder().display()));
        Ok(StudyBar {
            bar,
            contests,
            suites: plan.suites.len(),
            measurements: run.planned_measurements()?,
            games: run.planned_pairs().map(|pairs| 2 * pairs),
            players,
            shown: Instant::now(),
        })
    }

    pub(super) fn show(&mut self, view: &StudyView<'_>) {
        let interval =
            if self.bar.is_hidden() { LINE_INTERVAL } else { progress::interval(&self.bar) };
        if self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        let (done, of, unit, text) = match view.step {
            StudyStep::Measuring(measuring) => {
                let (done, of) = (view.state.measured() as u64, Some(self.measurements as u64));
                (done, of, "measurements", self.measuring(measuring))
            }
            StudyStep::Game(contest) => {
                let text = self.game(view.state, contest);
                (view.state.games().len() as u64, self.games, "games", text)
            }
        };
        if self.bar.is_hidden() {
            let of = of.map_or(String::new(), |of| format!("/{of}"));
            // A closed standard error must not stop the run.
            let _ = writeln!(io::stderr(), "{done}{of} {unit}: {text}");
            return;
        }
        match of {
            Some(of) => self.bar.set_length(of),
            None => self.bar.unset_length(),
        }
        self.bar.set_position(done);
        self.bar.set_prefix(unit);
        self.bar.set_message(text);
    }

    fn measuring(&self, measuring: Measuring) -> String {
        let player = &self.players[measuring.player()];
        match measuring {
            Measuring::Position { position, .. } => format!("{player}, position {}", position + 1),
            Measuring::Question { task, .. } => {
                let suites = if self.suites == 1 { "the suite" } else { "the suites" };
                format!("{player}, question {} of {suites}", task + 1)
            }
            Measuring::Time { round, .. } => format!("{player}, round {} of timing", round + 1),
        }
    }

    fn game(&self, state: &StudyState, contest: usize) -> String {
        let result = &state.contests[contest];
        let elo = match result.pairs.logistic() {
            Elo::TooFewPairs => String::new(),
            elo => format!(", {elo} Elo"),
        };
        format!("{}, {} games{elo}", self.contests[contest], result.games.games())
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
