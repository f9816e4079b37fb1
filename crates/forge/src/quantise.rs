//! From a trained network to the whole numbers that the engine computes with, and what is lost
//! on the way.

mod integer;

use engine::eval::nnue::net_file::{MAX_OUTPUT_WEIGHT, NetFile};

pub use integer::value;

use crate::train::{COLUMNS, PackedPosition, Trained};

/// What a hidden value of one is stored as.
const HIDDEN_UNIT: i16 = 255;
/// Finer than this, nothing is gained.
const FINEST: i16 = 1024;

/// How far whole numbers are from what was learned, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    pub positions: usize,
    pub mean: f64,
    /// All but one in a hundred are no further off.
    pub all_but_a_hundredth: f64,
    pub most: f64,
}

/// The network in whole numbers.
pub fn quantise(trained: &Trained) -> NetFile {
    let unit = output_unit(trained);
    let shape = trained.shape();
    let hidden_unit = f64::from(HIDDEN_UNIT);
    // The row of each tile, column by column.
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
    // Within the limits of training it always fits; a cast keeps to the nearest that does.
    number.round() as i16
}

/// The largest power of two that no output weight is too large for.
fn output_unit(trained: &Trained) -> i16 {
    let shape = trained.shape();
    let mut most = 0.0_f64;
    for tile in 0..shape.tiles() {
        for number in 0..2 * shape.output_buckets {
            let row = shape.output_row(tile, number / 2, number % 2);
            let weights = (0..shape.columns(tile)).map(|column| trained.weight(row, column).abs());
            most = weights.fold(most, f64::max);
        }
    }
    let mut unit = FINEST;
    while unit > 1 && (most * f64::from(unit)).round() > f64::from(MAX_OUTPUT_WEIGHT) {
        unit /= 2;
    }
    unit
}

/// Compares both networks on these positions, of which there is at least one.
pub fn compare(trained: &Trained, net: &NetFile, positions: &[PackedPosition]) -> Deviation {
    let apart = |position| (trained.value(position) - f64::from(value(net, position))).abs();
    let mut errors: Vec<f64> = positions.iter().map(apart).collect();
    errors.sort_by(f64::total_cmp);
    let count = errors.len();
    Deviation {
        positions: count,
        mean: errors.iter().sum::<f64>() / count.max(1) as f64,
        all_but_a_hundredth: errors
            .get((count * 99).div_ceil(100).max(1) - 1)
            .copied()
            .unwrap_or(0.0),
        most: errors.last().copied().unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests;
