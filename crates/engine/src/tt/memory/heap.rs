//! Zeroed memory from the allocator, for systems other than Linux.

use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::LINE;

/// A zeroed block of memory.
pub(in crate::tt) struct Zeros {
    block: NonNull<u8>,
    layout: Layout,
}

impl Zeros {
    pub(super) fn new(bytes: usize) -> Option<Zeros> {
        // Aligned by hand: with a large alignment, allocators zero the block themselves instead of
        // returning lazily zeroed pages.
        let layout = Layout::array::<u8>(bytes.checked_add(LINE)?).ok()?;
        // SAFETY: the layout is not empty.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Zeros { block, layout })
    }

    /// The first cache line that lies completely in the block.
    pub(super) fn start(&self) -> NonNull<u8> {
        // SAFETY: the block is a line longer than requested, so the aligned start lies inside it.
        unsafe { self.block.add(self.block.align_offset(LINE)) }
    }

    /// Whether the block was zeroed by the system. Never: an allocator cannot do that.
    #[cfg_attr(test, allow(dead_code))]
    pub(super) fn renew(&mut self) -> bool {
        false
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with the same layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}
