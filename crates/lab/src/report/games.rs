//! The page of a run of games: the result, its error bars and its history.

use std::path::Path;

use super::chart::{Bars, Chart, Level, Series, Tone, thinned};
use super::page::Page;
use super::verdict::{unit, verdict};
use crate::journal::{self, Event};
use crate::manifest::Manifest;
use crate::plan::RunKind;
use crate::run::{Run, RunError};
use crate::state::State;
use crate::stats::{Pentanomial, Sprt, fixed, leader, ratings, standings};

pub const PAGE: &str = "report.html";

/// Maximum failures that the page lists.
const MAX_FAILURES: usize = 20;

/// The page of the run in `folder`, finished or not.
pub fn page_of_run(folder: &Path) -> Result<String, RunError> {
    let manifest = Run::read_manifest(folder)?;
    let mut state = State::new(manifest.plan.pairings());
    let (mut path, mut seconds, mut words) = (Vec::new(), 0.0, Vec::new());
    let mut stopped = None;
    journal::read_only(folder, |event| match event {
        Event::Game(record) => {
            if record.ending.is_fault() && words.len() < MAX_FAILURES {
                words.push((record.number, record.words.clone()));
            }
            seconds += record.notes.iter().map(|note| note.milliseconds as f64).sum::<f64>() / 1e3;
            let before = state.duel().pairs.count();
            if state.add(record.summary()) && state.duel().pairs.count() > before {
                path.push(state.duel().pairs);
            }
        }
        Event::Started { .. } => stopped = None,
        Event::Stopped { at, why } => stopped = Some(format!("{at}: {why}")),
        Event::Iteration { .. } => {}
    })
    .map_err(|why| RunError::File { path: folder.join(journal::JOURNAL), why })?;
    let mut page = Page::new(&title(&manifest), &subtitle(&manifest));
    match manifest.plan.kind {
        RunKind::Match | RunKind::Sprt => duel(&mut page, &manifest, &state, &path),
        RunKind::Gauntlet | RunKind::RoundRobin => ranking(&mut page, &manifest, &state),
    }
    endings(&mut page, &manifest, &state, &words);
    about(&mut page, &manifest, &state, seconds, stopped);
    Ok(page.html())
}

fn title(manifest: &Manifest) -> String {
    let names = manifest.names();
    match manifest.plan.kind {
        RunKind::Match | RunKind::Sprt => names.join(" against "),
        RunKind::Gauntlet => format!("{} against {} others", names[0], names.len() - 1),
        RunKind::RoundRobin => format!("{} players, round robin", names.len()),
    }
}

fn subtitle(manifest: &Manifest) -> String {
    let plan = &manifest.plan;
    format!(
        "{}, {}, {}, started {}",
        plan.kind,
        plan.limits_text(),
        manifest.openings,
        manifest.started
    )
}

/// A share in percent, or a dash if there is none.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

fn duel(page: &mut Page, manifest: &Manifest, state: &State, path: &[Pentanomial]) {
    let standing = state.duel();
    let (test, names) = (manifest.plan.test(), manifest.names());
    let over = state.finished() >= u64::from(manifest.plan.games());
    let (tone, words) = verdict(&names[0], &standing.pairs, test, over);
    page.verdict(tone, &words);

    let games = standing.games;
    let mut figures = vec![
        ("Elo", standing.pairs.logistic().to_string()),
        ("nElo", standing.pairs.normalized().to_string()),
        ("likelihood of superiority", percent(standing.pairs.superiority())),
        ("games", games.games().to_string()),
        ("won, drawn, lost", format!("{} / {} / {}", games.wins, games.draws, games.losses)),
        ("drawn", percent(games.draw_rate())),
    ];
    if let Some(test) = test {
        let (low, high) = test.bounds();
        let llr = fixed(test.llr(&standing.pairs), 2);
        figures.insert(0, ("LLR", format!("{llr} ({low:.2}, {high:.2})")));
        if let Some(unbiased) = test.unbiased(&standing.pairs) {
            figures.push(("median-unbiased estimate", format!("{unbiased} {}", unit(test))));
        }
    }
    page.figures(&figures);
    if let Some(test) = test {
        page.chart(&llr_path(test, path));
    }
    if let Some(chart) = funnel(path) {
        page.chart(&chart);
    }
    page.bars(&Bars {
        title: "Pairs by their points".to_owned(),
        y_label: "pairs".to_owned(),
        bars: ["0", "½", "1", "1½", "2"]
            .iter()
            .zip(standing.pairs.pairs)
            .zip([Tone::Bad, Tone::Bad, Tone::Faint, Tone::Good, Tone::Good])
            .map(|((name, pairs), tone)| (format!("{name} of 2"), pairs as f64, tone))
            .collect(),
    });
}

fn llr_path(test: &Sprt, path: &[Pentanomial]) -> Chart {
    let (elo0, elo1) = test.elo_bounds();
    let title = format!("SPRT: H1 = {elo1}, H0 = {elo0} {}", unit(test));
    let mut chart = Chart::new(&title, "pairs of games", "log-likelihood ratio");
    let (low, high) = test.bounds();
    chart.levels = vec![
        Level { value: high, label: "accept H1".to_owned(), tone: Tone::Good },
        Level { value: low, label: "accept H0".to_owned(), tone: Tone::Bad },
    ];
    let points = path.iter().map(|pairs| (pairs.count() as f64, test.llr(pairs)));
    let points = core::iter::once((0.0, 0.0)).chain(points).collect();
    chart.series.push(Series::new("LLR", Tone::Main, points));
    chart
}

/// Elo after every pair; `None` if no number of pairs gives a finite estimate.
fn funnel(path: &[Pentanomial]) -> Option<Chart> {
    let mut chart = Chart::new("Elo and its 95 % interval", "pairs of games", "Elo");
    // The first few pairs have huge errors, which would flatten the rest.
    let later = &path[(path.len() / 20).min(40)..];
    let mut series = Series::new("Elo", Tone::Main, Vec::new());
    for pairs in thinned(later.len()).map(|index| later[index]) {
        if let Some(elo) = pairs.logistic().known().filter(|elo| elo.estimate.is_finite()) {
            series.points.push((pairs.count() as f64, elo.estimate));
            series.band.push((elo.low, elo.high));
        }
    }
    let &(low, high) = series.band.get(series.band.len() / 10)?;
    chart.must_show = [low, high, 0.0].into_iter().filter(|elo| elo.is_finite()).collect();
    chart.series.push(series);
    Some(chart)
}

fn ranking(page: &mut Page, manifest: &Manifest, state: &State) {
    let names = manifest.names();
    let rated = ratings(names.len(), &state.encounters());
    match leader(&rated) {
        Some(best) => {
            page.verdict(Tone::Main, &format!("{} leads at {} Elo.", names[best], rated[best].elo))
        }
        None => page.verdict(Tone::Faint, "Nobody leads yet."),
    }
    let row = |player: usize| {
        core::iter::once(names[player].clone()).chain(rated[player].cells()).collect()
    };
    let rows: Vec<Vec<String>> = standings(&rated).into_iter().map(row).collect();
    page.heading("Ratings relative to the average, from all games");
    page.table(&["player", "Elo", "games", "score"], &rows);
    page.heading("Pairings");
    let rows: Vec<Vec<String>> = manifest
        .plan
        .pairings()
        .iter()
        .zip(state.standings())
        .map(|(&(first, second), standing)| {
            let games = standing.games;
            vec![
                names[first].clone(),
                names[second].clone(),
                format!("{} / {} / {}", games.wins, games.draws, games.losses),
                standing.pairs.logistic().to_string(),
            ]
        })
        .collect();
    page.table(&["player", "opponent", "won / drawn / lost", "Elo"], &rows);
}

fn endings(page: &mut Page, manifest: &Manifest, state: &State, faults: &[(u32, String)]) {
    page.heading("How games ended");
    if let Some(warning) = state.time_alarm(&manifest.names()) {
        page.verdict(Tone::Bad, &format!("Warning: {warning}"));
    }
    let total: u64 = state.endings().values().sum();
    let rows: Vec<Vec<String>> = state
        .endings()
        .iter()
        .map(|(ending, &count)| {
            let share = 100.0 * count as f64 / total.max(1) as f64;
            vec![ending.to_string(), count.to_string(), format!("{share:.1} %")]
        })
        .collect();
    page.table(&["ending", "games", "share"], &rows);
    if !faults.is_empty() {
        page.heading("Failures");
        let rows: Vec<Vec<String>> = faults
            .iter()
            .map(|(number, words)| vec![(number + 1).to_string(), words.clone()])
            .collect();
        page.table(&["game", "what happened"], &rows);
    }
}

fn about(
    page: &mut Page,
    manifest: &Manifest,
    state: &State,
    seconds: f64,
    stopped: Option<String>,
) {
    page.heading("The run");
    let plan = &manifest.plan;
    let mut rows = vec![
        ("program", manifest.program.version.clone()),
        ("bench", manifest.program.bench.map_or("not counted".into(), |bench| bench.to_string())),
        ("limit", plan.limits_text()),
        ("openings", manifest.openings.clone()),
        ("seed", plan.seed.to_string()),
        ("machine", format!("{}, {} cores", manifest.cpu, manifest.cores)),
        ("counted games", state.finished().to_string()),
        ("thinking time", format!("{:.1} minutes", seconds / 60.0)),
    ];
    rows.extend(stopped.map(|how| ("ended", how)));
    for (player, text) in manifest.players.iter().zip(&plan.players) {
        rows.push(("player", format!("{}: {text}", player.name)));
    }
    for warning in &manifest.warnings {
        rows.push(("warning", warning.clone()));
    }
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    page.table(&["", ""], &rows);
}
