//! Openings. Each has a number, and a number always gives the same opening, so that a resumed run
//! plays the same games.

mod book;
mod walk;

pub use book::{Book, BookError, Deal, Order};
pub use walk::{Distinct, Starts, Walks};

use core::fmt;
use std::sync::Arc;

use chess::Game;
use engine::tt::NoMemory;

/// Where openings come from. Workers share it, and each opens its own [`Openings`].
#[derive(Clone, Debug)]
pub enum OpeningSource {
    /// Random moves, filtered for balance: no book is needed.
    Random {
        seed: u64,
        starts: Starts,
    },
    Book(Arc<Book>),
}

impl OpeningSource {
    pub fn open(&self) -> Result<Openings, NoMemory> {
        Ok(match self {
            OpeningSource::Random { seed, starts } => {
                Openings::Walks(Box::new(Walks::new(*seed, starts.clone())?))
            }
            OpeningSource::Book(book) => Openings::Book(Arc::clone(book)),
        })
    }

    /// The number of different openings; `None` if there is no limit.
    pub fn len(&self) -> Option<usize> {
        match self {
            OpeningSource::Random { .. } => None,
            OpeningSource::Book(book) => Some(book.len()),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

/// In words, for the manifest.
impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Random { seed, starts } => {
                let (plies, more) = (walk::PLIES, walk::PLIES + 1);
                write!(f, "{plies} or {more} random plies from {starts}, seed {seed}")
            }
            OpeningSource::Book(book) => book.fmt(f),
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

    /// The name that the book gives an opening, if it gives one.
    pub fn name(&self, number: u32) -> Option<&str> {
        match self {
            Openings::Walks(_) => None,
            Openings::Book(book) => book.name(number as usize),
        }
    }
}

/// Why there is no opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOpening {
    /// No walk from the given starts ends in a playable position.
    Walks {
        tried: usize,
    },
    /// Only `found` different openings exist.
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
