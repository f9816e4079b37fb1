//! Command lines of the tools: options with one value each; everything else is a path.

use std::collections::HashMap;
use std::str::FromStr;

pub struct Args {
    options: HashMap<String, String>,
    /// The words that are no option.
    pub rest: Vec<String>,
}

impl Args {
    /// Reads the command line. An option that is not declared is an error.
    pub fn read(
        mut words: impl Iterator<Item = String>,
        declared: &[&str],
    ) -> Result<Args, String> {
        let mut args = Args { options: HashMap::new(), rest: Vec::new() };
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                args.rest.push(word);
            } else if declared.contains(&word.as_str()) {
                let value = words.next().ok_or(format!("{word} needs a value"))?;
                args.options.insert(word, value);
            } else {
                return Err(format!("{word} is unknown; expected one of {}", declared.join(", ")));
            }
        }
        Ok(args)
    }

    pub fn number<T: FromStr>(&self, option: &str) -> Result<Option<T>, String> {
        let Some(text) = self.options.get(option) else { return Ok(None) };
        match text.replace('_', "").parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{option}: '{text}' is no number, or out of range")),
        }
    }
}
