//! Pairs of games: the same opening with colours swapped. What the opening is worth cancels
//! out within a pair, so pairs, not games, are the independent trials.

/// Pairs by the half points they brought: none, one, two, three or four.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    pub pairs: [u64; 5],
}

/// A pair's points as a share of the two at stake.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What an empty cell counts, so that no outcome is taken for impossible.
const EMPTY: f64 = 1e-3;

impl Pentanomial {
    /// Notes a pair that brought so many half points; more than four are taken as four.
    pub fn add(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    pub fn games(&self) -> u64 {
        2 * self.count()
    }

    /// The share of each outcome, and how many pairs that is by.
    pub(super) fn shares(&self) -> Shares {
        let counts = self.pairs.map(|pairs| if pairs == 0 { EMPTY } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        Shares { total, of: counts.map(|count| count / total) }
    }

    /// The share of the points won.
    pub fn score(&self) -> f64 {
        self.shares().mean()
    }

    /// The standard deviation of one pair's score.
    pub fn deviation(&self) -> f64 {
        self.shares().variance().sqrt()
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

    pub(super) fn variance(&self) -> f64 {
        variance(&self.of)
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
        assert!((pairs.score() - 0.5).abs() < 1e-15);
        let expected = (0.2 * 0.25 + 0.4 * 0.0625f64).sqrt();
        assert!((pairs.deviation() - expected).abs() < 1e-15);
    }

    #[test]
    fn empty_cells_leave_numbers_finite() {
        for pairs in [[0; 5], [0, 0, 7, 0, 0], [3, 0, 0, 0, 0], [0, 0, 0, 0, 3]] {
            let pairs = Pentanomial { pairs };
            assert!(pairs.score().is_finite() && pairs.deviation() > 0.0);
        }
    }
}
