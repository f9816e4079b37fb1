//! Times on the command line.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("h", 3600.0)];
/// Longer than anybody waits, and far from where a duration overflows.
const LONGEST_SECONDS: f64 = 30.0 * 86_400.0;

/// Reads a number with its unit. A bare number is refused: UCI counts in milliseconds and
/// people count in seconds, and nobody should have to guess.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    match read(text)? {
        seconds if (1e-3..=LONGEST_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("expected 1ms to 720h".to_owned()),
    }
}

/// The same where no time at all makes sense too.
pub(crate) fn parse_or_none(text: &str) -> Result<Time, String> {
    match read(text)? {
        0.0 => Ok(Time(Duration::ZERO)),
        _ => text.parse().map_err(|why| format!("{why}, or 0ms")),
    }
}

/// In seconds, whatever they are.
fn read(text: &str) -> Result<f64, String> {
    const EXPECTED: &str = "expected a number with its unit, such as 500ms, 2s, 1.5min or 1h";
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or(EXPECTED)?;
    let (number, unit) = text.split_at(unit_at);
    let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(EXPECTED)?;
    let number: f64 = number.trim().parse().map_err(|_| EXPECTED)?;
    Ok(number * seconds)
}

/// A time that is written as it is read, so that help can name a default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        parse(text).map(Time)
    }
}

/// In seconds where they are whole.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.subsec_nanos() {
            0 if self.0 > Duration::ZERO => write!(f, "{}s", self.0.as_secs()),
            _ => write!(f, "{}ms", self.0.as_secs_f64() * 1e3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_and_its_unit_are_a_time() {
        for (text, milliseconds) in
            [("500ms", 500), ("2s", 2_000), ("1.5min", 90_000), ("1h", 3_600_000), ("2 s", 2_000)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "2", "s", "-1s", "0ms", "2 weeks", "1e99h", "nans", "infs", "2S", "é s"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn none_at_all_is_taken_only_where_it_makes_sense() {
        assert_eq!(parse_or_none("0ms"), Ok(Time(Duration::ZERO)));
        assert_eq!(parse_or_none("20ms"), Ok(Time(Duration::from_millis(20))));
        for text in ["", "0", "-1ms", "nans"] {
            assert!(parse_or_none(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_read_back_what_they_write() {
        for text in ["50ms", "1500ms", "10s", "60s"] {
            assert_eq!(text.parse::<Time>().unwrap().to_string(), text);
        }
        assert_eq!(Time(Duration::ZERO).to_string(), "0ms");
    }
}
