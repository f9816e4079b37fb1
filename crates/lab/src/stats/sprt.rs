//! The sequential probability ratio test: play until the log-likelihood ratio of two hypotheses
//! reaches a bound.
//! CITE: Abraham Wald, "Sequential Tests of Statistical Hypotheses" (1945)

use core::fmt;

use super::brownian::Drifting;
use super::counts::Pentanomial;
use super::elo::{
    EloModel, EloValue, expected_score, from_pair_deviations, from_score, pair_deviations,
};
use super::interval::MIN_PAIRS;
use super::likelihood::{with_deviations, with_mean};

/// A test of H1, a difference of `elo1`, against H0, a difference of `elo0`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    /// The probability to accept H1 if H0 is true.
    alpha: f64,
    /// The probability to accept H0 if H1 is true.
    beta: f64,
    model: EloModel,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SprtError {
    Bounds { elo0: f64, elo1: f64 },
    Chance { name: &'static str, value: f64 },
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Bounds { elo0, elo1 } => {
                write!(
                    f,
                    "bounds [{elo0}, {elo1}]: expected two numbers within 400, the lower first"
                )
            }
            SprtError::Chance { name, value } => {
                write!(f, "{name} {value}: expected a number above 0 and below 0.5")
            }
        }
    }
}

impl core::error::Error for SprtError {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The LLR is between the bounds.
    Continue,
    /// The LLR reached the lower bound.
    AcceptH0,
    /// The LLR reached the upper bound.
    AcceptH1,
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Continue => "not decided: LLR is between the bounds",
            SprtVerdict::AcceptH0 => "H0 accepted: LLR reached the lower bound",
            SprtVerdict::AcceptH1 => "H1 accepted: LLR reached the upper bound",
        })
    }
}

impl Sprt {
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        let sane = elo0.abs() <= 400.0 && elo1.abs() <= 400.0 && elo0 < elo1;
        if !sane {
            return Err(SprtError::Bounds { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Chance { name, value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The lower and the upper bound of the LLR.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let shares = pairs.shares();
        let under = |elo: f64| match self.model {
            EloModel::Normalized => with_deviations(&shares.of, pair_deviations(elo)),
            EloModel::Logistic => with_mean(&shares.of, expected_score(elo)),
        };
        match (under(self.elo0), under(self.elo1)) {
            (Some(under0), Some(under1)) => shares.total * (under0.loss - under1.loss),
            _ => self.normal_llr(pairs),
        }
    }

    /// The LLR in the normal approximation with the observed deviation.
    fn normal_llr(&self, pairs: &Pentanomial) -> f64 {
        let (t0, t1) = self.hypotheses(pairs);
        let seen = pairs.shares().deviations();
        pairs.count() as f64 * (t1 - t0) * (seen - 0.5 * (t0 + t1))
    }

    pub fn verdict(&self, pairs: &Pentanomial) -> SprtVerdict {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr >= high {
            SprtVerdict::AcceptH1
        } else if llr <= low {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }

    pub fn elo_bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The hypotheses in standard deviations of a pair's score.
    fn hypotheses(&self, pairs: &Pentanomial) -> (f64, f64) {
        let deviations = |elo: f64| match self.model {
            EloModel::Normalized => pair_deviations(elo),
            EloModel::Logistic => (expected_score(elo) - 0.5) / pairs.shares().deviation(),
        };
        (deviations(self.elo0), deviations(self.elo1))
    }

    /// The LLR as Brownian motion between the bounds, if the true difference is `deviations`: the
    /// drift per pair is the difference of the hypotheses times the distance from their middle.
    fn motion(&self, pairs: &Pentanomial, deviations: f64) -> Drifting {
        let (t0, t1) = self.hypotheses(pairs);
        let (low, high) = self.bounds();
        let drift = (t1 - t0) * (deviations - 0.5 * (t0 + t1));
        Drifting { low, high, drift, sigma: t1 - t0 }
    }

    /// The median-unbiased difference in strength, in the test's own model. The plain estimate is
    /// biased, because a test stops when it is lucky. `None` if there are too few pairs.
    pub fn unbiased(&self, pairs: &Pentanomial) -> Option<EloValue> {
        if pairs.count() < MIN_PAIRS {
            return None;
        }
        let time = pairs.count() as f64;
        let (low, high) = self.bounds();
        let llr = self.llr(pairs).clamp(low, high);
        let centre = pairs.shares().deviations();
        let width = 10.0 / time.sqrt() + (self.hypotheses(pairs).1 - self.hypotheses(pairs).0);
        let below_median = |t: f64| self.motion(pairs, t).below(time, llr) - 0.5;
        // The plain estimate of a nearly perfect score lies far beyond the unbiased one.
        let (low, high) = (centre.min(0.0) - width, centre.max(0.0) + width);
        let t = super::normal::root(below_median, low, high);
        Some(EloValue(match self.model {
            EloModel::Normalized => from_pair_deviations(t),
            EloModel::Logistic => {
                from_score((0.5 + t * pairs.shares().deviation()).clamp(1e-6, 1.0 - 1e-6))
            }
        }))
    }

    /// Expected remaining games if the games so far show the true difference.
    pub fn games_to_go(&self, pairs: &Pentanomial) -> f64 {
        if self.verdict(pairs) != SprtVerdict::Continue {
            return 0.0;
        }
        // Few games show mostly luck: fifty pairs at the middle of the hypotheses temper them.
        let (t0, t1) = self.hypotheses(pairs);
        let count = pairs.count() as f64;
        let seen = pairs.shares().deviations();
        let t = (count * seen + 50.0 * 0.5 * (t0 + t1)) / (count + 50.0);
        2.0 * self.motion(pairs, t).time_left(self.llr(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[test]
    fn a_published_test_has_its_published_ratio() {
        let pairs = Pentanomial { pairs: [365, 16618, 36229, 16974, 390] };
        let llr = sprt(0.0, 2.0, EloModel::Normalized).llr(&pairs);
        assert!((llr - 2.25).abs() < 0.01, "{llr}");
    }

    #[test]
    fn bounds_follow_wald() {
        let (low, high) = sprt(0.0, 5.0, EloModel::Normalized).bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    #[test]
    fn swapping_the_sides_swaps_the_ratio() {
        let pairs = Pentanomial { pairs: [7, 40, 101, 55, 9] };
        let swapped = Pentanomial { pairs: [9, 55, 101, 40, 7] };
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let sum = sprt(-3.0, 4.0, model).llr(&pairs) + sprt(-4.0, 3.0, model).llr(&swapped);
            assert!(sum.abs() < 1e-9, "{model:?}");
        }
    }

    #[test]
    fn a_perfect_score_has_an_unbiased_estimate_of_its_size() {
        let test = sprt(0.0, 5.0, EloModel::Normalized);
        let EloValue(elo) = test.unbiased(&Pentanomial { pairs: [0, 0, 0, 0, 12] }).unwrap();
        assert!((100.0..1_000.0).contains(&elo), "{elo}");
    }

    #[test]
    fn nonsense_is_refused() {
        let new = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, EloModel::Logistic);
        assert!(new(0.0, 5.0, 0.05).is_ok());
        for (elo0, elo1) in [(5.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(matches!(new(elo0, elo1, 0.05), Err(SprtError::Bounds { .. })));
        }
        for alpha in [0.0, -1.0, 0.5, f64::NAN] {
            assert!(matches!(new(0.0, 5.0, alpha), Err(SprtError::Chance { .. })));
        }
    }

    #[test]
    fn results_are_always_finite() {
        for pairs in [
            [0; 5],
            [1, 0, 0, 0, 0],
            [0, 0, 0, 0, 1],
            [0, 0, 5, 0, 0],
            [0, 1, 0, 1, 0],
            [0, 0, 0, 0, 1_000_000_000],
            [1_000_000_000, 0, 0, 0, 0],
            [0, 0, 1_000_000_000, 0, 0],
        ] {
            let pairs = Pentanomial { pairs };
            for model in [EloModel::Normalized, EloModel::Logistic] {
                let test = sprt(0.0, 5.0, model);
                for number in [test.llr(&pairs), test.games_to_go(&pairs)] {
                    assert!(number.is_finite(), "{pairs:?} {model:?}: {number}");
                }
                let unbiased = test.unbiased(&pairs);
                assert_eq!(unbiased.is_some(), pairs.count() >= MIN_PAIRS);
                assert!(unbiased.is_none_or(|elo| elo.0.is_finite()), "{pairs:?} {model:?}");
            }
        }
    }
}
