//! A number or a range of plies on the command line: `8` or `4-9`.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlyRange(pub(super) RangeInclusive<u32>);

/// Random plies that an opening may have.
const ACCEPTED: RangeInclusive<u32> = 1..=40;

impl fmt::Display for PlyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.start(), self.0.end()) {
            (min, max) if min == max => min.fmt(f),
            (min, max) => write!(f, "{min}-{max}"),
        }
    }
}

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<PlyRange, String> {
        let number = |text: &str| text.parse().ok().filter(|plies| ACCEPTED.contains(plies));
        let (min, max) = text.split_once('-').unwrap_or((text, text));
        match (number(min), number(max)) {
            (Some(min), Some(max)) if min <= max => Ok(PlyRange(min..=max)),
            _ => Err(format!(
                "expected a number from {} to {}, or two of them such as 4-9",
                ACCEPTED.start(),
                ACCEPTED.end()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_a_rising_range_is_accepted() {
        for (text, range) in [("8", 8..=8), ("4-9", 4..=9), ("1-40", 1..=40), ("7-7", 7..=7)] {
            assert_eq!(text.parse(), Ok(PlyRange(range)));
        }
        assert_eq!(PlyRange(4..=9).to_string(), "4-9");
        assert_eq!(PlyRange(7..=7).to_string(), "7");
        for text in ["", "0", "41", "9-4", "4-", "-4", "4-9-12", "four", "4..9", "0-3"] {
            let error = text.parse::<PlyRange>().unwrap_err();
            assert!(error.contains("from 1 to 40"), "{text}: {error}");
        }
    }
}
