//! From files of games to training caches: one to learn from and one of whole games held out.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::stop::StopAll;

use crate::archive::{Archive, Fault};
use crate::choice::places;
use crate::export::bullet;
use crate::filter::Filter;
use crate::format::GameRecord;
use crate::train::{CacheHeader, CacheWriter, RECORD_BYTES, WholeCache};

/// A ply of a game takes so much of a file, at least.
const PLY_BYTES: u64 = 4;

/// What is taken from the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packing {
    pub filter: Filter,
    /// At most so many positions of a game, spread over it; all of them if not given.
    pub per_game: Option<usize>,
    /// One game of so many is held out, by its number.
    pub held_out_every: u32,
    /// Another number shuffles otherwise.
    pub seed: u64,
    /// Bytes to shuffle with.
    pub memory: u64,
}

/// What became of a file of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Taken {
    pub games: u64,
    /// Those that were left out, as they were cut.
    pub cut_games: u64,
    /// Positions that were looked at.
    pub seen: u64,
    /// Those that went into a cache.
    pub positions: u64,
}

/// What has been written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// File by file.
    pub files: Vec<Taken>,
    pub learned: CacheHeader,
    pub held_out: CacheHeader,
}

/// What there is to tell on the way.
pub enum News<'a> {
    /// So many more bytes of the files have been read.
    Read(u64),
    /// All is read, and so many bytes are to be written.
    Writing(u64),
    /// So many more of them have been.
    Wrote(u64),
    /// Something is wrong with a file; the rest of it is still good.
    Fault(&'a Path, Fault),
}

/// A cache under way.
struct Part {
    writer: CacheWriter,
    games: u64,
    /// What the filter keeps of the game at hand.
    kept: Vec<[u8; RECORD_BYTES]>,
}

impl Part {
    fn new(path: &Path, packing: &Packing, most: u64) -> io::Result<Part> {
        let writer = CacheWriter::create(path, packing.seed, most, packing.memory)?;
        Ok(Part { writer, games: 0, kept: Vec::new() })
    }

    /// Adds what is wanted of a game and counts it; says where a move was not legal.
    fn add(
        &mut self,
        game: &GameRecord,
        packing: &Packing,
        taken: &mut Taken,
    ) -> io::Result<Option<usize>> {
        self.kept.clear();
        let before = self.writer.positions();
        let mut illegal = None;
        for sample in game.samples() {
            match sample {
                Ok(sample) => {
                    taken.seen += 1;
                    if packing.filter.keeps(&sample) {
                        self.kept.push(bullet(&sample));
                    }
                }
                Err(fault) => illegal = Some(fault.ply),
            }
        }
        let most = packing.per_game.unwrap_or(usize::MAX);
        for place in places(self.kept.len(), most, game.number) {
            self.writer.add(&self.kept[place])?;
        }
        let positions = self.writer.positions() - before;
        self.games += u64::from(positions > 0);
        taken.games += 1;
        taken.cut_games += u64::from(packing.filter.leaves_out(game.ending));
        taken.positions += positions;
        Ok(illegal)
    }

    /// Of what is to be written.
    fn bytes(&self) -> u64 {
        self.writer.positions() * RECORD_BYTES as u64
    }

    fn finish(self, wrote: impl FnMut(u64) -> io::Result<()>) -> io::Result<WholeCache> {
        self.writer.finish(self.games, wrote)
    }
}

/// Why there are no caches.
#[derive(Debug)]
pub enum PackError {
    /// This file is to blame.
    Io(PathBuf, io::Error),
    /// The word to stop has come.
    Halted,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Io(file, error) => write!(f, "{}: {error}", file.display()),
            PackError::Halted => f.write_str("stopped before all was written"),
        }
    }
}

impl core::error::Error for PackError {}

fn blamed_on(file: &Path) -> impl Fn(io::Error) -> PackError {
    move |error| PackError::Io(file.to_owned(), error)
}

/// Writes both caches. They have their names only when both are written; until then the word to
/// stop leaves nothing behind.
pub fn pack(
    archives: &[Archive],
    packing: &Packing,
    out: &Path,
    held_out: &Path,
    stop: &StopAll,
    mut hear: impl FnMut(News<'_>),
) -> Result<Packed, PackError> {
    let every = packing.held_out_every.max(1);
    let most = archives.iter().map(Archive::length).sum::<u64>() / PLY_BYTES;
    let mut learned = Part::new(out, packing, most).map_err(blamed_on(out))?;
    let mut held =
        Part::new(held_out, packing, 2 * most / u64::from(every)).map_err(blamed_on(held_out))?;
    let mut files = Vec::new();
    for archive in archives {
        let mut games = archive.games().map_err(blamed_on(archive.path()))?;
        let (mut taken, mut read) = (Taken::default(), 0);
        while let Some(game) = games.next() {
            if stop.is_requested() {
                return Err(PackError::Halted);
            }
            let game = match game {
                Ok(game) => game,
                Err(Fault::Io(error)) => return Err(blamed_on(archive.path())(error)),
                Err(fault) => {
                    hear(News::Fault(archive.path(), fault));
                    continue;
                }
            };
            let (part, file) = match game.number.is_multiple_of(every) {
                true => (&mut held, held_out),
                false => (&mut learned, out),
            };
            let added = part.add(&game, packing, &mut taken);
            if let Some(ply) = added.map_err(blamed_on(file))? {
                let fault = Fault::Illegal { offset: games.offset(), number: game.number, ply };
                hear(News::Fault(archive.path(), fault));
            }
            hear(News::Read(games.offset() - read));
            read = games.offset();
        }
        files.push(taken);
    }
    hear(News::Writing(learned.bytes() + held.bytes()));
    let mut wrote = |bytes| {
        hear(News::Wrote(bytes));
        if stop.is_requested() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    };
    let mut finish = |part: Part, file: &Path| {
        part.finish(&mut wrote).map_err(|error| match stop.is_requested() {
            true => PackError::Halted,
            false => blamed_on(file)(error),
        })
    };
    let (learned, held) = (finish(learned, out)?, finish(held, held_out)?);
    let learned = learned.publish().map_err(blamed_on(out))?;
    let held_out = held.publish().map_err(|error| {
        // One without the other would only stand in the way.
        let _ = fs::remove_file(out);
        blamed_on(held_out)(error)
    })?;
    Ok(Packed { files, learned, held_out })
}
