//! The statistics against published numbers, an independent computation, and simulation.

use chess::Random;
use lab::stats::{
    Elo, EloModel, EloValue, Encounter, Pentanomial, Sprt, SprtVerdict, WinDrawLoss, ratings,
};

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[test]
fn a_published_test_has_its_published_ratio() {
    let pairs = Pentanomial { pairs: [365, 16618, 36229, 16974, 390] };
    let llr = sprt(0.0, 2.0, EloModel::Normalized).llr(&pairs);
    assert!((llr - 2.25).abs() < 0.01, "{llr}");
}

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The maximum mean log-likelihood of `shares` among distributions under which all `constraints`
/// have the expectation zero: the minimum of a convex function of the multipliers, found by damped
/// Newton steps.
fn greatest_likelihood(shares: &[f64; 5], constraints: &[[f64; 5]; 2], used: usize) -> f64 {
    let value = |x: &[f64; 2]| -> f64 {
        (0..5)
            .map(|i| {
                let weight = 1.0 + x[0] * constraints[0][i] + x[1] * constraints[1][i];
                if weight > 0.0 { -shares[i] * weight.ln() } else { f64::INFINITY }
            })
            .sum()
    };
    let mut x = [0.0; 2];
    for _ in 0..200 {
        let (mut gradient, mut hessian) = ([0.0; 2], [[0.0; 2]; 2]);
        for i in 0..5 {
            let weight = 1.0 + x[0] * constraints[0][i] + x[1] * constraints[1][i];
            for a in 0..used {
                gradient[a] -= shares[i] * constraints[a][i] / weight;
                for b in 0..used {
                    hessian[a][b] +=
                        shares[i] * constraints[a][i] * constraints[b][i] / weight.powi(2);
                }
            }
        }
        if used == 1 {
            hessian[1][1] = 1.0;
        }
        let determinant = hessian[0][0] * hessian[1][1] - hessian[0][1] * hessian[1][0];
        let step = [
            (hessian[1][1] * gradient[0] - hessian[0][1] * gradient[1]) / determinant,
            (hessian[0][0] * gradient[1] - hessian[1][0] * gradient[0]) / determinant,
        ];
        let mut scale = 1.0;
        while scale > 1e-12 && value(&[x[0] - scale * step[0], x[1] - scale * step[1]]) > value(&x)
        {
            scale *= 0.5;
        }
        x = [x[0] - scale * step[0], x[1] - scale * step[1]];
        if step[0].abs() + step[1].abs() < 1e-13 {
            break;
        }
    }
    value(&x) + shares.iter().map(|share| share * share.ln()).sum::<f64>()
}

/// An independent LLR: the standard deviation is a second unknown, found by golden-section search.
fn other_llr(pairs: &[u64; 5], elo0: f64, elo1: f64, model: EloModel) -> f64 {
    let counts = pairs.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let under = |elo: f64| match model {
        EloModel::Logistic => {
            let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            greatest_likelihood(&shares, &[SCORES.map(|s| s - score), [0.0; 5]], 1)
        }
        EloModel::Normalized => {
            let t = elo * 10f64.ln() / 800.0 * 2f64.sqrt();
            let with = |sigma: f64| {
                let mean = 0.5 + t * sigma;
                let spread = SCORES.map(|s| (s - mean).powi(2) - sigma * sigma);
                greatest_likelihood(&shares, &[SCORES.map(|s| s - mean), spread], 2)
            };
            let mean: f64 = (0..5).map(|i| shares[i] * SCORES[i]).sum();
            let sigma: f64 =
                (0..5).map(|i| shares[i] * (SCORES[i] - mean).powi(2)).sum::<f64>().sqrt();
            let golden = 0.5 * (5f64.sqrt() - 1.0);
            let (mut low, mut high) = (0.7 * sigma, (1.4 * sigma).min(0.499));
            for _ in 0..60 {
                let (left, right) = (high - golden * (high - low), low + golden * (high - low));
                if with(left) > with(right) { high = right } else { low = left }
            }
            with(0.5 * (low + high))
        }
    };
    total * (under(elo1) - under(elo0))
}

#[test]
fn an_independent_computation_gives_the_same_ratios() {
    let mut random = Random::new(20);
    for case in 0..20 {
        let scale = [20, 200, 2_000, 20_000][case % 4];
        let pairs = [1, 4, 8, 4, 1].map(|weight| 1 + random.below(weight * scale) as u64);
        for model in [EloModel::Normalized, EloModel::Logistic] {
            for (elo0, elo1) in [(0.0, 2.0), (-3.0, 1.0), (0.0, 10.0)] {
                let own = sprt(elo0, elo1, model).llr(&Pentanomial { pairs });
                let other = other_llr(&pairs, elo0, elo1, model);
                let error = (own - other).abs() / own.abs().max(1.0);
                assert!(error < 1e-6, "{pairs:?} [{elo0}, {elo1}] {model:?}: {own} {other}");
            }
        }
    }
}

/// Draws pairs with these probabilities until the test ends, and checks the test every few pairs.
fn simulated(test: &Sprt, chances: &[f64; 5], random: &mut Random) -> (SprtVerdict, Pentanomial) {
    let mut pairs = Pentanomial::default();
    loop {
        for _ in 0..8 {
            let mut lot = random.below(1 << 30) as f64 / f64::from(1 << 30);
            let cell = chances.iter().position(|chance| {
                lot -= chance;
                lot < 0.0
            });
            pairs.add(cell.unwrap_or(4));
        }
        let verdict = test.verdict(&pairs);
        if verdict != SprtVerdict::Continue {
            return (verdict, pairs);
        }
    }
}

/// A realistic distribution of pairs with a normalised difference of `elo`.
fn worth(elo: f64) -> [f64; 5] {
    let t = elo * 10f64.ln() / 800.0 * 2f64.sqrt();
    let base = [0.02, 0.22, 0.52, 0.22, 0.02];
    let (mut low, mut high) = (-1.0, 1.0);
    let tilted = |x: f64| {
        let raw: [f64; 5] = std::array::from_fn(|i| base[i] * (x * (SCORES[i] - 0.5)).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|share| share / sum)
    };
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let shares = tilted(middle);
        let mean: f64 = (0..5).map(|i| shares[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| shares[i] * (SCORES[i] - mean).powi(2)).sum();
        if (mean - 0.5) / variance.sqrt() < t { low = middle } else { high = middle }
    }
    tilted(low)
}

#[test]
fn error_rates_stay_within_alpha_and_beta() {
    let test = sprt(0.0, 30.0, EloModel::Normalized);
    let mut random = Random::new(77);
    const RUNS: usize = 1_000;
    // Per hypothesis: how often the test accepts the other one, and how often it overestimates.
    for (elo, wrong) in [(0.0, SprtVerdict::AcceptH1), (30.0, SprtVerdict::AcceptH0)] {
        let chances = worth(elo);
        let (mut errors, mut high) = (0, 0);
        for _ in 0..RUNS {
            let (verdict, pairs) = simulated(&test, &chances, &mut random);
            errors += usize::from(verdict == wrong);
            high += usize::from(test.unbiased(&pairs).is_some_and(|EloValue(found)| found > elo));
        }
        let sigma = (0.05f64 * 0.95 / RUNS as f64).sqrt();
        let rate = errors as f64 / RUNS as f64;
        assert!(rate <= 0.05 + 3.0 * sigma, "{elo}: {rate}");
        assert!(rate >= 0.02, "{elo}: {rate} is suspiciously good");
        // Overestimates and underestimates balance, up to the step between two checks.
        let share = high as f64 / RUNS as f64;
        assert!((0.42..0.58).contains(&share), "{elo}: {share}");
    }
}

/// Two games with the same opening advantage for White and many draws: the half points of the first
/// player in each.
fn simulated_pair(score: f64, random: &mut Random) -> [usize; 2] {
    const DRAWN: f64 = 0.4;
    let mut lot = || random.below(1 << 30) as f64 / f64::from(1 << 30);
    let opening = if lot() < 0.5 { 0.18 } else { -0.18 };
    [score + opening, score - opening].map(|expected| match lot() {
        lot if lot < expected - 0.5 * DRAWN => 2,
        lot if lot < expected + 0.5 * DRAWN => 1,
        _ => 0,
    })
}

#[test]
fn rating_intervals_have_their_nominal_coverage() {
    const RUNS: usize = 600;
    let truth = [45.0, 10.0, -15.0, -40.0];
    let mut random = Random::new(31);
    let (mut held, mut widths, mut squares) = ([0; 4], [0.0; 4], [0.0; 4]);
    for _ in 0..RUNS {
        let mut encounters = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let score = 1.0 / (1.0 + 10f64.powf((truth[second] - truth[first]) / 400.0));
                let (mut pairs, mut games) = (Pentanomial::default(), WinDrawLoss::default());
                // Pairings differ in their number of games.
                for _ in 0..60 + 40 * first {
                    let points = simulated_pair(score, &mut random);
                    pairs.add(points.iter().sum());
                    games.wins += points.iter().filter(|&&points| points == 2).count() as u64;
                    games.draws += points.iter().filter(|&&points| points == 1).count() as u64;
                    games.losses += points.iter().filter(|&&points| points == 0).count() as u64;
                }
                encounters.push(Encounter { first, second, games, pairs });
            }
        }
        for (player, rating) in ratings(4, &encounters).iter().enumerate() {
            let Elo::Known(elo) = rating.elo else { panic!("{rating:?}") };
            held[player] += usize::from((elo.low..=elo.high).contains(&truth[player]));
            widths[player] += 0.5 * (elo.high - elo.low);
            squares[player] += (elo.estimate - truth[player]).powi(2);
        }
    }
    for player in 0..4 {
        // Three standard errors around 95 %.
        let share = held[player] as f64 / RUNS as f64;
        assert!((0.923..0.977).contains(&share), "{player}: {share}");
        let deviation = 1.96 * (squares[player] / RUNS as f64).sqrt();
        let ratio = widths[player] / RUNS as f64 / deviation;
        assert!((0.9..1.1).contains(&ratio), "{player}: {ratio}");
    }
}

#[test]
fn numbers_are_finite_for_any_counts() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let pairs = [(); 5].map(|()| match random.below(3) {
            0 => 0,
            1 => random.below(5) as u64,
            _ => random.below(1_000_000) as u64,
        });
        let pairs = Pentanomial { pairs };
        for model in [EloModel::Normalized, EloModel::Logistic] {
            for (elo0, elo1) in [(-0.5, 0.5), (0.0, 400.0), (-400.0, 400.0)] {
                let test = sprt(elo0, elo1, model);
                let unbiased = test.unbiased(&pairs).map_or(0.0, |EloValue(elo)| elo);
                for number in [test.llr(&pairs), unbiased, test.games_to_go(&pairs)] {
                    assert!(number.is_finite(), "{pairs:?} [{elo0}, {elo1}] {model:?}: {number}");
                }
            }
        }
        for elo in [pairs.logistic(), pairs.normalized()].iter().filter_map(|elo| elo.known()) {
            assert!(elo.low <= elo.estimate && elo.estimate <= elo.high, "{pairs:?}: {elo:?}");
        }
        assert!(pairs.superiority().is_none_or(|share| (0.0..=1.0).contains(&share)), "{pairs:?}");
    }
}
