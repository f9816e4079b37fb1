//! Values on the command line that are more than a number.

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
