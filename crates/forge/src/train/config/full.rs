//! A configuration with nothing left unsaid. What is usual may change; what a network was taught
//! by does not.

use super::{Config, ConfigError};
use crate::train::schedule::Course;

/// What a full configuration begins with.
const TITLE: &str = "# Everything that this network was taught by, whatever is usual.\n";

impl Config {
    /// The same with every key that means something.
    pub fn full(&self) -> Config {
        let schedule = self.schedule(1);
        let cosine = self.schedule == Course::Cosine;
        Config {
            final_rate: cosine.then_some(schedule.final_rate),
            step_factor: (!cosine).then_some(schedule.step_factor),
            ..self.clone()
        }
    }

    /// The full configuration as a file has it.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        let keys = toml::to_string(&self.full()).map_err(|error| ConfigError(error.to_string()))?;
        Ok(format!("{TITLE}{keys}"))
    }

    /// Every key and its value, the usual ones included.
    pub fn rows(&self) -> Vec<Vec<String>> {
        self.keys().into_iter().map(|(key, value)| vec![key, value.to_string()]).collect()
    }

    fn keys(&self) -> serde_json::Map<String, serde_json::Value> {
        match serde_json::to_value(self.full()) {
            Ok(serde_json::Value::Object(keys)) => keys,
            _ => serde_json::Map::new(),
        }
    }

    /// What this means otherwise than another, key by key.
    pub(crate) fn differences(&self, other: &Config) -> Vec<String> {
        let (own, other) = (self.keys(), other.keys());
        let differ = own.iter().filter(|(key, value)| other.get(*key) != Some(value));
        differ.map(|(key, value)| format!("{key} {value} and not {}", other[key])).collect()
    }
}

#[cfg(test)]
impl Config {
    /// The keys that mean something and are left to what is usual by the text this was read from.
    pub(super) fn unsaid(&self, text: &str) -> Vec<String> {
        let said = toml::from_str::<toml::Table>(text).unwrap();
        let keys = self.keys().into_iter();
        keys.filter(|(key, value)| !value.is_null() && !said.contains_key(key))
            .map(|(key, _)| key)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_key_by_key() {
        let config = Config { width: 128, epochs: Some(3), ..Config::default() };
        assert!(config.differences(&config).is_empty());
        let other = Config { width: 64, epochs: None, ..config.clone() };
        assert_eq!(other.differences(&config), ["epochs null and not 3", "width 64 and not 128"]);
    }

    #[test]
    fn what_goes_without_saying_makes_no_difference() {
        let parse = |text: &str| Config::parse(text).unwrap();
        let short = parse("width = 32\nepochs = 1\nrate = 0.5");
        let long = parse("width = 32\nepochs = 1\nrate = 0.5\nfinal_rate = 0.0005\nscale = 400");
        assert!(short.differences(&long).is_empty() && long.differences(&short).is_empty());
        let other = Config { final_rate: Some(0.1), ..short.clone() };
        assert_eq!(other.differences(&short).len(), 1);
    }

    #[test]
    fn a_full_configuration_says_every_key_and_comes_back() {
        let texts = [
            "width = 128\nepochs = 3",
            "width = 32\nsuperbatches = 7\nrate = 0.0013\ndecay = 1e-7\nking_buckets = \"four\"",
            "width = 32\nepochs = 1\nschedule = \"step\"\nstep_every = 2\nrate = 0.1\n\
             description = \"two\\nlines and a \\\"quote\\\"\"\nseed = 9223372036854775807",
        ];
        for text in texts {
            let config = Config::parse(text).unwrap();
            let full = config.to_toml().unwrap();
            assert_eq!(Config::parse(&full).unwrap(), config.full(), "{full}");
            assert_eq!(config.unsaid(&full), [""; 0], "{full}");
            assert!(config.unsaid(text).len() >= 10, "{text}");
        }
    }
}
