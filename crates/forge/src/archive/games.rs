//! The games of a file, or of a part of it, one after the other.

use std::fs::File;
use std::io;
use std::ops::Range;

use super::Fault;
use super::window::Window;
use crate::format::{GameRecord, MARK, NoGame};

pub struct Games {
    window: Window,
    next: u64,
    /// Games that begin from here on are another part's.
    end: u64,
    length: u64,
    /// Where the game was that came last.
    offset: u64,
    /// A game that was found behind damage, to be given after the damage has been told.
    kept: Option<(GameRecord, usize)>,
}

impl Games {
    pub(crate) fn new(file: File, part: Range<u64>, length: u64) -> io::Result<Games> {
        let window = Window::new(file, part.start, length)?;
        let (next, end) = (part.start, part.end.min(length));
        Ok(Games { window, next, end, length, offset: next, kept: None })
    }

    /// Where in the file the game began that came last.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The positions of these games.
    pub fn positions(self) -> super::Positions {
        super::Positions::new(self)
    }

    fn give(&mut self, (record, bytes): (GameRecord, usize)) -> GameRecord {
        self.offset = self.next;
        self.next += bytes as u64;
        record
    }

    /// What is to be read next: a game, or what is wrong there.
    fn read_on(&mut self) -> io::Result<Result<GameRecord, Fault>> {
        match self.decode()? {
            Ok(found) => Ok(Ok(self.give(found))),
            Err(why) => self.look_further(why).map(Err),
        }
    }

    /// Looks for the next game behind something that is none.
    fn look_further(&mut self, why: NoGame) -> io::Result<Fault> {
        let offset = self.next;
        self.next += 1;
        while self.next < self.end && self.kept.is_none() {
            let bytes = self.window.from(self.next)?;
            let mark = bytes.windows(MARK.len()).position(|four| four == MARK);
            self.next += match mark {
                Some(at) => at as u64,
                // The last bytes may be the beginning of a mark.
                None if bytes.len() >= MARK.len() => (bytes.len() + 1 - MARK.len()) as u64,
                None => self.end - self.next,
            };
            if mark.is_some() && self.next < self.end {
                self.kept = self.decode()?.ok();
                self.next += u64::from(self.kept.is_none());
            }
        }
        self.next = self.next.min(self.end);
        let bytes = self.next - offset;
        // Nothing follows that could tell a game that was never finished from a damaged one.
        let torn = why == NoGame::Unfinished && self.kept.is_none() && self.next == self.length;
        Ok(if torn { Fault::Torn { offset, bytes } } else { Fault::Damaged { offset, bytes } })
    }

    fn decode(&mut self) -> io::Result<Result<(GameRecord, usize), NoGame>> {
        Ok(GameRecord::decode(self.window.from(self.next)?))
    }
}

impl Iterator for Games {
    type Item = Result<GameRecord, Fault>;

    fn next(&mut self) -> Option<Result<GameRecord, Fault>> {
        if let Some(found) = self.kept.take() {
            return Some(Ok(self.give(found)));
        }
        if self.next >= self.end {
            return None;
        }
        Some(self.read_on().unwrap_or_else(|error| {
            self.next = self.end;
            Err(Fault::Io(error))
        }))
    }
}
