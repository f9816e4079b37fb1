//! Strength as Elo: logistic Elo predicts the score, normalised Elo predicts how many games it
//! takes to measure the difference.
//! CITE: Michel Van den Bergh, "Comments on normalized Elo" (2021)

use core::f64::consts::LN_10;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::counts::Pentanomial;
use super::normal::{NINETY_FIVE, below};

/// A difference in strength and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    pub value: f64,
    pub error: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    #[default]
    Normalized,
    Logistic,
}

impl FromStr for EloModel {
    type Err = String;

    fn from_str(text: &str) -> Result<EloModel, String> {
        match text.to_ascii_lowercase().as_str() {
            "normalized" | "normalised" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err(format!("'{text}' is no Elo model; expected normalized or logistic")),
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        })
    }
}

/// Normalised Elo for each standard deviation of a single game's score.
const PER_DEVIATION: f64 = 800.0 / LN_10;

/// The expected score for a logistic difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logistic difference for an expected score, which is clamped away from 0 and 1.
pub(super) fn from_score(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A normalised difference in standard deviations of one pair's score.
pub(super) fn pair_deviations(normalized: f64) -> f64 {
    core::f64::consts::SQRT_2 * normalized / PER_DEVIATION
}

pub(super) fn from_pair_deviations(deviations: f64) -> f64 {
    deviations * PER_DEVIATION / core::f64::consts::SQRT_2
}

impl Pentanomial {
    /// The standard error of the score.
    fn error(&self) -> f64 {
        self.deviation() / (self.count().max(1) as f64).sqrt()
    }

    pub fn logistic(&self) -> Elo {
        let (score, error) = (self.score(), NINETY_FIVE * self.error());
        let (low, high) = (from_score(score - error), from_score(score + error));
        Elo { value: from_score(score), error: 0.5 * (high - low) }
    }

    pub fn normalized(&self) -> Elo {
        let pairs = self.count().max(1) as f64;
        Elo {
            value: from_pair_deviations((self.score() - 0.5) / self.deviation()),
            error: from_pair_deviations(NINETY_FIVE / pairs.sqrt()),
        }
    }

    /// The likelihood of superiority: the probability that the first player is stronger.
    pub fn superiority(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { below((self.score() - 0.5) / self.error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-800.0, -100.0, -1.0, 0.0, 3.5, 200.0] {
            assert!((from_score(expected_score(elo)) - elo).abs() < 1e-9);
            assert!((from_pair_deviations(pair_deviations(elo)) - elo).abs() < 1e-9);
        }
        assert!((expected_score(0.0) - 0.5).abs() < 1e-15);
    }

    #[test]
    fn results_are_always_finite() {
        for pairs in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [0, 0, 0, 0, 999]]
        {
            let pairs = Pentanomial { pairs };
            for elo in [pairs.logistic(), pairs.normalized()] {
                assert!(elo.value.is_finite() && elo.error.is_finite() && elo.error >= 0.0);
            }
            assert!((0.0..=1.0).contains(&pairs.superiority()));
        }
    }

    #[test]
    fn more_pairs_make_smaller_errors() {
        let few = Pentanomial { pairs: [10, 20, 40, 20, 10] };
        let many = Pentanomial { pairs: few.pairs.map(|pairs| 100 * pairs) };
        assert!((few.logistic().error / many.logistic().error - 10.0).abs() < 0.05);
        assert!((few.normalized().error / many.normalized().error - 10.0).abs() < 1e-9);
        assert!((few.superiority() - 0.5).abs() < 1e-12);
    }
}
