//! Recipes with all their keys. Defaults may change; the recipe of a trained network does not.

use super::{Config, ConfigError};
use crate::train::schedule::ScheduleKind;

/// The first line of a complete recipe.
const TITLE: &str = "# The complete recipe of this network, default values included.\n";

impl Config {
    /// The same with every key that has an effect.
    pub fn full(&self) -> Config {
        let schedule = self.schedule(1);
        let cosine = self.schedule == ScheduleKind::Cosine;
        Config {
            final_rate: cosine.then_some(schedule.final_rate),
            step_factor: (!cosine).then_some(schedule.step_factor),
            ..self.clone()
        }
    }

    /// The complete recipe as TOML.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        let keys = toml::to_string(&self.full()).map_err(|error| ConfigError(error.to_string()))?;
        Ok(format!("{TITLE}{keys}"))
    }

    /// Every key and its value, defaults included.
    pub fn rows(&self) -> Vec<Vec<String>> {
        self.keys().into_iter().map(|(key, value)| vec![key, value.to_string()]).collect()
    }

    fn keys(&self) -> serde_json::Map<String, serde_json::Value> {
        match serde_json::to_value(self.full()) {
            Ok(serde_json::Value::Object(keys)) => keys,
            _ => serde_json::Map::new(),
        }
    }

    /// The keys in which this differs from another recipe.
    pub(crate) fn differences(&self, other: &Config) -> Vec<String> {
        let (own, other) = (self.keys(), other.keys());
        let differ = own.iter().filter(|(key, value)| other.get(*key) != Some(value));
        differ.map(|(key, value)| format!("{key} {value} and not {}", other[key])).collect()
    }
}

#[cfg(test)]
impl Config {
    /// The keys with an effect that the text of this recipe leaves out.
    pub(super) fn missing_keys(&self, text: &str) -> Vec<String> {
        let given = toml::from_str::<toml::Table>(text).unwrap();
        let keys = self.keys().into_iter();
        keys.filter(|(key, value)| !value.is_null() && !given.contains_key(key))
            .map(|(key, _)| key)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_listed_key_by_key() {
        let config = Config { width: 128, epochs: Some(3), ..Config::default() };
        assert!(config.differences(&config).is_empty());
        let other = Config { width: 64, epochs: None, ..config.clone() };
        assert_eq!(other.differences(&config), ["epochs null and not 3", "width 64 and not 128"]);
    }

    #[test]
    fn default_values_make_no_difference() {
        let parse = |text: &str| Config::parse(text).unwrap();
        let short = parse("width = 32\nepochs = 1\nrate = 0.5");
        let long = parse("width = 32\nepochs = 1\nrate = 0.5\nfinal_rate = 0.0005\nscale = 400");
        assert!(short.differences(&long).is_empty() && long.differences(&short).is_empty());
        let other = Config { final_rate: Some(0.1), ..short.clone() };
        assert_eq!(other.differences(&short).len(), 1);
    }

    #[test]
    fn a_complete_recipe_has_every_key_and_survives_a_round_trip() {
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
            assert_eq!(config.missing_keys(&full), [""; 0], "{full}");
            assert!(config.missing_keys(text).len() >= 10, "{text}");
        }
    }
}
