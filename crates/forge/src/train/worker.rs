//! The work of one thread on its share of a batch.

use super::active_features::ActiveFeatures;
use super::backward::{Backward, chunks};
use super::feature_groups::{CHUNK, Counts, FeatureGroups};
use super::forward::Forward;
use super::loss::Loss;
use super::shape::{Row, Shape};
use super::simd::dispatch;
use crate::bullet::PackedPosition;

/// Positions of a forward pass. Their hidden values stay in near caches until the backward pass,
/// and there are enough of them that each tile is rarely fetched.
pub(super) const BLOCK: usize = 512;

/// The buffers of a thread, kept from batch to batch so that nothing is allocated on the way.
pub(super) struct Worker {
    features: ActiveFeatures,
    /// By tile and perspective.
    hidden: Vec<Row>,
    outputs: Vec<f32>,
    /// The gradient of the loss by each output.
    output_gradients: Vec<f32>,
    counts: Counts,
    /// By chunk.
    groups: Vec<FeatureGroups>,
    /// The gradient of the loss by weight, in rows as the weights.
    gradients: Vec<Row>,
}

impl Worker {
    pub(super) fn new(shape: &Shape) -> Worker {
        Worker {
            features: ActiveFeatures::default(),
            hidden: Vec::new(),
            outputs: Vec::new(),
            output_gradients: Vec::new(),
            counts: Counts::new(shape.features()),
            groups: Vec::new(),
            gradients: vec![Row::ZERO; shape.rows()],
        }
    }

    /// The gradients of the last `backpropagate`.
    pub(super) fn gradients(&self) -> &[Row] {
        &self.gradients
    }

    /// The loss summed over these positions; computes the gradients of the loss times `scale`.
    pub(super) fn backpropagate(
        &mut self,
        shape: &Shape,
        weights: &[Row],
        loss: &Loss,
        positions: &[PackedPosition],
        scale: f32,
    ) -> f64 {
        self.gradients.fill(Row::ZERO);
        let mut total = 0.0;
        for block in positions.chunks(BLOCK) {
            self.forward(shape, weights, block);
            self.output_gradients.clear();
            let biases = &mut self.gradients[shape.output_bias_row()].0;
            let outputs = block.iter().zip(&self.outputs).zip(&self.features.output_buckets);
            for ((position, &output), &bucket) in outputs {
                let (cost, gradient) = loss.of(output, loss.target(position));
                total += f64::from(cost);
                biases[usize::from(bucket)] += gradient * scale;
                self.output_gradients.push(gradient * scale);
            }
            self.backward(shape, weights);
        }
        total
    }

    /// The loss summed over these positions, without gradients.
    pub(super) fn loss(
        &mut self,
        shape: &Shape,
        weights: &[Row],
        loss: &Loss,
        positions: &[PackedPosition],
    ) -> f64 {
        let mut total = 0.0;
        for block in positions.chunks(BLOCK) {
            self.forward(shape, weights, block);
            for (position, &output) in block.iter().zip(&self.outputs) {
                total += f64::from(loss.of(output, loss.target(position)).0);
            }
        }
        total
    }

    /// Computes the outputs and hidden values of a block.
    fn forward(&mut self, shape: &Shape, weights: &[Row], block: &[PackedPosition]) {
        self.features.read(block, shape);
        let perspectives = 2 * block.len();
        self.hidden.resize(shape.tiles() * perspectives, Row::ZERO);
        let biases = &weights[shape.output_bias_row()].0;
        self.outputs.clear();
        let buckets = self.features.output_buckets.iter();
        self.outputs.extend(buckets.map(|&bucket| biases[usize::from(bucket)]));
        for (number, hidden) in self.hidden.chunks_exact_mut(perspectives).enumerate() {
            let (tile, features) = (shape.tile(weights, number), &self.features);
            dispatch(Forward { tile, features, hidden, outputs: &mut self.outputs });
        }
    }

    /// Adds the gradients of the last block.
    fn backward(&mut self, shape: &Shape, weights: &[Row]) {
        let positions = self.features.positions();
        self.groups.resize_with(positions.div_ceil(CHUNK), FeatureGroups::default);
        for (chunk, groups) in chunks(positions, CHUNK).zip(&mut self.groups) {
            groups.group(&self.features, 2 * chunk.start..2 * chunk.end, &mut self.counts);
        }
        for (number, hidden) in self.hidden.chunks_exact_mut(2 * positions).enumerate() {
            for (chunk, groups) in chunks(positions, CHUNK).zip(&self.groups) {
                dispatch(Backward {
                    weights: shape.tile(weights, number),
                    gradients: shape.tile_mut(&mut self.gradients, number),
                    hidden: &mut hidden[2 * chunk.start..2 * chunk.end],
                    output_gradients: &self.output_gradients[chunk.clone()],
                    output_buckets: &self.features.output_buckets[chunk],
                    groups,
                });
            }
        }
    }
}
