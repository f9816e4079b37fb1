//! What a network is to be like and how it is taught: a file in TOML next to each network, which
//! is all that is needed to make it again from the same positions with as many threads.

mod full;
mod king_buckets;

use core::fmt;

use engine::eval::nnue::net_file::{MAX_BUCKETS, MAX_WIDTH, WIDTH_STEP, is_width};
use serde::{Deserialize, Serialize};

pub use king_buckets::KingBuckets;

use super::adam::Limits;
use super::loss::Loss;
use super::schedule::{Course, Schedule};
use super::shape::Shape;

/// Pieces on the board and a bias, each at its limit, must fit the sixteen bits that hidden values
/// of one side are summed in.
const MOST_WEIGHT: f32 = 3.8;
/// An output weight of this is stored as 127 in units of a sixteenth.
const MOST_OUTPUT: f32 = 7.9;

#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Is written into the network.
    pub description: String,
    /// Hidden values of each side.
    pub width: usize,
    pub king_buckets: KingBuckets,
    /// King buckets learn a part in common; without effect where there is one bucket.
    pub factoriser: bool,
    pub output_buckets: usize,
    /// Centipawns of an output of one.
    pub scale: i16,
    /// How much of a target is the result of the game; the rest is what the search thought.
    pub result_share: f32,
    /// Errors are raised to this.
    pub loss_power: f32,
    /// Positions for each step.
    pub batch: usize,
    /// Batches between two reports.
    pub superbatch: usize,
    /// Times that all positions are gone through. Either this is given or the next.
    pub epochs: Option<u32>,
    pub superbatches: Option<u32>,
    /// The longest step.
    pub rate: f32,
    /// Batches until the rate is reached.
    pub warm_up: u64,
    pub schedule: Course,
    /// Cosine: the last rate.
    pub final_rate: Option<f32>,
    /// Steps: superbatches from one to the next, and what the rate is multiplied by.
    pub step_every: Option<u32>,
    pub step_factor: Option<f32>,
    /// What every weight loses in a step, times the rate.
    pub decay: f32,
    /// How far from nought input weights may go, and output weights.
    pub weight_limit: f32,
    pub output_limit: f32,
    /// Positions that are held out, at most.
    pub held_out: usize,
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
            schedule: Course::Cosine,
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

/// Why a text is no configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError(String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl core::error::Error for ConfigError {}

impl Config {
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let config: Config =
            toml::from_str(text).map_err(|error| ConfigError(error.to_string()))?;
        match config.fault() {
            Some(fault) => Err(ConfigError(fault)),
            None => Ok(config),
        }
    }

    /// The first value that cannot be.
    fn fault(&self) -> Option<String> {
        let width = self.width;
        if !is_width(width) {
            let what = if width == 0 { "missing".to_owned() } else { width.to_string() };
            return Some(format!(
                "width is {what}; expected a multiple of {WIDTH_STEP} up to {MAX_WIDTH}"
            ));
        }
        let counts = [
            ("output_buckets", self.output_buckets as i64, MAX_BUCKETS as i64),
            ("batch", self.batch as i64, 1 << 24),
            ("superbatch", self.superbatch as i64, 1 << 24),
            ("held_out", self.held_out as i64, 1 << 32),
            ("scale", self.scale.into(), 10_000),
            ("epochs", self.epochs.unwrap_or(1).into(), 100_000),
            ("superbatches", self.superbatches.unwrap_or(1).into(), 100_000),
            ("step_every", self.step_every.unwrap_or(1).into(), 100_000),
        ];
        for (name, number, most) in counts {
            if !(1..=most).contains(&number) {
                return Some(format!("{name} is {number}; expected 1 to {most}"));
            }
        }
        let numbers = [
            ("result_share", self.result_share, 0.0, 1.0),
            ("loss_power", self.loss_power, 1.5, 4.0),
            ("rate", self.rate, 1e-7, 1.0),
            ("final_rate", self.final_rate.unwrap_or(0.0), 0.0, self.rate),
            ("step_factor", self.step_factor.unwrap_or(1.0), 1e-3, 1.0),
            ("decay", self.decay, 0.0, 1.0),
            ("weight_limit", self.weight_limit, 0.1, MOST_WEIGHT),
            ("output_limit", self.output_limit, 0.1, MOST_OUTPUT),
        ];
        for (name, number, least, most) in numbers {
            if !(least..=most).contains(&number) {
                return Some(format!("{name} is {number}; expected {least} to {most}"));
            }
        }
        self.contradiction().map(str::to_owned)
    }

    /// What one key says against another.
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
            Course::Cosine if steps => {
                Some("step_every and step_factor mean nothing unless schedule is \"step\"")
            }
            Course::Step if self.final_rate.is_some() => {
                Some("final_rate means nothing unless schedule is \"cosine\"")
            }
            Course::Step if self.step_every.is_none() => {
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

    /// `epoch` is how many batches there are in one.
    pub(super) fn schedule(&self, epoch: u64) -> Schedule {
        let superbatch = self.superbatch as u64;
        let steps = match (self.epochs, self.superbatches) {
            (Some(epochs), _) => u64::from(epochs) * epoch,
            (None, superbatches) => u64::from(superbatches.unwrap_or(1)) * superbatch,
        };
        Schedule {
            steps,
            rate: self.rate,
            warm_up: self.warm_up,
            course: self.schedule,
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

    fn told(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_said_is_the_usual() {
        let config = Config::parse("width = 128\nepochs = 3 # a few\nrate = 0.002").unwrap();
        let usual = Config { width: 128, epochs: Some(3), rate: 0.002, ..Config::default() };
        assert_eq!(config, usual);
        assert!(!config.shape().shares, "there is but one king bucket");
        let many = Config::parse("width = 32\nsuperbatches = 1\nking_buckets = \"four\"").unwrap();
        assert!(many.shape().shares);
        assert!(!Config { factoriser: false, ..many }.shape().shares);
    }

    #[test]
    fn unknown_keys_are_named_with_their_line() {
        let told = told("epochs = 3\nwidht = 128");
        assert!(told.contains("line 2") && told.contains("widht"), "{told}");
        assert!(told.contains("width"), "{told}");
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
            ("width = 32\nepochs = 1\nresult_share = 1.5", "result_share is 1.5; expected 0 to 1"),
            ("width = 32\nepochs = 1\nrate = nan", "rate is NaN"),
            ("width = 32\nepochs = 1\nrate = 0.0", "rate is 0"),
            ("width = 32\nepochs = 1\nfinal_rate = 1.0", "final_rate is 1; expected 0 to 0.001"),
            ("width = 32\nepochs = 1\nweight_limit = 5.0", "weight_limit is 5; expected 0.1 to"),
            ("width = 32\nepochs = 1\noutput_buckets = 64", "output_buckets is 64"),
            ("width = 32\nepochs = 1\nscale = -400", "scale is -400; expected 1 to"),
            ("width = 32\nepochs = 1\nschedule = \"fast\"", "fast"),
            ("width = 32\nepochs = 1\nschedule = \"step\"", "step_every is missing"),
            ("width = 32\nepochs = 1\nstep_factor = 0.5", "mean nothing unless"),
            (
                "width = 32\nepochs = 1\nschedule = \"step\"\nstep_every = 2\nfinal_rate = 0.0",
                "final_rate means nothing",
            ),
            ("width = 32\nepochs = 1\nking_buckets = \"five\"", "five"),
            ("width = 32\nepochs = 1\nking_buckets = [0, 1]", "32"),
            ("width = 32\nwidth = 64", "line 2"),
            ("width 32", "line 1"),
        ];
        for (text, expected) in cases {
            let told = told(text);
            assert!(told.contains(expected), "{text:?} gives {told:?}, not {expected:?}");
        }
    }

    #[test]
    fn every_recipe_can_be_read_and_the_one_built_in_is_that_of_its_network() {
        let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
        let recipe = |path: &Path| {
            let text = fs::read_to_string(path).unwrap();
            let config = Config::parse(&text).unwrap();
            // What is usual may change; what a network was made with does not.
            let unsaid = config.unsaid(&text);
            assert!(unsaid.is_empty(), "{} does not say {unsaid:?}", path.display());
            config
        };
        let files = fs::read_dir(&nets).unwrap().map(|entry| entry.unwrap().path());
        let recipes = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
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
