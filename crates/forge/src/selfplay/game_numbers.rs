//! The numbers of the games still to be played. Threads finish in any order, so an interrupted file
//! may have gaps: these come first.

use std::ops::Range;

/// Hands out the numbers of missing games, lowest first.
pub(super) struct GameNumbers {
    /// The missing ranges, the lowest last.
    missing: Vec<Range<u32>>,
}

impl GameNumbers {
    /// All numbers below `end` that are not among `played`.
    pub(super) fn missing_from(mut played: Vec<u32>, end: u32) -> GameNumbers {
        played.sort_unstable();
        let (mut missing, mut next) = (Vec::new(), 0);
        for number in played.into_iter().take_while(|&number| number < end) {
            missing.push(next..number);
            next = next.max(number.saturating_add(1));
        }
        missing.push(next..end);
        missing.reverse();
        GameNumbers { missing }
    }

    /// The next number.
    pub(super) fn take(&mut self) -> Option<u32> {
        loop {
            match self.missing.last_mut()?.next() {
                Some(number) => return Some(number),
                None => self.missing.pop(),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(played: &[u32], end: u32) -> Vec<u32> {
        let mut numbers = GameNumbers::missing_from(played.to_vec(), end);
        core::iter::from_fn(|| numbers.take()).collect()
    }

    #[test]
    fn gaps_are_filled_first() {
        assert_eq!(left(&[], 3), [0, 1, 2]);
        assert_eq!(left(&[3, 0, 1, 6], 9), [2, 4, 5, 7, 8]);
        assert!(left(&[0, 1, 2], 3).is_empty());
        assert!(left(&[0, 1, 2, 3, 4], 3).is_empty());
        assert_eq!(left(&[1, 1, 1], 3), [0, 2]);
        assert_eq!(left(&[u32::MAX], 2), [0, 1]);
    }
}
