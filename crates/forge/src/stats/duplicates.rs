//! The share of positions that repeat others, estimated in bounded memory.
//!
//! Only positions whose key ends in `zeros` zero bits are counted, and whenever they become too
//! many, `zeros` is raised. Keys are as good as random, so this is a fair sample of positions; all
//! occurrences of a position are in it or none, so its share of repetitions estimates that of all
//! positions.
//! CITE: Philippe Flajolet, "On adaptive sampling" (1990)

use std::collections::HashMap;

/// Most positions in the sample. The share is then exact to about a tenth of a per cent.
const MAX_SAMPLE: usize = 1 << 20;

/// A sample of positions with their counts.
#[derive(Clone, Debug)]
pub struct Duplicates {
    zeros: u32,
    max_sample: usize,
    /// How often each position of the sample has occurred.
    seen: HashMap<u64, u32>,
    occurrences: u64,
}

impl Default for Duplicates {
    fn default() -> Duplicates {
        Duplicates::with_max_sample(MAX_SAMPLE)
    }
}

impl Duplicates {
    fn with_max_sample(max_sample: usize) -> Duplicates {
        Duplicates { zeros: 0, max_sample, seen: HashMap::new(), occurrences: 0 }
    }

    /// Counts a position.
    #[inline]
    pub fn add(&mut self, key: u64) {
        if key.trailing_zeros() >= self.zeros {
            self.count(key, 1);
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Duplicates) {
        self.thin(other.zeros);
        for (&key, &times) in &other.seen {
            if key.trailing_zeros() >= self.zeros {
                self.count(key, times);
            }
        }
    }

    fn count(&mut self, key: u64, times: u32) {
        *self.seen.entry(key).or_insert(0) += times;
        self.occurrences += u64::from(times);
        while self.seen.len() > self.max_sample && self.zeros < u64::BITS {
            self.thin(self.zeros + 1);
        }
    }

    fn thin(&mut self, zeros: u32) {
        if zeros > self.zeros {
            self.zeros = zeros;
            self.seen.retain(|key, _| key.trailing_zeros() >= zeros);
            self.occurrences = self.seen.values().map(|&times| u64::from(times)).sum();
        }
    }

    /// The share of positions that repeat others, from 0 to 1.
    pub fn share(&self) -> f64 {
        let repeated = self.occurrences - self.seen.len() as u64;
        repeated as f64 / self.occurrences.max(1) as f64
    }

    /// The sample holds one position in this many.
    pub fn one_in(&self) -> u64 {
        1 << self.zeros.min(u64::BITS - 1)
    }

    /// Occurrences of all positions of the sample.
    pub fn sampled(&self) -> u64 {
        self.occurrences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Random;

    /// Keys of which each occurs once, but every fourth twice: a fifth are repetitions.
    fn keys(seed: u64) -> impl Iterator<Item = u64> {
        let mut random = Random::new(seed);
        (0..20_000).flat_map(move |number| {
            let key = random.word();
            core::iter::repeat_n(key, if number % 4 == 0 { 2 } else { 1 })
        })
    }

    #[test]
    fn a_sample_of_all_positions_is_exact() {
        let mut duplicates = Duplicates::default();
        assert_eq!(duplicates.share(), 0.0);
        keys(1).for_each(|key| duplicates.add(key));
        assert!((duplicates.share() - 0.2).abs() < 1e-9);
        assert_eq!((duplicates.one_in(), duplicates.sampled()), (1, 25_000));
    }

    #[test]
    fn a_thinned_sample_is_nearly_right_and_bounded() {
        let mut duplicates = Duplicates::with_max_sample(1_000);
        keys(1).for_each(|key| duplicates.add(key));
        assert!(duplicates.seen.len() <= 1_000);
        assert!(duplicates.one_in() >= 16);
        assert!((duplicates.share() - 0.2).abs() < 0.03, "{}", duplicates.share());
    }

    #[test]
    fn merging_two_counts_equals_counting_at_once() {
        let mut whole = Duplicates::with_max_sample(1_000);
        keys(1).chain(keys(2)).for_each(|key| whole.add(key));
        let (mut one, mut other) =
            (Duplicates::with_max_sample(1_000), Duplicates::with_max_sample(1_000));
        keys(1).for_each(|key| one.add(key));
        keys(2).for_each(|key| other.add(key));
        one.merge(&other);
        assert_eq!((one.one_in(), one.sampled()), (whole.one_in(), whole.sampled()));
        assert_eq!(one.seen, whole.seen);
    }
}
