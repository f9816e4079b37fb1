//! From files of games to two training caches: one for training, one of whole games held out.

use core::error::Error;
use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::stop::StopAll;

use crate::archive::{Archive, Fault};
use crate::bullet::{self, RECORD_BYTES};
use crate::filter::Filter;
use crate::format::GameRecord;
use crate::subsample::subsample;
use crate::train::{CacheHeader, CacheWriter, WholeCache};

/// The least bytes that a ply takes in a file of games.
const PLY_BYTES: u64 = 4;

/// Which positions are taken from the games, and how they are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackOptions {
    pub filter: Filter,
    /// The most positions taken from a game, spread over it; `None` takes all.
    pub per_game: Option<usize>,
    /// Every game whose number is a multiple of this is held out.
    pub held_out_every: u32,
    /// The seed of the shuffle.
    pub seed: u64,
    /// Bytes of memory for the shuffle; more positions are shuffled through files.
    pub memory: u64,
}

/// What was read and taken of a file of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FileSummary {
    pub games: u64,
    /// Games excluded because they were truncated.
    pub truncated_games: u64,
    /// Positions read, kept or not.
    pub positions_read: u64,
    /// Positions written into a cache.
    pub positions_kept: u64,
}

/// The result of packing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// By file.
    pub files: Vec<FileSummary>,
    /// The cache for training.
    pub training: CacheHeader,
    /// The cache of held-out games.
    pub held_out: CacheHeader,
}

/// Progress of packing.
pub enum PackEvent<'a> {
    /// This many more bytes of the files were read.
    Read(u64),
    /// All files are read; this many bytes will be written.
    Writing(u64),
    /// This many more bytes were written.
    Wrote(u64),
    /// Part of a file is damaged; the rest is still used.
    Fault(&'a Path, Fault),
}

/// A cache that is being filled.
struct CacheBuilder {
    writer: CacheWriter,
    games: u64,
    /// The positions of the current game that the filter keeps.
    kept: Vec<[u8; RECORD_BYTES]>,
}

impl CacheBuilder {
    fn new(path: &Path, options: &PackOptions, max_positions: u64) -> io::Result<CacheBuilder> {
        let writer = CacheWriter::create(path, options.seed, max_positions, options.memory)?;
        Ok(CacheBuilder { writer, games: 0, kept: Vec::new() })
    }

    /// Adds the selected positions of a game and counts it. Returns the ply of an illegal move.
    fn add(
        &mut self,
        game: &GameRecord,
        options: &PackOptions,
        summary: &mut FileSummary,
    ) -> io::Result<Option<usize>> {
        self.kept.clear();
        let before = self.writer.positions();
        let mut illegal = None;
        for sample in game.samples() {
            match sample {
                Ok(sample) => {
                    summary.positions_read += 1;
                    if options.filter.keeps(&sample) {
                        self.kept.push(bullet::encode(&sample));
                    }
                }
                Err(fault) => illegal = Some(fault.ply),
            }
        }
        let max = options.per_game.unwrap_or(usize::MAX);
        for index in subsample(self.kept.len(), max, game.number) {
            self.writer.add(&self.kept[index])?;
        }
        let positions = self.writer.positions() - before;
        self.games += u64::from(positions > 0);
        summary.games += 1;
        summary.truncated_games += u64::from(options.filter.excludes(game.ending));
        summary.positions_kept += positions;
        Ok(illegal)
    }

    /// Bytes that the cache will have.
    fn bytes(&self) -> u64 {
        self.writer.positions() * RECORD_BYTES as u64
    }

    fn finish(self, on_bytes: impl FnMut(u64) -> io::Result<()>) -> io::Result<WholeCache> {
        self.writer.finish(self.games, on_bytes)
    }
}

/// Why packing failed.
#[derive(Debug)]
pub enum PackError {
    /// This file cannot be read or written.
    Io(PathBuf, io::Error),
    /// A stop was requested.
    Stopped,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Io(file, _) => write!(f, "{}", file.display()),
            PackError::Stopped => f.write_str("stopped before the caches were complete"),
        }
    }
}

impl Error for PackError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PackError::Io(_, error) => Some(error),
            PackError::Stopped => None,
        }
    }
}

fn error_in(file: &Path) -> impl Fn(io::Error) -> PackError {
    move |error| PackError::Io(file.to_owned(), error)
}

/// Writes both caches. They get their final names when both are complete; a stop before that leaves
/// nothing behind.
pub fn pack(
    archives: &[Archive],
    options: &PackOptions,
    out: &Path,
    held_out: &Path,
    stop: &StopAll,
    mut on_event: impl FnMut(PackEvent<'_>),
) -> Result<Packed, PackError> {
    let every = options.held_out_every.max(1);
    let max_positions = archives.iter().map(Archive::length).sum::<u64>() / PLY_BYTES;
    let mut training = CacheBuilder::new(out, options, max_positions).map_err(error_in(out))?;
    let mut held = CacheBuilder::new(held_out, options, 2 * max_positions / u64::from(every))
        .map_err(error_in(held_out))?;
    let mut files = Vec::new();
    for archive in archives {
        let mut games = archive.games().map_err(error_in(archive.path()))?;
        let (mut summary, mut read) = (FileSummary::default(), 0);
        while let Some(game) = games.next() {
            if stop.is_requested() {
                return Err(PackError::Stopped);
            }
            let game = match game {
                Ok(game) => game,
                Err(Fault::Io(error)) => return Err(error_in(archive.path())(error)),
                Err(fault) => {
                    on_event(PackEvent::Fault(archive.path(), fault));
                    continue;
                }
            };
            let (builder, file) = match game.number.is_multiple_of(every) {
                true => (&mut held, held_out),
                false => (&mut training, out),
            };
            let added = builder.add(&game, options, &mut summary);
            if let Some(ply) = added.map_err(error_in(file))? {
                let fault = Fault::Illegal { offset: games.offset(), number: game.number, ply };
                on_event(PackEvent::Fault(archive.path(), fault));
            }
            on_event(PackEvent::Read(games.offset() - read));
            read = games.offset();
        }
        files.push(summary);
    }
    on_event(PackEvent::Writing(training.bytes() + held.bytes()));
    let mut on_bytes = |bytes| {
        on_event(PackEvent::Wrote(bytes));
        if stop.is_requested() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    };
    let mut finish = |builder: CacheBuilder, file: &Path| {
        builder.finish(&mut on_bytes).map_err(|error| match stop.is_requested() {
            true => PackError::Stopped,
            false => error_in(file)(error),
        })
    };
    let (training, held) = (finish(training, out)?, finish(held, held_out)?);
    let training = training.publish().map_err(error_in(out))?;
    let held_out = held.publish().map_err(|error| {
        // One cache without the other is of no use.
        let _ = fs::remove_file(out);
        error_in(held_out)(error)
    })?;
    Ok(Packed { files, training, held_out })
}
