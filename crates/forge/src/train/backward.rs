//! The backward pass: from the gradient by each output to the gradient by each weight, one tile at
//! a time.

use core::ops::Range;

use super::feature_groups::FeatureGroups;
use super::forward::clipped;
use super::shape::{COLUMNS, Row, Tile, TileMut};
use super::simd::Kernel;

/// The backward pass of a chunk of positions through a tile.
pub(super) struct Backward<'a> {
    pub(super) weights: Tile<'a>,
    /// The gradients by weight, which are added to.
    pub(super) gradients: TileMut<'a>,
    /// By perspective of the chunk: hidden values, which are replaced by their gradients.
    pub(super) hidden: &'a mut [Row],
    /// By position of the chunk: the gradient of the loss by the output.
    pub(super) output_gradients: &'a [f32],
    /// By position of the chunk.
    pub(super) output_buckets: &'a [u8],
    pub(super) groups: &'a FeatureGroups,
}

impl Kernel for Backward<'_> {
    #[inline(always)]
    fn run(self) {
        let Backward { weights, gradients, hidden, output_gradients, output_buckets, groups } =
            self;
        let pairs = hidden.chunks_exact_mut(2).zip(output_gradients).zip(output_buckets);
        let mut bias = *gradients.bias;
        for ((pair, &output_gradient), &bucket) in pairs {
            for (side, hidden) in pair.iter_mut().enumerate() {
                let row = 2 * usize::from(bucket) + side;
                through_output(
                    hidden,
                    output_gradient,
                    &weights.output[row],
                    &mut gradients.output[row],
                );
                bias.add(hidden);
            }
        }
        *gradients.bias = bias;
        for (feature, perspectives) in groups.iter() {
            let gradient = &mut gradients.input[feature];
            let mut sum = *gradient;
            for &perspective in perspectives {
                sum.add(&hidden[usize::from(perspective)]);
            }
            *gradient = sum;
        }
    }
}

/// Through the output weights and the square: replaces hidden values by their gradients.
#[inline(always)]
fn through_output(hidden: &mut Row, output_gradient: f32, weights: &Row, gradients: &mut Row) {
    for column in 0..COLUMNS {
        let value = hidden.0[column];
        let activation = clipped(value);
        gradients.0[column] += output_gradient * activation * activation;
        // The gradient of a clipped value is zero.
        let inside = value > 0.0 && value < 1.0;
        let gradient = 2.0 * output_gradient * weights.0[column] * value;
        hidden.0[column] = if inside { gradient } else { 0.0 };
    }
}

/// Consecutive ranges of at most `size` positions.
pub(super) fn chunks(positions: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..positions).step_by(size).map(move |start| start..(start + size).min(positions))
}
