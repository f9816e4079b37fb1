//! Zeros from the system, in huge pages where it has them: with those the processor finds the
//! address of almost every entry in its cache of addresses.
//!
//! Pages are asked for, not insisted on. A reserve of huge pages set apart by whoever runs the
//! machine is left alone: a container may count it as ours and yet end the program that uses it.

use core::ptr::{self, NonNull};

/// On the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

pub(in crate::tt) struct Zeros {
    mapping: NonNull<u8>,
    length: usize,
}

impl Zeros {
    pub(super) fn new(bytes: usize) -> Option<Zeros> {
        // A huge page more than needed, so that the first one begins inside.
        let length = bytes.checked_add(HUGE_PAGE)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address of the system's choice touches nobody's memory.
        let mapping = unsafe { libc::mmap(ptr::null_mut(), length, access, kind, -1, 0) };
        if mapping == libc::MAP_FAILED {
            return None;
        }
        let zeros = Zeros { mapping: NonNull::new(mapping.cast())?, length };
        zeros.advise(libc::MADV_HUGEPAGE);
        Some(zeros)
    }

    /// The first huge page that lies in the mapping as a whole.
    pub(super) fn start(&self) -> NonNull<u8> {
        // SAFETY: the mapping is a huge page longer than asked for, so there is room to move up.
        unsafe { self.mapping.add(self.mapping.align_offset(HUGE_PAGE)) }
    }

    /// Gives all pages back; the next look finds zeros.
    pub(super) fn renew(&mut self) -> bool {
        self.advise(libc::MADV_DONTNEED)
    }

    fn advise(&self, advice: libc::c_int) -> bool {
        // SAFETY: the range is our mapping. The only advice that changes what is read there is
        // given by `renew`, which nobody can read beside.
        unsafe { libc::madvise(self.mapping.as_ptr().cast(), self.length, advice) == 0 }
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this very length. It cannot fail on a whole mapping.
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
    fn pages_are_only_taken_when_used_and_can_be_given_back() {
        let mut zeros = Zeros::new(256 << 20).unwrap();
        assert_eq!(resident_pages(&zeros), 0);
        // SAFETY: inside the mapping, and nobody else knows of it.
        unsafe { zeros.start().write(1) };
        assert_ne!(resident_pages(&zeros), 0);
        assert!(zeros.renew());
        assert_eq!(resident_pages(&zeros), 0);
        // SAFETY: as above.
        assert_eq!(unsafe { zeros.start().read() }, 0);
    }
}
