//! What an engine offers to be set, and whether a value sent for it will do.

use core::fmt;
use std::borrow::Cow;

use crate::tokens::quoted;

/// One option. Tables of options can be constants, and options read from another engine own
/// their text, hence the `Cow`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    pub name: Cow<'static, str>,
    pub kind: OptionKind,
}

/// Spins are `i32` because clients are known to keep them in one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    Check { default: bool },
    Spin { default: i32, min: i32, max: i32 },
    Combo { default: Cow<'static, str>, choices: Cow<'static, [Cow<'static, str>]> },
    Button,
    String { default: Cow<'static, str> },
}

/// A value that passed the checks of its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    Check(bool),
    Spin(i32),
    /// Spelt as the option spells it.
    Combo(String),
    Button,
    String(String),
}

/// How UCI writes a text that is not there.
pub(crate) const EMPTY: &str = "<empty>";

impl OptionSpec {
    pub const fn check(name: &'static str, default: bool) -> OptionSpec {
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Check { default } }
    }

    /// A default out of range does not compile where the table is a constant.
    pub const fn spin(name: &'static str, default: i32, min: i32, max: i32) -> OptionSpec {
        assert!(min <= default && default <= max, "the default must lie within the range");
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Spin { default, min, max } }
    }

    pub const fn combo(
        name: &'static str,
        default: &'static str,
        choices: &'static [Cow<'static, str>],
    ) -> OptionSpec {
        let (default, choices) = (Cow::Borrowed(default), Cow::Borrowed(choices));
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Combo { default, choices } }
    }

    pub const fn button(name: &'static str) -> OptionSpec {
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Button }
    }

    pub const fn string(name: &'static str, default: &'static str) -> OptionSpec {
        let default = Cow::Borrowed(default);
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::String { default } }
    }

    /// Case does not matter in the names of options.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Reads a value for this option, or says what would have been accepted.
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let refused = || OptionError {
            name: self.name.to_string(),
            value: value.map(quoted),
            accepted: self.accepted(),
        };
        let text = value.map(str::trim);
        let read = match (&self.kind, text) {
            (OptionKind::Button, _) => Some(OptionValue::Button),
            (OptionKind::String { .. }, Some(EMPTY) | None) => {
                Some(OptionValue::String(String::new()))
            }
            (OptionKind::String { .. }, Some(text)) => Some(OptionValue::String(text.to_owned())),
            (_, None) => None,
            (OptionKind::Check { .. }, Some(text)) => match text.to_ascii_lowercase().as_str() {
                "true" => Some(OptionValue::Check(true)),
                "false" => Some(OptionValue::Check(false)),
                _ => None,
            },
            (OptionKind::Spin { min, max, .. }, Some(text)) => read_spin(text)
                .filter(|number| (*min..=*max).contains(number))
                .map(OptionValue::Spin),
            (OptionKind::Combo { choices, .. }, Some(text)) => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| OptionValue::Combo(choice.to_string())),
        };
        read.ok_or_else(refused)
    }

    fn accepted(&self) -> String {
        match &self.kind {
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            OptionKind::Button => "no value".to_owned(),
            OptionKind::String { .. } => "any text".to_owned(),
        }
    }
}

/// Tuners send decimal fractions even for whole numbers: they are rounded, not cut off.
fn read_spin(text: &str) -> Option<i32> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+');
    if !text.bytes().all(plain) {
        return None;
    }
    let rounded = text.parse::<f64>().ok()?.round();
    let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&rounded);
    fits.then_some(rounded as i32)
}

/// A value that an option does not take; the old one stays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    pub name: String,
    pub value: Option<String>,
    pub accepted: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => {
                write!(f, "option {}: '{value}'; expected {}", self.name, self.accepted)
            }
            None => write!(f, "option {}: no value; expected {}", self.name, self.accepted),
        }
    }
}

impl core::error::Error for OptionError {}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            OptionKind::String { default } => write!(f, "string default {default}"),
        }
    }
}
