//! A particle that drifts and trembles between two walls, starting at nought: what the LLR of a
//! running test looks like from afar.
//! CITE: Darling, Siegert, "The First Passage Problem for a Continuous Markov Process" (1953)

use core::f64::consts::PI;

use super::normal::ln_below;

/// Mirror images of the start that count early on, in widths between the walls.
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
    /// The chance of an end that says less for the upper wall than being at `place` at `time`:
    /// having met the lower wall by then, or being at large below `place`. At the lower wall
    /// only the former counts; at the upper one, everything but having met it.
    pub(super) fn below(&self, time: f64, place: f64) -> f64 {
        let lost = self.met_low_by(time);
        if place <= self.low {
            return lost;
        }
        if place >= self.high {
            return 1.0 - self.mirrored().met_low_by(time);
        }
        (lost + self.at_large_below(time, place)).clamp(0.0, 1.0)
    }

    fn mirrored(&self) -> Drifting {
        Drifting { low: -self.high, high: -self.low, drift: -self.drift, sigma: self.sigma }
    }

    /// The chance to meet the lower wall before the upper one, ever.
    fn ever_met_low(&self) -> f64 {
        let pull = 2.0 * self.drift / self.sigma.powi(2);
        let (start, width) = (-self.low, self.high - self.low);
        if (pull * width).abs() < 1e-9 {
            return 1.0 - start / width;
        }
        // Both forms are the same; each is used where its exponentials stay small.
        if pull > 0.0 {
            let far = (-pull * width).exp();
            ((-pull * start).exp() - far) / (1.0 - far)
        } else {
            let far = (pull * width).exp();
            (1.0 - (pull * (width - start)).exp()) / (1.0 - far)
        }
    }

    /// The same by `time`.
    fn met_low_by(&self, time: f64) -> f64 {
        let met =
            if self.is_early(time) { self.met_low_early(time) } else { self.met_low_late(time) };
        met.clamp(0.0, 1.0)
    }

    /// Both series below are exact. The one of waves needs few terms once the walls have been
    /// felt, and is lost in rounding before; the one of mirror images is the other way round.
    fn is_early(&self, time: f64) -> bool {
        self.slowest_decay() * time < 0.5
    }

    fn slowest_decay(&self) -> f64 {
        (PI * self.sigma / (self.high - self.low)).powi(2) / 2.0
    }

    /// Each mirror image of the start meets the wall by itself; every other one counts against.
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

    /// Ever, less what comes later, which a series of decaying waves tells.
    fn met_low_late(&self, time: f64) -> f64 {
        let (start, width, variance) = (-self.low, self.high - self.low, self.sigma.powi(2));
        let tilt = -self.drift * start / variance;
        let later = self.waves(time, |n, decay| {
            n * (n * PI * start / width).sin() / decay * (tilt - decay * time).exp()
        });
        self.ever_met_low() - PI * variance / width.powi(2) * later
    }

    fn at_large_below(&self, time: f64, place: f64) -> f64 {
        match self.is_early(time) {
            true => self.at_large_early(time, place),
            false => self.at_large_late(time, place),
        }
    }

    fn at_large_early(&self, time: f64, place: f64) -> f64 {
        let (width, spread) = (self.high - self.low, self.sigma * time.sqrt());
        let mass = |from: f64| {
            let weight = self.drift * from / self.sigma.powi(2);
            let at = |x: f64| (x - from - self.drift * time) / spread;
            let (low, high) = (at(self.low), at(place));
            // The smaller tails, so that little is lost in the difference.
            let (low, high) = if low > 0.0 { (-high, -low) } else { (low, high) };
            (weight + ln_below(high)).exp() - (weight + ln_below(low)).exp()
        };
        IMAGES.map(|k| mass(2.0 * k * width) - mass(2.0 * self.low + 2.0 * k * width)).iter().sum()
    }

    fn at_large_late(&self, time: f64, place: f64) -> f64 {
        let (start, width, variance) = (-self.low, self.high - self.low, self.sigma.powi(2));
        let (rate, end) = (self.drift / variance, place - self.low);
        let sum = self.waves(time, |n, decay| {
            // The integral from nought to `end` of exp(rate y) sin(wave y), times what the tilt
            // and the decay leave of it.
            let wave = n * PI / width;
            let at = |y: f64| (rate * (y - start) - decay * time).exp();
            let upper = at(end) * (rate * (wave * end).sin() - wave * (wave * end).cos());
            let lower = -at(0.0) * wave;
            (wave * start).sin() * (upper - lower) / (rate.powi(2) + wave.powi(2))
        });
        2.0 / width * sum
    }

    /// Adds up terms of waves that fit between the walls, until they have died away by `time`.
    fn waves(&self, time: f64, term: impl Fn(f64, f64) -> f64) -> f64 {
        let by_drift = (self.drift / self.sigma).powi(2) / 2.0;
        let slowest = self.slowest_decay();
        // exp(-45) is nothing beside one.
        let enough = (45.0 / (slowest * time)).sqrt().ceil().clamp(10.0, 100.0) as u32;
        (1..=enough).map(f64::from).map(|n| term(n, n * n * slowest + by_drift)).sum()
    }

    /// The steps to either wall that are to be expected from `place`.
    pub(super) fn time_left(&self, place: f64) -> f64 {
        if place <= self.low || place >= self.high {
            return 0.0;
        }
        let variance = self.sigma.powi(2);
        if (self.drift * (self.high - self.low) / variance).abs() < 1e-6 {
            return (self.high - place) * (place - self.low) / variance;
        }
        let from_here = Drifting { low: self.low - place, high: self.high - place, ..*self };
        let lost = from_here.ever_met_low();
        (lost * from_here.low + (1.0 - lost) * from_here.high) / self.drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random and are the same in every run.
    struct Dice(u64);

    impl Dice {
        fn uniform(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    /// Walks in small steps up or down and tells when and where each ended, or is at `time`.
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
    fn the_formulas_agree_with_walking() {
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
    fn both_series_are_the_same() {
        for drift in [-2.0, -0.4, 0.0, 0.3, 1.5] {
            let particle = Drifting { low: -2.9, high: 2.2, drift, sigma: 1.0 };
            for time in [1.5, 2.6, 4.0] {
                let (early, late) = (particle.met_low_early(time), particle.met_low_late(time));
                assert!((early - late).abs() < 1e-9, "{drift} {time}: {early} {late}");
                for place in [-2.5, 0.0, 2.0] {
                    let early = particle.at_large_early(time, place);
                    let late = particle.at_large_late(time, place);
                    assert!((early - late).abs() < 1e-9, "{drift} {time} {place}: {early} {late}");
                }
            }
        }
    }

    #[test]
    fn chances_stay_chances_however_soon_and_however_strong() {
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
    fn long_after_the_start_every_walk_has_ended() {
        for drift in [-0.3, 0.0, 0.4] {
            let particle = Drifting { low: -2.9, high: 2.9, drift, sigma: 1.0 };
            let (low, high) = (particle.below(1e4, -2.9), particle.below(1e4, 2.9));
            assert!((low - high).abs() < 1e-9 && (low - particle.ever_met_low()).abs() < 1e-9);
        }
    }

    #[test]
    fn more_drift_makes_low_ends_less_likely() {
        let below = |drift| Drifting { low: -2.9, high: 2.9, drift, sigma: 1.0 }.below(5.0, 1.0);
        let drifts = [-1.0, -0.5, 0.0, 0.5, 1.0].map(below);
        assert!(drifts.is_sorted_by(|a, b| a > b), "{drifts:?}");
    }
}
