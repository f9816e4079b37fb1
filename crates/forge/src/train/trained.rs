//! A network as a checkpoint has it, to be judged with or to be quantised.

use std::path::Path;

use super::checkpoint::{CHECKPOINT, Checkpoint, CheckpointError};
use super::config::Config;
use super::learner::fold;
use super::packed::PackedPosition;
use super::reference;
use super::row::Row;
use super::shape::{Part, Shape};

pub struct Trained {
    config: Config,
    recipe: String,
    shape: Shape,
    step: u64,
    /// Shared parts are folded in.
    weights: Vec<Row>,
    at_limit: AtLimit,
}

/// How many weights would have gone further, had they been let.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AtLimit {
    pub input: usize,
    pub hidden_biases: usize,
    pub output: usize,
}

impl Trained {
    /// Reads a checkpoint, or the one of a folder.
    pub fn open(path: &Path) -> Result<Trained, CheckpointError> {
        let path = if path.is_dir() { path.join(CHECKPOINT) } else { path.to_owned() };
        Ok(Trained::of(Checkpoint::read(&path)?))
    }

    pub(super) fn of(checkpoint: Checkpoint) -> Trained {
        let Checkpoint { config, text: recipe, step, learned, .. } = checkpoint;
        let shape = config.shape();
        let mut weights = vec![Row::ZERO; shape.rows()];
        fold(&shape, &learned, &mut weights, 1);
        let at_limit = AtLimit::count(&config, &shape, &learned);
        Trained { config, recipe, shape, step, weights, at_limit }
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The full configuration.
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// Steps it was taught.
    pub fn step(&self) -> u64 {
        self.step
    }

    pub fn at_limit(&self) -> AtLimit {
        self.at_limit
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn weight(&self, row: usize, column: usize) -> f64 {
        self.weights[row].0[column].into()
    }

    /// The value of a position for the side to move, in centipawns.
    pub fn value(&self, position: &PackedPosition) -> f64 {
        let weight = |row: usize, column: usize| self.weight(row, column);
        reference::output(&self.shape, weight, position) * f64::from(self.config.scale)
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
