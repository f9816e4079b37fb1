//! Strength as Elo: logistic Elo predicts the score, normalised Elo predicts how many games it
//! takes to measure the difference. Every Elo that the lab prints is one of the types here, so it
//! is written in one way.
//! CITE: Michel Van den Bergh, "Comments on normalized Elo" (2021)

use core::f64::consts::LN_10;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A difference in strength, as far as the games show it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Elo {
    TooFewPairs,
    Known(EloInterval),
}

/// A difference in strength and its 95 % interval. A perfect score has no upper end: its estimate
/// and `high` are infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloInterval {
    pub low: f64,
    pub estimate: f64,
    pub high: f64,
}

/// What an interval says about the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    TooFewPairs,
    /// The interval contains zero.
    NoDifference,
    Stronger,
    Weaker,
}

/// A number of Elo, written with its sign. Zero is never negative.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloValue(pub f64);

impl Elo {
    pub fn known(self) -> Option<EloInterval> {
        match self {
            Elo::TooFewPairs => None,
            Elo::Known(interval) => Some(interval),
        }
    }

    pub fn finding(self) -> Finding {
        match self {
            Elo::TooFewPairs => Finding::TooFewPairs,
            Elo::Known(interval) if interval.low > 0.0 => Finding::Stronger,
            Elo::Known(interval) if interval.high < 0.0 => Finding::Weaker,
            Elo::Known(_) => Finding::NoDifference,
        }
    }
}

impl Finding {
    /// The finding as the start of a sentence about the player `name`.
    pub fn words(self, name: &str) -> String {
        match self {
            Finding::TooFewPairs => "Too few pairs to compare".to_owned(),
            Finding::NoDifference => "No significant difference".to_owned(),
            Finding::Stronger => format!("{name} is stronger"),
            Finding::Weaker => format!("{name} is weaker"),
        }
    }
}

/// The digits after the point, unless the format asks for others.
const DIGITS: usize = 1;

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elo::TooFewPairs => f.write_str("too few pairs"),
            Elo::Known(interval) => interval.fmt(f),
        }
    }
}

impl fmt::Display for EloInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(DIGITS);
        let value = |elo: f64| format!("{:.digits$}", EloValue(elo));
        let EloInterval { low, estimate, high } = *self;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => {
                let below = format!("{:.digits$}", estimate - low);
                let above = format!("{:.digits$}", high - estimate);
                match below == above {
                    true => write!(f, "{} ± {above}", value(estimate)),
                    false => write!(f, "{} ({} .. {})", value(estimate), value(low), value(high)),
                }
            }
            (true, false) => write!(f, "> {}", value(low)),
            (false, true) => write!(f, "< {}", value(high)),
            (false, false) => f.write_str("unknown"),
        }
    }
}

impl fmt::Display for EloValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = fixed(self.0, f.precision().unwrap_or(DIGITS));
        let sign = if text.starts_with('-') { "" } else { "+" };
        write!(f, "{sign}{text}")
    }
}

/// A number with this many digits after the point. Zero is never negative.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|digit| matches!(digit, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
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

/// The logistic difference for an expected score; infinite at 0 and 1.
pub(super) fn from_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A normalised difference in standard deviations of one pair's score.
pub(super) fn pair_deviations(normalized: f64) -> f64 {
    core::f64::consts::SQRT_2 * normalized / PER_DEVIATION
}

pub(super) fn from_pair_deviations(deviations: f64) -> f64 {
    deviations * PER_DEVIATION / core::f64::consts::SQRT_2
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
        assert_eq!((from_score(0.0), from_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    fn shown(low: f64, estimate: f64, high: f64) -> String {
        Elo::Known(EloInterval { low, estimate, high }).to_string()
    }

    #[test]
    fn an_interval_is_written_with_one_error_only_if_its_sides_agree() {
        assert_eq!(shown(7.81, 12.3, 16.84), "+12.3 ± 4.5");
        assert_eq!(shown(-3.1, 12.3, 30.2), "+12.3 (-3.1 .. +30.2)");
        assert_eq!(shown(240.0, f64::INFINITY, f64::INFINITY), "> +240.0");
        assert_eq!(shown(f64::NEG_INFINITY, f64::NEG_INFINITY, -31.25), "< -31.2");
        assert_eq!(Elo::TooFewPairs.to_string(), "too few pairs");
        let interval = EloInterval { low: -1.0, estimate: 0.5, high: 2.0 };
        assert_eq!(format!("{interval:.2}"), "+0.50 ± 1.50");
    }

    #[test]
    fn zero_is_never_negative() {
        assert_eq!(shown(-20.0, -0.0, 20.0), "+0.0 ± 20.0");
        assert_eq!(shown(-0.04, -0.01, 9.0), "+0.0 (+0.0 .. +9.0)");
        assert_eq!(format!("{:.2}", EloValue(-0.004)), "+0.00");
        assert_eq!(EloValue(-0.06).to_string(), "-0.1");
        assert_eq!(format!("{:.0}", EloValue(-0.2)), "+0");
        assert_eq!((fixed(-0.001, 2), fixed(-0.01, 2)), ("0.00".to_owned(), "-0.01".to_owned()));
    }
}
