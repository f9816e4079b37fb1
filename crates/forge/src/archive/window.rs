//! A buffer over a file that only moves forwards.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use crate::format::MAX_RECORD_BYTES;

/// Bytes per read: large enough that system calls hardly cost, and far above the size of one game.
const CHUNK: usize = 1 << 20;
const _: () = assert!(CHUNK >= 4 * MAX_RECORD_BYTES);

pub(super) struct Window {
    file: File,
    /// The offset of `bytes` in the file.
    begin: u64,
    bytes: Vec<u8>,
    /// Bytes from here on are not read, even if the file has grown.
    end: u64,
}

impl Window {
    pub(super) fn new(mut file: File, begin: u64, end: u64) -> io::Result<Window> {
        file.seek(SeekFrom::Start(begin))?;
        Ok(Window { file, begin, bytes: Vec::new(), end })
    }

    /// The bytes from `offset` on: at least one whole game, unless the file ends before. Offsets
    /// must not decrease.
    pub(super) fn from(&mut self, offset: u64) -> io::Result<&[u8]> {
        let wanted = (self.end.saturating_sub(offset)).min(MAX_RECORD_BYTES as u64) as usize;
        let mut at = (offset - self.begin) as usize;
        if self.bytes.len() < at + wanted {
            self.bytes.drain(..at.min(self.bytes.len()));
            (self.begin, at) = (offset, 0);
            self.fill()?;
        }
        Ok(&self.bytes[at.min(self.bytes.len())..])
    }

    /// Reads until there is a chunk, or no more bytes.
    fn fill(&mut self) -> io::Result<()> {
        let read_to = self.begin + self.bytes.len() as u64;
        let room = (CHUNK - self.bytes.len().min(CHUNK)) as u64;
        let most = room.min(self.end.saturating_sub(read_to));
        (&self.file).take(most).read_to_end(&mut self.bytes)?;
        Ok(())
    }
}
