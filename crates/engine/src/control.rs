//! State that the threads of one search share besides the transposition table.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Stops one search, or ends its pondering. The caller creates one for each search, so that a
/// `stop` sent before the search starts is not lost, and one sent too late stops no other search.
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

    /// Stops the search: every thread returns at its next node.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent played the expected move: from now on the clock limits the search.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    /// Whether the clock is ignored for now.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

/// The counters of one thread. They fill a cache line, so that threads do not contend for them.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counter {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl Counter {
    /// Publishes the count of nodes. Only the owner writes, so a plain store is enough.
    #[inline]
    pub(crate) fn publish(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub(crate) fn sum(counters: &[Counter]) -> u64 {
        counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Counts a successful probe of the tablebases.
    pub(crate) fn count_tablebase_hit(&self) {
        self.tablebase_hits.fetch_add(1, Relaxed);
    }

    /// Successful probes of all threads.
    pub(crate) fn tablebase_hits(counters: &[Counter]) -> u64 {
        counters.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }
}
