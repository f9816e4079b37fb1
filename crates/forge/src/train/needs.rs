//! What a training takes of the machine. It is known beforehand, so that one that does not fit is
//! refused, and not ended by the system after hours.

use super::config::Config;
use super::feed::AHEAD;
use super::packed::{PackedPosition, RECORD_BYTES};
use super::row::Row;
use super::sorted::CHUNK;
use super::worker::BLOCK;

/// Times that everything learned is held at once: weights and what is remembered of their slopes,
/// each once at work, and twice while a checkpoint is read or written.
const COPIES: usize = 9;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// As many as were offered, or as a batch has work for.
    pub threads: usize,
    /// Of memory, about.
    pub bytes: u64,
}

impl Needs {
    /// Of a training from so many positions, with so many held out, that is offered so many
    /// threads.
    pub fn of(config: &Config, positions: u64, held_out: u64, threads: usize) -> Needs {
        let at_most = |count: usize, there: u64| (count as u64).min(there);
        let batch = at_most(config.batch, positions);
        let most = batch.div_ceil(CHUNK as u64).max(1);
        let threads = at_most(threads, most).max(1);
        let shape = config.shape();
        // Each thread has slopes of its own, and hidden values of both sides.
        let own = shape.rows() + shape.tiles() * 2 * BLOCK;
        let rows = (COPIES * shape.learned_rows() + shape.rows()) as u64 + threads * own as u64;
        let held_out = at_most(config.held_out, held_out);
        let kept = (AHEAD as u64 + 2) * batch + held_out;
        // What has just been read, as it is in the file.
        let read = held_out.max(batch);
        let bytes = rows * size_of::<Row>() as u64
            + kept * size_of::<PackedPosition>() as u64
            + read * RECORD_BYTES as u64;
        Needs { threads: threads as usize, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(more: &str) -> Config {
        Config::parse(&format!("width = 256\nepochs = 1\n{more}")).unwrap()
    }

    #[test]
    fn no_more_threads_than_a_batch_has_work_for() {
        let threads = |batch: u64, positions, offered| {
            Needs::of(&config(&format!("batch = {batch}")), positions, 10, offered).threads
        };
        assert_eq!(threads(16_384, 1_000_000, 2), 2);
        assert_eq!(threads(16_384, 1_000_000, 512), 128);
        assert_eq!(threads(16_384, 1_000, 512), 8);
        assert_eq!(threads(1, 1_000, 512), 1);
        assert_eq!(threads(16_384, 0, 0), 1);
    }

    #[test]
    fn everything_that_grows_costs_memory() {
        let bytes = |more: &str, held_out, threads| {
            Needs::of(&config(more), 1_000_000, held_out, threads).bytes
        };
        let usual = bytes("", 1_000, 2);
        // Ten times what is learned, and once more for each thread.
        let weights = 4 * 256 * 768;
        assert!((12 * weights..24 * weights).contains(&usual), "{usual}");
        assert!(bytes("", 1_000, 3) >= usual + weights);
        assert!(bytes("", 1_000_000, 2) >= usual + 999_000 * 32);
        assert!(bytes("king_buckets = \"sixteen\"", 1_000, 2) > 10 * usual);
        assert!(bytes("batch = 1000000", 1_000, 2) > usual + 100_000_000);
        assert_eq!(bytes("held_out = 1000", 1_000_000, 2), usual);
    }
}
