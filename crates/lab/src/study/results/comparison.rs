//! The results of a comparison.

use std::collections::BTreeMap;

use engine::knobs::{Evaluator, KNOBS, Knob, Knobs, Unit};
use engine::score::Score;
use engine::{ScoreScale, WinCurve};
use serde::Serialize;

use super::{GamesResult, PlayerMeasures, StudyFacts, Suites, WrongRate};
use crate::measure::Measurement;
use crate::stats::{EloInterval, Encounter, Rating, ratings};
use crate::study::error::StudyError;
use crate::study::plan::StudyManifest;
use crate::study::state::StudyState;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparisonResults {
    pub facts: StudyFacts,
    pub players: Vec<PlayerResult>,
    pub contests: Vec<ContestRow>,
    /// The settings in which the players differ.
    pub settings: Vec<SettingRow>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerResult {
    pub name: String,
    /// As a player of the lab is written.
    pub player: String,
    /// Elo relative to the average of the players.
    pub rating: Option<f64>,
    pub rating_low: Option<f64>,
    pub rating_high: Option<f64>,
    #[serde(skip)]
    pub rated: Rating,
    #[serde(flatten)]
    pub measures: PlayerMeasures,
    /// How often each heuristic acted, by depth from 0, which is quiescence.
    pub acted_by_depth: BTreeMap<String, Vec<u64>>,
    pub probes_by_depth: Vec<u64>,
    pub hits_by_depth: Vec<u64>,
    pub iterations: Vec<u64>,
    pub best_move_changes: Vec<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<WrongRate>,
}

/// Two players, from the first one's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestRow {
    pub first: String,
    pub second: String,
    #[serde(flatten)]
    pub games: GamesResult,
}

/// A setting, with one value for each player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SettingRow {
    pub option: String,
    pub values: Vec<String>,
    /// Margins in normalised centipawns on a full board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalised: Option<Vec<i32>>,
}

impl ComparisonResults {
    pub fn new(
        manifest: &StudyManifest,
        state: &StudyState,
    ) -> Result<ComparisonResults, StudyError> {
        let (plan, suites) = (&manifest.plan, Suites::read(manifest)?);
        let engines = plan.engines()?;
        let knobs: Vec<&Knobs> = engines.iter().map(|engine| &engine.knobs).collect();
        let rated = rated(manifest, state);
        let players = plan.players.iter().enumerate().map(|(place, player)| {
            let rating = rated[place].elo.known();
            let end =
                |end: fn(EloInterval) -> f64| rating.map(end).filter(|number| number.is_finite());
            let total = state.total(place, plan.positions.len()).unwrap_or_default();
            let Measurement { acted_by_depth, probes_by_depth, hits_by_depth, .. } = total;
            PlayerResult {
                name: player.name.clone(),
                player: player.text.clone(),
                rating: end(|rating| rating.estimate),
                rating_low: end(|rating| rating.low),
                rating_high: end(|rating| rating.high),
                rated: rated[place],
                measures: PlayerMeasures::new(manifest, state, &suites, place),
                acted_by_depth,
                probes_by_depth,
                hits_by_depth,
                iterations: total.iterations,
                best_move_changes: total.best_move_changes,
                wrong: wrong(manifest, &player.name),
            }
        });
        let name = |player: usize| plan.players[player].name.clone();
        let contests = plan.contests().into_iter().zip(&state.contests);
        let contests = contests.map(|(contest, result)| ContestRow {
            first: name(contest.first),
            second: name(contest.second),
            games: GamesResult::new(result),
        });
        Ok(ComparisonResults {
            facts: StudyFacts::new(manifest, state, &suites),
            players: players.collect(),
            contests: contests.collect(),
            settings: KNOBS.iter().filter_map(|knob| SettingRow::new(knob, &knobs)).collect(),
        })
    }
}

/// The ratings of the players by all their games.
fn rated(manifest: &StudyManifest, state: &StudyState) -> Vec<Rating> {
    let contests = manifest.plan.contests().into_iter().zip(&state.contests);
    let encounters: Vec<Encounter> = contests
        .map(|(contest, result)| Encounter {
            first: contest.first,
            second: contest.second,
            games: result.games,
            pairs: result.pairs,
        })
        .collect();
    ratings(manifest.plan.players.len(), &encounters)
}

fn wrong(manifest: &StudyManifest, player: &str) -> Vec<WrongRate> {
    let audits = manifest.audits.iter().filter(|audit| audit.player == player);
    audits.flat_map(|audit| &audit.rows).filter_map(WrongRate::new).collect()
}

impl SettingRow {
    /// `None` if all players have the same value.
    fn new(knob: &Knob, knobs: &[&Knobs]) -> Option<SettingRow> {
        let values: Vec<String> = knobs.iter().map(|knobs| knob.text(knobs)).collect();
        let differs = values.iter().any(|value| *value != values[0]);
        let is_margin = knob.unit == Unit::Centipawns;
        differs.then(|| SettingRow {
            option: knob.option(),
            values,
            normalised: is_margin
                .then(|| knobs.iter().map(|knobs| normalised(knob, knobs)).collect()),
        })
    }
}

/// A margin in normalised centipawns on a full board.
fn normalised(knob: &Knob, knobs: &Knobs) -> i32 {
    let curve = WinCurve::of(Evaluator::Nnue);
    let full_board = ScoreScale { curve, material: WinCurve::FULL_BOARD };
    full_board.normalised(Score::evaluation(knob.get(knobs)))
}
