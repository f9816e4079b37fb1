//! Arguments that take a rule or the word `off`.

use core::fmt;
use core::str::FromStr;

/// A rule, or `off`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrOff<T>(pub(super) Option<T>);

impl<T: fmt::Display> fmt::Display for OrOff<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(rule) => rule.fmt(f),
            None => f.write_str(OFF),
        }
    }
}

const OFF: &str = "off";

pub(super) fn or_off<T: FromStr>(text: &str) -> Result<OrOff<T>, T::Err> {
    if text == OFF { Ok(OrOff(None)) } else { text.parse().map(|rule| OrOff(Some(rule))) }
}
