//! A reader that computes the checksum of what it reads.

use std::io::{self, Read};

/// Reads and adds to a CRC-32.
pub(super) struct ChecksumReader<R> {
    source: R,
    sum: crc32fast::Hasher,
}

impl<R: Read> ChecksumReader<R> {
    pub(super) fn new(source: R) -> ChecksumReader<R> {
        ChecksumReader { source, sum: crc32fast::Hasher::new() }
    }

    /// Reads `count` bytes, or fewer if the source ends.
    pub(super) fn up_to(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        (&mut self.source).take(count as u64).read_to_end(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    /// Reads and drops `count` bytes, which need not fit into memory.
    pub(super) fn skip(&mut self, mut count: u64) -> io::Result<()> {
        const CHUNK: u64 = 1 << 20;
        while count > 0 {
            let read = self.up_to(count.min(CHUNK) as usize)?.len() as u64;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            count -= read;
        }
        Ok(())
    }

    /// Reads a checksum; whether it is that of all bytes before it.
    pub(super) fn matches(mut self) -> io::Result<bool> {
        let mut stored = [0; 4];
        self.source.read_exact(&mut stored)?;
        Ok(self.sum.finalize() == u32::from_le_bytes(stored))
    }
}
