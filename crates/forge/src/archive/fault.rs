//! What may be wrong within a file of games.

use core::fmt;
use std::io;

#[derive(Debug)]
pub enum Fault {
    /// Nothing more can be read.
    Io(io::Error),
    /// These bytes are no game, and were passed over.
    Damaged { offset: u64, bytes: u64 },
    /// The file ends within a game.
    Torn { offset: u64, bytes: u64 },
    /// A move that the rules do not allow; the rest of the game was passed over.
    Illegal { offset: u64, number: u32, ply: usize },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Io(error) => error.fmt(f),
            Fault::Damaged { offset, bytes } => {
                write!(f, "damaged at byte {offset}: {bytes} bytes are no game and are passed over")
            }
            Fault::Torn { offset, bytes } => {
                write!(f, "it ends in an unfinished game: {bytes} bytes from byte {offset}")
            }
            Fault::Illegal { offset, number, ply } => {
                write!(f, "game {number} at byte {offset}: its move {} is not legal", ply + 1)
            }
        }
    }
}

impl core::error::Error for Fault {}
