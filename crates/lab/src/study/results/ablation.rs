//! The results of an ablation.

use serde::Serialize;

use super::{GamesResult, PlayerMeasures, StudyFacts, Suites, WrongRate};
use crate::study::error::StudyError;
use crate::study::plan::{StudyManifest, StudyPlayer};
use crate::study::state::StudyState;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AblationResults {
    pub facts: StudyFacts,
    pub baseline: Baseline,
    /// In the order of the plan.
    pub variants: Vec<VariantResult>,
    pub interactions: Vec<Interaction>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Baseline {
    /// As a player of the lab is written.
    pub player: String,
    #[serde(flatten)]
    pub measures: PlayerMeasures,
}

/// One heuristic or pair switched over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VariantResult {
    pub name: String,
    pub switched: Vec<Switch>,
    #[serde(flatten)]
    pub games: GamesResult,
    #[serde(flatten)]
    pub measures: PlayerMeasures,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongRate>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Switch {
    pub heuristic: String,
    /// In the variant.
    pub on: bool,
}

impl VariantResult {
    /// What was switched to what, in a few words.
    pub fn switched_to(&self) -> String {
        let words: Vec<&str> =
            self.switched.iter().map(|switch| if switch.on { "on" } else { "off" }).collect();
        match &words[..] {
            [first, rest @ ..] if rest.iter().all(|word| word == first) => (*first).to_owned(),
            words => words.join("+"),
        }
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

impl Interaction {
    fn new(pair: &str, of_pair: &GamesResult, singles: [&GamesResult; 2]) -> Interaction {
        let all = [of_pair, singles[0], singles[1]];
        let known = |number: fn(&GamesResult) -> Option<f64>| -> Option<Vec<f64>> {
            all.iter().map(|&games| number(games)).collect()
        };
        let elo = known(|games| games.elo).map(|elo| elo[0] - elo[1] - elo[2]);
        let squares = |errors: Vec<f64>| errors.iter().map(|error| error * error).sum::<f64>();
        let error = known(|games| games.error).map(|errors| squares(errors).sqrt());
        Interaction { pair: pair.to_owned(), elo, error: error.filter(|_| elo.is_some()) }
    }
}

impl AblationResults {
    pub fn new(
        manifest: &StudyManifest,
        state: &StudyState,
    ) -> Result<AblationResults, StudyError> {
        let (plan, suites) = (&manifest.plan, Suites::read(manifest)?);
        let measures = |player| PlayerMeasures::new(manifest, state, &suites, player);
        let players = plan.players.iter().enumerate().skip(1).zip(&state.contests);
        let variant = |((place, player), contest): ((usize, &StudyPlayer), _)| VariantResult {
            name: player.name.clone(),
            switched: switches(player),
            games: GamesResult::new(contest),
            measures: measures(place),
            wrong: wrong(manifest, &player.name),
        };
        let variants: Vec<VariantResult> = players.map(variant).collect();
        Ok(AblationResults {
            facts: StudyFacts::new(manifest, state, &suites),
            baseline: Baseline {
                player: plan.players.first().map(|first| first.text.clone()).unwrap_or_default(),
                measures: measures(0),
            },
            interactions: interactions(&variants),
            variants,
        })
    }

    /// The variants, the greatest loss first; those without an interval last.
    pub fn by_loss(&self) -> Vec<&VariantResult> {
        let mut variants: Vec<&VariantResult> = self.variants.iter().collect();
        variants.sort_by(|one, two| one.games.estimate().total_cmp(&two.games.estimate()));
        variants
    }
}

fn switches(player: &StudyPlayer) -> Vec<Switch> {
    let switch =
        |(heuristic, on): &(String, bool)| Switch { heuristic: heuristic.clone(), on: *on };
    player.switched.iter().map(switch).collect()
}

/// The rate that an audit gives for a heuristic.
fn wrong(manifest: &StudyManifest, name: &str) -> Option<WrongRate> {
    let rows = manifest.audits.iter().flat_map(|audit| &audit.rows);
    rows.filter(|row| row.name == name).find_map(WrongRate::new)
}

fn interactions(variants: &[VariantResult]) -> Vec<Interaction> {
    let single = |switch: &Switch| {
        let is_it = |variant: &&VariantResult| variant.name == switch.heuristic;
        variants.iter().find(is_it).map(|variant| &variant.games)
    };
    let of_pair = |variant: &VariantResult| match &variant.switched[..] {
        [one, two] => {
            Some(Interaction::new(&variant.name, &variant.games, [single(one)?, single(two)?]))
        }
        _ => None,
    };
    variants.iter().filter_map(of_pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, WinDrawLoss};
    use crate::study::state::ContestResult;

    fn games(pairs: [u64; 5]) -> GamesResult {
        let pairs = Pentanomial { pairs };
        let games = WinDrawLoss { draws: pairs.games(), ..WinDrawLoss::default() };
        GamesResult::new(&ContestResult { pairs, games, on_time: 0 })
    }

    #[test]
    fn an_interaction_is_the_pair_minus_its_singles() {
        let pair = games([40, 30, 20, 7, 3]);
        let singles = [games([20, 30, 30, 15, 5]), games([10, 20, 40, 20, 10])];
        let found = Interaction::new("A+B", &pair, [&singles[0], &singles[1]]);
        let elo = |games: &GamesResult| games.elo.unwrap();
        let expected = elo(&pair) - elo(&singles[0]) - elo(&singles[1]);
        assert!((found.elo.unwrap() - expected).abs() < 1e-9);
        let error = |games: &GamesResult| games.error.unwrap();
        let squares =
            error(&pair).powi(2) + error(&singles[0]).powi(2) + error(&singles[1]).powi(2);
        assert!((found.error.unwrap() - squares.sqrt()).abs() < 1e-9);
        // Additive results have no interaction.
        let even = games([10, 20, 40, 20, 10]);
        assert_eq!(Interaction::new("A+B", &even, [&even, &even]).elo, Some(0.0));
    }

    #[test]
    fn an_interaction_needs_all_three_results() {
        let (known, few) = (games([10, 20, 40, 20, 10]), games([1, 0, 0, 0, 0]));
        let perfect = games([0, 0, 0, 0, 50]);
        for unknown in [&few, &perfect] {
            let found = Interaction::new("A+B", &known, [&known, unknown]);
            assert_eq!((found.elo, found.error), (None, None));
        }
    }

    #[test]
    fn numbers_that_games_cannot_tell_are_absent() {
        let few = games([0, 0, 3, 0, 0]);
        assert_eq!((few.games, few.elo, few.error), (6, None, None));
        let lost = games([50, 0, 0, 0, 0]);
        assert!(lost.elo.is_none() && lost.elo_low.is_none() && lost.elo_high.unwrap() < -250.0);
        assert_eq!(lost.estimate(), f64::NEG_INFINITY);
        let even = serde_json::to_string(&games([10, 20, 40, 20, 10])).unwrap();
        assert!(even.contains("\"elo\":0.0") && even.contains("\"pentanomial\":[10,20,40,20,10]"));
    }
}
