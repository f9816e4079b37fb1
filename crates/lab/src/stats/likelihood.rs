//! The most likely distribution of pairs under a hypothesis: among all distributions with a given
//! mean, or with a given mean in standard deviations, the one nearest to the counts.
//! CITE: Michel Van den Bergh, "The generalized maximum likelihood ratio for the expectation
//! value of a distribution" (2020) and "Normalized Elo practical" (2021)

use super::counts::{SCORES, mean, variance};
use super::normal::root;

type Distribution = [f64; 5];

/// The most likely distribution under a hypothesis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) of: Distribution,
    /// The log-likelihood that the hypothesis costs, per pair.
    pub(super) loss: f64,
}

/// The distribution nearest to `shares` with the mean `score`.
pub(super) fn with_mean(shares: &Distribution, score: f64) -> Option<Nearest> {
    tilted(shares, &SCORES.map(|s| s - score))
}

/// The distribution nearest to `shares` with a mean of `deviations` standard deviations above one
/// half. The condition is not linear: it is linearised around the last solution until the solution
/// converges, with shorter steps where it swings. `None` if it does not converge, as with absurd
/// hypotheses.
pub(super) fn with_deviations(shares: &Distribution, deviations: f64) -> Option<Nearest> {
    converged([0.2; 5], shares, deviations).or_else(|| converged(*shares, shares, deviations))
}

fn converged(start: Distribution, shares: &Distribution, deviations: f64) -> Option<Nearest> {
    let (mut found, mut step, mut last) = (start, 1.0, f64::INFINITY);
    for _ in 0..100 {
        let (mean, sigma) = (mean(&found), variance(&found).sqrt());
        let gradient =
            |s: f64| s - 0.5 - 0.5 * deviations * sigma * (1.0 + ((s - mean) / sigma).powi(2));
        let next = tilted(shares, &SCORES.map(gradient))?;
        let moved = next.of.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        if moved < 1e-12 {
            return Some(next);
        }
        if moved >= last {
            step *= 0.7;
        }
        last = moved;
        found = core::array::from_fn(|i| found[i] + step * (next.of[i] - found[i]));
    }
    None
}

/// The distribution nearest to `shares` under which `values` have the expectation zero. By Lagrange
/// it divides each share by one plus a multiple of its value. `None` if all values have one sign,
/// so that no expectation is zero.
fn tilted(shares: &Distribution, values: &Distribution) -> Option<Nearest> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // NaN fails this test as well.
    let straddled = least < 0.0 && most > 0.0;
    if !straddled {
        return None;
    }
    let (low, high) = (-1.0 / most, -1.0 / least);
    let inside = 1e-12 * (high - low);
    let expectation = |x: f64| -> f64 {
        shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + x * value)).sum()
    };
    let x = root(expectation, low + inside, high - inside);
    Some(Nearest {
        of: core::array::from_fn(|i| shares[i] / (1.0 + x * values[i])),
        loss: (0..5).map(|i| shares[i] * (x * values[i]).ln_1p()).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARES: Distribution = [0.03, 0.2, 0.5, 0.22, 0.05];

    #[test]
    fn the_solution_meets_the_hypothesis_and_sums_to_one() {
        for score in [0.3, 0.49, 0.5, 0.515, 0.8] {
            let found = with_mean(&SHARES, score).unwrap().of;
            assert!((mean(&found) - score).abs() < 1e-9, "{score}");
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        for deviations in [-0.5, -0.01, 0.0, 0.02, 0.4] {
            let found = with_deviations(&SHARES, deviations).unwrap().of;
            let reached = (mean(&found) - 0.5) / variance(&found).sqrt();
            assert!((reached - deviations).abs() < 1e-9, "{deviations}: {reached}");
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn no_other_distribution_with_that_mean_is_more_likely() {
        let Nearest { of: found, loss } = with_mean(&SHARES, 0.49).unwrap();
        let likelihood = |d: &Distribution| (0..5).map(|i| SHARES[i] * d[i].ln()).sum::<f64>();
        assert!((likelihood(&SHARES) - likelihood(&found) - loss).abs() < 1e-12);
        // Directions that change neither the sum nor the mean.
        for direction in
            [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [1.0, -1.0, 0.0, -1.0, 1.0]]
        {
            for step in [-1e-3, 1e-3] {
                let other = core::array::from_fn(|i| found[i] + step * direction[i]);
                assert!(likelihood(&other) < likelihood(&found));
            }
        }
    }
}
