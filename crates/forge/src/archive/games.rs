//! Iterators over the games of a file or of a part of it, and over their positions.

use std::fs::File;
use std::io;
use std::ops::Range;

use super::Fault;
use super::window::Window;
use crate::format::{GameRecord, MARK, Ply, RecordError};
use crate::sample::{Sample, Samples};

/// The games of a part of a file, in order.
pub struct Games {
    window: Window,
    next: u64,
    /// Games that start from here on belong to another part.
    end: u64,
    length: u64,
    /// The offset of the game that was returned last.
    offset: u64,
    /// A game found behind damage, returned after the damage was reported.
    found: Option<(GameRecord, usize)>,
}

impl Games {
    pub(crate) fn new(file: File, part: Range<u64>, length: u64) -> io::Result<Games> {
        let window = Window::new(file, part.start, length)?;
        let (next, end) = (part.start, part.end.min(length));
        Ok(Games { window, next, end, length, offset: next, found: None })
    }

    /// The offset of the game that was returned last.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The positions of these games.
    pub fn positions(self) -> Positions {
        Positions { games: self, game: None }
    }

    /// Moves past a game and returns it.
    fn advance(&mut self, (record, bytes): (GameRecord, usize)) -> GameRecord {
        self.offset = self.next;
        self.next += bytes as u64;
        record
    }

    /// The next game, or the fault in its place.
    fn read_next(&mut self) -> io::Result<Result<GameRecord, Fault>> {
        match self.decode()? {
            Ok(found) => Ok(Ok(self.advance(found))),
            Err(why) => self.resynchronise(why).map(Err),
        }
    }

    /// Searches for the next game behind bytes that are not one.
    fn resynchronise(&mut self, why: RecordError) -> io::Result<Fault> {
        let offset = self.next;
        self.next += 1;
        while self.next < self.end && self.found.is_none() {
            let bytes = self.window.from(self.next)?;
            let mark = bytes.windows(MARK.len()).position(|four| four == MARK);
            self.next += match mark {
                Some(at) => at as u64,
                // The last bytes may be the start of a mark.
                None if bytes.len() >= MARK.len() => (bytes.len() + 1 - MARK.len()) as u64,
                None => self.end - self.next,
            };
            if mark.is_some() && self.next < self.end {
                self.found = self.decode()?.ok();
                self.next += u64::from(self.found.is_none());
            }
        }
        self.next = self.next.min(self.end);
        let bytes = self.next - offset;
        // The last game of the file: unfinished rather than damaged.
        let torn =
            why == RecordError::Truncated && self.found.is_none() && self.next == self.length;
        Ok(if torn { Fault::Torn { offset, bytes } } else { Fault::Damaged { offset, bytes } })
    }

    fn decode(&mut self) -> io::Result<Result<(GameRecord, usize), RecordError>> {
        Ok(GameRecord::decode(self.window.from(self.next)?))
    }
}

impl Iterator for Games {
    type Item = Result<GameRecord, Fault>;

    fn next(&mut self) -> Option<Result<GameRecord, Fault>> {
        if let Some(found) = self.found.take() {
            return Some(Ok(self.advance(found)));
        }
        if self.next >= self.end {
            return None;
        }
        Some(self.read_next().unwrap_or_else(|error| {
            self.next = self.end;
            Err(Fault::Io(error))
        }))
    }
}

/// The positions of games, in order.
pub struct Positions {
    games: Games,
    /// The current game and its number.
    game: Option<(Samples<Vec<Ply>>, u32)>,
}

impl Positions {
    /// The offset of the game that the last position belongs to.
    pub fn offset(&self) -> u64 {
        self.games.offset()
    }
}

impl Iterator for Positions {
    type Item = Result<Sample, Fault>;

    #[inline]
    fn next(&mut self) -> Option<Result<Sample, Fault>> {
        loop {
            if let Some((samples, number)) = &mut self.game {
                match samples.next() {
                    Some(Ok(sample)) => return Some(Ok(sample)),
                    Some(Err(illegal)) => {
                        let (offset, ply) = (self.games.offset(), illegal.ply);
                        return Some(Err(Fault::Illegal { offset, number: *number, ply }));
                    }
                    None => self.game = None,
                }
            }
            match self.games.next()? {
                Ok(record) => {
                    let number = record.number;
                    self.game = Some((record.into_samples(), number));
                }
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}
