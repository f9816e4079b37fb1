//! The positions of a file's games, one after the other.

use super::{Fault, Games};
use crate::format::Ply;
use crate::sample::{Sample, Samples};

pub struct Positions {
    games: Games,
    /// The game at hand, and its number.
    game: Option<(Samples<Vec<Ply>>, u32)>,
}

impl Positions {
    pub(super) fn new(games: Games) -> Positions {
        Positions { games, game: None }
    }

    /// Where in the file the game began that the last position is of.
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
