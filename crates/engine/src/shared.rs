//! What the threads of one search share beside the table.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A node counter on a cache line of its own, so that threads do not slow each other.
#[derive(Default)]
#[repr(align(128))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Only the owner writes, so a plain store is enough.
    #[inline]
    pub fn publish(&self, nodes: u64) {
        self.0.store(nodes, Relaxed);
    }

    pub fn read(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

pub struct Shared {
    /// The one flag that ends a search.
    pub stop: AtomicBool,
    /// While pondering the clock does not run.
    pub pondering: AtomicBool,
    pub counters: Vec<Counter>,
}

impl Shared {
    pub fn new(threads: usize) -> Shared {
        Shared {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            counters: (0..threads).map(|_| Counter::default()).collect(),
        }
    }

    /// Nodes of all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(Counter::read).sum()
    }
}
