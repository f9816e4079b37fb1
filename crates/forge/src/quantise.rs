//! From a trained network to the integers that the engine computes with, and the error of the
//! rounding.

use engine::eval::nnue::features::output_bucket;
use engine::eval::nnue::net_file::{MAX_OUTPUT_WEIGHT, NetFile};

use crate::bullet::PackedPosition;
use crate::train::active_features::features;
use crate::train::{COLUMNS, TrainedNet};

/// The integer that stands for a hidden value of one.
const HIDDEN_UNIT: i16 = 255;
/// The largest output unit; a finer one gains nothing.
const MAX_OUTPUT_UNIT: i16 = 1024;

/// The difference between a quantised network and the trained one, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuantisationError {
    /// Positions compared.
    pub positions: usize,
    pub mean: f64,
    /// The 99th percentile.
    pub p99: f64,
    pub max: f64,
}

/// Quantises a network.
pub fn quantise(trained: &TrainedNet) -> NetFile {
    let unit = output_unit(trained);
    let shape = trained.shape();
    let hidden_unit = f64::from(HIDDEN_UNIT);
    // The given row of each tile, column by column.
    let columns = |row_of: &dyn Fn(usize) -> usize, unit: f64| -> Vec<i16> {
        let weight =
            |hidden: usize| trained.weight(row_of(hidden / COLUMNS), hidden % COLUMNS) * unit;
        (0..shape.width).map(|hidden| rounded(weight(hidden))).collect()
    };
    let output_bias = |bucket: usize| {
        let bias = trained.weight(shape.output_bias_row(), bucket);
        (bias * hidden_unit * f64::from(unit)).round() as i32
    };
    NetFile {
        width: shape.width,
        king_buckets: shape.king_buckets,
        output_buckets: shape.output_buckets,
        hidden_unit: HIDDEN_UNIT,
        output_unit: unit,
        scale: trained.config().scale,
        description: trained.config().description.clone(),
        input_weights: (0..shape.features())
            .flat_map(|feature| columns(&|tile| shape.input_row(tile, feature), hidden_unit))
            .collect(),
        hidden_biases: columns(&|tile| shape.hidden_bias_row(tile), hidden_unit),
        output_weights: (0..2 * shape.output_buckets)
            .flat_map(|number| {
                let row = |tile| shape.output_row(tile, number / 2, number % 2);
                columns(&row, unit.into())
            })
            .collect(),
        output_biases: (0..shape.output_buckets).map(output_bias).collect(),
    }
}

fn rounded(number: f64) -> i16 {
    // It always fits within the limits of training; the cast saturates.
    number.round() as i16
}

/// The largest power of two with which every output weight fits.
fn output_unit(trained: &TrainedNet) -> i16 {
    let shape = trained.shape();
    let mut largest = 0.0_f64;
    for tile in 0..shape.tiles() {
        for number in 0..2 * shape.output_buckets {
            let row = shape.output_row(tile, number / 2, number % 2);
            let weights = (0..shape.columns(tile)).map(|column| trained.weight(row, column).abs());
            largest = weights.fold(largest, f64::max);
        }
    }
    let mut unit = MAX_OUTPUT_UNIT;
    while unit > 1 && (largest * f64::from(unit)).round() > f64::from(MAX_OUTPUT_WEIGHT) {
        unit /= 2;
    }
    unit
}

/// Compares both networks on these positions.
pub fn compare(
    trained: &TrainedNet,
    net: &NetFile,
    positions: &[PackedPosition],
) -> QuantisationError {
    let error = |position| (trained.value(position) - f64::from(value(net, position))).abs();
    let mut errors: Vec<f64> = positions.iter().map(error).collect();
    errors.sort_by(f64::total_cmp);
    let count = errors.len();
    QuantisationError {
        positions: count,
        mean: errors.iter().sum::<f64>() / count.max(1) as f64,
        p99: errors.get((count * 99).div_ceil(100).max(1) - 1).copied().unwrap_or(0.0),
        max: errors.last().copied().unwrap_or(0.0),
    }
}

/// The evaluation of a position from the side to move, in centipawns: the integer arithmetic of the
/// engine, step by step and without any thought of speed.
pub fn value(net: &NetFile, position: &PackedPosition) -> i32 {
    let bucket = output_bucket(position.piece_count(), net.output_buckets);
    let hidden_unit = i64::from(net.hidden_unit);
    let mut sum = 0_i64;
    for side in 0..2 {
        let active: Vec<usize> = features(position, &net.king_buckets, side).collect();
        for hidden in 0..net.width {
            let weights =
                active.iter().map(|feature| net.input_weights[feature * net.width + hidden]);
            // The engine computes this in 16 bits; an overflow panics here.
            let mut accumulated = net.hidden_biases[hidden];
            weights.for_each(|weight| accumulated = accumulated.strict_add(weight));
            let clipped = accumulated.clamp(0, net.hidden_unit);
            let weight = net.output_weights[(2 * bucket + side) * net.width + hidden];
            let product = clipped.strict_mul(weight);
            sum += i64::from(clipped) * i64::from(product);
        }
    }
    let output = sum / hidden_unit + i64::from(net.output_biases[bucket]);
    (output * i64::from(net.scale) / (hidden_unit * i64::from(net.output_unit))) as i32
}

#[cfg(test)]
mod tests;
