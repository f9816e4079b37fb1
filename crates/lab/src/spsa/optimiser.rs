//! Simultaneous perturbation stochastic approximation: every parameter is perturbed at once, up in
//! one player and down in the other, and the result of their games moves all of them.
//! CITE: James C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization" (1998)

use chess::Random;

use super::parameter::Parameter;

/// Spall's exponents: how fast the perturbations and the steps shrink.
pub const GAMMA: f64 = 0.101;
pub const ALPHA: f64 = 0.602;
/// Spall's stability constant A as a share of all iterations: it dampens the first steps.
pub const A_RATIO: f64 = 0.1;
/// Signs and rounding use their own random sequences, so that they are independent of the openings,
/// which follow from the same seed.
const SIGNS: u64 = 0x7369_676e_7300_0001;
const ROUNDING: u64 = 0x6469_6365_0000_0001;

/// The optimiser. All its randomness follows from the seed and the number of the iteration, so that
/// it can be replayed from results alone.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    iterations: u32,
    seed: u64,
}

/// The settings of the two players of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    pub iteration: u32,
    /// Integer parameters are rounded at random.
    pub plus: Vec<f64>,
    pub minus: Vec<f64>,
}

impl Spsa {
    pub fn new(parameters: Vec<Parameter>, iterations: u32, seed: u64) -> Spsa {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        Spsa { parameters, values, iterations: iterations.max(1), seed }
    }

    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The size of a parameter's perturbation at an iteration.
    fn width(&self, parameter: &Parameter, iteration: u32) -> f64 {
        let last = f64::from(self.iterations);
        parameter.end_width * (last / f64::from(iteration + 1)).powf(GAMMA)
    }

    /// The step for a result of one, in perturbations.
    fn rate(&self, parameter: &Parameter, iteration: u32) -> f64 {
        let last = f64::from(self.iterations);
        let stability = A_RATIO * last;
        // At the end, a step is `end_rate` times the square of the perturbation.
        let end_step = parameter.end_rate * parameter.end_width * parameter.end_width;
        let step =
            end_step * ((stability + last) / (stability + f64::from(iteration + 1))).powf(ALPHA);
        let width = self.width(parameter, iteration);
        step / (width * width)
    }

    /// The signs of an iteration's perturbation; the same on every call.
    fn signs(&self, iteration: u32) -> impl Iterator<Item = f64> {
        let mut random = Random::numbered(self.seed ^ SIGNS, iteration);
        self.parameters.iter().map(move |_| if random.below(2) == 0 { -1.0 } else { 1.0 })
    }

    pub fn perturbation(&self, iteration: u32) -> Perturbation {
        let mut random = Random::numbered(self.seed ^ ROUNDING, iteration);
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((parameter, &value), sign) in
            self.parameters.iter().zip(&self.values).zip(self.signs(iteration))
        {
            let offset = sign * self.width(parameter, iteration);
            // Both values use the same random number, so that they differ by the perturbation.
            let threshold = random.below(1 << 20) as f64 / f64::from(1 << 20);
            plus.push(parameter.playable(value + offset, threshold));
            minus.push(parameter.playable(value - offset, threshold));
        }
        Perturbation { iteration, plus, minus }
    }

    /// Moves the values by the result of an iteration: the wins of `plus` less those of `minus`.
    pub fn update(&mut self, iteration: u32, result: f64) {
        let signs: Vec<f64> = self.signs(iteration).collect();
        for (index, sign) in signs.into_iter().enumerate() {
            let parameter = &self.parameters[index];
            let perturbation = sign * self.width(parameter, iteration);
            let step = self.rate(parameter, iteration) * result * perturbation;
            let value = self.values[index] + step;
            self.values[index] = value.clamp(parameter.min, parameter.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parse_lines;

    fn parameters() -> Vec<Parameter> {
        parse_lines("A, int, 80, 0, 200, 10, 0.02\nB, float, 5, 0, 10, 0.5, 0.02").unwrap()
    }

    /// The probability to win grows as both values approach their optimum.
    fn strength(values: &[f64]) -> f64 {
        -((values[0] - 120.0) / 40.0).powi(2) - ((values[1] - 3.0) / 2.0).powi(2)
    }

    #[test]
    fn it_finds_the_optimum_through_noise() {
        let iterations = 20_000;
        let mut spsa = Spsa::new(parameters(), iterations, 11);
        let mut luck = Random::new(5);
        for iteration in 0..iterations {
            let Perturbation { plus, minus, .. } = spsa.perturbation(iteration);
            let chance = 1.0 / (1.0 + (-(strength(&plus) - strength(&minus))).exp());
            let won = (luck.below(1_000_000) as f64) < 1e6 * chance;
            spsa.update(iteration, if won { 1.0 } else { -1.0 });
        }
        let [a, b] = spsa.values() else { panic!() };
        assert!((a - 120.0).abs() < 12.0 && (b - 3.0).abs() < 0.6, "{a} {b}");
    }

    #[test]
    fn perturbations_stay_in_range_and_shrink_to_the_end_width() {
        let spsa = Spsa::new(parameters(), 1_000, 3);
        let first = spsa.perturbation(0);
        assert!(first.plus.iter().chain(&first.minus).all(|value| (0.0..=200.0).contains(value)));
        assert_eq!(first.plus[0].fract(), 0.0);
        let width = spsa.width(&spsa.parameters[0], 999);
        assert!((width - 10.0).abs() < 1e-9, "{width}");
        assert!(spsa.width(&spsa.parameters[0], 0) > 19.0);
        assert_eq!(spsa.perturbation(17), spsa.perturbation(17));
        assert_ne!(spsa.perturbation(17), spsa.perturbation(18));
    }

    #[test]
    fn rounding_of_integer_parameters_is_unbiased() {
        let mut spsa = Spsa::new(parameters(), 100, 9);
        spsa.values[0] = 80.25;
        let middles = (0..4_000).map(|iteration| {
            let perturbation = spsa.perturbation(iteration);
            0.5 * (perturbation.plus[0] + perturbation.minus[0])
        });
        let mean = middles.sum::<f64>() / 4_000.0;
        assert!((mean - 80.25).abs() < 0.05, "{mean}");
    }
}
