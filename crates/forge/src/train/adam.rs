//! Steps downhill whose length adapts to how steady each weight's slope is; besides, every weight
//! decays a little. All rows are gone through at every step, also those that no position of the
//! batch has touched: their memories fade and their weights decay all the same. With one king bucket
//! that is a hundredth of the work.
//! CITE: arxiv.org/abs/1711.05101

use super::row::{COLUMNS, Row};
use super::shape::{Part, Shape};
use super::simd::Work;
use engine::eval::nnue::features::PER_BUCKET;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// Memories fade until numbers are so small that processors take many times longer over them.
const FORGOTTEN: f32 = 1e-36;

/// Further off, an output bias would be no whole number of 32 bits.
const MOST_OUTPUT_BIAS: f32 = 8_000.0;

/// How a step is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    rate: f32,
    /// What is left of a weight.
    kept: f32,
    /// Memories begin at nought; these make up for it.
    mean_scale: f32,
    square_scale: f32,
}

impl Pace {
    /// Of the step with this number, from 1 on.
    pub(super) fn new(number: u64, rate: f32, decay: f32) -> Pace {
        let missing = |factor: f32| 1.0 - f64::from(factor).powf(number as f64);
        Pace {
            rate,
            kept: 1.0 - rate * decay,
            mean_scale: (1.0 / missing(MEAN)) as f32,
            square_scale: (1.0 / missing(SQUARE)) as f32,
        }
    }
}

/// How far from nought weights may go, so that they fit once they are whole numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Limits {
    pub(super) weight: f32,
    pub(super) output: f32,
}

impl Limits {
    pub(super) fn of(&self, part: Part, shape: &Shape) -> f32 {
        match part {
            // Both parts together must fit.
            Part::Input | Part::Shared if shape.shares => self.weight / 2.0,
            Part::Input | Part::Shared | Part::HiddenBias => self.weight,
            Part::Output => self.output,
            Part::OutputBias => MOST_OUTPUT_BIAS,
        }
    }
}

/// A step of some rows.
pub(super) struct Update<'a> {
    pub(super) shape: &'a Shape,
    /// The number of the first row.
    pub(super) first: usize,
    pub(super) weights: &'a mut [Row],
    pub(super) mean: &'a mut [Row],
    pub(super) square: &'a mut [Row],
    /// Each thread's; the sum counts.
    pub(super) slopes: &'a [&'a [Row]],
    pub(super) pace: Pace,
    pub(super) limits: Limits,
}

impl Work for Update<'_> {
    #[inline(always)]
    fn run(self) {
        let Update { shape, first, weights, mean, square, slopes, pace, limits } = self;
        let rows = weights.iter_mut().zip(mean).zip(square).enumerate();
        for (number, ((weights, mean), square)) in rows {
            let slope = slope(shape, first + number, slopes);
            let limit = limits.of(shape.part_of(first + number), shape);
            for column in 0..COLUMNS {
                let slope = slope.0[column];
                let new_mean = MEAN * mean.0[column] + (1.0 - MEAN) * slope;
                let new_square = SQUARE * square.0[column] + (1.0 - SQUARE) * slope * slope;
                mean.0[column] = unless_forgotten(new_mean);
                square.0[column] = unless_forgotten(new_square);
                let size = (new_square * pace.square_scale).sqrt() + LEAST;
                let step = pace.rate * (new_mean * pace.mean_scale) / size;
                let weight = weights.0[column] * pace.kept - step;
                weights.0[column] = weight.clamp(-limit, limit);
            }
        }
    }
}

#[inline(always)]
fn unless_forgotten(number: f32) -> f32 {
    if number.abs() < FORGOTTEN { 0.0 } else { number }
}

/// The slope of a row: a shared one has part in every bucket's.
#[inline(always)]
pub(super) fn slope(shape: &Shape, row: usize, slopes: &[&[Row]]) -> Row {
    let mut sum = Row::ZERO;
    if row < shape.rows() {
        slopes.iter().for_each(|slopes| sum.add(&slopes[row]));
        return sum;
    }
    let (tile, feature) = shape.input_place(row);
    for bucket in 0..shape.input_buckets() {
        let own = shape.input_row(tile, bucket * PER_BUCKET + feature);
        slopes.iter().for_each(|slopes| sum.add(&slopes[own]));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::shape::tests::odd;

    /// Weights, mean and square of one row after these slopes, every column the same.
    fn after(slopes: &[f32], decay: f32, limit: f32) -> (f32, f32, f32) {
        let shape = odd();
        let mut rows = [Row([0.5; COLUMNS]), Row::ZERO, Row::ZERO];
        for (number, &slope) in slopes.iter().enumerate() {
            let slopes = vec![Row([slope; COLUMNS]); shape.rows()];
            let [weights, mean, square] = rows.each_mut().map(core::slice::from_mut);
            Update {
                shape: &shape,
                first: shape.hidden_bias_row(0),
                weights,
                mean,
                square,
                slopes: &[&slopes],
                pace: Pace::new(number as u64 + 1, 0.01, decay),
                limits: Limits { weight: limit, output: limit },
            }
            .run();
        }
        rows.map(|row| row.0[COLUMNS - 1]).into()
    }

    #[test]
    fn the_first_step_is_as_long_as_the_rate_whatever_the_slope() {
        for slope in [1e-3, 1.0, 50.0] {
            let (weight, mean, square) = after(&[slope], 0.0, 2.0);
            assert!((weight - 0.49).abs() < 1e-5, "{weight}");
            assert!((mean - 0.1 * slope).abs() < 1e-6 * slope);
            assert!((square - 1e-3 * slope * slope).abs() < 1e-6 * slope * slope);
        }
    }

    #[test]
    fn steps_are_those_of_the_paper() {
        let (mut weight, mut mean, mut square) = (0.5_f64, 0.0_f64, 0.0_f64);
        let slopes = [0.3_f32, -0.1, 0.0, 0.7];
        for (number, &slope) in slopes.iter().enumerate() {
            let (slope, time) = (f64::from(slope), number as i32 + 1);
            mean = 0.9 * mean + 0.1 * slope;
            square = 0.999 * square + 0.001 * slope * slope;
            let (mean, square) =
                (mean / (1.0 - 0.9_f64.powi(time)), square / (1.0 - 0.999_f64.powi(time)));
            weight -= 0.01 * (mean / (square.sqrt() + 1e-8) + 0.25 * weight);
        }
        let found = after(&slopes, 0.25, 2.0);
        assert!((f64::from(found.0) - weight).abs() < 1e-6, "{found:?} but {weight}");
        assert!((f64::from(found.1) - mean).abs() < 1e-6);
        assert!((f64::from(found.2) - square).abs() < 1e-6);
    }

    #[test]
    fn weights_stay_within_their_limit_and_what_has_faded_is_nought() {
        assert_eq!(after(&[-1.0; 200], 0.0, 0.75).0, 0.75);
        let mut slopes = vec![0.0; 2_000];
        slopes[0] = 1e-9;
        assert_eq!(after(&slopes, 0.0, 2.0).1, 0.0);
    }
}
