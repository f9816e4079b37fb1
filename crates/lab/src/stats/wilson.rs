//! A share of trials with Wilson's interval, which is right for shares near zero as well.
//! CITE: Edwin B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927)

use serde::{Deserialize, Serialize};

use super::normal::NINETY_FIVE;

/// A share with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// The share of `hits` among `trials`; `None` without trials. Trials that count differently have
    /// an effective number, which need not be whole.
    pub fn new(hits: f64, trials: f64) -> Option<Share> {
        if trials <= 0.0 {
            return None;
        }
        let (value, square) = (hits / trials, NINETY_FIVE * NINETY_FIVE);
        let centre = (value + square / (2.0 * trials)) / (1.0 + square / trials);
        let variance = value * (1.0 - value) / trials + square / (4.0 * trials * trials);
        let half = NINETY_FIVE * variance.max(0.0).sqrt() / (1.0 + square / trials);
        let (low, high) = ((centre - half).max(0.0), (centre + half).min(1.0));
        // Rounding must not exclude the share itself.
        Some(Share { value, low: low.min(value), high: high.max(value) })
    }

    /// The share of hits among trials that weigh differently: the interval is that of as many equal
    /// trials as have the same variance of the weights.
    /// CITE: Leslie Kish, "Survey Sampling" (1965), effective sample size
    pub fn weighted(trials: impl Iterator<Item = (f64, bool)>) -> Option<Share> {
        let (mut sum, mut squares, mut hits) = (0.0, 0.0, 0.0);
        for (weight, hit) in trials {
            sum += weight;
            squares += weight * weight;
            hits += if hit { weight } else { 0.0 };
        }
        if squares <= 0.0 {
            return None;
        }
        let effective = sum * sum / squares;
        Share::new(effective * hits / sum, effective)
    }

    /// Whether the interval contains a number.
    pub fn covers(&self, share: f64) -> bool {
        self.low <= share && share <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // Agresti and Coull 1998 give (0.0, 0.278) for 0 of 10, (0.237, 0.763) for 5 of 10.
        let near = |a: f64, b: f64| (a - b).abs() < 0.0006;
        let none = Share::new(0.0, 10.0).unwrap();
        assert!(none.low == 0.0 && near(none.high, 0.2775));
        let half = Share::new(5.0, 10.0).unwrap();
        assert!(near(half.low, 0.2366) && near(half.high, 0.7634));
        assert_eq!(Share::new(0.0, 0.0), None);
    }

    #[test]
    fn equal_weights_count_as_trials() {
        let trials = (0..40).map(|number| (3.0, number < 7));
        let weighted = Share::weighted(trials).unwrap();
        let plain = Share::new(7.0, 40.0).unwrap();
        assert!((weighted.value - plain.value).abs() < 1e-12);
        assert!((weighted.high - plain.high).abs() < 1e-12);
    }

    #[test]
    fn unequal_weights_widen_the_interval() {
        let trials = (0..40).map(|number| (if number % 2 == 0 { 9.0 } else { 1.0 }, number < 20));
        let weighted = Share::weighted(trials).unwrap();
        let plain = Share::new(20.0, 40.0).unwrap();
        assert!(weighted.high - weighted.low > plain.high - plain.low);
        assert!(weighted.covers(0.5));
    }
}
