//! A number or a range of numbers on the command line: `8` or `4-9`.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

/// Numbers from `MIN` to `MAX`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NumberRange<const MIN: u32, const MAX: u32>(pub(super) RangeInclusive<u32>);

/// Random plies that an opening may have.
pub(super) type Plies = NumberRange<1, 40>;

impl<const MIN: u32, const MAX: u32> fmt::Display for NumberRange<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.start(), self.0.end()) {
            (min, max) if min == max => min.fmt(f),
            (min, max) => write!(f, "{min}-{max}"),
        }
    }
}

impl<const MIN: u32, const MAX: u32> FromStr for NumberRange<MIN, MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|number| (MIN..=MAX).contains(number));
        let (min, max) = text.split_once('-').unwrap_or((text, text));
        match (number(min), number(max)) {
            (Some(min), Some(max)) if min <= max => Ok(NumberRange(min..=max)),
            _ => Err(format!("expected a number from {MIN} to {MAX}, or two of them such as 4-9")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_a_rising_range_is_accepted() {
        for (text, range) in [("8", 8..=8), ("4-9", 4..=9), ("1-40", 1..=40), ("7-7", 7..=7)] {
            assert_eq!(text.parse(), Ok(NumberRange::<1, 40>(range)));
        }
        assert_eq!(NumberRange::<1, 40>(4..=9).to_string(), "4-9");
        assert_eq!(NumberRange::<1, 40>(7..=7).to_string(), "7");
        for text in ["", "0", "41", "9-4", "4-", "-4", "4-9-12", "four", "4..9", "0-3"] {
            let error = text.parse::<Plies>().unwrap_err();
            assert!(error.contains("from 1 to 40"), "{text}: {error}");
        }
    }
}
