//! Brownian motion with drift between two absorbing walls, started at zero: the continuous limit of
//! the LLR of a running test.
//! CITE: Darling, Siegert, "The First Passage Problem for a Continuous Markov Process" (1953)

use core::f64::consts::PI;

use super::normal::ln_below;

/// Mirror images of the start that matter early, in multiples of twice the width.
const IMAGES: [f64; 7] = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0];

#[derive(Clone, Copy, Debug)]
pub(super) struct Drifting {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The mean of a step.
    pub(super) drift: f64,
    /// The standard deviation of a step.
    pub(super) sigma: f64,
}

impl Drifting {
    /// The probability of an outcome that is worse than being at `place` at `time`: absorbed by the
    /// lower wall by then, or free and below `place`. At the lower wall only absorption counts; at
    /// the upper wall, everything except absorption by the upper wall.
    pub(super) fn below(&self, time: f64, place: f64) -> f64 {
        let absorbed = self.met_low_by(time);
        if place <= self.low {
            return absorbed;
        }
        if place >= self.high {
            return 1.0 - self.mirrored().met_low_by(time);
        }
        (absorbed + self.free_below(time, place)).clamp(0.0, 1.0)
    }

    fn mirrored(&self) -> Drifting {
        Drifting { low: -self.high, high: -self.low, drift: -self.drift, sigma: self.sigma }
    }

    /// The probability to ever hit the lower wall before the upper one.
    fn ever_met_low(&self) -> f64 {
        let pull = 2.0 * self.drift / self.sigma.powi(2);
        let (start, width) = (-self.low, self.high - self.low);
        if (pull * width).abs() < 1e-9 {
            return 1.0 - start / width;
        }
        // Both forms are equal; each is used where its exponentials stay small.
        if pull > 0.0 {
            let far = (-pull * width).exp();
            ((-pull * start).exp() - far) / (1.0 - far)
        } else {
            let far = (pull * width).exp();
            (1.0 - (pull * (width - start)).exp()) / (1.0 - far)
        }
    }

    /// The probability to hit the lower wall first, by `time`.
    fn met_low_by(&self, time: f64) -> f64 {
        let met =
            if self.is_early(time) { self.met_low_early(time) } else { self.met_low_late(time) };
        met.clamp(0.0, 1.0)
    }

    /// Both series below are exact. The eigenfunction series needs few terms late and suffers from
    /// rounding early; the series of mirror images is the other way round.
    fn is_early(&self, time: f64) -> bool {
        self.slowest_decay() * time < 0.5
    }

    fn slowest_decay(&self) -> f64 {
        (PI * self.sigma / (self.high - self.low)).powi(2) / 2.0
    }

    /// The series of mirror images: alternate images count with opposite signs.
    fn met_low_early(&self, time: f64) -> f64 {
        let (start, width, variance) = (-self.low, self.high - self.low, self.sigma.powi(2));
        let (spread, pace) = (self.sigma * time.sqrt(), self.drift.abs());
        let tilt = -self.drift * start / variance;
        IMAGES
            .map(|k| {
                let way = start + 2.0 * k * width;
                let (far, pull) = (way.abs(), way.abs() * pace / variance);
                let on_time = tilt - pull + ln_below((pace * time - far) / spread);
                let by_luck = tilt + pull + ln_below((-pace * time - far) / spread);
                way.signum() * (on_time.exp() + by_luck.exp())
            })
            .iter()
            .sum()
    }

    /// The probability to ever hit the wall, less the probability to hit it after `time`.
    fn met_low_late(&self, time: f64) -> f64 {
        let (start, width, variance) = (-self.low, self.high - self.low, self.sigma.powi(2));
        let tilt = -self.drift * start / variance;
        let later = self.waves(time, |n, decay| {
            n * (n * PI * start / width).sin() / decay * (tilt - decay * time).exp()
        });
        self.ever_met_low() - PI * variance / width.powi(2) * later
    }

    fn free_below(&self, time: f64, place: f64) -> f64 {
        match self.is_early(time) {
            true => self.free_early(time, place),
            false => self.free_late(time, place),
        }
    }

    fn free_early(&self, time: f64, place: f64) -> f64 {
        let (width, spread) = (self.high - self.low, self.sigma * time.sqrt());
        let mass = |from: f64| {
            let weight = self.drift * from / self.sigma.powi(2);
            let at = |x: f64| (x - from - self.drift * time) / spread;
            let (low, high) = (at(self.low), at(place));
            // The smaller tails lose less precision in the difference.
            let (low, high) = if low > 0.0 { (-high, -low) } else { (low, high) };
            (weight + ln_below(high)).exp() - (weight + ln_below(low)).exp()
        };
        IMAGES.map(|k| mass(2.0 * k * width) - mass(2.0 * self.low + 2.0 * k * width)).iter().sum()
    }

    fn free_late(&self, time: f64, place: f64) -> f64 {
        let (start, width, variance) = (-self.low, self.high - self.low, self.sigma.powi(2));
        let (rate, end) = (self.drift / variance, place - self.low);
        let sum = self.waves(time, |n, decay| {
            // The integral of exp(rate y) sin(wave y) from 0 to `end`, scaled by the tilt and the
            // decay.
            let wave = n * PI / width;
            let at = |y: f64| (rate * (y - start) - decay * time).exp();
            let upper = at(end) * (rate * (wave * end).sin() - wave * (wave * end).cos());
            let lower = -at(0.0) * wave;
            (wave * start).sin() * (upper - lower) / (rate.powi(2) + wave.powi(2))
        });
        2.0 / width * sum
    }

    /// Sums the terms of the eigenfunction series until they have decayed by `time`.
    fn waves(&self, time: f64, term: impl Fn(f64, f64) -> f64) -> f64 {
        let by_drift = (self.drift / self.sigma).powi(2) / 2.0;
        let slowest = self.slowest_decay();
        // exp(-45) is negligible beside 1.
        let enough = (45.0 / (slowest * time)).sqrt().ceil().clamp(10.0, 100.0) as u32;
        (1..=enough).map(f64::from).map(|n| term(n, n * n * slowest + by_drift)).sum()
    }

    /// The expected number of steps from `place` to either wall.
    pub(super) fn time_left(&self, place: f64) -> f64 {
        if place <= self.low || place >= self.high {
            return 0.0;
        }
        let variance = self.sigma.powi(2);
        if (self.drift * (self.high - self.low) / variance).abs() < 1e-6 {
            return (self.high - place) * (place - self.low) / variance;
        }
        let from_here = Drifting { low: self.low - place, high: self.high - place, ..*self };
        let low = from_here.ever_met_low();
        (low * from_here.low + (1.0 - low) * from_here.high) / self.drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reproducible pseudo-random numbers.
    struct Dice(u64);

    impl Dice {
        fn uniform(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    /// Simulates random walks. Returns the share of outcomes worse than `place` at `time`, and the
    /// mean time to absorption.
    fn walked(particle: Drifting, time: f64, place: f64) -> (f64, f64) {
        let mut dice = Dice(0x5eca_7e0f);
        let (walks, dt) = (4_000, 0.002f64);
        let step = particle.sigma * dt.sqrt();
        let up = 0.5 + 0.5 * particle.drift * dt / step;
        let (mut below, mut total) = (0.0, 0.0);
        for _ in 0..walks {
            let (mut x, mut t, mut counted) = (0.0, 0.0, false);
            while x > particle.low && x < particle.high {
                if !counted && t >= time {
                    below += f64::from(x <= place);
                    counted = true;
                }
                x += if dice.uniform() < up { step } else { -step };
                t += dt;
            }
            if !counted {
                below += f64::from(x <= particle.low);
            }
            total += t;
        }
        (below / f64::from(walks), total / f64::from(walks))
    }

    #[test]
    fn the_formulas_agree_with_simulation() {
        for drift in [-0.8, 0.0, 0.5] {
            let particle = Drifting { low: -1.5, high: 2.0, drift, sigma: 1.0 };
            for (time, place) in [(1.0, 0.3), (2.5, -0.5)] {
                let (below, mean_time) = walked(particle, time, place);
                let formula = particle.below(time, place);
                assert!((below - formula).abs() < 0.03, "{drift} {time}: {below} {formula}");
                let expected = particle.time_left(0.0);
                assert!((mean_time / expected - 1.0).abs() < 0.07, "{mean_time} {expected}");
            }
        }
    }

    #[test]
    fn both_series_agree() {
        for drift in [-2.0, -0.4, 0.0, 0.3, 1.5] {
            let particle = Drifting { low: -2.9, high: 2.2, drift, sigma: 1.0 };
            for time in [1.5, 2.6, 4.0] {
                let (early, late) = (particle.met_low_early(time), particle.met_low_late(time));
                assert!((early - late).abs() < 1e-9, "{drift} {time}: {early} {late}");
                for place in [-2.5, 0.0, 2.0] {
                    let early = particle.free_early(time, place);
                    let late = particle.free_late(time, place);
                    assert!((early - late).abs() < 1e-9, "{drift} {time} {place}: {early} {late}");
                }
            }
        }
    }

    #[test]
    fn probabilities_stay_within_bounds_for_extreme_arguments() {
        for sigma in [1e-4, 0.01, 1.0] {
            for drift in [-30.0, -1e-3, 0.0, 1e-5, 30.0] {
                for time in [1.0, 50.0, 1e9] {
                    let particle = Drifting { low: -2.9, high: 2.9, drift: drift * sigma, sigma };
                    for place in [-2.9, -1.0, 0.0, 2.0, 2.9] {
                        let below = particle.below(time, place);
                        assert!((0.0..=1.0).contains(&below), "{particle:?} {time} {place}");
                    }
                    assert!(particle.time_left(0.5).is_finite());
                }
            }
        }
    }

    #[test]
    fn every_walk_is_absorbed_in_the_long_run() {
        for drift in [-0.3, 0.0, 0.4] {
            let particle = Drifting { low: -2.9, high: 2.9, drift, sigma: 1.0 };
            let (low, high) = (particle.below(1e4, -2.9), particle.below(1e4, 2.9));
            assert!((low - high).abs() < 1e-9 && (low - particle.ever_met_low()).abs() < 1e-9);
        }
    }

    #[test]
    fn more_drift_makes_low_outcomes_less_likely() {
        let below = |drift| Drifting { low: -2.9, high: 2.9, drift, sigma: 1.0 }.below(5.0, 1.0);
        let drifts = [-1.0, -0.5, 0.0, 0.5, 1.0].map(below);
        assert!(drifts.is_sorted_by(|a, b| a > b), "{drifts:?}");
    }
}
