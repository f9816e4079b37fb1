//! Simultaneous perturbation: every parameter is nudged at once, up in one player and down in
//! the other, and the result of their games moves all of them.
//! CITE: James C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization" (1998)

mod parameter;

pub use parameter::{END_RATE, Parameter, ParameterError, declared, parse_lines};

use chess::Random;

/// Spall's exponents: how fast the nudges and the steps shrink.
pub const GAMMA: f64 = 0.101;
pub const ALPHA: f64 = 0.602;
/// Share of all iterations by which the first steps are held back.
pub const HELD_BACK: f64 = 0.1;
/// Signs and dice have sequences of their own: the openings of a climb follow from the same seed
/// and must not have anything to do with them.
const SIGNS: u64 = 0x7369_676e_7300_0001;
const DICE: u64 = 0x6469_6365_0000_0001;

/// A climb of so many iterations. Everything random in it follows from the seed and the number
/// of the iteration, so that a climb can be replayed from its results alone.
#[derive(Clone, Debug)]
pub struct Climb {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    iterations: u32,
    seed: u64,
}

/// What one iteration plays with.
#[derive(Clone, PartialEq, Debug)]
pub struct Nudge {
    pub iteration: u32,
    /// Whole numbers for whole parameters, by the throw of a die.
    pub plus: Vec<f64>,
    pub minus: Vec<f64>,
}

impl Climb {
    pub fn new(parameters: Vec<Parameter>, iterations: u32, seed: u64) -> Climb {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        Climb { parameters, values, iterations: iterations.max(1), seed }
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How far a parameter is nudged at an iteration.
    fn width(&self, parameter: &Parameter, iteration: u32) -> f64 {
        let last = f64::from(self.iterations);
        parameter.end_width * (last / f64::from(iteration + 1)).powf(GAMMA)
    }

    /// How far a result of one moves it, in nudges.
    fn rate(&self, parameter: &Parameter, iteration: u32) -> f64 {
        let last = f64::from(self.iterations);
        let held = HELD_BACK * last;
        // At the end, a step is `end_rate` times the square of the nudge.
        let end_step = parameter.end_rate * parameter.end_width * parameter.end_width;
        let step = end_step * ((held + last) / (held + f64::from(iteration + 1))).powf(ALPHA);
        let width = self.width(parameter, iteration);
        step / (width * width)
    }

    /// The signs of an iteration: the same whenever they are asked for.
    fn signs(&self, iteration: u32) -> impl Iterator<Item = f64> {
        let mut random = Random::numbered(self.seed ^ SIGNS, iteration);
        self.parameters.iter().map(move |_| if random.below(2) == 0 { -1.0 } else { 1.0 })
    }

    pub fn nudge(&self, iteration: u32) -> Nudge {
        let mut dice = Random::numbered(self.seed ^ DICE, iteration);
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((parameter, &value), sign) in
            self.parameters.iter().zip(&self.values).zip(self.signs(iteration))
        {
            let offset = sign * self.width(parameter, iteration);
            // One throw for both, so that they differ by what was meant.
            let die = dice.below(1 << 20) as f64 / f64::from(1 << 20);
            plus.push(parameter.playable(value + offset, die));
            minus.push(parameter.playable(value - offset, die));
        }
        Nudge { iteration, plus, minus }
    }

    /// The games of an iteration are over: `result` is the wins of `plus` less those of
    /// `minus`.
    pub fn learn(&mut self, iteration: u32, result: f64) {
        let signs: Vec<f64> = self.signs(iteration).collect();
        for (index, sign) in signs.into_iter().enumerate() {
            let parameter = &self.parameters[index];
            let nudge = sign * self.width(parameter, iteration);
            let step = self.rate(parameter, iteration) * result * nudge;
            let value = self.values[index] + step;
            self.values[index] = value.clamp(parameter.min, parameter.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        parse_lines("A, int, 80, 0, 200, 10, 0.02\nB, float, 5, 0, 10, 0.5, 0.02").unwrap()
    }

    /// The chance to win grows as both come closer to their best.
    fn strength(values: &[f64]) -> f64 {
        -((values[0] - 120.0) / 40.0).powi(2) - ((values[1] - 3.0) / 2.0).powi(2)
    }

    #[test]
    fn it_climbs_through_noise() {
        let iterations = 20_000;
        let mut climb = Climb::new(parameters(), iterations, 11);
        let mut luck = Random::new(5);
        for iteration in 0..iterations {
            let Nudge { plus, minus, .. } = climb.nudge(iteration);
            let chance = 1.0 / (1.0 + (-(strength(&plus) - strength(&minus))).exp());
            let won = (luck.below(1_000_000) as f64) < 1e6 * chance;
            climb.learn(iteration, if won { 1.0 } else { -1.0 });
        }
        let [a, b] = climb.values() else { panic!() };
        assert!((a - 120.0).abs() < 12.0 && (b - 3.0).abs() < 0.6, "{a} {b}");
    }

    #[test]
    fn nudges_stay_within_reach_and_shrink_to_the_end_width() {
        let climb = Climb::new(parameters(), 1_000, 3);
        let first = climb.nudge(0);
        assert!(first.plus.iter().chain(&first.minus).all(|value| (0.0..=200.0).contains(value)));
        assert_eq!(first.plus[0].fract(), 0.0);
        let width = climb.width(&climb.parameters[0], 999);
        assert!((width - 10.0).abs() < 1e-9, "{width}");
        assert!(climb.width(&climb.parameters[0], 0) > 19.0);
        assert_eq!(climb.nudge(17), climb.nudge(17));
        assert_ne!(climb.nudge(17), climb.nudge(18));
    }

    #[test]
    fn whole_parameters_are_not_pulled_to_either_side() {
        let mut climb = Climb::new(parameters(), 100, 9);
        climb.values[0] = 80.25;
        let middles = (0..4_000).map(|iteration| {
            let nudge = climb.nudge(iteration);
            0.5 * (nudge.plus[0] + nudge.minus[0])
        });
        let mean = middles.sum::<f64>() / 4_000.0;
        assert!((mean - 80.25).abs() < 0.05, "{mean}");
    }
}
