//! A trained network, read from a checkpoint to be evaluated or quantised, and the reference
//! implementation of the forward pass.

use std::path::Path;

use engine::eval::nnue::features::output_bucket;

use super::active_features::features;
use super::checkpoint::{CHECKPOINT, Checkpoint, CheckpointError};
use super::config::Config;
use super::learner::fold;
use super::shape::{COLUMNS, Part, Row, Shape};
use crate::bullet::PackedPosition;

/// A trained network in floating point.
pub struct TrainedNet {
    config: Config,
    recipe: String,
    shape: Shape,
    step: u64,
    /// Shared parts are folded in.
    weights: Vec<Row>,
    at_limit: AtLimit,
}

/// The number of weights that were clamped to their limits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AtLimit {
    pub input: usize,
    pub hidden_biases: usize,
    pub output: usize,
}

impl TrainedNet {
    /// Reads a checkpoint file, or that of a training's folder.
    pub fn open(path: &Path) -> Result<TrainedNet, CheckpointError> {
        let path = if path.is_dir() { path.join(CHECKPOINT) } else { path.to_owned() };
        Ok(TrainedNet::of(Checkpoint::read(&path)?))
    }

    pub(super) fn of(checkpoint: Checkpoint) -> TrainedNet {
        let Checkpoint { config, text: recipe, step, learned, .. } = checkpoint;
        let shape = config.shape();
        let mut weights = vec![Row::ZERO; shape.rows()];
        fold(&shape, &learned, &mut weights, 1);
        let at_limit = AtLimit::count(&config, &shape, &learned);
        TrainedNet { config, recipe, shape, step, weights, at_limit }
    }

    /// The recipe.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The complete recipe as TOML.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// Steps of the training.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The weights at their limits.
    pub fn at_limit(&self) -> AtLimit {
        self.at_limit
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn weight(&self, row: usize, column: usize) -> f64 {
        self.weights[row].0[column].into()
    }

    /// The evaluation of a position from the side to move, in centipawns.
    pub fn value(&self, position: &PackedPosition) -> f64 {
        let weight = |row: usize, column: usize| self.weight(row, column);
        reference_output(&self.shape, weight, position) * f64::from(self.config.scale)
    }
}

impl AtLimit {
    fn count(config: &Config, shape: &Shape, learned: &[Row]) -> AtLimit {
        let limits = config.limits();
        let mut count = AtLimit::default();
        for (number, row) in learned.iter().enumerate() {
            let part = shape.part_of(number);
            let limit = limits.of(part, shape);
            let there = row.0.iter().filter(|weight| weight.abs() >= limit).count();
            match part {
                Part::Input | Part::Shared => count.input += there,
                Part::HiddenBias => count.hidden_biases += there,
                Part::Output => count.output += there,
                Part::OutputBias => {}
            }
        }
        count
    }
}

/// The output of a network in double precision, without any thought of speed: the reference for
/// the fast kernels. `weight` returns the number in a row and column.
pub(crate) fn reference_output(
    shape: &Shape,
    weight: impl Fn(usize, usize) -> f64,
    position: &PackedPosition,
) -> f64 {
    let bucket = output_bucket(position.piece_count(), shape.output_buckets);
    let mut output = weight(shape.output_bias_row(), bucket);
    for side in 0..2 {
        let active: Vec<usize> = features(position, &shape.king_buckets, side).collect();
        for hidden in 0..shape.width {
            let (tile, column) = (hidden / COLUMNS, hidden % COLUMNS);
            let bias = weight(shape.hidden_bias_row(tile), column);
            let rows = active.iter().map(|&feature| weight(shape.input_row(tile, feature), column));
            let value = (bias + rows.sum::<f64>()).clamp(0.0, 1.0);
            output += value * value * weight(shape.output_row(tile, bucket, side), column);
        }
    }
    output
}
