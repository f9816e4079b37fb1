//! The file of games, byte by byte: a header that says what made them, then game after game,
//! each with a checksum of its own. All numbers have their lowest byte first.
//!
//! A file only grows. Whatever ends the program that writes it, the games before the last are
//! whole, and half a game is taken for none. `docs/forge.md` has the tables.

mod header;
mod record;

pub use header::{HEADER_BYTES, Header, HeaderError, MAGIC, Maker, StoredHeader, VERSION};
pub(crate) use record::NoGame;
pub use record::{
    Ending, GameRecord, GameResult, MARK, MAX_PLIES, MAX_RECORD_BYTES, NO_SCORE, Ply,
};

/// CRC-32 as zip, PNG and Ethernet have it.
fn checksum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

/// A checked array at a known place; `None` where the bytes end before it.
fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}
