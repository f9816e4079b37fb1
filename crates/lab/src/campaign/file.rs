//! A plan file: a question and the steps that answer it, in TOML.
//!
//! ```toml
//! title = "How deep may futility prune?"
//! question = "Is a limit of depth 5 better than 4?"
//! claims = ["Its authors: depth 5 and 6 lost Elo."]
//!
//! [defaults.sprt]
//! nodes = 25000
//!
//! [[step]]
//! name = "depth-5"
//! about = "depth 5 with the margins of depth 4 continued"
//! run = "sprt"
//! a = "self FutilityMaxDepth=5"
//! elo1 = 5
//!
//! [[step]]
//! name = "depth-6"
//! run = "sprt"
//! a = "self FutilityMaxDepth=6"
//! when = "depth-5 accepted"
//! ```
//!
//! Every key of a step that is not listed here is an option of its command, as the command line
//! writes it: a list repeats the option, `true` gives it without a value. The reader knows no
//! option by name: the command line checks them.

use core::fmt;
use std::collections::BTreeMap;

use toml::{Table, Value};

use super::condition::Condition;

/// The commands that a step may run.
pub const STEP_KINDS: &[&str] =
    &["match", "sprt", "gauntlet", "suite", "audit", "ablate", "compare", "why"];

/// Keys of a step that are no options of its command.
const NAME: &str = "name";
const ABOUT: &str = "about";
const RUN: &str = "run";
const WHEN: &str = "when";
const WEIGHT: &str = "weight";

/// Options that a campaign sets itself.
const OWN_OPTIONS: &[&str] = &["out", "resume", "force", "concurrency"];

/// The folder of the plan file, as a placeholder.
const HERE: &str = "here";

#[derive(Clone, PartialEq, Debug)]
pub struct PlanFile {
    pub title: String,
    pub question: String,
    /// Who claimed what.
    pub claims: Vec<String>,
    pub steps: Vec<Step>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Also the name of its folder.
    pub name: String,
    pub about: String,
    /// One of [`STEP_KINDS`].
    pub run: String,
    /// The command's arguments.
    pub words: Vec<String>,
    /// The same with `{suite}` in place of the file that this machine has for it.
    pub shown: Vec<String>,
    /// The step runs if one of these holds, or if there are none.
    pub when: Vec<Condition>,
    /// Its part of the time, relative to the other steps.
    pub weight: f64,
    /// Placeholders without a value: the step cannot run.
    pub missing: Vec<String>,
}

/// What is wrong with a plan file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanFileError {
    /// The step, if one is concerned.
    step: Option<String>,
    why: String,
}

impl fmt::Display for PlanFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.step {
            Some(step) => write!(f, "step '{step}': {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl core::error::Error for PlanFileError {}

fn of_file(why: impl Into<String>) -> PlanFileError {
    PlanFileError { step: None, why: why.into() }
}

impl PlanFile {
    /// Reads a plan. `values` replace placeholders such as `{suite}`; `{here}` becomes `folder`,
    /// the folder of the file.
    pub fn read(
        text: &str,
        folder: &str,
        values: &BTreeMap<String, String>,
    ) -> Result<PlanFile, PlanFileError> {
        let mut table: Table =
            text.parse().map_err(|why: toml::de::Error| of_file(why.to_string()))?;
        let title = required(&mut table, "title")?;
        let question = required(&mut table, "question")?;
        let claims = match table.remove("claims") {
            None => Vec::new(),
            Some(value) => {
                texts(&value).ok_or_else(|| of_file("claims: expected a list of texts"))?
            }
        };
        let defaults = defaults(table.remove("defaults"))?;
        let steps = match table.remove("step") {
            Some(Value::Array(steps)) => steps,
            _ => return Err(of_file("no steps; expected at least one table [[step]]")),
        };
        if let Some(key) = table.keys().next() {
            return Err(of_file(format!(
                "'{key}' is not known; expected title, question, claims, [defaults.COMMAND] and \
                 [[step]]"
            )));
        }
        let reader = Reader { folder, values, defaults };
        let mut read: Vec<Step> = Vec::new();
        for (place, step) in steps.into_iter().enumerate() {
            let Value::Table(step) = step else {
                return Err(of_file("step: expected tables, each under a line [[step]]"));
            };
            let step = reader.step(place, step, &read)?;
            read.push(step);
        }
        Ok(PlanFile { title, question, claims, steps: read })
    }
}

fn required(table: &mut Table, key: &str) -> Result<String, PlanFileError> {
    match table.remove(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text),
        Some(_) => Err(of_file(format!("{key}: expected a text"))),
        None => Err(of_file(format!("{key} is missing; expected {key} = \"...\""))),
    }
}

/// A text or a list of texts.
fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Array(values) => {
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    }
}

fn defaults(value: Option<Value>) -> Result<BTreeMap<String, Table>, PlanFileError> {
    let mut defaults = BTreeMap::new();
    let tables = match value {
        None => return Ok(defaults),
        Some(Value::Table(tables)) => tables,
        Some(_) => return Err(of_file("defaults: expected tables such as [defaults.sprt]")),
    };
    for (kind, options) in tables {
        let Value::Table(options) = options else {
            return Err(of_file(format!("defaults.{kind}: expected a table")));
        };
        if !STEP_KINDS.contains(&kind.as_str()) {
            return Err(of_file(format!(
                "defaults.{kind}: expected one of {}",
                STEP_KINDS.join(", ")
            )));
        }
        defaults.insert(kind, options);
    }
    Ok(defaults)
}

struct Reader<'a> {
    folder: &'a str,
    values: &'a BTreeMap<String, String>,
    defaults: BTreeMap<String, Table>,
}

impl Reader<'_> {
    fn step(&self, place: usize, mut table: Table, before: &[Step]) -> Result<Step, PlanFileError> {
        let name = required(&mut table, NAME).map_err(|error| PlanFileError {
            step: Some(format!("number {}", place + 1)),
            ..error
        })?;
        let wrong = |why: String| PlanFileError { step: Some(name.clone()), why };
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if !name.chars().all(|letter| is_plain(letter) || letter == '-') {
            return Err(wrong("expected a name of a-z, 0-9 and '-': it names a folder".to_owned()));
        }
        if before.iter().any(|other| other.name == name) {
            return Err(wrong("two steps have this name".to_owned()));
        }
        let about = match table.remove(ABOUT) {
            None => String::new(),
            Some(Value::String(text)) => text,
            Some(_) => return Err(wrong(format!("{ABOUT}: expected a text"))),
        };
        let run = required(&mut table, RUN).map_err(|error| wrong(error.why))?;
        if !STEP_KINDS.contains(&run.as_str()) {
            return Err(wrong(format!("run = '{run}': expected one of {}", STEP_KINDS.join(", "))));
        }
        let when = self.conditions(table.remove(WHEN), before).map_err(wrong)?;
        let weight = match table.remove(WEIGHT) {
            None => 1.0,
            Some(value) => weight(&value)
                .ok_or_else(|| wrong(format!("{WEIGHT} = {value}: expected a number above 0")))?,
        };
        let mut options = self.defaults.get(&run).cloned().unwrap_or_default();
        options.extend(table);
        let mut missing = Vec::new();
        let filled = self.words(&run, &options, &mut missing).map_err(wrong)?;
        let (words, shown) = filled.into_iter().map(|word| (word.filled, word.shown)).unzip();
        Ok(Step { name, about, run, words, shown, when, weight, missing })
    }

    fn conditions(&self, value: Option<Value>, before: &[Step]) -> Result<Vec<Condition>, String> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let texts = texts(&value).ok_or_else(|| format!("{WHEN}: expected a text or a list"))?;
        let conditions = texts.iter().map(|text| text.parse::<Condition>());
        let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
        for condition in &conditions {
            let step = before.iter().find(|step| step.name == condition.step);
            let Some(step) = step else {
                return Err(format!("{WHEN} = '{condition}': no earlier step has this name"));
            };
            let kinds = condition.event.kinds();
            if !kinds.contains(&step.run.as_str()) {
                return Err(format!(
                    "{WHEN} = '{condition}': '{}' runs {}; expected a step that runs {}",
                    step.name,
                    step.run,
                    kinds.join(" or ")
                ));
            }
        }
        Ok(conditions)
    }

    fn words(
        &self,
        run: &str,
        options: &Table,
        missing: &mut Vec<String>,
    ) -> Result<Vec<Word>, String> {
        let mut words = vec![Word::plain(run)];
        let mut positional = Vec::new();
        for (key, value) in options {
            if OWN_OPTIONS.contains(&key.as_str()) {
                return Err(format!("{key}: the plan sets this option itself"));
            }
            let values = match value {
                Value::Array(values) => values.as_slice(),
                value => core::slice::from_ref(value),
            };
            for value in values {
                let option = format!("--{}", key.replace('_', "-"));
                let word = match value {
                    Value::String(text) => self.filled(text, missing)?,
                    Value::Integer(number) => Word::plain(number),
                    Value::Float(number) => Word::plain(number),
                    Value::Boolean(true) => {
                        words.push(Word::plain(option));
                        continue;
                    }
                    Value::Boolean(false) => continue,
                    _ => return Err(format!("{key}: expected a text, a number, true or a list")),
                };
                if is_positional(run, key) {
                    positional.push(word);
                } else {
                    words.push(Word {
                        filled: format!("{option}={}", word.filled),
                        shown: format!("{option}={}", word.shown),
                    });
                }
            }
        }
        words.append(&mut positional);
        Ok(words)
    }

    /// The text with its placeholders replaced.
    fn filled(&self, text: &str, missing: &mut Vec<String>) -> Result<Word, String> {
        let mut word = Word::plain("");
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            word.add(&rest[..start]);
            let Some(length) = rest[start..].find('}') else {
                return Err(format!("'{text}': expected '}}' behind '{{'"));
            };
            let name = &rest[start + 1..start + length];
            if name == HERE {
                word.add(self.folder);
            } else {
                let value = self.values.get(name);
                if value.is_none() && !missing.iter().any(|known| known == name) {
                    missing.push(name.to_owned());
                }
                // Without a value the command line is checked all the same.
                word.filled.push_str(value.map_or(name, String::as_str));
                word.shown.push_str(&rest[start..=start + length]);
            }
            rest = &rest[start + length + 1..];
        }
        word.add(rest);
        Ok(word)
    }
}

/// An argument of a command.
struct Word {
    /// With its placeholders replaced.
    filled: String,
    /// With placeholders, as everybody may see it.
    shown: String,
}

impl Word {
    fn plain(text: impl ToString) -> Word {
        let text = text.to_string();
        Word { filled: text.clone(), shown: text }
    }

    fn add(&mut self, text: &str) {
        self.filled.push_str(text);
        self.shown.push_str(text);
    }
}

/// Arguments that have a place and no name on the command line.
fn is_positional(run: &str, key: &str) -> bool {
    matches!((run, key), ("suite" | "why", "files") | ("compare", "players"))
}

fn weight(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => return None,
    };
    (number.is_finite() && number > 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "title = 'T'\nquestion = 'Q?'\n";

    fn read(steps: &str) -> Result<PlanFile, PlanFileError> {
        let values = BTreeMap::from([("wac".to_owned(), "wac.epd".to_owned())]);
        PlanFile::read(&format!("{HEAD}{steps}"), "plans", &values)
    }

    fn error(steps: &str) -> String {
        read(steps).unwrap_err().to_string()
    }

    fn words(step: &str) -> Vec<String> {
        read(&format!("[[step]]\nname = 'x'\n{step}")).unwrap().steps[0].words.clone()
    }

    #[test]
    fn keys_become_options_of_the_command() {
        assert_eq!(
            words("run = 'sprt'\na = 'self X=1'\nelo0 = -3\nround_robin = true\nchess960 = false"),
            ["sprt", "--a=self X=1", "--elo0=-3", "--round-robin"]
        );
        assert_eq!(
            words("run = 'gauntlet'\nengine = ['self', 'self X=1']"),
            ["gauntlet", "--engine=self", "--engine=self X=1"]
        );
        assert_eq!(
            words("run = 'suite'\nfiles = ['a.epd', 'b.epd']\nnodes = 5"),
            ["suite", "--nodes=5", "a.epd", "b.epd"]
        );
        assert_eq!(words("run = 'compare'\nplayers = ['laser']"), ["compare", "laser"]);
    }

    #[test]
    fn defaults_of_a_command_yield_to_the_step() {
        let plan = read(
            "[defaults.sprt]\nnodes = 10\nelo1 = 5\n[[step]]\nname='x'\nrun='sprt'\nelo1 = 8\n\
             [[step]]\nname='y'\nrun='match'",
        );
        let plan = plan.unwrap();
        assert_eq!(plan.steps[0].words, ["sprt", "--elo1=8", "--nodes=10"]);
        assert_eq!(plan.steps[1].words, ["match"]);
    }

    #[test]
    fn placeholders_are_filled_and_missing_ones_named() {
        let plan = read(
            "[[step]]\nname='x'\nrun='suite'\nfiles=['{wac}', '{here}/own.epd', '{zug}', '{zug}']",
        );
        let step = &plan.unwrap().steps[0];
        assert_eq!(step.words, ["suite", "wac.epd", "plans/own.epd", "zug", "zug"]);
        assert_eq!(step.shown, ["suite", "{wac}", "plans/own.epd", "{zug}", "{zug}"]);
        assert_eq!(step.missing, ["zug"]);
        assert!(error("[[step]]\nname='x'\nrun='sprt'\na='{wac'").contains("expected '}'"));
    }

    #[test]
    fn faults_name_the_step_and_what_is_accepted() {
        let step = "[[step]]\nname='x'\nrun='sprt'\n";
        assert!(error("").contains("no steps"));
        assert!(
            error("other = 1\n[[step]]\nname='x'\nrun='sprt'").contains("'other' is not known")
        );
        assert!(error("[[step]]\nrun='sprt'").starts_with("step 'number 1': name is missing"));
        assert!(error("[[step]]\nname='X y'\nrun='sprt'").contains("a-z, 0-9 and '-'"));
        assert!(error("[[step]]\nname='x'\nrun='tune'").contains("expected one of match, sprt"));
        assert!(error(&format!("{step}{step}")).contains("two steps have this name"));
        assert!(error(&format!("{step}out='y'")).contains("the plan sets this option itself"));
        assert!(error(&format!("{step}weight=0")).contains("above 0"));
        assert!(error(&format!("{step}when='y accepted'")).contains("no earlier step"));
        let later = format!("{step}[[step]]\nname='y'\nrun='suite'\nwhen='x accepted'\n");
        assert_eq!(read(&later).unwrap().steps[1].when[0].to_string(), "x accepted");
        let wrong = format!("{later}[[step]]\nname='z'\nrun='sprt'\nwhen='y accepted'");
        assert!(error(&wrong).contains("'y' runs suite; expected a step that runs sprt"));
        assert!(PlanFile::read("x", "", &BTreeMap::new()).is_err());
    }
}
