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
    pub king_buckets: KingBuckets,
    /// King buckets share a part of their weights; no effect with one bucket.
    pub factoriser: bool,
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
mod tests {
    use std::fs;
    use std::path::Path;

    use engine::eval::nnue::net_file::NetFile;

    use super::*;

    fn error(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn missing_keys_have_their_defaults() {
        let config = Config::parse("width = 128\nepochs = 3 # a few\nrate = 0.002").unwrap();
        let expected = Config { width: 128, epochs: Some(3), rate: 0.002, ..Config::default() };
        assert_eq!(config, expected);
        assert!(!config.shape().shares, "there is only one king bucket");
        let many = Config::parse("width = 32\nsuperbatches = 1\nking_buckets = \"four\"").unwrap();
        assert!(many.shape().shares);
        assert!(!Config { factoriser: false, ..many }.shape().shares);
    }

    #[test]
    fn unknown_keys_are_named_with_their_line() {
        let error = error("epochs = 3\nwidht = 128");
        assert!(error.contains("line 2") && error.contains("widht"), "{error}");
        assert!(error.contains("width"), "{error}");
    }

    #[test]
    fn values_out_of_range_are_named_with_what_is_accepted() {
        let cases = [
            ("", "width is missing; expected a multiple of 32 up to 2048"),
            ("width = 100", "width is 100; expected a multiple of 32"),
            ("width = 4096", "width is 4096"),
            ("width = -1", "-1"),
            ("width = \"wide\"", "wide"),
            ("width = 32", "neither epochs nor superbatches"),
            ("width = 32\nepochs = 1\nsuperbatches = 1", "expected one of them"),
            ("width = 32\nepochs = 0", "epochs is 0; expected 1 to"),
            ("width = 32\nepochs = 1\nbatch = 0", "batch is 0"),
            (
                "width = 32\nepochs = 1\nwarm_up = 9223372036854775807",
                "warm_up is 9223372036854775807; expected 0 to 16777216",
            ),
            ("width = 32\nepochs = 1\nwarm_up = -1", "warm_up"),
            ("width = 32\nepochs = 1\nseed = -1", "seed"),
            ("width = 32\nepochs = 1\nfactoriser = 2", "factoriser"),
            ("width = 32\nepochs = 1\nsuperbatch = 16777217", "superbatch is 16777217"),
            ("width = 32\nepochs = 1\nheld_out = 0", "held_out is 0; expected 1 to 4294967296"),
            ("width = 32\nsuperbatches = 100001", "superbatches is 100001"),
            ("width = 32\nepochs = 1\nstep_every = 0", "step_every is 0; expected 1 to"),
            ("width = 32\nepochs = 1\nstep_factor = 2.0", "step_factor is 2; expected 0.001 to 1"),
            ("width = 32\nepochs = 1\nloss_power = 1.0", "loss_power is 1; expected 1.5 to 4"),
            ("width = 32\nepochs = 1\ndecay = 1.5", "decay is 1.5; expected 0 to 1"),
            ("width = 32\nepochs = 1\noutput_limit = 8.0", "output_limit is 8; expected 0.1 to"),
            ("width = 32\nepochs = 1\nresult_share = 1.5", "result_share is 1.5; expected 0 to 1"),
            ("width = 32\nepochs = 1\nrate = nan", "rate is NaN"),
            ("width = 32\nepochs = 1\nrate = 0.0", "rate is 0"),
            ("width = 32\nepochs = 1\nfinal_rate = 1.0", "final_rate is 1; expected 0 to 0.001"),
            ("width = 32\nepochs = 1\nweight_limit = 5.0", "weight_limit is 5; expected 0.1 to"),
            ("width = 32\nepochs = 1\noutput_buckets = 64", "output_buckets is 64"),
            ("width = 32\nepochs = 1\nscale = -400", "scale is -400; expected 1 to"),
            ("width = 32\nepochs = 1\nschedule = \"fast\"", "fast"),
            ("width = 32\nepochs = 1\nschedule = \"step\"", "step_every is missing"),
            ("width = 32\nepochs = 1\nstep_factor = 0.5", "have no effect unless"),
            (
                "width = 32\nepochs = 1\nschedule = \"step\"\nstep_every = 2\nfinal_rate = 0.0",
                "final_rate has no effect",
            ),
            ("width = 32\nepochs = 1\nking_buckets = \"five\"", "five"),
            ("width = 32\nepochs = 1\nking_buckets = [0, 1]", "32"),
            ("width = 32\nwidth = 64", "line 2"),
            ("width 32", "line 1"),
        ];
        for (text, expected) in cases {
            let error = error(text);
            assert!(error.contains(expected), "{text:?} gives {error:?}, not {expected:?}");
        }
    }

    #[test]
    fn a_description_must_fit_the_network_file() {
        let recipe = |bytes: usize| {
            Config::parse(&format!(
                "width = 32\nepochs = 1\ndescription = \"{}\"",
                "x".repeat(bytes)
            ))
        };
        assert!(recipe(65_535).is_ok());
        let error = recipe(65_536).unwrap_err().to_string();
        assert_eq!(error, "description has 65536 bytes; expected at most 65535");
    }

    #[test]
    fn every_recipe_is_complete_and_the_built_in_one_matches_its_network() {
        let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
        let recipe = |path: &Path| {
            let text = fs::read_to_string(path).unwrap();
            let config = Config::parse(&text).unwrap();
            // Defaults may change; the recipe of a network does not.
            let missing = config.missing_keys(&text);
            assert!(missing.is_empty(), "{} lacks {missing:?}", path.display());
            config
        };
        let files = fs::read_dir(&nets).unwrap().map(|entry| entry.unwrap().path());
        let recipes =
            files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
        let widths: Vec<usize> = recipes.map(|path| recipe(&path).width).collect();
        assert!(widths.len() >= 2 && widths.into_iter().all(is_width));
        let config = recipe(&nets.join("secateur.toml"));
        let net = NetFile::from_bytes(&fs::read(nets.join("secateur.net")).unwrap()).unwrap();
        assert_eq!(config.width, net.width);
        assert_eq!(config.output_buckets, net.output_buckets);
        assert_eq!(config.king_buckets.map(), net.king_buckets);
        assert_eq!(config.description, net.description);
    }
}
