//! Where games begin. An opening has a number and comes out the same whenever it is asked for,
//! so that a run that was broken off goes on as if nothing had happened.

mod book;
mod walk;

pub use book::{Book, BookError, Order};
pub use walk::{NoOpening, Walks};

use core::fmt;

use chess::Game;

/// Openings by their numbers.
pub enum Openings {
    /// Random moves, filtered for balance: nothing has to be downloaded.
    Walks(Box<Walks>),
    Book(Book),
}

impl Openings {
    pub fn get(&mut self, number: u32) -> Result<Game, NoOpening> {
        match self {
            Openings::Walks(walks) => walks.get(number),
            Openings::Book(book) => Ok(book.get(number)),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Walks(walks) => walks.fmt(f),
            Openings::Book(book) => book.fmt(f),
        }
    }
}
