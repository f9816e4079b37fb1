//! Values on the command line that are more than a number.

use core::fmt;

use lab::stats::Pentanomial;

/// More cannot be told apart from it, and sums stay far from where they overflow.
const MOST_PAIRS: u64 = 1_000_000_000_000;

pub(super) fn five(text: &str) -> Result<Pentanomial, String> {
    let expected = format!("expected five numbers up to {MOST_PAIRS}, such as 10,40,100,45,12");
    let number = |part: &str| part.trim().parse().ok().filter(|&count| count <= MOST_PAIRS);
    let counts: Option<Vec<u64>> = text.split(',').map(number).collect();
    let pairs = counts.and_then(|counts| counts.try_into().ok()).ok_or(expected)?;
    Ok(Pentanomial { pairs })
}

/// A rule, or none.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct OrOff<T>(pub(in crate::commands) Option<T>);

impl<T: fmt::Display> fmt::Display for OrOff<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(rule) => rule.fmt(f),
            None => f.write_str(OFF),
        }
    }
}

const OFF: &str = "off";

pub(in crate::commands) fn or_off<T: core::str::FromStr>(text: &str) -> Result<OrOff<T>, T::Err> {
    if text == OFF { Ok(OrOff(None)) } else { text.parse().map(|rule| OrOff(Some(rule))) }
}
