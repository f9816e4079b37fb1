//! Where games begin. An opening has a number and comes out the same whenever it is asked for,
//! so that a run that was broken off goes on as if nothing had happened.

mod book;
mod order;
mod walk;

pub use book::{Book, BookError};
pub use order::{Deal, Order};
pub use walk::{Distinct, Starts, Walks};

use core::fmt;
use std::sync::Arc;

use chess::Game;
use engine::tt::NoMemory;

/// What openings are made of. It is shared; each worker deals from its own.
#[derive(Clone, Debug)]
pub enum Source {
    /// Random moves, filtered for balance: nothing has to be downloaded.
    Random {
        seed: u64,
        starts: Starts,
    },
    Book(Arc<Book>),
}

impl Source {
    pub fn open(&self) -> Result<Openings, NoMemory> {
        Ok(match self {
            Source::Random { seed, starts } => {
                Openings::Walks(Box::new(Walks::new(*seed, starts.clone())?))
            }
            Source::Book(book) => Openings::Book(Arc::clone(book)),
        })
    }

    /// How many there are before they begin anew; `None` if there is no end to them.
    pub fn len(&self) -> Option<usize> {
        match self {
            Source::Random { .. } => None,
            Source::Book(book) => Some(book.len()),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

/// In words, for the record of a run.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Random { seed, starts } => {
                write!(f, "{} random plies or one more from {starts}, seed {seed}", walk::PLIES)
            }
            Source::Book(book) => book.fmt(f),
        }
    }
}

/// Openings by their numbers.
pub enum Openings {
    Walks(Box<Walks>),
    Book(Arc<Book>),
}

impl Openings {
    pub fn get(&mut self, number: u32) -> Result<Game, NoOpening> {
        match self {
            Openings::Walks(walks) => walks.get(number),
            Openings::Book(book) => book.get(number as usize),
        }
    }

    /// What the book calls it, if it does.
    pub fn name(&self, number: u32) -> Option<&str> {
        match self {
            Openings::Walks(_) => None,
            Openings::Book(book) => book.name(number as usize),
        }
    }
}

/// There is nothing to begin from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOpening {
    /// No walk from the starts given ends in a playable position.
    Walks {
        tried: usize,
    },
    /// So many were found that differ, and no more.
    NoMore {
        found: usize,
    },
    Book {
        opening: String,
    },
}

impl fmt::Display for NoOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOpening::Walks { tried } => {
                write!(
                    f,
                    "no playable opening in {tried} walks; another book or seed may give some"
                )
            }
            NoOpening::NoMore { found } => {
                write!(f, "no more than {found} openings found; another book or seed may give more")
            }
            NoOpening::Book { opening } => write!(f, "'{opening}' is no opening"),
        }
    }
}

impl core::error::Error for NoOpening {}
