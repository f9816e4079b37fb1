//! The network once more, without any thought of speed: what everything fast is compared with.

use engine::eval::nnue::features::output_bucket;

use super::packed::PackedPosition;
use super::row::COLUMNS;
use super::shape::Shape;
use super::views::features;

/// The output for a position; `weight` gives the number in a row and column.
pub(crate) fn output(
    shape: &Shape,
    weight: impl Fn(usize, usize) -> f64,
    position: &PackedPosition,
) -> f64 {
    let bucket = output_bucket(position.piece_count(), shape.output_buckets);
    let mut output = weight(shape.output_bias_row(), bucket);
    for side in 0..2 {
        let seen: Vec<usize> = features(position, &shape.king_buckets, side).collect();
        for hidden in 0..shape.width {
            let (tile, column) = (hidden / COLUMNS, hidden % COLUMNS);
            let bias = weight(shape.hidden_bias_row(tile), column);
            let rows = seen.iter().map(|&feature| weight(shape.input_row(tile, feature), column));
            let value = (bias + rows.sum::<f64>()).clamp(0.0, 1.0);
            output += value * value * weight(shape.output_row(tile, bucket, side), column);
        }
    }
    output
}
