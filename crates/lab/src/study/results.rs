//! The results of a study, as tables, pages and JSON show them. Numbers that the measurements
//! cannot tell are absent.

mod ablation;
mod comparison;

pub use ablation::{AblationResults, Baseline, Interaction, Switch, VariantResult};
pub use comparison::{ComparisonResults, ContestRow, PlayerResult, SettingRow};

use serde::Serialize;

use super::audit::AuditRow;
use super::error::StudyError;
use super::plan::StudyManifest;
use super::state::{ContestResult, StudyState};
use crate::measure::Measurement;
use crate::stats::{Elo, EloInterval};

/// The file of results.
pub const RESULTS: &str = "results.json";

/// How the results were measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyFacts {
    /// When the run began.
    pub date: String,
    pub version: String,
    /// The fingerprint of the program.
    pub program: Option<String>,
    /// Nodes of its short bench, which identify the search.
    pub bench: Option<u64>,
    /// Of the games.
    pub limit: String,
    pub openings: String,
    pub seed: u64,
    pub adjudication: String,
    /// Games that every contest got first.
    pub minimum_games: u64,
    pub games: u64,
    /// Running time.
    pub seconds: f64,
    /// Of the searches of single positions.
    pub depth: i32,
    pub positions: usize,
    pub suites: Vec<String>,
    pub suite_nodes: u64,
    /// Megabytes of the baseline's table.
    pub hash: usize,
    pub cpu: String,
    pub cores: usize,
    /// The command that repeats the run.
    pub command: String,
}

impl StudyFacts {
    fn new(manifest: &StudyManifest, state: &StudyState, suites: &Suites) -> StudyFacts {
        let plan = &manifest.plan;
        let hash = plan.engines().ok().and_then(|engines| Some(engines.first()?.megabytes));
        StudyFacts {
            date: manifest.started.clone(),
            version: manifest.program.version.clone(),
            program: manifest.program.fingerprint.clone(),
            bench: manifest.program.bench.as_ref().map(|bench| bench.nodes),
            limit: plan.limit.to_string(),
            openings: manifest.openings.clone(),
            seed: plan.seed,
            adjudication: plan.adjudication.to_string(),
            minimum_games: 2 * plan.minimum,
            games: state.games().len() as u64,
            seconds: state.spent as f64 / 1e3,
            depth: plan.depth,
            positions: plan.positions.len(),
            suites: suites.names.clone(),
            suite_nodes: plan.suite_nodes,
            hash: hash.unwrap_or_default(),
            cpu: manifest.cpu.clone(),
            cores: manifest.cores,
            command: manifest.command.clone(),
        }
    }
}

/// The names of the suites, and the suite of each question.
struct Suites {
    names: Vec<String>,
    of_task: Vec<usize>,
}

impl Suites {
    fn read(manifest: &StudyManifest) -> Result<Suites, StudyError> {
        let (suites, tasks) = manifest.plan.read_suites()?;
        Ok(Suites {
            names: suites.into_iter().map(|suite| suite.name).collect(),
            of_task: tasks.iter().map(|task| task.suite).collect(),
        })
    }
}

/// Games of a contest, from the first player's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesResult {
    pub games: u64,
    /// Pairs by half points: 0, 1, 2, 3 and 4.
    pub pentanomial: [u64; 5],
    /// Games lost on time, by either player.
    pub on_time: u64,
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Half the width of the interval.
    pub error: Option<f64>,
    #[serde(skip)]
    pub interval: Elo,
}

impl GamesResult {
    fn new(result: &ContestResult) -> GamesResult {
        let ContestResult { pairs, games, on_time } = *result;
        let interval = pairs.logistic();
        // Adding zero removes the sign of a negative one.
        let finite = |number: f64| Some(number + 0.0).filter(|number| number.is_finite());
        let end = |end: fn(EloInterval) -> f64| interval.known().map(end).and_then(finite);
        GamesResult {
            games: games.games(),
            pentanomial: pairs.pairs,
            on_time,
            elo: end(|interval| interval.estimate),
            elo_low: end(|interval| interval.low),
            elo_high: end(|interval| interval.high),
            error: end(|interval| 0.5 * (interval.high - interval.low)),
            interval,
        }
    }

    /// For sorting: a contest without an interval comes last.
    pub fn estimate(&self) -> f64 {
        self.interval.known().map_or(f64::NAN, |interval| interval.estimate)
    }
}

/// One player on single positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerMeasures {
    #[serde(flatten)]
    pub search: Option<SearchResult>,
    /// The median of the time to depth, divided by the baseline's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_rounds: Option<usize>,
    pub solved: Vec<SuiteResult>,
}

/// The sum over all positions, searched to one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchResult {
    pub nodes: u64,
    pub quiescence_nodes: u64,
    pub main_nodes: u64,
    /// Divided by the baseline's; a lower bound if positions were aborted.
    pub node_ratio: f64,
    /// Positions that were aborted.
    pub aborted: u64,
    pub first_move_cut_rate: Option<f64>,
    pub table_move_cut_rate: Option<f64>,
    pub table_hit_rate: Option<f64>,
    /// The share of iterations with another best move than the one before.
    pub best_move_change_rate: Option<f64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SuiteResult {
    pub suite: String,
    pub solved: usize,
    pub of: usize,
}

impl PlayerMeasures {
    fn new(
        manifest: &StudyManifest,
        state: &StudyState,
        suites: &Suites,
        player: usize,
    ) -> PlayerMeasures {
        let positions = manifest.plan.positions.len();
        let baseline = state.total(0, positions);
        let own = state.total(player, positions);
        let time = state.time_ratio(player);
        PlayerMeasures {
            search: own.zip(baseline).map(|(own, baseline)| SearchResult::new(&own, &baseline)),
            time_ratio: time.map(|(ratio, _)| ratio),
            time_rounds: time.map(|(_, rounds)| rounds),
            solved: solved(state, suites, player),
        }
    }
}

impl PlayerMeasures {
    /// The ratio of times in words; `>` marks a lower bound.
    pub fn time_text(&self) -> Option<String> {
        let mark = self.search.as_ref().map_or("", SearchResult::mark);
        self.time_ratio.map(|ratio| format!("{mark}{ratio:.2}"))
    }
}

impl SearchResult {
    /// `>` if the nodes are a lower bound, because positions were aborted.
    fn mark(&self) -> &'static str {
        if self.aborted > 0 { ">" } else { "" }
    }

    pub fn nodes_text(&self) -> String {
        format!("{}{}", self.mark(), self.nodes)
    }

    pub fn ratio_text(&self) -> String {
        format!("{}{:.2}", self.mark(), self.node_ratio)
    }

    fn new(own: &Measurement, baseline: &Measurement) -> SearchResult {
        SearchResult {
            nodes: own.nodes,
            quiescence_nodes: own.quiescence_nodes,
            main_nodes: own.main_nodes,
            node_ratio: own.nodes as f64 / baseline.nodes.max(1) as f64,
            aborted: own.aborted,
            first_move_cut_rate: own.first_move_cut_rate(),
            table_move_cut_rate: own.table_move_cut_rate(),
            table_hit_rate: own.table_hit_rate(),
            best_move_change_rate: own.change_rate(),
        }
    }
}

/// The suites that a player has answered completely.
fn solved(state: &StudyState, suites: &Suites, player: usize) -> Vec<SuiteResult> {
    let result = |(place, name): (usize, &String)| {
        let tasks = suites.of_task.iter().enumerate().filter(|(_, suite)| **suite == place);
        let answers: Option<Vec<bool>> =
            tasks.map(|(task, _)| state.answer(player, task)).collect();
        let answers = answers?;
        let solved = answers.iter().filter(|&&solved| solved).count();
        Some(SuiteResult { suite: name.clone(), solved, of: answers.len() })
    };
    suites.names.iter().enumerate().filter_map(result).collect()
}

/// How often a heuristic was wrong, as an audit judged it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrongRate {
    pub heuristic: String,
    pub wrong: u64,
    pub judged: u64,
    pub rate: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl WrongRate {
    fn new(row: &AuditRow) -> Option<WrongRate> {
        let AuditRow { name, wrong, judged, low, high } = row.clone();
        let rate = crate::measure::rate(wrong, judged)?;
        Some(WrongRate { heuristic: name, wrong, judged, rate, low, high })
    }
}
