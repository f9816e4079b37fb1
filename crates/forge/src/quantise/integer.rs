//! The network in whole numbers, number by number as the engine computes it, and without any
//! thought of speed.

use engine::eval::nnue::features::output_bucket;
use engine::eval::nnue::net_file::NetFile;

use crate::train::PackedPosition;
use crate::train::views::features;

/// The value of a position for the side to move, in centipawns.
pub fn value(net: &NetFile, position: &PackedPosition) -> i32 {
    let bucket = output_bucket(position.piece_count(), net.output_buckets);
    let hidden_unit = i64::from(net.hidden_unit);
    let mut sum = 0_i64;
    for side in 0..2 {
        let seen: Vec<usize> = features(position, &net.king_buckets, side).collect();
        for hidden in 0..net.width {
            let weights =
                seen.iter().map(|feature| net.input_weights[feature * net.width + hidden]);
            // The engine keeps this in sixteen bits; what does not fit there is an error here.
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
