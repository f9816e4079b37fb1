//! In which order an epoch goes through a cache. Positions are in random order already; so that
//! epochs differ, blocks of them change places.

use core::ops::Range;

use chess::Random;

/// Positions that stay together: four kilobytes, which a disk reads at once anyway.
const BLOCK: u64 = 128;

pub(super) struct Order {
    /// Whole blocks; what is left over comes last.
    blocks: Vec<u32>,
    positions: u64,
}

impl Order {
    pub(super) fn new(positions: u64, seed: u64, epoch: u64) -> Order {
        let mut blocks: Vec<u32> = (0..(positions / BLOCK) as u32).collect();
        let mut random = Random::numbered(seed, epoch as u32);
        random.shuffle(&mut blocks);
        Order { blocks, positions }
    }

    /// Where in the file the positions from `turn.start` to `turn.end` of this order are.
    pub(super) fn places(&self, turn: Range<u64>) -> Vec<Range<u64>> {
        let mut places: Vec<Range<u64>> = Vec::new();
        let mut at = turn.start;
        while at < turn.end.min(self.positions) {
            let number = at / BLOCK;
            let block = self.blocks.get(number as usize).map_or(number, |&block| block.into());
            let within = at % BLOCK;
            let count = (BLOCK - within).min(turn.end.min(self.positions) - at);
            let first = block * BLOCK + within;
            places.push(first..first + count);
            at += count;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epoch_takes_every_position_once() {
        for positions in [0, 1, 1_023, 1_024, 1_025, 10_000] {
            let order = Order::new(positions, 7, 2);
            let turns = (0..positions).step_by(700).map(|start| start..start + 700);
            let mut places: Vec<u64> =
                turns.flat_map(|turn| order.places(turn)).flatten().collect();
            assert_eq!(places.len() as u64, positions);
            places.sort_unstable();
            assert!(places.into_iter().eq(0..positions));
        }
    }

    #[test]
    fn epochs_and_seeds_differ() {
        let places = |seed, epoch| Order::new(100_000, seed, epoch).places(0..5_000);
        assert_eq!(places(1, 1), places(1, 1));
        assert_ne!(places(1, 1), places(1, 2));
        assert_ne!(places(1, 1), places(2, 1));
    }
}
