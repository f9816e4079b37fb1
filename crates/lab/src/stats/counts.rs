//! Counts of results: single games, and pairs of games with the same opening and colours swapped.
//! The value of an opening cancels out within a pair, so pairs, not games, are the independent
//! trials.

/// Games by their result, from one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WinDrawLoss {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl WinDrawLoss {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of drawn games; `None` if there are no games.
    pub fn draw_rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}

/// Pairs by the half points they brought: 0, 1, 2, 3 or 4.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    pub pairs: [u64; 5],
}

/// A pair's points as a share of the two at stake.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The count of an empty cell, so that no outcome looks impossible.
const EMPTY: f64 = 1e-3;

impl Pentanomial {
    /// Counts a pair by its half points; more than four count as four.
    pub fn add(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// The same pairs from the other player's side.
    pub fn reversed(mut self) -> Pentanomial {
        self.pairs.reverse();
        self
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    pub fn games(&self) -> u64 {
        2 * self.count()
    }

    /// The share of each outcome, and the number of pairs.
    pub(super) fn shares(&self) -> Shares {
        let counts = self.pairs.map(|pairs| if pairs == 0 { EMPTY } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        Shares { total, of: counts.map(|count| count / total) }
    }

    /// The share of each outcome after `extra` pairs are added to every count.
    pub(super) fn smoothed(&self, extra: f64) -> Shares {
        let counts = self.pairs.map(|pairs| pairs as f64 + extra);
        let total: f64 = counts.iter().sum();
        Shares { total, of: counts.map(|count| count / total) }
    }

    /// Points won, as a share of the points played for; `None` without pairs. Equal scores are
    /// exactly one half.
    pub fn score(&self) -> Option<f64> {
        let half_points: u64 = self.pairs.iter().zip(0..).map(|(pairs, each)| pairs * each).sum();
        (self.count() > 0).then(|| half_points as f64 / (4 * self.count()) as f64)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    pub(super) total: f64,
    pub(super) of: [f64; 5],
}

impl Shares {
    pub(super) fn mean(&self) -> f64 {
        mean(&self.of)
    }

    /// The standard deviation of one pair's score.
    pub(super) fn deviation(&self) -> f64 {
        variance(&self.of).sqrt()
    }

    /// The mean above one half, in standard deviations of one pair's score.
    pub(super) fn deviations(&self) -> f64 {
        (self.mean() - 0.5) / self.deviation()
    }
}

pub(super) fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().zip(SCORES).map(|(share, score)| share * score).sum()
}

pub(super) fn variance(shares: &[f64; 5]) -> f64 {
    let mean = mean(shares);
    shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_counts() {
        let pairs = Pentanomial { pairs: [10, 20, 40, 20, 10] };
        assert_eq!((pairs.count(), pairs.games()), (100, 200));
        assert!((pairs.score().unwrap() - 0.5).abs() < 1e-15);
        let expected = (0.2 * 0.25 + 0.4 * 0.0625f64).sqrt();
        assert!((pairs.shares().deviation() - expected).abs() < 1e-15);
    }

    #[test]
    fn empty_cells_leave_numbers_finite() {
        for pairs in [[0; 5], [0, 0, 7, 0, 0], [3, 0, 0, 0, 0], [0, 0, 0, 0, 3]] {
            let pairs = Pentanomial { pairs };
            let shares = pairs.shares();
            assert!(shares.mean().is_finite() && shares.deviation() > 0.0);
        }
    }

    #[test]
    fn nothing_played_has_no_score() {
        assert_eq!(Pentanomial::default().score(), None);
        assert_eq!(WinDrawLoss::default().draw_rate(), None);
        assert_eq!(Pentanomial { pairs: [0, 0, 0, 0, 3] }.score(), Some(1.0));
        assert_eq!(Pentanomial { pairs: [0, 4, 3, 2, 1] }.score(), Some(0.5));
    }
}
