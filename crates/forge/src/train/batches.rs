//! The batches of a training: their order, and the thread that reads them ahead of the learner.

use core::ops::Range;
use std::sync::mpsc::SyncSender;

use chess::Random;

use super::cache::{Cache, CacheError};
use crate::bullet::PackedPosition;

/// Batches that may be waiting for the learner.
pub(super) const READ_AHEAD: usize = 3;
/// Positions that stay together: four kilobytes, which a disk reads at once anyway.
const BLOCK: u64 = 128;

/// How a cache is split into batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Batches {
    pub(super) positions: u64,
    /// Positions of a batch.
    pub(super) size: u64,
    pub(super) seed: u64,
}

impl Batches {
    /// Batches of an epoch. Positions that do not fill a batch are left out; mostly they are others
    /// in each epoch. If all positions are fewer than a batch, they are one.
    pub(super) fn per_epoch(&self) -> u64 {
        (self.positions / self.size).max(1)
    }

    /// Sends the batches of all steps from `step` on, until the receiver is gone or the cache
    /// cannot be read.
    pub(super) fn read(self, cache: &mut Cache, mut step: u64, out: &SyncSender<ReadBatch>) {
        loop {
            let epoch = step / self.per_epoch();
            let order = EpochOrder::new(self.positions, self.seed, epoch);
            while step / self.per_epoch() == epoch {
                let start = step % self.per_epoch() * self.size;
                let mut batch = Vec::with_capacity(self.size.min(self.positions) as usize);
                let ranges = order.ranges(start..start + self.size);
                let read = ranges.into_iter().try_for_each(|range| {
                    cache.read(range.start, (range.end - range.start) as usize, &mut batch)
                });
                let failed = read.is_err();
                if out.send(read.map(|()| batch)).is_err() || failed {
                    return;
                }
                step += 1;
            }
        }
    }
}

/// A batch, or why the cache cannot be read.
pub(super) type ReadBatch = Result<Vec<PackedPosition>, CacheError>;

/// The order in which an epoch visits a cache. Its positions are shuffled already; so that epochs
/// differ, blocks of them are permuted.
struct EpochOrder {
    /// Whole blocks; the remaining positions come last.
    blocks: Vec<u32>,
    positions: u64,
}

impl EpochOrder {
    fn new(positions: u64, seed: u64, epoch: u64) -> EpochOrder {
        let mut blocks: Vec<u32> = (0..(positions / BLOCK) as u32).collect();
        let mut random = Random::numbered(seed, epoch as u32);
        random.shuffle(&mut blocks);
        EpochOrder { blocks, positions }
    }

    /// Where in the cache the positions of this range of the epoch are.
    fn ranges(&self, range: Range<u64>) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let end = range.end.min(self.positions);
        let mut at = range.start;
        while at < end {
            let number = at / BLOCK;
            let block = self.blocks.get(number as usize).map_or(number, |&block| block.into());
            let within = at % BLOCK;
            let count = (BLOCK - within).min(end - at);
            let first = block * BLOCK + within;
            ranges.push(first..first + count);
            at += count;
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epoch_visits_every_position_once() {
        for positions in [0, 1, 1_023, 1_024, 1_025, 10_000] {
            let order = EpochOrder::new(positions, 7, 2);
            let batches = (0..positions).step_by(700).map(|start| start..start + 700);
            let mut visited: Vec<u64> =
                batches.flat_map(|batch| order.ranges(batch)).flatten().collect();
            assert_eq!(visited.len() as u64, positions);
            visited.sort_unstable();
            assert!(visited.into_iter().eq(0..positions));
        }
    }

    #[test]
    fn epochs_and_seeds_differ() {
        let ranges = |seed, epoch| EpochOrder::new(100_000, seed, epoch).ranges(0..5_000);
        assert_eq!(ranges(1, 1), ranges(1, 1));
        assert_ne!(ranges(1, 1), ranges(1, 2));
        assert_ne!(ranges(1, 1), ranges(2, 1));
    }
}
