//! The options of an engine, as `uci` lists them. Reading a value is up to the engine that owns
//! the option.

use core::fmt;
use std::borrow::Cow;

/// One option. Its text is a `Cow`: tables of options are constants, options read from another
/// engine own their text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// The name as listed; it may contain spaces.
    pub name: Cow<'static, str>,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// The type of an option with its default and range. Spins are `i32` because some clients store
/// them in one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Its value until it is set.
        default: bool,
    },
    /// A whole number from `min` to `max`.
    Spin {
        /// Its value until it is set.
        default: i32,
        /// The smallest value accepted.
        min: i32,
        /// The largest value accepted.
        max: i32,
    },
    /// One of several names.
    Combo {
        /// Its value until it is set.
        default: Cow<'static, str>,
        /// Every name accepted.
        choices: Cow<'static, [Cow<'static, str>]>,
    },
    /// A command; it takes no value.
    Button,
    /// Any text.
    String {
        /// Its value until it is set; may be empty.
        default: Cow<'static, str>,
    },
}

/// How UCI writes an empty string.
pub const EMPTY: &str = "<empty>";

impl OptionSpec {
    /// A switch.
    pub const fn check(name: &'static str, default: bool) -> OptionSpec {
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Check { default } }
    }

    /// A number. In a constant table, a default out of range does not compile.
    pub const fn spin(name: &'static str, default: i32, min: i32, max: i32) -> OptionSpec {
        assert!(min <= default && default <= max, "the default must lie within the range");
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Spin { default, min, max } }
    }

    /// A choice among names.
    pub const fn combo(
        name: &'static str,
        default: &'static str,
        choices: &'static [Cow<'static, str>],
    ) -> OptionSpec {
        let (default, choices) = (Cow::Borrowed(default), Cow::Borrowed(choices));
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Combo { default, choices } }
    }

    /// A command without a value.
    pub const fn button(name: &'static str) -> OptionSpec {
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::Button }
    }

    /// A text.
    pub const fn string(name: &'static str, default: &'static str) -> OptionSpec {
        let default = Cow::Borrowed(default);
        OptionSpec { name: Cow::Borrowed(name), kind: OptionKind::String { default } }
    }

    /// Compares names without regard to case, as the specification asks.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

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
