//! Durations on the command line, always with a unit.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

const UNITS: [(&str, f64); 5] =
    [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
/// A month; far below where `Duration` overflows.
const LONGEST_SECONDS: f64 = 30.0 * 86_400.0;

/// Parses a number with its unit. A bare number is refused, because UCI counts milliseconds and
/// people count seconds.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    match read(text)? {
        seconds if (1e-3..=LONGEST_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("expected 1ms to 720h".to_owned()),
    }
}

/// The same, but accepts zero.
pub(crate) fn parse_or_none(text: &str) -> Result<Time, String> {
    match read(text)? {
        0.0 => Ok(Time(Duration::ZERO)),
        _ => text.parse().map_err(|why| format!("{why}, or 0ms")),
    }
}

/// The seconds, not yet checked for range.
fn read(text: &str) -> Result<f64, String> {
    const EXPECTED: &str = "expected a number with its unit, such as 500ms, 2s, 1.5min or 1h";
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or(EXPECTED)?;
    let (number, unit) = text.split_at(unit_at);
    let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(EXPECTED)?;
    let number: f64 = number.trim().parse().map_err(|_| EXPECTED)?;
    Ok(number * seconds)
}

/// A duration that is written as it is parsed, so that help can show a default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        parse(text).map(Time)
    }
}

/// In seconds if they are whole, else in milliseconds.
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
    fn a_number_with_its_unit_is_a_time() {
        for (text, milliseconds) in
            [("500ms", 500), ("2s", 2_000), ("1.5min", 90_000), ("1h", 3_600_000), ("2 s", 2_000)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "2", "s", "-1s", "0ms", "2 weeks", "1e99h", "nans", "infs", "2S", "é s"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn zero_is_accepted_only_where_it_makes_sense() {
        assert_eq!(parse_or_none("0ms"), Ok(Time(Duration::ZERO)));
        assert_eq!(parse_or_none("20ms"), Ok(Time(Duration::from_millis(20))));
        for text in ["", "0", "-1ms", "nans"] {
            assert!(parse_or_none(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_written_as_they_are_parsed() {
        for text in ["50ms", "1500ms", "10s", "60s"] {
            assert_eq!(text.parse::<Time>().unwrap().to_string(), text);
        }
        assert_eq!(Time(Duration::ZERO).to_string(), "0ms");
    }
}
