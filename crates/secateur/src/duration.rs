//! Times on the command line.

use std::time::Duration;

const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("min", 60.0), ("h", 3600.0)];
/// Longer than anybody waits, and far from where a duration overflows.
const LONGEST_SECONDS: f64 = 30.0 * 86_400.0;

/// Reads a number with its unit. A bare number is refused: UCI counts in milliseconds and
/// people count in seconds, and nobody should have to guess.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a number with its unit, such as 500ms, 2s, 1.5min or 1h";
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or(EXPECTED)?;
    let (number, unit) = text.split_at(unit_at);
    let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or(EXPECTED)?;
    let number: f64 = number.trim().parse().map_err(|_| EXPECTED)?;
    let total = number * seconds;
    if !(1e-3..=LONGEST_SECONDS).contains(&total) {
        return Err("expected 1ms to 720h".to_owned());
    }
    Ok(Duration::from_secs_f64(total))
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
}
