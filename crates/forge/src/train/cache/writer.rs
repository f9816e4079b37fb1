//! Writing a cache in random order, of any size. Each position goes to one of several scratch files
//! at random; these are then shuffled in memory, one after another, and concatenated. Every order
//! is equally likely.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use chess::Random;
use toolkit::whole_file::{StagedFile, UNFINISHED};

use super::{CacheHeader, HEADER_BYTES};
use crate::bullet::RECORD_BYTES;

/// Bytes per write; a stop is noticed between two writes.
const WRITE_BYTES: usize = 1 << 20;
/// Most scratch files: a system may not allow more open files.
const MAX_FILES: u64 = 256;

/// Collects positions and writes the cache. It appears under its name when it is complete.
pub struct CacheWriter {
    /// The cache under construction. It is created first, so that a path that cannot be written is
    /// reported before anything is read.
    out: StagedFile,
    random: Random,
    seed: u64,
    buffer: Buffer,
    positions: u64,
}

/// The positions until they are shuffled.
enum Buffer {
    /// All in memory.
    Memory(Vec<[u8; RECORD_BYTES]>),
    Files(Vec<BufWriter<StagedFile>>),
}

impl CacheWriter {
    /// A cache of at most `max` positions, shuffled with about `memory` bytes.
    pub fn create(path: &Path, seed: u64, max: u64, memory: u64) -> io::Result<CacheWriter> {
        let bytes = max.saturating_mul(RECORD_BYTES as u64);
        let buffer = if bytes <= memory {
            Buffer::Memory(Vec::new())
        } else {
            let files = bytes.div_ceil(memory.max(1)).clamp(2, MAX_FILES);
            let file = |number| -> io::Result<_> {
                let mut file = StagedFile::create(path, &format!("{UNFINISHED}{number}"))?;
                file.unlink();
                Ok(BufWriter::with_capacity(1 << 18, file))
            };
            Buffer::Files((0..files).map(file).collect::<io::Result<_>>()?)
        };
        let out = StagedFile::create(path, UNFINISHED)?;
        Ok(CacheWriter { out, random: Random::new(seed), seed, buffer, positions: 0 })
    }

    /// Adds a position, encoded by `bullet::encode`.
    pub fn add(&mut self, record: &[u8; RECORD_BYTES]) -> io::Result<()> {
        self.positions += 1;
        match &mut self.buffer {
            Buffer::Memory(records) => {
                records.push(*record);
                Ok(())
            }
            Buffer::Files(files) => {
                let chosen = self.random.below(files.len());
                files[chosen].write_all(record)
            }
        }
    }

    /// The number of positions added.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Shuffles and writes all positions. The cache keeps its temporary name until `publish`.
    /// `on_bytes` gets the bytes as they are written; its error aborts.
    pub fn finish(
        self,
        games: u64,
        mut on_bytes: impl FnMut(u64) -> io::Result<()>,
    ) -> io::Result<WholeCache> {
        let CacheWriter { out, mut random, seed, buffer, positions } = self;
        let mut out = BufWriter::with_capacity(1 << 20, out);
        let mut sum = crc32fast::Hasher::new();
        out.write_all(&[0; HEADER_BYTES])?;
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            bytes.chunks(WRITE_BYTES).try_for_each(|chunk| {
                out.write_all(chunk)?;
                on_bytes(chunk.len() as u64)
            })
        };
        match buffer {
            Buffer::Memory(mut records) => {
                random.shuffle(&mut records);
                put(records.as_flattened())?;
            }
            Buffer::Files(files) => {
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
        let mut staged = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let file = staged.file();
        debug_assert_eq!(
            file.stream_position().ok(),
            Some(HEADER_BYTES as u64 + positions * RECORD_BYTES as u64)
        );
        let header = CacheHeader { positions, games, seed, sum: sum.finalize() };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        file.sync_all()?;
        Ok(WholeCache { header, staged })
    }
}

/// A complete cache under its temporary name.
pub struct WholeCache {
    header: CacheHeader,
    staged: StagedFile,
}

impl WholeCache {
    /// Gives the cache its name.
    pub fn publish(self) -> io::Result<CacheHeader> {
        self.staged.publish()?;
        Ok(self.header)
    }
}
