//! Writing a cache in random order, however many positions there are. Each goes to one of several
//! files by chance; these are shuffled one after the other in memory and put behind each other.
//! Every order is as likely as the others.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use chess::Random;
use toolkit::whole_file::{Aside, UNFINISHED};

use super::{CacheHeader, HEADER_BYTES};
use crate::train::packed::RECORD_BYTES;

/// Bytes that are written between two looks at whether to go on.
const PIECE: usize = 1 << 20;
/// More files at once the system may not allow.
const MOST_FILES: u64 = 256;

/// The cache appears when all is written; until then there are only files with other names.
pub struct CacheWriter {
    /// The cache under another name. It is there from the beginning, so that what cannot be
    /// written is known before anything is read.
    out: Aside,
    random: Random,
    seed: u64,
    heap: Heap,
    positions: u64,
}

/// Where positions are until they are shuffled.
enum Heap {
    /// All fit into memory.
    Memory(Vec<[u8; RECORD_BYTES]>),
    Files(Vec<BufWriter<Aside>>),
}

impl CacheWriter {
    /// A cache of at most `most` positions, made with about `memory` bytes.
    pub fn create(path: &Path, seed: u64, most: u64, memory: u64) -> io::Result<CacheWriter> {
        let bytes = most.saturating_mul(RECORD_BYTES as u64);
        let heap = if bytes <= memory {
            Heap::Memory(Vec::new())
        } else {
            let files = bytes.div_ceil(memory.max(1)).clamp(2, MOST_FILES);
            let file = |number| -> io::Result<_> {
                let mut file = Aside::create(path, &format!("{UNFINISHED}{number}"))?;
                file.hide();
                Ok(BufWriter::with_capacity(1 << 18, file))
            };
            Heap::Files((0..files).map(file).collect::<io::Result<_>>()?)
        };
        let out = Aside::create(path, UNFINISHED)?;
        Ok(CacheWriter { out, random: Random::new(seed), seed, heap, positions: 0 })
    }

    /// Adds a position, as `export::bullet` writes it.
    pub fn add(&mut self, record: &[u8; RECORD_BYTES]) -> io::Result<()> {
        self.positions += 1;
        match &mut self.heap {
            Heap::Memory(records) => {
                records.push(*record);
                Ok(())
            }
            Heap::Files(files) => {
                let chosen = self.random.below(files.len());
                files[chosen].write_all(record)
            }
        }
    }

    /// How many have been added.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Shuffles and writes everything, under another name yet. `wrote` hears of the bytes as they
    /// are written, and its error ends it all.
    pub fn finish(
        self,
        games: u64,
        mut wrote: impl FnMut(u64) -> io::Result<()>,
    ) -> io::Result<WholeCache> {
        let CacheWriter { out, mut random, seed, heap, positions } = self;
        let mut out = BufWriter::with_capacity(1 << 20, out);
        let mut sum = crc32fast::Hasher::new();
        out.write_all(&[0; HEADER_BYTES])?;
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            bytes.chunks(PIECE).try_for_each(|piece| {
                out.write_all(piece)?;
                wrote(piece.len() as u64)
            })
        };
        match heap {
            Heap::Memory(mut records) => {
                random.shuffle(&mut records);
                put(records.as_flattened())?;
            }
            Heap::Files(files) => {
                for file in files {
                    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                    let mut bytes = Vec::new();
                    file.file().seek(SeekFrom::Start(0))?;
                    file.file().read_to_end(&mut bytes)?;
                    random.shuffle(bytes.as_chunks_mut::<RECORD_BYTES>().0);
                    put(&bytes)?;
                }
            }
        }
        let mut whole = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let file = whole.file();
        debug_assert_eq!(
            file.stream_position().ok(),
            Some(HEADER_BYTES as u64 + positions * RECORD_BYTES as u64)
        );
        let header = CacheHeader { positions, games, seed, sum: sum.finalize() };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        file.sync_all()?;
        Ok(WholeCache { header, whole })
    }
}

/// A cache that only lacks its name.
pub struct WholeCache {
    header: CacheHeader,
    whole: Aside,
}

impl WholeCache {
    pub fn publish(self) -> io::Result<CacheHeader> {
        self.whole.publish()?;
        Ok(self.header)
    }
}
