//! What the threads of one search share beside the table.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The reins of one search, held by whoever started it. Made anew for each, so that a `stop`
/// that comes early is not lost and one that comes late hits nobody.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// While `pondering`, the clock does not end the search.
    pub fn new(pondering: bool) -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) }
    }

    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The move pondered on was played: the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

/// A node counter on a cache line of its own, so that threads do not slow each other.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Only the owner writes, so a plain store is enough.
    #[inline]
    pub(crate) fn publish(&self, nodes: u64) {
        self.0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as far as they have told.
    pub(crate) fn sum(counters: &[Counter]) -> u64 {
        counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }
}
