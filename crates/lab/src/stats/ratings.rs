//! Ratings of several players from all their games: those that make the scores likeliest. How far
//! they may be off is told by how much pairs of games really scatter, since the model knows
//! neither of draws nor of openings that both games of a pair share.
//! CITE: David Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)
//! CITE: Halbert White, "Maximum likelihood estimation of misspecified models" (1982)

use core::f64::consts::LN_10;

use super::normal::NINETY_FIVE;
use super::pentanomial::Pentanomial;
use super::tally::Tally;

/// The games of two players, numbered by their places, as the first sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// All of them.
    pub games: Tally,
    /// Those that have both games.
    pub pairs: Pentanomial,
}

impl Encounter {
    /// Points of the first, which make up for half pairs too.
    fn points(&self) -> f64 {
        self.games.score() * self.games.games() as f64
    }

    /// How much the points scatter around what `score` lets expect of a game, added up. One more
    /// pair, of two games without draws, keeps a few that happen to be alike from looking certain.
    fn scatter(&self, score: f64) -> f64 {
        let of_a_game = score * (1.0 - score);
        let pairs = self.pairs.pairs.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
        let seen: f64 =
            pairs.map(|(&count, points)| count as f64 * (points - 2.0 * score).powi(2)).sum();
        let single = self.games.games().saturating_sub(self.pairs.games());
        let known = if self.games.games() > 0 { 2.0 * of_a_game } else { 0.0 };
        seen + single as f64 * of_a_game + known
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

/// Half a game drawn against the average keeps those who won or lost everything finite.
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

/// The score to expect from a difference in natural units.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// In natural units, with mean nought.
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

/// Standard errors against the average: how much the scores scatter, seen through how much a
/// change of the ratings would change them.
fn errors(strengths: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let n = strengths.len();
    // All players lifted alike change nothing; the constant makes up for that direction.
    let mut information = vec![vec![1.0 / n.max(1) as f64; n]; n];
    let mut scatter = vec![vec![0.0; n]; n];
    for encounter in encounters {
        let (first, second) = (encounter.first, encounter.second);
        let score = expected(strengths[first] - strengths[second]);
        let told = encounter.games.games() as f64 * score * (1.0 - score);
        between(&mut information, first, second, told);
        between(&mut scatter, first, second, encounter.scatter(score));
    }
    for (i, &strength) in strengths.iter().enumerate() {
        let score = expected(strength);
        let told = PRIOR * score * (1.0 - score);
        information[i][i] += told;
        scatter[i][i] += told;
    }
    let spread = inverse(information);
    let spread = product(&product(&spread, &scatter), &spread);
    // How far all of them may be off together says nothing about any of them.
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / n.max(1) as f64;
    let shared: Vec<f64> = spread.iter().map(|row| mean(row)).collect();
    let common = mean(&shared);
    let variances = (0..n).map(|i| spread[i][i] - 2.0 * shared[i] + common);
    variances.map(|variance| variance.max(0.0).sqrt()).collect()
}

/// What is between two players counts for both and against each other.
fn between(matrix: &mut [Vec<f64>], first: usize, second: usize, amount: f64) {
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

    /// Pairs by their points, each of games as drawn as they can be.
    fn encounter(first: usize, second: usize, pairs: [u64; 5]) -> Encounter {
        let [lost, less, level, more, won] = pairs;
        let games =
            Tally { wins: 2 * won + more, draws: less + 2 * level + more, losses: 2 * lost + less };
        Encounter { first, second, games, pairs: Pentanomial { pairs } }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_pairs() {
        for pairs in [[40, 400, 1_000, 700, 160], [900, 0, 0, 0, 1_400], [0, 10, 2_000, 400, 0]] {
            let rated = ratings(2, &[encounter(0, 1, pairs)]);
            let elo = Pentanomial { pairs }.logistic();
            assert!((rated[0].elo - rated[1].elo - elo.value).abs() < 0.1, "{rated:?}");
            assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
            // Each is off by half of what the difference may be off by.
            let ratios = [0, 1].map(|player| rated[player].error / (0.5 * elo.error));
            assert!(ratios.iter().all(|ratio| (0.99..1.02).contains(ratio)), "{ratios:?}");
        }
    }

    #[test]
    fn games_without_their_other_half_count_too() {
        let whole = encounter(0, 1, [10, 20, 40, 20, 10]);
        let games = Tally { wins: whole.games.wins + 8, ..whole.games };
        let (less, more) = (ratings(2, &[whole]), ratings(2, &[Encounter { games, ..whole }]));
        assert!(more[0].elo > less[0].elo && more[0].games == 208);
    }

    #[test]
    fn a_few_games_that_are_alike_are_not_certain() {
        let one = ratings(2, &[encounter(0, 1, [0, 0, 1, 0, 0])])[0];
        assert!(one.elo.abs() < 1e-6 && one.error > 100.0, "{one:?}");
    }

    #[test]
    fn strength_is_passed_on_through_common_opponents() {
        let rated =
            ratings(3, &[encounter(0, 1, [5, 5, 15, 15, 60]), encounter(1, 2, [5, 5, 15, 15, 60])]);
        let (top, bottom) = (rated[0].elo - rated[1].elo, rated[1].elo - rated[2].elo);
        assert!((top - bottom).abs() < 0.5 && top > 100.0);
        assert!(rated[0].error > rated[1].error, "who played both sides is known best");
    }

    #[test]
    fn nothing_is_ever_not_a_number() {
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
