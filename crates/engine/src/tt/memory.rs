//! Memory for the table: zeroed by the system, aligned for huge pages, and never a panic when
//! there is not enough of it.

use core::ops::Deref;
use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::Cluster;

/// The size of a huge page on the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

pub(super) struct Clusters {
    start: NonNull<Cluster>,
    layout: Layout,
    len: usize,
}

// SAFETY: clusters are atomics, and the memory belongs to this value alone.
unsafe impl Send for Clusters {}
// SAFETY: as above; shared access goes through atomics only.
unsafe impl Sync for Clusters {}

impl Clusters {
    /// `None` if the memory cannot be had.
    pub(super) fn zeroed(len: usize) -> Option<Clusters> {
        let bytes = len.checked_mul(size_of::<Cluster>())?.max(1);
        let layout = Layout::from_size_align(bytes, HUGE_PAGE).ok()?;
        // SAFETY: the layout is not empty.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Clusters { start: start.cast(), layout, len })
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: `len` clusters were allocated at `start`, all zero, which is a valid cluster.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl Drop for Clusters {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with this very layout.
        unsafe { dealloc(self.start.as_ptr().cast(), self.layout) }
    }
}

/// Asks the processor for a cache line; harmless on those that cannot.
#[inline]
pub(super) fn prefetch(cluster: &Cluster) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching never faults, and every x86-64 machine has SSE.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(cluster).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = cluster;
}
