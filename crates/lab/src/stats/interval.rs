//! Elo intervals from counts of pairs. An interval contains the differences that a likelihood ratio
//! test does not reject: among all distributions of pairs with that difference, the most likely one
//! must explain the counts almost as well as the counts themselves. Both ends come from the score,
//! so the interval is lopsided where the Elo curve is. The likelihood of superiority is the same
//! test at zero, so it never contradicts the interval.
//!
//! A tenth of a pair is added to every count. Without it, intervals are too narrow near equality
//! and too wide near a perfect score. `tests/coverage.rs` measures the coverage of what is kept.
//! CITE: Art Owen, "Empirical Likelihood Ratio Confidence Intervals for a Single Functional" (1988)

use core::cmp::Ordering;

use super::counts::{Pentanomial, Shares, variance};
use super::elo::{Elo, EloInterval, from_pair_deviations, from_score};
use super::likelihood::{with_deviations, with_mean};
use super::normal::{NINETY_FIVE, below};

/// The fewest pairs that give an interval. With fewer, the coverage of a 95 % interval depends too
/// much on the draw rate.
pub const MIN_PAIRS: u64 = 10;

/// Added to each of the five counts.
const EXTRA: f64 = 0.1;

/// The likelihood ratio statistic at the ends of an interval.
pub(super) const CRITICAL: f64 = NINETY_FIVE * NINETY_FIVE;

impl Pentanomial {
    /// Logistic Elo.
    pub fn logistic(&self) -> Elo {
        let Some(score) = self.score().filter(|_| self.count() >= MIN_PAIRS) else {
            return Elo::TooFewPairs;
        };
        around(score_ends(&self.smoothed(EXTRA)).map(from_score), from_score(score))
    }

    /// Normalised Elo.
    pub fn normalized(&self) -> Elo {
        let Some(score) = self.score().filter(|_| self.count() >= MIN_PAIRS) else {
            return Elo::TooFewPairs;
        };
        let ends = deviation_ends(&self.smoothed(EXTRA)).map(from_pair_deviations);
        // Pairs that are all alike have no deviation.
        let deviation = self.smoothed(0.0).deviation();
        let estimate = if score == 0.5 { 0.0 } else { (score - 0.5) / deviation };
        around(ends, from_pair_deviations(estimate))
    }

    /// The likelihood of superiority: the probability that the first player is stronger. `None` if
    /// there are too few pairs.
    pub fn superiority(&self) -> Option<f64> {
        let score = self.score().filter(|_| self.count() >= MIN_PAIRS)?;
        let shares = self.smoothed(EXTRA);
        let root = statistic(&shares, with_mean(&shares.of, 0.5)?.loss).sqrt();
        Some(match score.total_cmp(&0.5) {
            Ordering::Less => below(-root),
            Ordering::Equal => 0.5,
            Ordering::Greater => below(root),
        })
    }
}

/// The likelihood ratio statistic, of which 95 % are below [`CRITICAL`]. Rounding may bring the loss
/// below zero.
fn statistic(shares: &Shares, loss: f64) -> f64 {
    (2.0 * shares.total * loss).max(0.0)
}

/// Both ends of the interval of the mean.
fn score_ends(shares: &Shares) -> [f64; 2] {
    let ratio = |score: f64| match score > 0.0 && score < 1.0 {
        true => with_mean(&shares.of, score).map(|nearest| statistic(shares, nearest.loss)),
        false => Some(f64::INFINITY),
    };
    let width = shares.deviation() / shares.total.sqrt();
    [-width, width].map(|step| end(shares.mean(), 0.5, step, ratio))
}

/// Both ends of the interval of the mean in standard deviations. Where the most likely distribution
/// is not found, the end is that of the distribution at the end of the mean's interval.
fn deviation_ends(shares: &Shares) -> [f64; 2] {
    let ratio = |deviations: f64| {
        let nearest = with_deviations(&shares.of, deviations)?;
        Some(statistic(shares, nearest.loss))
    };
    let (centre, width) = (shares.deviations(), 1.0 / shares.total.sqrt());
    let ends = [-width, width].map(|step| end(centre, 0.0, step, ratio));
    let [low, high] = score_ends(shares).map(|score| {
        let nearest = with_mean(&shares.of, score);
        nearest.map(|nearest| (score - 0.5) / variance(&nearest.of).sqrt())
    });
    let or =
        |end: f64, other: Option<f64>| if end.is_finite() { end } else { other.unwrap_or(end) };
    [or(ends[0], low), or(ends[1], high)]
}

/// The interval between two ends. It contains the plain estimate, also if the added pairs have moved
/// an end beyond it.
fn around([low, high]: [f64; 2], estimate: f64) -> Elo {
    Elo::Known(EloInterval { low: low.min(estimate), estimate, high: high.max(estimate) })
}

/// The last value in the direction of `step` whose `ratio` is at most [`CRITICAL`]. It is infinite
/// if `ratio` has no value before that. Zero difference, at `zero`, is tested exactly, so that
/// intervals of several kinds exclude it together.
pub(super) fn end(centre: f64, zero: f64, step: f64, ratio: impl Fn(f64) -> Option<f64>) -> f64 {
    let is_outside = |place: f64| ratio(place).is_none_or(|ratio| ratio > CRITICAL);
    let (mut inner, mut outer) = (centre, centre + step);
    loop {
        match ratio(outer) {
            Some(ratio) if ratio > CRITICAL => break,
            Some(_) => {
                inner = outer;
                outer = centre + 2.0 * (outer - centre);
            }
            None if (zero - inner) * step > 0.0 && is_outside(zero) => {
                outer = zero;
                break;
            }
            None => return f64::INFINITY.copysign(step),
        }
    }
    let mut middle = zero;
    if (zero - inner) * (zero - outer) >= 0.0 {
        middle = 0.5 * (inner + outer);
    }
    while middle != inner && middle != outer {
        if is_outside(middle) {
            outer = middle
        } else {
            inner = middle
        }
        middle = 0.5 * (inner + outer);
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Finding;

    fn logistic(pairs: [u64; 5]) -> EloInterval {
        Pentanomial { pairs }.logistic().known().unwrap()
    }

    #[test]
    fn large_samples_have_the_normal_interval() {
        let pairs = [400, 2_000, 4_000, 2_600, 500];
        let (counts, elo) = (Pentanomial { pairs }, logistic(pairs));
        let shares = counts.shares();
        let error = NINETY_FIVE * shares.deviation() / shares.total.sqrt();
        for (found, expected) in [(elo.low, -error), (elo.high, error)] {
            let expected = from_score(shares.mean() + expected);
            assert!((found - expected).abs() < 0.02, "{found} {expected}");
        }
        let normalized = counts.normalized().known().unwrap();
        let error = from_pair_deviations(NINETY_FIVE / shares.total.sqrt());
        assert!((normalized.high - normalized.low - 2.0 * error).abs() < 0.1);
    }

    #[test]
    fn a_lopsided_score_has_a_lopsided_interval_that_excludes_zero() {
        // 18 wins, 1 draw and 1 loss.
        let counts = Pentanomial { pairs: [0, 0, 1, 1, 8] };
        let elo = logistic(counts.pairs);
        assert!((elo.estimate - 436.4).abs() < 0.1, "{elo:?}");
        assert!(elo.low > 150.0 && elo.high < 1_000.0, "{elo:?}");
        assert!((elo.high + elo.low - 2.0 * elo.estimate).abs() > 20.0, "{elo:?}");
        assert!(counts.superiority().unwrap() > 0.999);
        assert_eq!(counts.normalized().finding(), Finding::Stronger);
    }

    #[test]
    fn a_perfect_score_has_no_upper_end() {
        for pairs in [10, 1_000] {
            let elo = logistic([0, 0, 0, 0, pairs]);
            assert!(elo.low > 200.0 && elo.high == f64::INFINITY, "{elo:?}");
            assert!(elo.to_string().starts_with("> +"), "{elo}");
            let elo = logistic([pairs, 0, 0, 0, 0]);
            assert!(elo.high < -200.0 && elo.low == f64::NEG_INFINITY, "{elo:?}");
        }
    }

    #[test]
    fn a_few_pairs_have_neither_interval_nor_superiority() {
        for pairs in [[0; 5], [0, 0, 1, 0, 0], [0, 0, 0, 0, 9]] {
            let counts = Pentanomial { pairs };
            assert_eq!(counts.logistic(), Elo::TooFewPairs);
            assert_eq!(counts.normalized(), Elo::TooFewPairs);
            assert_eq!(counts.superiority(), None);
        }
    }

    #[test]
    fn swapping_the_players_mirrors_everything() {
        let pairs = [1, 4, 9, 7, 3];
        let swapped = Pentanomial { pairs: [3, 7, 9, 4, 1] };
        for (one, two) in [
            (Pentanomial { pairs }.logistic(), swapped.logistic()),
            (Pentanomial { pairs }.normalized(), swapped.normalized()),
        ] {
            let (one, two) = (one.known().unwrap(), two.known().unwrap());
            for (one, two) in [(one.low, two.high), (one.estimate, two.estimate)] {
                assert!((one + two).abs() < 1e-6, "{one} {two}");
            }
        }
        let sum = Pentanomial { pairs }.superiority().unwrap() + swapped.superiority().unwrap();
        assert!((sum - 1.0).abs() < 1e-9);
    }

    #[test]
    fn more_pairs_make_narrower_intervals() {
        let few = logistic([10, 20, 40, 20, 10]);
        let many = logistic([1_000, 2_000, 4_000, 2_000, 1_000]);
        let width = |elo: EloInterval| elo.high - elo.low;
        assert!((width(few) / width(many) - 10.0).abs() < 0.1);
    }
}
