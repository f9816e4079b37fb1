//! Reads batches ahead of those who learn from them.

use std::sync::mpsc::SyncSender;

use super::cache::{Cache, CacheError};
use super::order::Order;
use super::packed::PackedPosition;

/// Batches that may be waiting.
pub(super) const AHEAD: usize = 3;

/// How a cache is cut into batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    pub(super) positions: u64,
    pub(super) batch: u64,
    pub(super) seed: u64,
}

impl Cut {
    /// Batches of an epoch. A rest that makes none is left out, mostly another one in other
    /// epochs; if all positions are less than a batch, they are one.
    pub(super) fn batches(&self) -> u64 {
        (self.positions / self.batch).max(1)
    }
}

pub(super) type Fed = Result<Vec<PackedPosition>, CacheError>;

/// Hands out the batches of all steps from `step` on, until nobody takes them any more.
pub(super) fn feed(cache: &mut Cache, cut: Cut, mut step: u64, out: &SyncSender<Fed>) {
    loop {
        let epoch = step / cut.batches();
        let order = Order::new(cut.positions, cut.seed, epoch);
        while step / cut.batches() == epoch {
            let begin = step % cut.batches() * cut.batch;
            let mut batch = Vec::with_capacity(cut.batch.min(cut.positions) as usize);
            let read = order.places(begin..begin + cut.batch).into_iter().try_for_each(|places| {
                cache.read(places.start, (places.end - places.start) as usize, &mut batch)
            });
            let broken = read.is_err();
            if out.send(read.map(|()| batch)).is_err() || broken {
                return;
            }
            step += 1;
        }
    }
}
