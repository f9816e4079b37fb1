//! Zeroed memory from the system, in huge pages where it has them: they let the TLB cover almost
//! the whole table.
//!
//! Transparent huge pages are requested with `madvise`. Explicitly reserved ones (`MAP_HUGETLB`) are
//! not used: in a container, touching them may exceed a limit and kill the process.

use core::ptr::{self, NonNull};

/// The size of a huge page on x86-64 and most other machines.
const HUGE_PAGE: usize = 2 << 20;

/// A zeroed mapping.
pub(in crate::tt) struct Zeros {
    mapping: NonNull<u8>,
    length: usize,
}

impl Zeros {
    pub(super) fn new(bytes: usize) -> Option<Zeros> {
        // One huge page more than needed, so that the start can be aligned to a huge page.
        let length = bytes.checked_add(HUGE_PAGE)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address of the system's choice overlaps no other memory.
        let mapping = unsafe { libc::mmap(ptr::null_mut(), length, access, kind, -1, 0) };
        if mapping == libc::MAP_FAILED {
            return None;
        }
        let zeros = Zeros { mapping: NonNull::new(mapping.cast())?, length };
        zeros.advise(libc::MADV_HUGEPAGE);
        Some(zeros)
    }

    /// The first huge page that lies completely in the mapping.
    pub(super) fn start(&self) -> NonNull<u8> {
        // SAFETY: the mapping is a huge page longer than requested, so the aligned start lies inside.
        unsafe { self.mapping.add(self.mapping.align_offset(HUGE_PAGE)) }
    }

    /// Returns all pages to the system, so that they read as zero. Whether that worked.
    pub(super) fn renew(&mut self) -> bool {
        self.advise(libc::MADV_DONTNEED)
    }

    fn advise(&self, advice: libc::c_int) -> bool {
        // SAFETY: the range is our mapping. Only the advice of `renew` changes the contents, and it
        // borrows the mapping exclusively.
        unsafe { libc::madvise(self.mapping.as_ptr().cast(), self.length, advice) == 0 }
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with the same length. Unmapping a whole mapping cannot fail.
        unsafe { libc::munmap(self.mapping.as_ptr().cast(), self.length) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resident_pages(zeros: &Zeros) -> usize {
        const PAGE: usize = 4096;
        let mut pages = vec![0u8; zeros.length.div_ceil(PAGE)];
        // SAFETY: the range is our mapping, and there is a byte for each of its pages.
        let result = unsafe {
            libc::mincore(zeros.mapping.as_ptr().cast(), zeros.length, pages.as_mut_ptr())
        };
        assert_eq!(result, 0);
        pages.iter().filter(|&&page| page & 1 != 0).count()
    }

    #[test]
    fn pages_are_allocated_when_used_and_can_be_returned() {
        let mut zeros = Zeros::new(256 << 20).unwrap();
        assert_eq!(resident_pages(&zeros), 0);
        // SAFETY: inside the mapping, which nothing else uses.
        unsafe { zeros.start().write(1) };
        assert_ne!(resident_pages(&zeros), 0);
        assert!(zeros.renew());
        assert_eq!(resident_pages(&zeros), 0);
        // SAFETY: as above.
        assert_eq!(unsafe { zeros.start().read() }, 0);
    }
}
