//! THE table of tunables. Each is declared once, in `table.rs`. The struct that the search reads, the
//! UCI options, the range checks, the SPSA input and the documents all derive from that declaration.

mod choices;
mod table;

pub use choices::{
    AspirationGrowth, Evaluator, FutilityDepth, FutilityMargins, StaticNullGuard, StaticNullMargin,
    StaticNullReturn,
};
pub use table::{KNOBS, Knobs};

use core::fmt;

/// The source of the declarations, so that a tuner can print the changed lines.
pub const TABLE_SOURCE: &str = include_str!("knobs/table.rs");
/// The path of that source in the repository.
pub const TABLE_PATH: &str = "crates/engine/src/knobs/table.rs";

/// One row of the table.
pub struct Knob {
    /// The name in the source, `<heuristic>_<quantity>`.
    pub name: &'static str,
    /// What it is, for users.
    pub doc: &'static str,
    pub range: Range,
    /// Whether `uci` lists it. The others are set the same way.
    pub listed: bool,
    get: fn(&Knobs) -> i32,
    set: fn(&mut Knobs, i32),
}

/// The values of a knob, and its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// A number.
    Spin { default: i32, min: i32, max: i32, step: i32 },
    /// A switch.
    Check { default: bool },
    /// One of several names.
    Combo { default: usize, names: &'static [&'static str] },
}

/// Why a knob was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnobError {
    NotANumber { option: String, value: String, min: i32, max: i32 },
    OutOfRange { option: String, value: String, min: i32, max: i32 },
    NotABool { option: String, value: String },
    NotAChoice { option: String, value: String, names: &'static [&'static str] },
}

impl fmt::Display for KnobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnobError::NotANumber { option, value, min, max } => {
                write!(f, "{option}: '{value}' is not a number; expected {min} to {max}")
            }
            KnobError::OutOfRange { option, value, min, max } => {
                write!(f, "{option}: {value} is out of range; expected {min} to {max}")
            }
            KnobError::NotABool { option, value } => {
                write!(f, "{option}: '{value}'; expected true or false")
            }
            KnobError::NotAChoice { option, value, names } => {
                write!(f, "{option}: '{value}'; expected one of {}", names.join(", "))
            }
        }
    }
}

impl core::error::Error for KnobError {}

/// Words that UCI names write in capitals.
const ACRONYMS: [&str; 3] = ["lmr", "see", "qsee"];

impl Knob {
    /// The UCI name: the name in the source, in PascalCase.
    pub fn option(&self) -> String {
        self.name
            .split('_')
            .map(|word| match word {
                word if ACRONYMS.contains(&word) => word.to_ascii_uppercase(),
                word => word[..1].to_ascii_uppercase() + &word[1..],
            })
            .collect()
    }

    /// The knob with this UCI name. Case is ignored.
    pub fn find(option: &str) -> Option<&'static Knob> {
        KNOBS.iter().find(|knob| knob.option().eq_ignore_ascii_case(option))
    }

    /// The value: the number, 0 or 1 for a switch, or the index of the choice.
    pub fn get(&self, knobs: &Knobs) -> i32 {
        (self.get)(knobs)
    }

    /// The value as UCI writes it.
    pub fn text(&self, knobs: &Knobs) -> String {
        let value = self.get(knobs);
        match self.range {
            Range::Spin { .. } => value.to_string(),
            Range::Check { .. } => (value != 0).to_string(),
            Range::Combo { names, .. } => names[value as usize].to_owned(),
        }
    }

    /// Sets the knob. Fractions are rounded, because tuners send them for whole numbers.
    pub fn set(&self, knobs: &mut Knobs, text: &str) -> Result<(), KnobError> {
        let (option, value) = (self.option(), text.trim().to_owned());
        let number = match self.range {
            Range::Spin { min, max, .. } => match value.parse::<f64>() {
                Ok(number) if number.is_finite() => {
                    let rounded = number.round();
                    if rounded < f64::from(min) || rounded > f64::from(max) {
                        return Err(KnobError::OutOfRange { option, value, min, max });
                    }
                    rounded as i32
                }
                _ => return Err(KnobError::NotANumber { option, value, min, max }),
            },
            Range::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" => 1,
                "false" => 0,
                _ => return Err(KnobError::NotABool { option, value }),
            },
            Range::Combo { names, .. } => {
                match names.iter().position(|name| name.eq_ignore_ascii_case(&value)) {
                    Some(index) => index as i32,
                    None => return Err(KnobError::NotAChoice { option, value, names }),
                }
            }
        };
        (self.set)(knobs, number);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_reads_back_what_was_set() {
        for knob in KNOBS {
            let mut knobs = Knobs::default();
            let values: Vec<String> = match knob.range {
                Range::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
                Range::Check { .. } => vec!["true".into(), "false".into()],
                Range::Combo { names, .. } => names.iter().map(|name| (*name).into()).collect(),
            };
            for value in values {
                knob.set(&mut knobs, &value).unwrap();
                assert_eq!(knob.text(&knobs), value, "{}", knob.name);
            }
            // No other knob has changed.
            let default = knob.text(&Knobs::default());
            knob.set(&mut knobs, &default).unwrap();
            assert_eq!(knobs, Knobs::default(), "{}", knob.name);
        }
    }

    #[test]
    fn bad_values_are_refused_and_change_nothing() {
        let knob = Knob::find("futilitybase").unwrap();
        let mut knobs = Knobs::default();
        for bad in ["", "abc", "1e99", "NaN", "-1", "inf", "99999999999999999999"] {
            assert!(knob.set(&mut knobs, bad).is_err(), "{bad}");
        }
        assert_eq!(knobs, Knobs::default());
    }

    #[test]
    fn fractions_from_a_tuner_are_rounded() {
        let knob = Knob::find("FutilityBase").unwrap();
        let mut knobs = Knobs::default();
        knob.set(&mut knobs, "119.5").unwrap();
        assert_eq!(knobs.futility_base, 120);
        knob.set(&mut knobs, "119.49").unwrap();
        assert_eq!(knobs.futility_base, 119);
    }

    #[test]
    fn names_are_distinct_and_documented() {
        let mut names: Vec<String> = KNOBS.iter().map(Knob::option).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), KNOBS.len());
        assert!(KNOBS.iter().all(|knob| knob.doc.len() > 10));
    }
}
