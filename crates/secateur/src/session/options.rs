//! The options, declared once: the list a client sees and what setting them does.

use anyhow::{Result, bail};
use chess::{CastlingField, CastlingNotation};
use uci::{OptionSpec, OptionValue};

pub(crate) const MAX_THREADS: i32 = 512;

#[derive(Clone, Copy)]
enum Setting {
    Threads,
    Chess960,
}

const TABLE: [(Setting, OptionSpec); 2] = [
    (Setting::Threads, OptionSpec::spin("Threads", 1, 1, MAX_THREADS)),
    (Setting::Chess960, OptionSpec::check("UCI_Chess960", false)),
];

pub(super) fn specs() -> impl Iterator<Item = OptionSpec> {
    TABLE.into_iter().map(|(_, spec)| spec)
}

pub(super) struct Options {
    pub(super) threads: usize,
    chess960: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, chess960: false }
    }
}

impl Options {
    /// Sets an option by the name a client uses. On an error everything stays as it was.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        let Some((setting, spec)) = TABLE.into_iter().find(|(_, spec)| spec.is_named(name)) else {
            bail!("unknown option '{name}'; 'uci' lists the options there are");
        };
        match (setting, spec.read(value)?) {
            (Setting::Threads, OptionValue::Spin(threads)) => {
                self.threads = threads.unsigned_abs() as usize;
            }
            (Setting::Chess960, OptionValue::Check(on)) => self.chess960 = on,
            _ => bail!("option {name}: the value is of another type"),
        }
        Ok(())
    }

    pub(super) fn notation(&self) -> CastlingNotation {
        match self.chess960 {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        }
    }

    pub(super) fn castling_field(&self) -> CastlingField {
        match self.chess960 {
            true => CastlingField::Shredder,
            false => CastlingField::XFen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_changes_something() {
        let mut options = Options::default();
        options.set("THREADS", Some("3")).unwrap();
        assert_eq!(options.threads, 3);
        options.set("uci_chess960", Some("true")).unwrap();
        assert_eq!(options.notation(), CastlingNotation::Chess960);
        assert_eq!(options.castling_field(), CastlingField::Shredder);
        assert_eq!(specs().count(), 2);
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let mut options = Options::default();
        options.set("Threads", Some("2")).unwrap();
        for (name, value) in [
            ("Threads", Some("0")),
            ("Threads", Some("abc")),
            ("Threads", None),
            ("Threads", Some("1000000000000")),
            ("UCI_Chess960", Some("perhaps")),
            ("No Such Thing", Some("1")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options.threads, 2);
        assert_eq!(options.notation(), CastlingNotation::Standard);
    }
}
