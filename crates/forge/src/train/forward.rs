//! The forward pass: from positions to outputs, one tile of the hidden layer at a time.

use super::active_features::ActiveFeatures;
use super::shape::{COLUMNS, Row, Tile};
use super::simd::Kernel;

/// Independent partial sums, as many as a register holds.
const LANES: usize = 8;

/// The forward pass of a block of positions through a tile.
pub(super) struct Forward<'a> {
    pub(super) tile: Tile<'a>,
    pub(super) features: &'a ActiveFeatures,
    /// By perspective: the tile's hidden values, to be filled.
    pub(super) hidden: &'a mut [Row],
    /// By position: the output, to which this tile adds its part.
    pub(super) outputs: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    #[inline(always)]
    fn run(self) {
        let Forward { tile, features, hidden, outputs } = self;
        let pairs = hidden.chunks_exact_mut(2).zip(outputs).zip(&features.output_buckets);
        for (position, ((pair, output), &bucket)) in pairs.enumerate() {
            let mut lanes = [0.0; LANES];
            for (side, hidden) in pair.iter_mut().enumerate() {
                let mut sum = *tile.bias;
                for &feature in features.of(2 * position + side) {
                    sum.add(&tile.input[usize::from(feature)]);
                }
                *hidden = sum;
                let weights = &tile.output[2 * usize::from(bucket) + side];
                for first in (0..COLUMNS).step_by(LANES) {
                    for (lane, total) in lanes.iter_mut().enumerate() {
                        let value = clipped(sum.0[first + lane]);
                        *total += value * value * weights.0[first + lane];
                    }
                }
            }
            *output += lanes.iter().sum::<f32>();
        }
    }
}

/// The hidden value clipped to 0..=1; its square is the activation.
#[inline(always)]
pub(super) fn clipped(hidden: f32) -> f32 {
    hidden.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_values_are_clipped_at_zero_and_one() {
        let squared = |hidden: f32| clipped(hidden) * clipped(hidden);
        for (hidden, activation) in
            [(-3.0, 0.0), (-0.0, 0.0), (0.0, 0.0), (0.5, 0.25), (1.0, 1.0), (1.7, 1.0)]
        {
            assert_eq!(squared(hidden), activation, "{hidden}");
        }
    }
}
