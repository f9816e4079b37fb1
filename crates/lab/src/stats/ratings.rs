//! Maximum-likelihood ratings of several players from all their games. The error bars use the
//! observed variance of pairs around the model's prediction, because the model knows neither draws
//! nor the opening that both games of a pair share.
//! CITE: David Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)
//! CITE: Halbert White, "Maximum likelihood estimation of misspecified models" (1982)

use core::f64::consts::LN_10;

use super::counts::{Pentanomial, WinDrawLoss};
use super::normal::NINETY_FIVE;

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
    /// Points of the first player, including half pairs.
    fn points(&self) -> f64 {
        self.games.score() * self.games.games() as f64
    }

    /// The sum of squared deviations of the points from the expected `score` per game. One extra
    /// pair of drawless games keeps a few equal pairs from looking certain.
    fn squared_deviations(&self, score: f64) -> f64 {
        let per_game = score * (1.0 - score);
        let pairs = self.pairs.pairs.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
        let seen: f64 =
            pairs.map(|(&count, points)| count as f64 * (points - 2.0 * score).powi(2)).sum();
        let single = self.games.games().saturating_sub(self.pairs.games());
        let extra = if self.games.games() > 0 { 2.0 * per_game } else { 0.0 };
        seen + single as f64 * per_game + extra
    }
}

/// Elo against the average of all players, and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub elo: f64,
    pub error: f64,
    pub games: u64,
    pub score: f64,
}

/// Half a drawn game against the average keeps the ratings of perfect scores finite.
const PRIOR: f64 = 0.5;

const PER_NAT: f64 = 400.0 / LN_10;

pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut points = vec![0.0; players];
    let mut games = vec![0u64; players];
    for encounter in encounters {
        let (own, count) = (encounter.points(), encounter.games.games());
        points[encounter.first] += own;
        points[encounter.second] += count as f64 - own;
        games[encounter.first] += count;
        games[encounter.second] += count;
    }
    let strengths = strengths(&points, encounters);
    let errors = errors(&strengths, encounters);
    (0..players)
        .map(|i| Rating {
            elo: PER_NAT * strengths[i],
            error: PER_NAT * NINETY_FIVE * errors[i],
            games: games[i],
            score: if games[i] == 0 { 0.5 } else { points[i] / games[i] as f64 },
        })
        .collect()
}

/// The expected score for a difference in natural units.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Strengths in natural units, with mean zero.
fn strengths(points: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let mut strengths = vec![0.0f64; points.len()];
    for _ in 0..10_000 {
        let mut pressure: Vec<f64> = strengths.iter().map(|s| PRIOR / (s.exp() + 1.0)).collect();
        for Encounter { first, second, games, .. } in encounters {
            let share = games.games() as f64 / (strengths[*first].exp() + strengths[*second].exp());
            pressure[*first] += share;
            pressure[*second] += share;
        }
        let mut moved = 0.0f64;
        for (i, strength) in strengths.iter_mut().enumerate() {
            let next = ((points[i] + 0.5 * PRIOR) / pressure[i]).ln();
            moved = moved.max((next - *strength).abs());
            *strength = next;
        }
        if moved < 1e-10 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// Standard errors against the average, by the sandwich estimator: the inverse information around
/// the observed variance of the scores.
fn errors(strengths: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let n = strengths.len();
    // Shifting all players changes nothing; the constant makes the matrix regular.
    let mut information = vec![vec![1.0 / n.max(1) as f64; n]; n];
    let mut observed = vec![vec![0.0; n]; n];
    for encounter in encounters {
        let (first, second) = (encounter.first, encounter.second);
        let score = expected(strengths[first] - strengths[second]);
        let expected = encounter.games.games() as f64 * score * (1.0 - score);
        add_between(&mut information, first, second, expected);
        add_between(&mut observed, first, second, encounter.squared_deviations(score));
    }
    for (i, &strength) in strengths.iter().enumerate() {
        let score = expected(strength);
        let prior = PRIOR * score * (1.0 - score);
        information[i][i] += prior;
        observed[i][i] += prior;
    }
    let inverse = inverse(information);
    let covariance = product(&product(&inverse, &observed), &inverse);
    // An error that all players share does not change any rating against the average.
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / n.max(1) as f64;
    let shared: Vec<f64> = covariance.iter().map(|row| mean(row)).collect();
    let common = mean(&shared);
    let variances = (0..n).map(|i| covariance[i][i] - 2.0 * shared[i] + common);
    variances.map(|variance| variance.max(0.0).sqrt()).collect()
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
            let rated = ratings(2, &[encounter(0, 1, pairs)]);
            let elo = Pentanomial { pairs }.logistic();
            assert!((rated[0].elo - rated[1].elo - elo.value).abs() < 0.1, "{rated:?}");
            assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
            // Each error is half the error of the difference.
            let ratios = [0, 1].map(|player| rated[player].error / (0.5 * elo.error));
            assert!(ratios.iter().all(|ratio| (0.99..1.02).contains(ratio)), "{ratios:?}");
        }
    }

    #[test]
    fn half_pairs_count_too() {
        let whole = encounter(0, 1, [10, 20, 40, 20, 10]);
        let games = WinDrawLoss { wins: whole.games.wins + 8, ..whole.games };
        let (less, more) = (ratings(2, &[whole]), ratings(2, &[Encounter { games, ..whole }]));
        assert!(more[0].elo > less[0].elo && more[0].games == 208);
    }

    #[test]
    fn a_few_equal_games_are_not_certain() {
        let one = ratings(2, &[encounter(0, 1, [0, 0, 1, 0, 0])])[0];
        assert!(one.elo.abs() < 1e-6 && one.error > 100.0, "{one:?}");
    }

    #[test]
    fn common_opponents_connect_ratings() {
        let rated =
            ratings(3, &[encounter(0, 1, [5, 5, 15, 15, 60]), encounter(1, 2, [5, 5, 15, 15, 60])]);
        let (top, bottom) = (rated[0].elo - rated[1].elo, rated[1].elo - rated[2].elo);
        assert!((top - bottom).abs() < 0.5 && top > 100.0);
        assert!(
            rated[0].error > rated[1].error,
            "the player with the most opponents has the smallest error"
        );
    }

    #[test]
    fn results_are_always_finite() {
        let lonely =
            Encounter { pairs: Pentanomial::default(), ..encounter(0, 1, [0, 0, 3, 0, 0]) };
        for encounters in [
            vec![],
            vec![encounter(0, 1, [0, 0, 0, 0, 5])],
            vec![encounter(0, 1, [0; 5])],
            vec![lonely],
        ] {
            for rating in ratings(3, &encounters) {
                assert!(rating.elo.is_finite() && rating.error.is_finite());
            }
        }
        assert!(ratings(0, &[]).is_empty());
    }
}
