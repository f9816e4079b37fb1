//! The threads and the memory of a training, computed beforehand, so that one that does not fit is
//! refused instead of being killed by the system after hours.

use super::batches::READ_AHEAD;
use super::config::Config;
use super::feature_groups::CHUNK;
use super::shape::Row;
use super::worker::BLOCK;
use crate::bullet::{PackedPosition, RECORD_BYTES};

/// Copies of all trained rows held at once: weights and two moments, each once in use and twice
/// while a checkpoint is read or written.
const COPIES: usize = 9;

/// What a training needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirements {
    /// The threads offered, or as many as a batch can occupy.
    pub threads: usize,
    /// Bytes of memory, approximately.
    pub bytes: u64,
}

impl Requirements {
    /// The requirements of a training with this many positions and held-out positions, if it is
    /// offered this many threads.
    pub fn of(config: &Config, positions: u64, held_out: u64, threads: usize) -> Requirements {
        let at_most = |count: usize, available: u64| (count as u64).min(available);
        let batch = at_most(config.batch, positions);
        let max_threads = batch.div_ceil(CHUNK as u64).max(1);
        let threads = at_most(threads, max_threads).max(1);
        let shape = config.shape();
        // Each thread has its own gradients and the hidden values of both sides.
        let own = shape.rows() + shape.tiles() * 2 * BLOCK;
        let rows = (COPIES * shape.learned_rows() + shape.rows()) as u64 + threads * own as u64;
        let held_out = at_most(config.held_out, held_out);
        let kept = (READ_AHEAD as u64 + 2) * batch + held_out;
        // The bytes of the last read.
        let read = held_out.max(batch);
        let bytes = rows * size_of::<Row>() as u64
            + kept * size_of::<PackedPosition>() as u64
            + read * RECORD_BYTES as u64;
        Requirements { threads: threads as usize, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(more: &str) -> Config {
        Config::parse(&format!("width = 256\nepochs = 1\n{more}")).unwrap()
    }

    #[test]
    fn no_more_threads_than_a_batch_can_occupy() {
        let threads = |batch: u64, positions, offered| {
            Requirements::of(&config(&format!("batch = {batch}")), positions, 10, offered).threads
        };
        assert_eq!(threads(16_384, 1_000_000, 2), 2);
        assert_eq!(threads(16_384, 1_000_000, 512), 128);
        assert_eq!(threads(16_384, 1_000, 512), 8);
        assert_eq!(threads(1, 1_000, 512), 1);
        assert_eq!(threads(16_384, 0, 0), 1);
    }

    #[test]
    fn larger_trainings_need_more_memory() {
        let bytes = |more: &str, held_out, threads| {
            Requirements::of(&config(more), 1_000_000, held_out, threads).bytes
        };
        let usual = bytes("", 1_000, 2);
        // Ten times the trained rows, and once more for each thread.
        let weights = 4 * 256 * 768;
        assert!((12 * weights..24 * weights).contains(&usual), "{usual}");
        assert!(bytes("", 1_000, 3) >= usual + weights);
        assert!(bytes("", 1_000_000, 2) >= usual + 999_000 * 32);
        assert!(bytes("king_buckets = \"sixteen\"", 1_000, 2) > 10 * usual);
        assert!(bytes("batch = 1000000", 1_000, 2) > usual + 100_000_000);
        assert_eq!(bytes("held_out = 1000", 1_000_000, 2), usual);
    }
}
