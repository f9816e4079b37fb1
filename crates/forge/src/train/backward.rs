//! From the slope of the loss by each output to that by each weight, one tile at a time.

use core::ops::Range;

use super::forward::clipped;
use super::row::{COLUMNS, Row};
use super::shape::{Tile, TileMut};
use super::simd::Work;
use super::sorted::Sorted;

/// A chunk of positions.
pub(super) struct Backward<'a> {
    pub(super) weights: Tile<'a>,
    /// Slopes by weight, which are added to.
    pub(super) slopes: TileMut<'a>,
    /// By view of the chunk: hidden values. Slopes take their place.
    pub(super) hidden: &'a mut [Row],
    /// By position of the chunk: the slope of the loss by the output.
    pub(super) by_output: &'a [f32],
    /// By position of the chunk.
    pub(super) output_buckets: &'a [u8],
    pub(super) sorted: &'a Sorted,
}

impl Work for Backward<'_> {
    #[inline(always)]
    fn run(self) {
        let Backward { weights, slopes, hidden, by_output, output_buckets, sorted } = self;
        let pairs = hidden.chunks_exact_mut(2).zip(by_output).zip(output_buckets);
        let mut bias = *slopes.bias;
        for ((pair, &by_output), &bucket) in pairs {
            for (side, hidden) in pair.iter_mut().enumerate() {
                let row = 2 * usize::from(bucket) + side;
                pass_output(hidden, by_output, &weights.output[row], &mut slopes.output[row]);
                bias.add(hidden);
            }
        }
        *slopes.bias = bias;
        for (feature, views) in sorted.groups() {
            let slope = &mut slopes.input[feature];
            let mut sum = *slope;
            for &view in views {
                sum.add(&hidden[usize::from(view)]);
            }
            *slope = sum;
        }
    }
}

/// Back through the output weights and the square: hidden values become their slopes.
#[inline(always)]
fn pass_output(hidden: &mut Row, by_output: f32, weights: &Row, slopes: &mut Row) {
    for column in 0..COLUMNS {
        let value = hidden.0[column];
        let counted = clipped(value);
        slopes.0[column] += by_output * counted * counted;
        // Beyond the clipping nothing changes any more.
        let inside = value > 0.0 && value < 1.0;
        let slope = 2.0 * by_output * weights.0[column] * value;
        hidden.0[column] = if inside { slope } else { 0.0 };
    }
}

/// Chunks of so many positions, as ranges.
pub(super) fn chunks(positions: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..positions).step_by(size).map(move |start| start..(start + size).min(positions))
}
