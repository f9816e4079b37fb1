//! Command lines of the referee's tools: options with one value each, the rest are paths.

use std::collections::HashMap;
use std::str::FromStr;

pub struct Args {
    options: HashMap<String, String>,
    /// Whatever was no option.
    pub rest: Vec<String>,
}

impl Args {
    /// Reads the command line; an option nobody declared is a mistake worth stopping for.
    pub fn read(
        mut words: impl Iterator<Item = String>,
        declared: &[&str],
    ) -> Result<Args, String> {
        let mut args = Args { options: HashMap::new(), rest: Vec::new() };
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                args.rest.push(word);
            } else if declared.contains(&word.as_str()) {
                let value = words.next().ok_or(format!("{word} wants a value"))?;
                args.options.insert(word, value);
            } else {
                return Err(format!("{word} is unknown; there are {}", declared.join(", ")));
            }
        }
        Ok(args)
    }

    pub fn number<T: FromStr>(&self, option: &str) -> Result<Option<T>, String> {
        let Some(text) = self.options.get(option) else { return Ok(None) };
        match text.replace('_', "").parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{option}: '{text}' is no number that fits")),
        }
    }
}
