//! What one thread does with its share of a batch.

use super::backward::{Backward, chunks};
use super::forward::Forward;
use super::loss::Loss;
use super::packed::PackedPosition;
use super::row::Row;
use super::shape::Shape;
use super::simd::perform;
use super::sorted::{CHUNK, Counts, Sorted};
use super::views::Views;

/// Positions that are judged together. Their hidden values lie in near caches until they are needed
/// again, and there are enough of them that each tile is fetched seldom.
pub(super) const BLOCK: usize = 512;

/// Everything is kept from batch to batch, so that nothing is allocated on the way.
pub(super) struct Worker {
    views: Views,
    /// By tile and view.
    hidden: Vec<Row>,
    outputs: Vec<f32>,
    by_output: Vec<f32>,
    counts: Counts,
    sorted: Vec<Sorted>,
    /// Slopes of the loss by weight, in rows as the weights are.
    slopes: Vec<Row>,
}

impl Worker {
    pub(super) fn new(shape: &Shape) -> Worker {
        Worker {
            views: Views::default(),
            hidden: Vec::new(),
            outputs: Vec::new(),
            by_output: Vec::new(),
            counts: Counts::new(shape.features()),
            sorted: Vec::new(),
            slopes: vec![Row::ZERO; shape.rows()],
        }
    }

    /// What `descend` found.
    pub(super) fn slopes(&self) -> &[Row] {
        &self.slopes
    }

    /// The loss summed over these positions. Slopes are those of the loss times `part`.
    pub(super) fn descend(
        &mut self,
        shape: &Shape,
        weights: &[Row],
        loss: &Loss,
        positions: &[PackedPosition],
        part: f32,
    ) -> f64 {
        self.slopes.fill(Row::ZERO);
        let mut total = 0.0;
        for block in positions.chunks(BLOCK) {
            self.judge(shape, weights, block);
            self.by_output.clear();
            let biases = &mut self.slopes[shape.output_bias_row()].0;
            let judged = block.iter().zip(&self.outputs).zip(&self.views.output_buckets);
            for ((position, &output), &bucket) in judged {
                let (cost, slope) = loss.of(output, loss.target(position));
                total += f64::from(cost);
                biases[usize::from(bucket)] += slope * part;
                self.by_output.push(slope * part);
            }
            self.pass_back(shape, weights);
        }
        total
    }

    /// The loss summed over these positions, and nothing else.
    pub(super) fn loss(
        &mut self,
        shape: &Shape,
        weights: &[Row],
        loss: &Loss,
        positions: &[PackedPosition],
    ) -> f64 {
        let mut total = 0.0;
        for block in positions.chunks(BLOCK) {
            self.judge(shape, weights, block);
            for (position, &output) in block.iter().zip(&self.outputs) {
                total += f64::from(loss.of(output, loss.target(position)).0);
            }
        }
        total
    }

    /// Outputs and hidden values of a block.
    fn judge(&mut self, shape: &Shape, weights: &[Row], block: &[PackedPosition]) {
        self.views.read(block, shape);
        let views = 2 * block.len();
        self.hidden.resize(shape.tiles() * views, Row::ZERO);
        let biases = &weights[shape.output_bias_row()].0;
        self.outputs.clear();
        let buckets = self.views.output_buckets.iter();
        self.outputs.extend(buckets.map(|&bucket| biases[usize::from(bucket)]));
        for (number, hidden) in self.hidden.chunks_exact_mut(views).enumerate() {
            let (tile, views) = (shape.tile(weights, number), &self.views);
            perform(Forward { tile, views, hidden, outputs: &mut self.outputs });
        }
    }

    /// Adds the slopes of the block that was judged last.
    fn pass_back(&mut self, shape: &Shape, weights: &[Row]) {
        let positions = self.views.positions();
        self.sorted.resize_with(positions.div_ceil(CHUNK), Sorted::default);
        for (chunk, sorted) in chunks(positions, CHUNK).zip(&mut self.sorted) {
            sorted.sort(&self.views, 2 * chunk.start..2 * chunk.end, &mut self.counts);
        }
        for (number, hidden) in self.hidden.chunks_exact_mut(2 * positions).enumerate() {
            for (chunk, sorted) in chunks(positions, CHUNK).zip(&self.sorted) {
                perform(Backward {
                    weights: shape.tile(weights, number),
                    slopes: shape.tile_mut(&mut self.slopes, number),
                    hidden: &mut hidden[2 * chunk.start..2 * chunk.end],
                    by_output: &self.by_output[chunk.clone()],
                    output_buckets: &self.views.output_buckets[chunk],
                    sorted,
                });
            }
        }
    }
}
