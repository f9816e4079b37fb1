//! Ratings of several players from all their games: those that make the scores likeliest.
//! CITE: David Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)

use core::f64::consts::LN_10;

use super::normal::NINETY_FIVE;
use super::tally::Tally;

/// The games of two players, numbered by their places, as the first sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    pub games: Tally,
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
    for Encounter { first, second, games: tally } in encounters {
        points[*first] += tally.score() * tally.games() as f64;
        points[*second] += (1.0 - tally.score()) * tally.games() as f64;
        games[*first] += tally.games();
        games[*second] += tally.games();
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
        for Encounter { first, second, games } in encounters {
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

/// Standard errors against the average: the games' information, turned over.
fn errors(strengths: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let n = strengths.len();
    // All players lifted alike change nothing; the constant makes up for that direction.
    let mut information = vec![vec![1.0 / n.max(1) as f64; n]; n];
    for Encounter { first, second, games } in encounters {
        let score = expected(strengths[*first] - strengths[*second]);
        let told = games.games() as f64 * score * (1.0 - score);
        information[*first][*first] += told;
        information[*second][*second] += told;
        information[*first][*second] -= told;
        information[*second][*first] -= told;
    }
    for (i, row) in information.iter_mut().enumerate() {
        let score = expected(strengths[i]);
        row[i] += PRIOR * score * (1.0 - score);
    }
    let spread = inverse(information);
    // How far all of them may be off together says nothing about any of them.
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / n.max(1) as f64;
    let shared: Vec<f64> = spread.iter().map(|row| mean(row)).collect();
    let common = mean(&shared);
    let variances = (0..n).map(|i| spread[i][i] - 2.0 * shared[i] + common);
    variances.map(|variance| variance.max(0.0).sqrt()).collect()
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

    fn encounter(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { first, second, games: Tally { wins, draws, losses } }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let rated = ratings(2, &[encounter(0, 1, 6_400, 0, 3_600)]);
        let expected = 400.0 * (0.64f64 / 0.36).log10();
        assert!((rated[0].elo - rated[1].elo - expected).abs() < 0.1);
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
        // Each is off by half of what the difference may be off by.
        let error = 0.5 * NINETY_FIVE * PER_NAT / (10_000.0 * 0.64 * 0.36f64).sqrt();
        assert!(rated.iter().all(|rating| (rating.error - error).abs() < 0.01), "{rated:?}");
    }

    #[test]
    fn strength_is_passed_on_through_common_opponents() {
        let rated = ratings(3, &[encounter(0, 1, 60, 20, 20), encounter(1, 2, 60, 20, 20)]);
        let (top, bottom) = (rated[0].elo - rated[1].elo, rated[1].elo - rated[2].elo);
        assert!((top - bottom).abs() < 0.5 && top > 100.0);
        assert!(rated[0].error > rated[1].error, "who played both sides is known best");
    }

    #[test]
    fn nothing_is_ever_not_a_number() {
        for encounters in [vec![], vec![encounter(0, 1, 5, 0, 0)], vec![encounter(0, 1, 0, 0, 0)]] {
            for rating in ratings(3, &encounters) {
                assert!(rating.elo.is_finite() && rating.error.is_finite());
            }
        }
        assert!(ratings(0, &[]).is_empty());
    }
}
