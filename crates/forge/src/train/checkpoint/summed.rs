//! Reading with the checksum at hand.

use std::io::{self, Read};

/// Adds up what is read.
pub(super) struct Summed<R> {
    source: R,
    sum: crc32fast::Hasher,
}

impl<R: Read> Summed<R> {
    pub(super) fn new(source: R) -> Summed<R> {
        Summed { source, sum: crc32fast::Hasher::new() }
    }

    /// So many bytes, or as many as there are.
    pub(super) fn up_to(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        (&mut self.source).take(count as u64).read_to_end(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    /// Reads over so many bytes, of which there may be more than fit into memory.
    pub(super) fn pass(&mut self, mut count: u64) -> io::Result<()> {
        const STRIDE: u64 = 1 << 20;
        while count > 0 {
            let read = self.up_to(count.min(STRIDE) as usize)?.len() as u64;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            count -= read;
        }
        Ok(())
    }

    /// Whether the checksum that stands here is that of all before.
    pub(super) fn ends_well(mut self) -> io::Result<bool> {
        let mut stored = [0; 4];
        self.source.read_exact(&mut stored)?;
        Ok(self.sum.finalize() == u32::from_le_bytes(stored))
    }
}
