//! What an engine reports between `uci` and `uciok`.

use std::time::Duration;

use uci::{OptionKind, OptionSpec, Reply};

use super::raw_lines::RawLine;

#[derive(Clone, Default)]
pub(super) struct Introduction {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    /// Every line that starts with `option`, as received.
    pub(super) option_lines: Vec<String>,
    /// The options that can be parsed.
    pub(super) options: Vec<OptionSpec>,
    pub(super) took: Duration,
}

impl Introduction {
    pub(super) fn read(lines: &[RawLine], took: Duration) -> Introduction {
        let mut introduction = Introduction { took, ..Introduction::default() };
        for RawLine { text, .. } in lines {
            if text.split_ascii_whitespace().next() == Some("option") {
                introduction.option_lines.push(text.clone());
            }
            match text.parse() {
                Ok(Reply::IdName(name)) => introduction.name = Some(name),
                Ok(Reply::IdAuthor(author)) => introduction.author = Some(author),
                Ok(Reply::Option(spec)) => introduction.options.push(spec),
                _ => {}
            }
        }
        introduction
    }

    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// `wanted`, clamped to the range of the spin option of this name.
    pub(super) fn within(&self, name: &str, wanted: i32) -> Option<i32> {
        match self.option(name)?.kind {
            OptionKind::Spin { min, max, .. } if min <= max => Some(wanted.clamp(min, max)),
            _ => None,
        }
    }

    pub(super) fn offers_switch(&self, name: &str) -> bool {
        self.option(name).is_some_and(|option| matches!(option.kind, OptionKind::Check { .. }))
    }
}
