//! Maximum-likelihood ratings of several players from all their games. An interval contains the
//! ratings that a likelihood ratio test does not reject, while the other ratings adapt. The ratio is
//! scaled by the observed variance of pairs around the model's prediction, because the model knows
//! neither draws nor the opening that both games of a pair share.
//! CITE: David Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)
//! CITE: Halbert White, "Maximum likelihood estimation of misspecified models" (1982)

use core::f64::consts::LN_10;

use super::counts::{Pentanomial, WinDrawLoss};
use super::elo::{Elo, EloInterval};
use super::interval::{MIN_PAIRS, end};

/// The games of two players, from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// All games.
    pub games: WinDrawLoss,
    /// Pairs whose two games have both ended.
    pub pairs: Pentanomial,
}

impl Encounter {
    /// The sum of squared deviations of the points from the expected `score` per game. Half a
    /// pair of drawless games more keeps a few equal pairs from looking certain.
    fn squared_deviations(&self, score: f64) -> f64 {
        let per_game = score * (1.0 - score);
        let pairs = self.pairs.pairs.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
        let seen: f64 =
            pairs.map(|(&count, points)| count as f64 * (points - 2.0 * score).powi(2)).sum();
        let single = self.games.games().saturating_sub(self.pairs.games());
        let extra = if self.games.games() > 0 { per_game } else { 0.0 };
        seen + single as f64 * per_game + extra
    }
}

/// A player's Elo against the average of all players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub elo: Elo,
    pub games: u64,
    /// Points per game; `None` without games.
    pub score: Option<f64>,
    /// The estimate by which players are sorted, however few games it rests on.
    estimate: f64,
}

impl Rating {
    /// Elo, games and score for a table.
    pub fn cells(&self) -> [String; 3] {
        let known = |text: String| if self.games == 0 { "-".to_owned() } else { text };
        let score = self.score.map_or(String::new(), |score| format!("{:.1} %", 100.0 * score));
        [known(self.elo.to_string()), self.games.to_string(), known(score)]
    }
}

/// Players from the best to the worst; those without games come last.
pub fn standings(rated: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&a, &b| {
        let idle = (rated[a].games == 0).cmp(&(rated[b].games == 0));
        idle.then(rated[b].estimate.total_cmp(&rated[a].estimate))
    });
    order
}

/// The player whose interval lies above all others, if there is one.
pub fn leader(rated: &[Rating]) -> Option<usize> {
    let best = *standings(rated).first()?;
    let low = rated[best].elo.known()?.low;
    let is_below = |rating: &Rating| rating.elo.known().is_some_and(|elo| elo.high < low);
    let mut others = rated.iter().enumerate().filter(|&(player, _)| player != best);
    others.all(|(_, rating)| is_below(rating)).then_some(best)
}

/// Half a drawn game against the average keeps the ratings of perfect scores finite.
const PRIOR: f64 = 0.5;

const PER_NAT: f64 = 400.0 / LN_10;

pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut points = vec![0.0; players];
    let (mut games, mut pairs) = (vec![0u64; players], vec![0u64; players]);
    for encounter in encounters {
        let (own, count) = (encounter.games.points(), encounter.games.games());
        points[encounter.first] += own;
        points[encounter.second] += count as f64 - own;
        for player in [encounter.first, encounter.second] {
            games[player] += count;
            pairs[player] += encounter.pairs.count();
        }
    }
    let fit = Fit::new(&points, encounters);
    (0..players)
        .map(|i| {
            let estimate = PER_NAT * fit.contrast(&fit.best, i);
            let known = || {
                let [low, high] = fit.ends(i).map(|end| PER_NAT * end);
                match points[i] {
                    // No points, or all of them, set no end on one side.
                    0.0 => EloInterval { low: f64::NEG_INFINITY, estimate, high },
                    all if all == games[i] as f64 => {
                        EloInterval { low, estimate, high: f64::INFINITY }
                    }
                    _ => EloInterval { low, estimate, high },
                }
            };
            Rating {
                elo: if pairs[i] < MIN_PAIRS { Elo::TooFewPairs } else { Elo::Known(known()) },
                games: games[i],
                score: (games[i] > 0).then(|| points[i] / games[i] as f64),
                estimate,
            }
        })
        .collect()
}

/// The expected score for a difference in natural units.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The logarithm of [`expected`], also where that underflows.
fn ln_expected(difference: f64) -> f64 {
    if difference < -30.0 { difference } else { -(-difference).exp().ln_1p() }
}

/// The most likely strengths, in natural units, and what their errors follow from.
struct Fit<'a> {
    points: &'a [f64],
    encounters: &'a [Encounter],
    best: Vec<f64>,
    /// The variance of each rating against the average: by the model, and as observed.
    variances: Vec<[f64; 2]>,
}

impl Fit<'_> {
    fn new<'a>(points: &'a [f64], encounters: &'a [Encounter]) -> Fit<'a> {
        let zero = vec![0.0; points.len()];
        let mut fit = Fit { points, encounters, best: zero.clone(), variances: Vec::new() };
        fit.best = fit.strengths(points, zero);
        fit.variances = fit.variances();
        fit
    }

    /// A player's strength against the average.
    fn contrast(&self, strengths: &[f64], player: usize) -> f64 {
        strengths[player] - strengths.iter().sum::<f64>() / strengths.len() as f64
    }

    /// The most likely strengths for these points, by Newton's method with bounded steps.
    fn strengths(&self, points: &[f64], start: Vec<f64>) -> Vec<f64> {
        let mut strengths = start;
        for _ in 0..200 {
            let mut slope: Vec<f64> = points
                .iter()
                .zip(&strengths)
                .map(|(points, &strength)| points + PRIOR * (0.5 - expected(strength)))
                .collect();
            for Encounter { first, second, games, .. } in self.encounters {
                let score = expected(strengths[*first] - strengths[*second]);
                slope[*first] -= games.games() as f64 * score;
                slope[*second] -= games.games() as f64 * (1.0 - score);
            }
            let [information, _] = self.information(&strengths);
            let mut moved = 0.0f64;
            for (strength, row) in strengths.iter_mut().zip(inverse(information)) {
                let step: f64 = row.iter().zip(&slope).map(|(cell, slope)| cell * slope).sum();
                *strength += step.clamp(-1.0, 1.0);
                moved = moved.max(step.abs());
            }
            if moved < 1e-10 {
                break;
            }
        }
        strengths
    }

    /// The information of the scores, and their observed variance around the model.
    fn information(&self, strengths: &[f64]) -> [Vec<Vec<f64>>; 2] {
        let n = strengths.len();
        let (mut model, mut observed) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
        for encounter in self.encounters {
            let (first, second) = (encounter.first, encounter.second);
            let score = expected(strengths[first] - strengths[second]);
            let expected = encounter.games.games() as f64 * score * (1.0 - score);
            add_between(&mut model, first, second, expected);
            add_between(&mut observed, first, second, encounter.squared_deviations(score));
        }
        for (i, &strength) in strengths.iter().enumerate() {
            let score = expected(strength);
            // Steps stay finite even where the prior is flat.
            let prior = (PRIOR * score * (1.0 - score)).max(1e-9);
            model[i][i] += prior;
            observed[i][i] += prior;
        }
        [model, observed]
    }

    /// By the inverse information, and by the sandwich estimator: the inverse information around the
    /// observed variance of the scores.
    fn variances(&self) -> Vec<[f64; 2]> {
        let [model, observed] = self.information(&self.best);
        let inverse = inverse(model);
        let sandwich = product(&product(&inverse, &observed), &inverse);
        let n = self.best.len() as f64;
        let of = |covariance: &[Vec<f64>], player: usize| {
            // An error that all players share does not change any rating against the average.
            let row: f64 = covariance[player].iter().sum();
            let all: f64 = covariance.iter().flatten().sum();
            (covariance[player][player] - 2.0 * row / n + all / (n * n)).max(1e-300)
        };
        (0..self.best.len()).map(|i| [of(&inverse, i), of(&sandwich, i)]).collect()
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let games = self.encounters.iter().map(|Encounter { first, second, games, .. }| {
            let (points, difference) = (games.points(), strengths[*first] - strengths[*second]);
            points * ln_expected(difference)
                + (games.games() as f64 - points) * ln_expected(-difference)
        });
        let prior = strengths
            .iter()
            .map(|&strength| 0.5 * PRIOR * (ln_expected(strength) + ln_expected(-strength)));
        games.sum::<f64>() + prior.sum::<f64>()
    }

    /// Both ends of a player's interval. Among all strengths with a given rating of the player, the
    /// most likely ones are the best fit after some points are given to the player by all.
    fn ends(&self, player: usize) -> [f64; 2] {
        let n = self.points.len() as f64;
        let given = |gift: f64| {
            let mut points = self.points.to_vec();
            points.iter_mut().for_each(|points| *points -= gift / n);
            points[player] += gift;
            self.strengths(&points, self.best.clone())
        };
        let [model, observed] = self.variances[player];
        let top = self.log_likelihood(&self.best);
        let ratio =
            |gift: f64| Some(2.0 * (top - self.log_likelihood(&given(gift))) * model / observed);
        let step = 1.0 / model.sqrt();
        [-step, step].map(|step| self.contrast(&given(end(0.0, 0.0, step, ratio)), player))
    }
}

/// Adds an amount to both diagonal entries of two players and subtracts it between them.
fn add_between(matrix: &mut [Vec<f64>], first: usize, second: usize, amount: f64) {
    matrix[first][first] += amount;
    matrix[second][second] += amount;
    matrix[first][second] -= amount;
    matrix[second][first] -= amount;
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cell = |row: &[f64], column: usize| -> f64 {
        row.iter().zip(right).map(|(value, other)| value * other[column]).sum()
    };
    left.iter().map(|row| (0..right.len()).map(|column| cell(row, column)).collect()).collect()
}

/// The inverse of a positive matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = matrix[column][column];
        for j in 0..n {
            matrix[column][j] /= pivot;
            inverse[column][j] /= pivot;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..n {
                matrix[row][j] -= factor * matrix[column][j];
                inverse[row][j] -= factor * inverse[column][j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs by their points, with as many draws as possible.
    fn encounter(first: usize, second: usize, pairs: [u64; 5]) -> Encounter {
        let [lost, less, level, more, won] = pairs;
        let games = WinDrawLoss {
            wins: 2 * won + more,
            draws: less + 2 * level + more,
            losses: 2 * lost + less,
        };
        Encounter { first, second, games, pairs: Pentanomial { pairs } }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_pairs() {
        for pairs in [[40, 400, 1_000, 700, 160], [900, 0, 0, 0, 1_400], [0, 10, 2_000, 400, 0]] {
            let rated = ratings(2, &[encounter(0, 1, pairs)])
                .iter()
                .map(|rating| rating.elo.known().unwrap())
                .collect::<Vec<_>>();
            let elo = Pentanomial { pairs }.logistic().known().unwrap();
            assert!((rated[0].estimate - rated[1].estimate - elo.estimate).abs() < 0.1);
            assert!((rated[0].estimate + rated[1].estimate).abs() < 1e-6);
            // Each interval is half as wide as that of the difference.
            for (rating, sign) in [(rated[0], 1.0), (rated[1], -1.0)] {
                let ends = if sign > 0.0 {
                    (rating.low, rating.high)
                } else {
                    (-rating.high, -rating.low)
                };
                assert!((2.0 * ends.0 - elo.low).abs() < 0.3, "{rating:?} {elo:?}");
                assert!((2.0 * ends.1 - elo.high).abs() < 0.3, "{rating:?} {elo:?}");
            }
        }
    }

    #[test]
    fn half_pairs_count_too() {
        let whole = encounter(0, 1, [10, 20, 40, 20, 10]);
        let games = WinDrawLoss { wins: whole.games.wins + 8, ..whole.games };
        let (less, more) = (ratings(2, &[whole]), ratings(2, &[Encounter { games, ..whole }]));
        assert!(more[0].estimate > less[0].estimate && more[0].games == 208);
    }

    #[test]
    fn a_few_games_give_no_interval_and_no_games_give_dashes() {
        let rated = ratings(3, &[encounter(0, 1, [0, 0, 0, 1, 0])]);
        assert_eq!(rated[0].cells(), ["too few pairs", "2", "75.0 %"]);
        assert_eq!(rated[2].cells(), ["-", "0", "-"]);
        assert_eq!(rated[2].score, None);
        assert_eq!((standings(&rated), leader(&rated)), (vec![0, 1, 2], None));
        assert_eq!(leader(&ratings(2, &[])), None);
    }

    #[test]
    fn a_leader_is_above_all_other_intervals() {
        let even = [5, 10, 20, 10, 5];
        let close = [encounter(0, 1, even), encounter(0, 2, even), encounter(1, 2, even)];
        assert_eq!(leader(&ratings(3, &close)), None);
        let clear = [0, 0, 5, 10, 20];
        let rated = ratings(3, &[encounter(1, 0, clear), encounter(1, 2, clear), close[1]]);
        assert_eq!((leader(&rated), standings(&rated)[0]), (Some(1), 1));
    }

    #[test]
    fn a_perfect_score_has_no_upper_end() {
        let rated = ratings(2, &[encounter(0, 1, [0, 0, 0, 0, 20])]);
        let [top, bottom] = [0, 1].map(|player| rated[player].elo.known().unwrap());
        assert!(top.low > 100.0 && top.high == f64::INFINITY, "{top:?}");
        assert!(bottom.high < -100.0 && bottom.low == f64::NEG_INFINITY, "{bottom:?}");
        assert_eq!(leader(&rated), Some(0));
    }

    #[test]
    fn common_opponents_connect_ratings() {
        let rated =
            ratings(3, &[encounter(0, 1, [5, 5, 15, 15, 60]), encounter(1, 2, [5, 5, 15, 15, 60])]);
        let rated: Vec<EloInterval> =
            rated.iter().map(|rating| rating.elo.known().unwrap()).collect();
        let gap = |a: usize, b: usize| rated[a].estimate - rated[b].estimate;
        assert!((gap(0, 1) - gap(1, 2)).abs() < 0.5 && gap(0, 1) > 100.0);
        let width = |player: usize| rated[player].high - rated[player].low;
        assert!(
            width(0) > width(1),
            "the player with the most opponents has the narrowest interval"
        );
    }

    #[test]
    fn results_are_never_nan() {
        let lonely =
            Encounter { pairs: Pentanomial::default(), ..encounter(0, 1, [0, 0, 3, 0, 0]) };
        for encounters in [
            vec![],
            vec![encounter(0, 1, [0, 0, 0, 0, 5])],
            vec![encounter(0, 1, [0, 0, 0, 0, 5_000])],
            vec![encounter(0, 1, [0, 0, 5_000, 0, 0])],
            vec![encounter(0, 1, [0, 0, 0, 1, 500]), encounter(1, 2, [0, 0, 0, 1, 500])],
            vec![encounter(0, 1, [0; 5])],
            vec![lonely],
        ] {
            for rating in ratings(3, &encounters) {
                assert!(rating.estimate.is_finite());
                if let Some(elo) = rating.elo.known() {
                    assert!(elo.low <= elo.estimate && elo.estimate <= elo.high, "{elo:?}");
                }
            }
        }
        assert!(ratings(0, &[]).is_empty());
    }
}
