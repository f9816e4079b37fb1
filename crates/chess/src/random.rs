//! Pseudo-random numbers that depend on the seed alone, on every machine: SplitMix64.
//! CITE: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014);
//! prng.di.unimi.it/splitmix64.c

/// A small pseudo-random number generator (SplitMix64). The same seed gives the same numbers on
/// every machine. Not for cryptography.
///
/// ```
/// use chess::Random;
///
/// let mut random = Random::new(7);
/// let roll = 1 + random.below(6);
/// assert!((1..=6).contains(&roll));
/// // The same seed repeats the sequence.
/// assert_eq!(1 + Random::new(7).below(6), roll);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// One of many sequences under the same seed, such as one per game.
    pub fn numbered(seed: u64, number: u32) -> Random {
        let mut random = Random(seed ^ (u64::from(number) << 32));
        random.word();
        random
    }

    /// Shuffles the items; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The next 64 bits.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be zero. All are equally likely, up to a bias of
    /// `bound` in 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// One of the items, if there are any.
    ///
    /// ```
    /// use chess::{Position, Random};
    ///
    /// let start = Position::initial();
    /// let mv = Random::new(1).pick(&start.legal_moves()).expect("there are 20 moves");
    /// assert!(start.is_legal(mv));
    /// ```
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_about_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_seed_repeats_its_sequence_and_another_seed_differs() {
        let few = |seed| -> Vec<usize> {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1_000)).collect()
        };
        assert_eq!(few(7), few(7));
        assert_ne!(few(7), few(8));
    }
}
