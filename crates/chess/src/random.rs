//! Numbers that look random and are the same for the same seed, on every machine: splitmix64.
//! CITE: prng.di.unimi.it/splitmix64.c

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A sequence of its own for each number.
    pub fn numbered(seed: u64, number: u32) -> Random {
        let mut random = Random(seed ^ (u64::from(number) << 32));
        random.word();
        random
    }

    /// Every order of the items is as likely as the others.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Sixty-four bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is above nought; each is as likely as the others, but for
    /// a difference nobody can scale.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_comes_up_about_as_often() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_seed_repeats_and_another_differs() {
        let few = |seed| -> Vec<usize> {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1_000)).collect()
        };
        assert_eq!(few(7), few(7));
        assert_ne!(few(7), few(8));
    }
}
