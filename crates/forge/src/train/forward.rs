//! From positions to judgements, one tile of the hidden layer at a time.

use super::row::{COLUMNS, Row};
use super::shape::Tile;
use super::simd::Work;
use super::views::Views;

/// Numbers that are summed side by side, as a register holds them.
const LANES: usize = 8;

pub(super) struct Forward<'a> {
    pub(super) tile: Tile<'a>,
    pub(super) views: &'a Views,
    /// By view: the tile's hidden values, to be filled.
    pub(super) hidden: &'a mut [Row],
    /// By position: what this tile adds to the output.
    pub(super) outputs: &'a mut [f32],
}

impl Work for Forward<'_> {
    #[inline(always)]
    fn run(self) {
        let Forward { tile, views, hidden, outputs } = self;
        let pairs = hidden.chunks_exact_mut(2).zip(outputs).zip(&views.output_buckets);
        for (position, ((pair, output), &bucket)) in pairs.enumerate() {
            let mut lanes = [0.0; LANES];
            for (side, hidden) in pair.iter_mut().enumerate() {
                let mut sum = *tile.bias;
                for &feature in views.of(2 * position + side) {
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

/// The hidden value between nought and one; its square is what counts.
#[inline(always)]
pub(super) fn clipped(hidden: f32) -> f32 {
    hidden.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_values_are_clipped_at_nought_and_one() {
        let squared = |hidden: f32| clipped(hidden) * clipped(hidden);
        for (hidden, counted) in
            [(-3.0, 0.0), (-0.0, 0.0), (0.0, 0.0), (0.5, 0.25), (1.0, 1.0), (1.7, 1.0)]
        {
            assert_eq!(squared(hidden), counted, "{hidden}");
        }
    }
}
