//! What a step found, read from its folder. The folder of each kind of run is its only source, so
//! that an outcome is the same during a run, after it and after a resumption.

use core::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::audit::AuditResults;
use crate::journal::{self, Event};
use crate::manifest::Manifest;
use crate::plan::RunKind;
use crate::run::Run;
use crate::state::State;
use crate::stats::{Elo, EloInterval, Finding, Pentanomial, SprtVerdict, fixed};
use crate::study::{
    AblationResults, ComparisonResults, PlayerMeasures, StudyKind, StudyManifest, StudyRun,
};
use crate::suite::AnswerSheet;
use crate::why::{self, WhySummary};

/// A difference in strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "PublishedElo")]
pub struct EloRow {
    pub name: String,
    pub against: String,
    /// Pairs of games by half points: 0, 1, 2, 3 and 4.
    pub pentanomial: [u64; 5],
    pub elo: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    #[serde(skip)]
    pub interval: Elo,
}

impl EloRow {
    fn new(name: &str, against: &str, pairs: Pentanomial) -> EloRow {
        EloRow::with(name, against, pairs.pairs, pairs.logistic())
    }

    fn with(name: &str, against: &str, pentanomial: [u64; 5], interval: Elo) -> EloRow {
        let finite = |end: fn(EloInterval) -> f64| {
            interval.known().map(end).filter(|value| value.is_finite())
        };
        EloRow {
            name: name.to_owned(),
            against: against.to_owned(),
            pentanomial,
            elo: finite(|interval| interval.estimate),
            low: finite(|interval| interval.low),
            high: finite(|interval| interval.high),
            interval,
        }
    }
}

/// A difference in strength as results store it.
#[derive(Deserialize)]
struct PublishedElo {
    name: String,
    against: String,
    pentanomial: [u64; 5],
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<PublishedElo> for EloRow {
    fn from(row: PublishedElo) -> EloRow {
        let PublishedElo { name, against, pentanomial, elo, low, high } = row;
        let interval = match (elo, low, high) {
            (Some(estimate), Some(low), Some(high)) => {
                Elo::Known(EloInterval { low, estimate, high })
            }
            // JSON has no infinite numbers: the pairs of a perfect score say it.
            _ => Pentanomial { pairs: pentanomial }.logistic(),
        };
        EloRow { name, against, pentanomial, elo, low, high, interval }
    }
}

/// A table of figures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FigureTable {
    pub title: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StepOutcome {
    /// The result in one sentence.
    pub sentence: String,
    pub games: u64,
    /// Of an SPRT.
    #[serde(default, with = "verdict_text", skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SprtVerdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
    /// Differences in strength; of a match or an SPRT exactly one.
    pub elo: Vec<EloRow>,
    pub tables: Vec<FigureTable>,
    /// Nodes of the short bench, which identify the search.
    pub bench: Option<u64>,
}

/// The verdict of an SPRT in words.
mod verdict_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::stats::SprtVerdict;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<SprtVerdict>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.map_or_else(String::new, |verdict| verdict.to_string()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<SprtVerdict>, D::Error> {
        let text = String::deserialize(from)?;
        let verdicts = [SprtVerdict::Continue, SprtVerdict::AcceptH0, SprtVerdict::AcceptH1];
        let known = verdicts.into_iter().find(|verdict| verdict.to_string() == text);
        known
            .map(Some)
            .ok_or_else(|| de::Error::custom(format!("'{text}' is no verdict of an SPRT")))
    }
}

/// The folder of a step cannot be read.
#[derive(Debug)]
pub struct OutcomeError(Box<dyn core::error::Error + Send + Sync>);

impl fmt::Display for OutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for OutcomeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source()
    }
}

fn failed(why: impl Into<Box<dyn core::error::Error + Send + Sync>>) -> OutcomeError {
    OutcomeError(why.into())
}

impl StepOutcome {
    /// Reads the folder of a step that runs `kind`.
    pub fn read(kind: &str, folder: &Path) -> Result<StepOutcome, OutcomeError> {
        match kind {
            "suite" => of_suite(folder),
            "audit" => of_audit(folder),
            "ablate" | "compare" => of_study(folder),
            "why" => of_why(folder),
            _ => of_games(folder),
        }
    }

    /// What the games say of the first player of a match or an SPRT.
    pub fn finding(&self) -> Option<Finding> {
        match &self.elo[..] {
            [only] => Some(only.interval.finding()),
            _ => None,
        }
    }
}

fn of_games(folder: &Path) -> Result<StepOutcome, OutcomeError> {
    let manifest: Manifest = Run::read_manifest(folder).map_err(failed)?;
    let mut state = State::new(manifest.plan.pairings());
    journal::read_only(folder, |event| {
        if let Event::Game(record) = event {
            state.add(record.summary());
        }
    })
    .map_err(failed)?;
    let names = manifest.names();
    let bench = manifest.program.bench.as_ref().map(|bench| bench.nodes);
    let mut outcome = StepOutcome { games: state.finished(), bench, ..StepOutcome::default() };
    match manifest.plan.kind {
        RunKind::Match | RunKind::Sprt => {
            let pairs = state.duel().pairs;
            let row = EloRow::new(&names[0], &names[1], pairs);
            outcome.sentence =
                format!("{}: {}", row.interval.finding().words(&names[0]), row.interval);
            if let Some(test) = manifest.plan.test() {
                let (verdict, llr) = (test.verdict(&pairs), test.llr(&pairs));
                let (elo0, elo1) = test.elo_bounds();
                outcome.sentence = match verdict {
                    SprtVerdict::Continue => format!(
                        "not decided between {elo0} and {elo1} (LLR {}): {}",
                        fixed(llr, 2),
                        row.interval
                    ),
                    verdict => format!("{verdict} [{elo0}, {elo1}]: {}", row.interval),
                };
                outcome.verdict = Some(verdict);
                outcome.llr = Some(llr).filter(|llr| llr.is_finite());
            }
            outcome.elo.push(row);
        }
        RunKind::Gauntlet | RunKind::RoundRobin => {
            for (&(first, second), standing) in
                manifest.plan.pairings().iter().zip(state.standings())
            {
                // From the side of the player that differs from the common first one.
                let pairs = standing.pairs.reversed();
                outcome.elo.push(EloRow::new(&names[second], &names[first], pairs));
            }
            outcome.sentence = ranked(&outcome.elo);
        }
    }
    Ok(outcome)
}

/// The best and the worst of several differences, in words.
fn ranked(rows: &[EloRow]) -> String {
    let known = rows.iter().filter(|row| row.interval.known().is_some());
    let mut known: Vec<&EloRow> = known.collect();
    known.sort_by(|a, b| b.elo.unwrap_or(f64::MIN).total_cmp(&a.elo.unwrap_or(f64::MIN)));
    match &known[..] {
        [] => "too few pairs to compare".to_owned(),
        [only] => format!("{}: {}", only.name, only.interval),
        [best, .., worst] => format!(
            "best {} ({}), worst {} ({})",
            best.name, best.interval, worst.name, worst.interval
        ),
    }
}

fn of_study(folder: &Path) -> Result<StepOutcome, OutcomeError> {
    let manifest = StudyManifest::read(folder).map_err(failed)?;
    let state = StudyRun::read(folder, &manifest).map_err(failed)?;
    let bench = manifest.program.bench.as_ref().map(|bench| bench.nodes);
    let mut outcome = StepOutcome { bench, ..StepOutcome::default() };
    match manifest.plan.kind {
        StudyKind::Ablation => {
            let results = AblationResults::new(&manifest, &state).map_err(failed)?;
            outcome.games = results.facts.games;
            outcome.elo = results
                .variants
                .iter()
                .map(|row| {
                    let games = &row.games;
                    EloRow::with(&row.name, "baseline", games.pentanomial, games.interval)
                })
                .collect();
            let baseline = ("baseline", &results.baseline.measures);
            let variants = results.variants.iter().map(|row| (row.name.as_str(), &row.measures));
            outcome.tables = searches(core::iter::once(baseline).chain(variants));
        }
        StudyKind::Comparison => {
            let results = ComparisonResults::new(&manifest, &state).map_err(failed)?;
            outcome.games = results.facts.games;
            if results.facts.games > 0 {
                outcome.elo = results
                    .players
                    .iter()
                    .map(|player| {
                        EloRow::with(&player.name, "the average", [0; 5], player.rated.elo)
                    })
                    .collect();
            }
            let players = results.players.iter();
            outcome.tables =
                searches(players.map(|player| (player.name.as_str(), &player.measures)));
            outcome.tables.extend(cuts(&results));
        }
    }
    outcome.sentence = match outcome.games {
        0 => "the searches are compared; no games were played".to_owned(),
        _ => ranked(&outcome.elo),
    };
    Ok(outcome)
}

/// Nodes, rates and suites of each player.
fn searches<'a>(players: impl Iterator<Item = (&'a str, &'a PlayerMeasures)>) -> Vec<FigureTable> {
    let percent = |share: Option<f64>| {
        share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    let (mut searched, mut solved) = (Vec::new(), Vec::new());
    let mut suites: Vec<String> = Vec::new();
    for (name, measures) in players {
        if let Some(search) = &measures.search {
            let bound = if search.aborted > 0 { "> " } else { "" };
            searched.push(vec![
                name.to_owned(),
                format!("{bound}{}", search.nodes),
                format!("{bound}{:.3}", search.node_ratio),
                search.quiescence_nodes.to_string(),
                percent(search.first_move_cut_rate),
                percent(search.table_hit_rate),
                percent(search.best_move_change_rate),
                measures.time_text().unwrap_or_else(|| "-".to_owned()),
            ]);
        }
        if !measures.solved.is_empty() {
            suites = measures.solved.iter().map(|suite| suite.suite.clone()).collect();
            let cells =
                measures.solved.iter().map(|suite| format!("{} of {}", suite.solved, suite.of));
            solved.push(core::iter::once(name.to_owned()).chain(cells).collect());
        }
    }
    let head = [
        "player",
        "nodes",
        "ratio",
        "quiescence nodes",
        "first move cuts",
        "table hits",
        "best move changes",
        "time",
    ];
    let tables = [
        ("Searches to one depth", head.map(str::to_owned).to_vec(), searched),
        ("Positions solved", core::iter::once("player".to_owned()).chain(suites).collect(), solved),
    ];
    let tables = tables.into_iter().filter(|(.., rows)| !rows.is_empty());
    tables.map(|(title, head, rows)| FigureTable { title: title.to_owned(), head, rows }).collect()
}

/// Cuts by depth of the heuristics whose settings differ in effect.
fn cuts(results: &ComparisonResults) -> Option<FigureTable> {
    let mut rows = Vec::new();
    let mut deepest = 0;
    for player in &results.players {
        for (heuristic, by_depth) in &player.acted_by_depth {
            deepest = deepest.max(by_depth.len());
            let total: u64 = by_depth.iter().sum();
            let cells = by_depth.iter().map(u64::to_string);
            let head = [player.name.clone(), heuristic.clone(), total.to_string()];
            rows.push(head.into_iter().chain(cells).collect::<Vec<String>>());
        }
    }
    if rows.is_empty() {
        return None;
    }
    for row in &mut rows {
        row.resize(3 + deepest, "0".to_owned());
    }
    let head = ["player", "heuristic", "acted"].map(str::to_owned).into_iter();
    let head = head.chain((0..deepest).map(|depth| format!("d{depth}"))).collect();
    Some(FigureTable { title: "Acted, by depth".to_owned(), head, rows })
}

fn of_suite(folder: &Path) -> Result<StepOutcome, OutcomeError> {
    let sheet = AnswerSheet::read(folder).map_err(failed)?;
    let scores = sheet.scores();
    let rows: Vec<Vec<String>> = scores
        .iter()
        .map(|(suite, player, score)| {
            vec![
                (*player).to_owned(),
                (*suite).to_owned(),
                format!("{} of {}", score.solved, score.asked),
                format!("{} of {}", score.points, score.of),
            ]
        })
        .collect();
    let words: Vec<String> = scores
        .iter()
        .map(|(suite, player, score)| {
            format!("{player} {} of {} in {suite}", score.solved, score.asked)
        })
        .collect();
    let head = ["player", "suite", "solved", "points"].map(str::to_owned).to_vec();
    let table = FigureTable { title: "Positions solved".to_owned(), head, rows };
    Ok(StepOutcome { sentence: words.join("; "), tables: vec![table], ..StepOutcome::default() })
}

fn of_audit(folder: &Path) -> Result<StepOutcome, OutcomeError> {
    let results = AuditResults::read(folder).map_err(failed)?;
    let mut rows = Vec::new();
    for player in &results.players {
        for row in player.heuristics.iter().filter(|row| row.judged > 0) {
            rows.push(vec![
                player.name.clone(),
                row.name.clone(),
                row.cuts.to_string(),
                format!("{:.1} %", 100.0 * row.rate),
                format!("{:.1} to {:.1}", 100.0 * row.low, 100.0 * row.high),
                format!("{:.0}", row.nodes_saved),
            ]);
        }
    }
    let head = ["player", "heuristic", "cuts", "wrong", "95 % interval", "nodes saved"];
    let head = head.map(str::to_owned).to_vec();
    let judged: usize =
        results.players.iter().flat_map(|player| &player.heuristics).map(|row| row.judged).sum();
    let table = FigureTable { title: "Wrong cuts".to_owned(), head, rows };
    Ok(StepOutcome {
        sentence: format!("{judged} cuts judged, {} left", results.open),
        tables: vec![table],
        bench: results.bench,
        ..StepOutcome::default()
    })
}

fn of_why(folder: &Path) -> Result<StepOutcome, OutcomeError> {
    let answers = why::read_answers(folder).map_err(failed)?;
    let summary = WhySummary::new(answers.iter());
    Ok(StepOutcome { sentence: summary.sentence(), ..StepOutcome::default() })
}
