//! THE table of tunables. Each is declared once, in `table.rs`. The struct that the search reads, the
//! UCI options, the range checks, the SPSA input and the documents all derive from that declaration.

mod choices;
mod table;

pub use choices::{
    AspirationGrowth, EvalSource, Evaluator, ExchangeScale, ExtendedMargins, FutilityDepth,
    FutilityMargins, HangingPieces, NullMoveGate, PruneFrom, StaticNullGuard, StaticNullMargin,
    StaticNullReturn, StaticNullStore, TableReplacement, TableSlots,
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
    pub unit: Unit,
    /// Whether `uci` lists it by default. The others are set the same way.
    pub listed: bool,
    get: fn(&Knobs) -> i32,
    set: fn(&mut Knobs, i32),
}

/// What the number of a knob measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Something of its own: plies, moves, history points, material.
    Plain,
    /// Internal centipawns of the evaluation. Another evaluation has another centipawn.
    Centipawns,
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
    NoValue { option: String, min: i32, max: i32 },
    NotANumber { option: String, value: String, min: i32, max: i32 },
    OutOfRange { option: String, value: String, min: i32, max: i32 },
    NotABool { option: String, value: String },
    NotAChoice { option: String, value: String, names: &'static [&'static str] },
}

impl fmt::Display for KnobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnobError::NoValue { option, min, max } => {
                write!(f, "{option}: no value; expected {min} to {max}")
            }
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

/// Megabytes of the transposition table, unless the user asks for another size.
pub const DEFAULT_HASH: usize = 16;

/// Reads the value of a numeric option. Tuners send decimal fractions for whole numbers: they are
/// rounded. Exponents are refused, because a client that sends one means something else.
pub fn read_spin(option: &str, text: &str, min: i32, max: i32) -> Result<i32, KnobError> {
    let (option, value) = (option.to_owned(), text.trim().to_owned());
    if value.is_empty() {
        return Err(KnobError::NoValue { option, min, max });
    }
    let is_plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+');
    match value.parse::<f64>() {
        Ok(number) if value.bytes().all(is_plain) => {
            let rounded = number.round();
            if rounded < f64::from(min) || rounded > f64::from(max) {
                return Err(KnobError::OutOfRange { option, value, min, max });
            }
            Ok(rounded as i32)
        }
        _ => Err(KnobError::NotANumber { option, value, min, max }),
    }
}

/// Reads the value of a switch, in any case.
pub fn read_check(option: &str, text: &str) -> Result<bool, KnobError> {
    match text.trim() {
        on if on.eq_ignore_ascii_case("true") => Ok(true),
        off if off.eq_ignore_ascii_case("false") => Ok(false),
        value => Err(KnobError::NotABool { option: option.to_owned(), value: value.to_owned() }),
    }
}

/// Words that option names write in capitals.
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

    /// Sets the knob to a value as clients send it.
    pub fn set(&self, knobs: &mut Knobs, text: &str) -> Result<(), KnobError> {
        let option = self.option();
        let number = match self.range {
            Range::Spin { min, max, .. } => read_spin(&option, text, min, max)?,
            Range::Check { .. } => i32::from(read_check(&option, text)?),
            Range::Combo { names, .. } => {
                let value = text.trim();
                match names.iter().position(|name| name.eq_ignore_ascii_case(value)) {
                    Some(place) => place as i32,
                    None => {
                        let value = value.to_owned();
                        return Err(KnobError::NotAChoice { option, value, names });
                    }
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
        for bad in ["", "abc", "1e99", "1e2", "NaN", "-1", "inf", "99999999999999999999"] {
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
    fn spins_take_whole_and_decimal_numbers_within_their_range() {
        let read = |text| read_spin("Hash", text, 1, 99);
        for (text, number) in
            [("1", 1), ("99", 99), ("+7", 7), (" 8 ", 8), ("12.5", 13), ("12.4", 12)]
        {
            assert_eq!(read(text), Ok(number), "{text}");
        }
        for (text, fault) in [
            ("", "no value"),
            ("  ", "no value"),
            ("abc", "'abc' is not a number"),
            ("inf", "'inf' is not a number"),
            ("nan", "'nan' is not a number"),
            ("1e1", "'1e1' is not a number"),
            ("1+1", "'1+1' is not a number"),
            ("0", "0 is out of range"),
            ("100", "100 is out of range"),
            ("-1", "-1 is out of range"),
            ("99.6", "99.6 is out of range"),
            ("100000000000000000000", "100000000000000000000 is out of range"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert_eq!(error, format!("Hash: {fault}; expected 1 to 99"), "{text:?}");
        }
    }

    #[test]
    fn switches_are_true_or_false_in_any_case() {
        assert_eq!(read_check("Ponder", "TRUE"), Ok(true));
        assert_eq!(read_check("Ponder", " false"), Ok(false));
        for text in ["yes", "1", ""] {
            let error = read_check("Ponder", text).unwrap_err().to_string();
            assert_eq!(error, format!("Ponder: '{text}'; expected true or false"));
        }
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
