//! The recipe of a network: a TOML file with its shape and its training. With the same positions
//! and as many threads it reproduces the network.

mod full;
mod king_buckets;

use core::fmt;

use engine::eval::nnue::net_file::{MAX_BUCKETS, MAX_WIDTH, WIDTH_STEP, is_width};
use serde::{Deserialize, Serialize};

pub use king_buckets::KingBuckets;

use super::adam::Limits;
use super::loss::Loss;
use super::schedule::{Schedule, ScheduleKind};
use super::shape::Shape;

/// The largest `weight_limit`: the weights of all pieces on the board and a bias, each at its
/// limit, fit the 16 bits of a hidden value.
const MAX_WEIGHT: f32 = 3.8;
/// The largest `output_limit`: such an output weight is stored as 127 with an output unit of 16.
const MAX_OUTPUT: f32 = 7.9;
/// Bytes of the longest description: its length in the network's file has 16 bits.
const MAX_DESCRIPTION: usize = u16::MAX as usize;

/// The keys of a recipe. Those that a file leaves out have their default values.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Stored in the network.
    pub description: String,
    /// Hidden values of each side.
    pub width: usize,
    /// The bucket of each king square.
    pub king_buckets: KingBuckets,
    /// King buckets share a part of their weights; no effect with one bucket.
    pub factoriser: bool,
    /// Sets of output weights, by the number of pieces.
    pub output_buckets: usize,
    /// Centipawns of an output of one.
    pub scale: i16,
    /// The share of the game's result in a target; the rest is the score of the search.
    pub result_share: f32,
    /// The exponent of errors in the loss.
    pub loss_power: f32,
    /// Positions per step.
    pub batch: usize,
    /// Batches between two reports.
    pub superbatch: usize,
    /// Passes over all positions. Either this or `superbatches` is given.
    pub epochs: Option<u32>,
    /// The length in superbatches.
    pub superbatches: Option<u32>,
    /// The largest learning rate.
    pub rate: f32,
    /// Batches until the rate is reached.
    pub warm_up: u64,
    /// The course of the rate after that.
    pub schedule: ScheduleKind,
    /// Cosine: the final rate.
    pub final_rate: Option<f32>,
    /// Step: superbatches between two steps, and the factor of the rate.
    pub step_every: Option<u32>,
    pub step_factor: Option<f32>,
    /// Weight decay: the share that a weight loses in a step, per unit of rate.
    pub decay: f32,
    /// The largest absolute value of input weights, and of output weights.
    pub weight_limit: f32,
    pub output_limit: f32,
    /// Most held-out positions that are evaluated.
    pub held_out: usize,
    /// The seed of the initial weights and of the order.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            description: String::new(),
            width: 0,
            king_buckets: KingBuckets::default(),
            factoriser: true,
            output_buckets: 1,
            scale: 400,
            result_share: 0.15,
            loss_power: 2.0,
            batch: 16_384,
            superbatch: 512,
            epochs: None,
            superbatches: None,
            rate: 1e-3,
            warm_up: 200,
            schedule: ScheduleKind::Cosine,
            final_rate: None,
            step_every: None,
            step_factor: None,
            decay: 0.01,
            weight_limit: 1.98,
            output_limit: 0.49,
            held_out: 1_000_000,
            seed: 1,
        }
    }
}

/// Why a text is not a valid recipe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError(String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl core::error::Error for ConfigError {}

impl Config {
    /// Reads a recipe and checks every value.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let config: Config =
            toml::from_str(text).map_err(|error| ConfigError(error.to_string()))?;
        match config.fault() {
            Some(fault) => Err(ConfigError(fault)),
            None => Ok(config),
        }
    }

    /// The first value that is out of its range. The ranges of `king_buckets` and `schedule` are
    /// checked when they are read; `factoriser` and `seed` may have any value of their type.
    fn fault(&self) -> Option<String> {
        let width = self.width;
        if !is_width(width) {
            let what = if width == 0 { "missing".to_owned() } else { width.to_string() };
            return Some(format!(
                "width is {what}; expected a multiple of {WIDTH_STEP} up to {MAX_WIDTH}"
            ));
        }
        let length = self.description.len();
        if length > MAX_DESCRIPTION {
            return Some(format!(
                "description has {length} bytes; expected at most {MAX_DESCRIPTION}"
            ));
        }
        let counts = [
            ("output_buckets", self.output_buckets as u64, 1, MAX_BUCKETS as u64),
            ("batch", self.batch as u64, 1, 1 << 24),
            ("superbatch", self.superbatch as u64, 1, 1 << 24),
            ("held_out", self.held_out as u64, 1, 1 << 32),
            ("epochs", self.epochs.unwrap_or(1).into(), 1, 100_000),
            ("superbatches", self.superbatches.unwrap_or(1).into(), 1, 100_000),
            ("warm_up", self.warm_up, 0, 1 << 24),
            ("step_every", self.step_every.unwrap_or(1).into(), 1, 100_000),
        ];
        for (name, number, min, max) in counts {
            if !(min..=max).contains(&number) {
                return Some(format!("{name} is {number}; expected {min} to {max}"));
            }
        }
        let numbers = [
            ("scale", self.scale.into(), 1.0, 10_000.0),
            ("result_share", self.result_share, 0.0, 1.0),
            ("loss_power", self.loss_power, 1.5, 4.0),
            ("rate", self.rate, 1e-7, 1.0),
            ("final_rate", self.final_rate.unwrap_or(0.0), 0.0, self.rate),
            ("step_factor", self.step_factor.unwrap_or(1.0), 1e-3, 1.0),
            ("decay", self.decay, 0.0, 1.0),
            ("weight_limit", self.weight_limit, 0.1, MAX_WEIGHT),
            ("output_limit", self.output_limit, 0.1, MAX_OUTPUT),
        ];
        for (name, number, min, max) in numbers {
            if !(min..=max).contains(&number) {
                return Some(format!("{name} is {number}; expected {min} to {max}"));
            }
        }
        self.contradiction().map(str::to_owned)
    }

    /// A contradiction between two keys.
    fn contradiction(&self) -> Option<&'static str> {
        let steps = self.step_every.is_some() || self.step_factor.is_some();
        match (self.epochs, self.superbatches) {
            (None, None) => return Some("neither epochs nor superbatches is given; expected one"),
            (Some(_), Some(_)) => {
                return Some("both epochs and superbatches; expected one of them");
            }
            _ => {}
        }
        match self.schedule {
            ScheduleKind::Cosine if steps => {
                Some("step_every and step_factor have no effect unless schedule is \"step\"")
            }
            ScheduleKind::Step if self.final_rate.is_some() => {
                Some("final_rate has no effect unless schedule is \"cosine\"")
            }
            ScheduleKind::Step if self.step_every.is_none() => {
                Some("step_every is missing; expected the superbatches between two steps")
            }
            _ => None,
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape::new(self.width, self.king_buckets.map(), self.output_buckets, self.factoriser)
    }

    pub(super) fn loss(&self) -> Loss {
        Loss { scale: self.scale.into(), result_share: self.result_share, power: self.loss_power }
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { weight: self.weight_limit, output: self.output_limit }
    }

    /// The schedule of a training with this many batches per epoch.
    pub(super) fn schedule(&self, batches_per_epoch: u64) -> Schedule {
        let superbatch = self.superbatch as u64;
        let steps = match (self.epochs, self.superbatches) {
            (Some(epochs), _) => u64::from(epochs) * batches_per_epoch,
            (None, superbatches) => u64::from(superbatches.unwrap_or(1)) * superbatch,
        };
        Schedule {
            steps,
            rate: self.rate,
            warm_up: self.warm_up,
            kind: self.schedule,
            final_rate: self.final_rate.unwrap_or(self.rate / 1e3),
            step_every: u64::from(self.step_every.unwrap_or(1)) * superbatch,
            step_factor: self.step_factor.unwrap_or(0.3),
        }
    }
}

#[cfg(test)]
mod tests;
