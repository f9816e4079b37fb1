//! The results of a study as JSON.

use serde::Serialize;

use super::plan::{StudyManifest, StudyPlan};
use super::state::{ContestResult, StudyState};
use crate::stats::{Elo, EloInterval};

/// The file of results.
pub const RESULTS: &str = "results.json";

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AblationResults {
    pub facts: StudyFacts,
    pub baseline: String,
    /// In the order of the plan.
    pub variants: Vec<VariantResult>,
    pub interactions: Vec<Interaction>,
}

/// How the results were measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyFacts {
    pub started: String,
    pub version: String,
    pub program: Option<String>,
    pub limit: String,
    pub openings: String,
    pub seed: u64,
    pub minimum_games: u64,
    pub games: u64,
    pub seconds: f64,
    pub depth: i32,
    pub positions: usize,
    pub suite_nodes: u64,
    pub cpu: String,
    pub cores: usize,
    pub command: String,
}

impl StudyFacts {
    pub fn new(manifest: &StudyManifest, state: &StudyState) -> StudyFacts {
        let plan = &manifest.plan;
        StudyFacts {
            started: manifest.started.clone(),
            version: manifest.program.version.clone(),
            program: manifest.program.fingerprint.clone(),
            limit: plan.limit.to_string(),
            openings: manifest.openings.clone(),
            seed: plan.seed,
            minimum_games: 2 * plan.minimum,
            games: state.games().len() as u64,
            seconds: state.spent as f64 / 1e3,
            depth: plan.depth,
            positions: plan.positions.len(),
            suite_nodes: plan.suite_nodes,
            cpu: manifest.cpu.clone(),
            cores: manifest.cores,
            command: manifest.command.clone(),
        }
    }
}

/// One heuristic or pair switched over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantResult {
    pub name: String,
    pub switched: Vec<Switch>,
    #[serde(flatten)]
    pub games: GamesResult,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Switch {
    pub heuristic: String,
    pub on: bool,
}

/// Games of a contest, from the first player's side. Numbers that games cannot tell are absent:
/// without enough pairs all of them, for a perfect score the end that has no limit.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct GamesResult {
    pub games: u64,
    /// Pairs by half points: 0, 1, 2, 3 and 4.
    pub pentanomial: [u64; 5],
    pub on_time: u64,
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Half the width of the interval.
    pub error: Option<f64>,
}

impl GamesResult {
    pub fn new(result: &ContestResult) -> GamesResult {
        let ContestResult { pairs, games, on_time } = *result;
        let mut row =
            GamesResult { games, pentanomial: pairs.pairs, on_time, ..GamesResult::default() };
        if let Elo::Known(EloInterval { low, estimate, high }) = pairs.logistic() {
            let finite = |number: f64| Some(number).filter(|number| number.is_finite());
            (row.elo, row.elo_low, row.elo_high) = (finite(estimate), finite(low), finite(high));
            row.error = finite(0.5 * (high - low));
        }
        row
    }
}

/// How much more or less a pair costs than its two heuristics do one by one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Interaction {
    pub pair: String,
    /// Elo of the pair minus the sum of the singles; absent if one of the three is unknown.
    pub elo: Option<f64>,
    /// The half width of a 95 % interval, with the three results as independent.
    pub error: Option<f64>,
}

/// The pair's Elo minus the sum of its singles', with the error of that difference.
fn interaction(pair: &str, of_pair: &GamesResult, singles: [&GamesResult; 2]) -> Interaction {
    let all = [of_pair, singles[0], singles[1]];
    let known = |number: fn(&GamesResult) -> Option<f64>| -> Option<Vec<f64>> {
        all.iter().map(|&games| number(games)).collect()
    };
    let elo = known(|games| games.elo).map(|elo| elo[0] - elo[1] - elo[2]);
    let error = known(|games| games.error)
        .map(|errors| errors.iter().map(|error| error * error).sum::<f64>().sqrt());
    let error = error.filter(|_| elo.is_some());
    Interaction { pair: pair.to_owned(), elo, error }
}

impl AblationResults {
    pub fn new(manifest: &StudyManifest, state: &StudyState) -> AblationResults {
        let plan = &manifest.plan;
        let variants = variants(plan, state);
        let interactions = interactions(&variants);
        AblationResults {
            facts: StudyFacts::new(manifest, state),
            baseline: plan.players.first().map(|player| player.text.clone()).unwrap_or_default(),
            variants,
            interactions,
        }
    }
}

fn variants(plan: &StudyPlan, state: &StudyState) -> Vec<VariantResult> {
    let players = plan.players.iter().skip(1).zip(&state.contests);
    let variant = |(player, result): (&super::plan::StudyPlayer, &ContestResult)| {
        let switch =
            |(heuristic, on): &(String, bool)| Switch { heuristic: heuristic.clone(), on: *on };
        VariantResult {
            name: player.name.clone(),
            switched: player.switched.iter().map(switch).collect(),
            games: GamesResult::new(result),
        }
    };
    players.map(variant).collect()
}

fn interactions(variants: &[VariantResult]) -> Vec<Interaction> {
    let single = |switch: &Switch| {
        let is_it = |variant: &&VariantResult| variant.name == switch.heuristic;
        variants.iter().find(is_it).map(|variant| &variant.games)
    };
    let of_pair = |variant: &VariantResult| match &variant.switched[..] {
        [one, two] => {
            Some(interaction(&variant.name, &variant.games, [single(one)?, single(two)?]))
        }
        _ => None,
    };
    variants.iter().filter_map(of_pair).collect()
}
