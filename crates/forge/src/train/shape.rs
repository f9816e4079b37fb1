//! The shape of a network, and the layout of its numbers in rows.

use std::ops::Range;

use engine::eval::nnue::features::{KING_PLACES, PER_BUCKET};

/// Columns of a row. The hidden layer is split into tiles of this width, and the weights of a tile
/// are stored together: those of a whole king bucket take 192 KiB, which stay in the second-level
/// cache while the tile is processed. A tile takes eight registers of eight numbers.
pub(crate) const COLUMNS: usize = 64;

/// A row of numbers, aligned to a cache line. All numbers of a network in training are stored in
/// rows.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [f32; COLUMNS]);

impl Row {
    pub(crate) const ZERO: Row = Row([0.0; COLUMNS]);

    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Row) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }
}

/// The sizes of a network. Its rows are, in this order: the input weights by tile, king bucket
/// and feature; the hidden biases by tile; the output weights by tile, output bucket and side;
/// one row of output biases; and, where king buckets share a part, the shared input weights by
/// tile and feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Hidden values of each side.
    pub(crate) width: usize,
    /// The bucket of each king square.
    pub(crate) king_buckets: [u8; KING_PLACES],
    pub(crate) output_buckets: usize,
    /// Whether all king buckets share a part, so that rare king squares learn from common ones
    /// (factoriser).
    pub(crate) shares: bool,
    input_buckets: usize,
}

/// The layer that a row belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Input,
    HiddenBias,
    Output,
    OutputBias,
    Shared,
}

/// The rows of a tile.
pub(super) struct Tile<'a> {
    pub(super) input: &'a [Row],
    pub(super) bias: &'a Row,
    pub(super) output: &'a [Row],
}

/// The same, mutable.
pub(super) struct TileMut<'a> {
    pub(super) input: &'a mut [Row],
    pub(super) bias: &'a mut Row,
    pub(super) output: &'a mut [Row],
}

impl Shape {
    /// Buckets share a part only if there are several.
    pub(crate) fn new(
        width: usize,
        king_buckets: [u8; KING_PLACES],
        output_buckets: usize,
        shares: bool,
    ) -> Shape {
        let input_buckets =
            king_buckets.iter().fold(0, |last, &bucket| last.max(bucket.into())) + 1;
        let shares = shares && input_buckets > 1;
        Shape { width, king_buckets, output_buckets, shares, input_buckets }
    }

    pub(crate) fn input_buckets(&self) -> usize {
        self.input_buckets
    }

    /// The tiles of the hidden layer. The last columns of the last tile may be unused; they stay
    /// zero.
    pub(crate) fn tiles(&self) -> usize {
        self.width.div_ceil(COLUMNS)
    }

    /// The features of all king buckets.
    pub(crate) fn features(&self) -> usize {
        self.input_buckets() * PER_BUCKET
    }

    pub(crate) fn input_row(&self, tile: usize, feature: usize) -> usize {
        tile * self.features() + feature
    }

    pub(crate) fn hidden_bias_row(&self, tile: usize) -> usize {
        self.tiles() * self.features() + tile
    }

    /// `side` is 0 for the side to move.
    pub(crate) fn output_row(&self, tile: usize, bucket: usize, side: usize) -> usize {
        let before = self.tiles() * (self.features() + 1);
        before + (tile * self.output_buckets + bucket) * 2 + side
    }

    pub(crate) fn output_bias_row(&self) -> usize {
        self.output_row(self.tiles(), 0, 0)
    }

    /// Rows that the forward pass reads.
    pub(crate) fn rows(&self) -> usize {
        self.output_bias_row() + 1
    }

    /// The shared row of a feature of a single bucket.
    pub(crate) fn shared_row(&self, tile: usize, feature: usize) -> usize {
        self.rows() + tile * PER_BUCKET + feature
    }

    /// Rows that are trained.
    pub(crate) fn learned_rows(&self) -> usize {
        self.rows() + if self.shares { self.tiles() * PER_BUCKET } else { 0 }
    }

    pub(crate) fn part_of(&self, row: usize) -> Part {
        if row < self.hidden_bias_row(0) {
            Part::Input
        } else if row < self.output_row(0, 0, 0) {
            Part::HiddenBias
        } else if row < self.output_bias_row() {
            Part::Output
        } else if row < self.rows() {
            Part::OutputBias
        } else {
            Part::Shared
        }
    }

    /// The tile and feature of a row of input weights, own or shared.
    pub(crate) fn input_place(&self, row: usize) -> (usize, usize) {
        match row.checked_sub(self.rows()) {
            Some(shared) => (shared / PER_BUCKET, shared % PER_BUCKET),
            None => (row / self.features(), row % self.features()),
        }
    }

    /// The used columns of a tile.
    pub(crate) fn columns(&self, tile: usize) -> usize {
        self.width.saturating_sub(tile * COLUMNS).min(COLUMNS)
    }

    fn output_range(&self, tile: usize) -> Range<usize> {
        2 * tile * self.output_buckets..2 * (tile + 1) * self.output_buckets
    }

    pub(super) fn tile<'a>(&self, rows: &'a [Row], tile: usize) -> Tile<'a> {
        let features = self.features();
        let (input, rest) = rows.split_at(self.hidden_bias_row(0));
        let (biases, rest) = rest.split_at(self.tiles());
        Tile {
            input: &input[tile * features..(tile + 1) * features],
            bias: &biases[tile],
            output: &rest[self.output_range(tile)],
        }
    }

    pub(super) fn tile_mut<'a>(&self, rows: &'a mut [Row], tile: usize) -> TileMut<'a> {
        let features = self.features();
        let (input, rest) = rows.split_at_mut(self.hidden_bias_row(0));
        let (biases, rest) = rest.split_at_mut(self.tiles());
        TileMut {
            input: &mut input[tile * features..(tile + 1) * features],
            bias: &mut biases[tile],
            output: &mut rest[self.output_range(tile)],
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two king buckets by wing, three output buckets, and a last tile that is half used.
    pub(crate) fn uneven_shape() -> Shape {
        let mut king_buckets = [0; KING_PLACES];
        king_buckets.iter_mut().skip(1).step_by(2).for_each(|bucket| *bucket = 1);
        Shape::new(96, king_buckets, 3, true)
    }

    #[test]
    fn every_row_has_one_index() {
        let shape = uneven_shape();
        let mut seen = vec![0; shape.learned_rows()];
        for tile in 0..shape.tiles() {
            for feature in 0..shape.features() {
                let row = shape.input_row(tile, feature);
                assert_eq!(shape.part_of(row), Part::Input);
                assert_eq!(shape.input_place(row), (tile, feature));
                seen[row] += 1;
            }
            for feature in 0..PER_BUCKET {
                let row = shape.shared_row(tile, feature);
                assert_eq!(shape.part_of(row), Part::Shared);
                assert_eq!(shape.input_place(row), (tile, feature));
                seen[row] += 1;
            }
            assert_eq!(shape.part_of(shape.hidden_bias_row(tile)), Part::HiddenBias);
            seen[shape.hidden_bias_row(tile)] += 1;
            for bucket in 0..shape.output_buckets {
                for side in 0..2 {
                    let row = shape.output_row(tile, bucket, side);
                    assert_eq!(shape.part_of(row), Part::Output);
                    seen[row] += 1;
                }
            }
        }
        assert_eq!(shape.part_of(shape.output_bias_row()), Part::OutputBias);
        seen[shape.output_bias_row()] += 1;
        assert!(seen.iter().all(|&times| times == 1));
        assert_eq!((shape.columns(0), shape.columns(1)), (64, 32));
    }

    #[test]
    fn a_tile_holds_the_rows_of_its_indices() {
        let shape = uneven_shape();
        let mut rows: Vec<Row> =
            (0..shape.rows()).map(|number| Row([number as f32; COLUMNS])).collect();
        let first = |row: &Row| row.0[0] as usize;
        for number in 0..shape.tiles() {
            let tile = shape.tile(&rows, number);
            assert_eq!(tile.input.len(), shape.features());
            assert_eq!(first(&tile.input[7]), shape.input_row(number, 7));
            assert_eq!(first(tile.bias), shape.hidden_bias_row(number));
            assert_eq!(first(&tile.output[5]), shape.output_row(number, 2, 1));
            let tile = shape.tile_mut(&mut rows, number);
            assert_eq!(first(&tile.input[7]), shape.input_row(number, 7));
            assert_eq!(first(tile.bias), shape.hidden_bias_row(number));
            assert_eq!(first(&tile.output[5]), shape.output_row(number, 2, 1));
        }
    }
}
