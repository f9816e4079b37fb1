//! The normal distribution.

use core::f64::consts::SQRT_2;

/// Half the width of a 95 % interval, in standard deviations.
pub(super) const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// The standard normal distribution function.
pub(super) fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The logarithm of [`below`], also where [`below`] underflows.
pub(super) fn ln_below(x: f64) -> f64 {
    if x > -30.0 {
        return below(x).ln();
    }
    let square = x * x;
    -0.5 * square - (-x * (2.0 * core::f64::consts::PI).sqrt()).ln()
        + (-1.0 / square + 3.0 / (square * square)).ln_1p()
}

/// The zero of a falling function between `low` and `high`, by bisection.
pub(super) fn root(falling: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if falling(middle) > 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal};

    #[test]
    fn the_tails_match_another_library() {
        let normal = Normal::standard();
        for tenths in -80..=80 {
            let x = f64::from(tenths) / 10.0;
            assert!((below(x) - normal.cdf(x)).abs() < 1e-9, "{x}");
        }
        assert!((below(NINETY_FIVE) - 0.975).abs() < 1e-12);
    }

    #[test]
    fn the_logarithm_continues_where_the_probability_underflows() {
        for x in [-29.999_999, -10.0, 0.0, 5.0] {
            assert!((ln_below(x) - below(x).ln()).abs() < 1e-12);
        }
        assert!((ln_below(-30.000_001) - ln_below(-29.999_999)).abs() < 1e-4);
        assert!(ln_below(-1e6).is_finite());
    }

    #[test]
    fn roots_are_found_to_the_last_bit() {
        let found = root(|x| 2.0 - x * x, 0.0, 2.0);
        assert!((found - SQRT_2).abs() < 1e-15);
    }
}
