//! Zeros from the allocator, for systems without a page of their own in this folder.

use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::LINE;

pub(in crate::tt) struct Zeros {
    block: NonNull<u8>,
    layout: Layout,
}

impl Zeros {
    pub(super) fn new(bytes: usize) -> Option<Zeros> {
        // Aligned by hand: allocators hand out untouched pages only where no alignment is asked.
        let layout = Layout::array::<u8>(bytes.checked_add(LINE)?).ok()?;
        // SAFETY: the layout is not empty.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Zeros { block, layout })
    }

    /// The first cache line that lies in the block as a whole.
    pub(super) fn start(&self) -> NonNull<u8> {
        // SAFETY: the block is a line longer than asked for, so there is room to move up.
        unsafe { self.block.add(self.block.align_offset(LINE)) }
    }

    /// An allocator has no cheaper way to zeros than writing them.
    #[cfg_attr(test, allow(dead_code))]
    pub(super) fn renew(&mut self) -> bool {
        false
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this very layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}
