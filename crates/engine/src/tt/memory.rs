//! Memory for the table: zeroed pages, allocated lazily, so that a table of any size is allocated at
//! once. Running out of memory is an error, never a panic.

#[cfg(any(test, not(target_os = "linux")))]
mod heap;
#[cfg(target_os = "linux")]
mod mapped;

use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Cluster;
#[cfg(not(target_os = "linux"))]
use heap::Zeros;
#[cfg(target_os = "linux")]
use mapped::Zeros;

const LINE: usize = size_of::<Cluster>();

/// Clusters that a thread clears at a time. Clearing fewer takes less time than starting a thread.
const SHARE: usize = (8 << 20) / LINE;

/// Tables of at least this many clusters are cleared by returning their pages to the system, which
/// zeroes them lazily during the search. Smaller tables are cleared at once: that is quick, and not
/// on the clock of a game.
const LAZY_CLEAR: usize = (1 << 20) / LINE * 4096;

/// An array of clusters that owns its memory.
pub(super) struct Clusters {
    zeros: Zeros,
    start: NonNull<Cluster>,
    len: usize,
}

// SAFETY: clusters are atomics, and the memory belongs to this value alone.
unsafe impl Send for Clusters {}
// SAFETY: as above; shared access goes through atomics only.
unsafe impl Sync for Clusters {}

impl Clusters {
    /// `None` if the memory cannot be allocated.
    pub(super) fn zeroed(len: usize) -> Option<Clusters> {
        let zeros = Zeros::new(len.checked_mul(LINE)?)?;
        let start = zeros.start().cast::<Cluster>();
        assert!(start.is_aligned(), "a cluster is one cache line");
        Some(Clusters { zeros, start, len })
    }

    /// Zeroes everything, using up to `threads` threads.
    pub(super) fn clear(&mut self, threads: usize) {
        if self.len < LAZY_CLEAR || !self.zeros.renew() {
            self.wipe(threads);
        }
    }

    fn wipe(&mut self, threads: usize) {
        let workers = threads.min(self.len.div_ceil(SHARE));
        let parts = Mutex::new(self.chunks_mut(SHARE));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(part) = next() {
                part.fill_with(Cluster::default);
            }
        };
        thread::scope(|scope| {
            for _ in 1..workers {
                // If a thread does not start, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: `zeros` holds `len` clusters at `start`. They were zeroed, which makes valid
        // clusters, and `zeroed` has asserted that they are aligned.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for Clusters {
    fn deref_mut(&mut self) -> &mut [Cluster] {
        // SAFETY: as above, and `self` is borrowed for writing.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::Ordering::Relaxed;

    fn dirty(clusters: &Clusters) {
        for slot in clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.data.store(u64::MAX, Relaxed);
            slot.lock.store(u64::MAX, Relaxed);
        }
    }

    fn is_zero(clusters: &Clusters) -> bool {
        clusters
            .iter()
            .flat_map(|cluster| &cluster.0)
            .all(|slot| slot.data.load(Relaxed) == 0 && slot.lock.load(Relaxed) == 0)
    }

    #[test]
    fn memory_is_zero_at_first_and_after_wiping_by_any_number_of_threads() {
        for len in [1, 2, 3, SHARE - 1, SHARE, SHARE + 1, 3 * SHARE + 7] {
            let mut clusters = Clusters::zeroed(len).unwrap();
            assert!(is_zero(&clusters));
            for threads in [0, 1, 2, 5] {
                dirty(&clusters);
                clusters.clear(threads);
                assert!(is_zero(&clusters), "{len} clusters, {threads} threads");
            }
        }
    }

    #[test]
    fn returned_pages_read_as_zero() {
        let mut clusters = Clusters::zeroed(2 * SHARE + 7).unwrap();
        dirty(&clusters);
        if clusters.zeros.renew() {
            assert!(is_zero(&clusters));
        }
    }

    #[test]
    fn the_heap_provides_aligned_zeroed_memory() {
        for bytes in [64, 128, 1 << 20] {
            let zeros = heap::Zeros::new(bytes).unwrap();
            let start = zeros.start();
            assert!(start.cast::<Cluster>().is_aligned());
            // SAFETY: this many bytes were allocated, and they are initialised to zero.
            let all = unsafe { core::slice::from_raw_parts(start.as_ptr(), bytes) };
            assert!(all.iter().all(|&byte| byte == 0));
        }
        assert!(heap::Zeros::new(usize::MAX).is_none());
        assert!(heap::Zeros::new(isize::MAX as usize).is_none());
    }
}
