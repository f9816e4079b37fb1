//! The file of games, byte by byte: a header that identifies the engine and the settings, then
//! games, each with its own checksum. All numbers are little-endian.
//!
//! A file only grows. If the program that writes it is killed, all games but the last are whole,
//! and an unfinished last one is ignored. `docs/forge.md` has the tables.

mod header;
mod record;

pub use header::{HEADER_BYTES, Header, HeaderError, MAGIC, Maker, StoredHeader, VERSION};
pub(crate) use record::RecordError;
pub use record::{GameRecord, MARK, MAX_PLIES, MAX_RECORD_BYTES, NO_SCORE, Ply};

/// CRC-32 with the polynomial of zip and PNG.
fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// `N` bytes from offset `at`; `None` if there are fewer.
fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}
