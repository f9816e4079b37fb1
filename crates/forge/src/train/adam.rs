//! The AdamW optimiser: the step of each weight adapts to how steady its gradient is, and every
//! weight decays a little. Each step updates all rows, also those that no position of the batch has
//! touched: their moments fade and their weights decay all the same. With one king bucket that is a
//! hundredth of the work.
//! CITE: arxiv.org/abs/1711.05101

use super::shape::{COLUMNS, Part, Row, Shape};
use super::simd::Kernel;
use engine::eval::nnue::features::PER_BUCKET;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Smaller moments are set to zero: fading moments become subnormal numbers, which processors
/// compute many times slower.
const NEGLIGIBLE: f32 = 1e-36;

/// A larger output bias would not fit 32 bits once it is quantised.
const MAX_OUTPUT_BIAS: f32 = 8_000.0;

/// The factors of one step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct AdamStep {
    rate: f32,
    /// The share of a weight that decay leaves.
    kept: f32,
    /// Bias corrections: the moments start at zero.
    mean_correction: f32,
    square_correction: f32,
}

impl AdamStep {
    /// The step with this number, from 1 on.
    pub(super) fn new(number: u64, rate: f32, decay: f32) -> AdamStep {
        let missing = |factor: f32| 1.0 - f64::from(factor).powf(number as f64);
        AdamStep {
            rate,
            kept: 1.0 - rate * decay,
            mean_correction: (1.0 / missing(BETA1)) as f32,
            square_correction: (1.0 / missing(BETA2)) as f32,
        }
    }
}

/// The largest absolute values of weights, so that they fit once they are quantised.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Limits {
    pub(super) weight: f32,
    pub(super) output: f32,
}

impl Limits {
    pub(super) fn of(&self, part: Part, shape: &Shape) -> f32 {
        match part {
            // The sum of the own and the shared part must fit.
            Part::Input | Part::Shared if shape.shares => self.weight / 2.0,
            Part::Input | Part::Shared | Part::HiddenBias => self.weight,
            Part::Output => self.output,
            Part::OutputBias => MAX_OUTPUT_BIAS,
        }
    }
}

/// A step of consecutive rows.
pub(super) struct Update<'a> {
    pub(super) shape: &'a Shape,
    /// The index of the first row.
    pub(super) first: usize,
    pub(super) weights: &'a mut [Row],
    pub(super) mean: &'a mut [Row],
    pub(super) square: &'a mut [Row],
    /// The gradients of each thread, to be summed.
    pub(super) gradients: &'a [&'a [Row]],
    pub(super) step: AdamStep,
    pub(super) limits: Limits,
}

impl Kernel for Update<'_> {
    #[inline(always)]
    fn run(self) {
        let Update { shape, first, weights, mean, square, gradients, step, limits } = self;
        let rows = weights.iter_mut().zip(mean).zip(square).enumerate();
        for (number, ((weights, mean), square)) in rows {
            let gradient = row_gradient(shape, first + number, gradients);
            let limit = limits.of(shape.part_of(first + number), shape);
            for column in 0..COLUMNS {
                let gradient = gradient.0[column];
                let new_mean = BETA1 * mean.0[column] + (1.0 - BETA1) * gradient;
                let new_square = BETA2 * square.0[column] + (1.0 - BETA2) * gradient * gradient;
                mean.0[column] = flush(new_mean);
                square.0[column] = flush(new_square);
                let size = (new_square * step.square_correction).sqrt() + EPSILON;
                let change = step.rate * (new_mean * step.mean_correction) / size;
                let weight = weights.0[column] * step.kept - change;
                weights.0[column] = weight.clamp(-limit, limit);
            }
        }
    }
}

#[inline(always)]
fn flush(number: f32) -> f32 {
    if number.abs() < NEGLIGIBLE { 0.0 } else { number }
}

/// The gradient of a row. A shared row has part in the rows of every king bucket.
#[inline(always)]
pub(super) fn row_gradient(shape: &Shape, row: usize, gradients: &[&[Row]]) -> Row {
    let mut sum = Row::ZERO;
    if row < shape.rows() {
        gradients.iter().for_each(|gradients| sum.add(&gradients[row]));
        return sum;
    }
    let (tile, feature) = shape.input_place(row);
    for bucket in 0..shape.input_buckets() {
        let own = shape.input_row(tile, bucket * PER_BUCKET + feature);
        gradients.iter().for_each(|gradients| sum.add(&gradients[own]));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::shape::tests::uneven_shape;

    /// Weight, mean and square of one row after these gradients, every column the same.
    fn after(gradients: &[f32], decay: f32, limit: f32) -> (f32, f32, f32) {
        let shape = uneven_shape();
        let mut rows = [Row([0.5; COLUMNS]), Row::ZERO, Row::ZERO];
        for (number, &gradient) in gradients.iter().enumerate() {
            let gradients = vec![Row([gradient; COLUMNS]); shape.rows()];
            let [weights, mean, square] = rows.each_mut().map(core::slice::from_mut);
            Update {
                shape: &shape,
                first: shape.hidden_bias_row(0),
                weights,
                mean,
                square,
                gradients: &[&gradients],
                step: AdamStep::new(number as u64 + 1, 0.01, decay),
                limits: Limits { weight: limit, output: limit },
            }
            .run();
        }
        rows.map(|row| row.0[COLUMNS - 1]).into()
    }

    #[test]
    fn the_first_step_is_as_long_as_the_rate_for_any_gradient() {
        for gradient in [1e-3, 1.0, 50.0] {
            let (weight, mean, square) = after(&[gradient], 0.0, 2.0);
            assert!((weight - 0.49).abs() < 1e-5, "{weight}");
            assert!((mean - 0.1 * gradient).abs() < 1e-6 * gradient);
            assert!((square - 1e-3 * gradient * gradient).abs() < 1e-6 * gradient * gradient);
        }
    }

    #[test]
    fn steps_are_those_of_the_paper() {
        let (mut weight, mut mean, mut square) = (0.5_f64, 0.0_f64, 0.0_f64);
        let gradients = [0.3_f32, -0.1, 0.0, 0.7];
        for (number, &gradient) in gradients.iter().enumerate() {
            let (gradient, time) = (f64::from(gradient), number as i32 + 1);
            mean = 0.9 * mean + 0.1 * gradient;
            square = 0.999 * square + 0.001 * gradient * gradient;
            let (mean, square) =
                (mean / (1.0 - 0.9_f64.powi(time)), square / (1.0 - 0.999_f64.powi(time)));
            weight -= 0.01 * (mean / (square.sqrt() + 1e-8) + 0.25 * weight);
        }
        let found = after(&gradients, 0.25, 2.0);
        assert!((f64::from(found.0) - weight).abs() < 1e-6, "{found:?} but {weight}");
        assert!((f64::from(found.1) - mean).abs() < 1e-6);
        assert!((f64::from(found.2) - square).abs() < 1e-6);
    }

    #[test]
    fn weights_stay_within_their_limit_and_faded_moments_are_zero() {
        assert_eq!(after(&[-1.0; 200], 0.0, 0.75).0, 0.75);
        let mut gradients = vec![0.0; 2_000];
        gradients[0] = 1e-9;
        assert_eq!(after(&gradients, 0.0, 2.0).1, 0.0);
    }
}
