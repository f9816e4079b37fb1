//! Books: positions in FEN or EPD, one a line, or games in PGN, each plain or in a zip archive.

use core::fmt;
use core::str::FromStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use chess::pgn::PgnReader;
use chess::{EpdReader, Game, Setup};

use crate::random::Random;

/// Moves of a PGN game that are its opening.
const PLIES: usize = 16;

pub struct Book {
    path: PathBuf,
    openings: Vec<Opening>,
    order: Order,
}

enum Opening {
    Position(Setup),
    Line(Game),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Sequential,
    Random { seed: u64 },
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        match text {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random { seed: 0 }),
            _ => Err(format!("'{text}' is no order; expected random or sequential")),
        }
    }
}

#[derive(Debug)]
pub enum BookError {
    Unreadable { path: PathBuf, why: io::Error },
    BadLine { path: PathBuf, why: String },
    Empty { path: PathBuf },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (BookError::Unreadable { path, .. }
        | BookError::BadLine { path, .. }
        | BookError::Empty { path }) = self;
        write!(f, "book {}: ", path.display())?;
        match self {
            BookError::Unreadable { why, .. } => why.fmt(f),
            BookError::BadLine { why, .. } => why.fmt(f),
            BookError::Empty { .. } => {
                f.write_str("nothing in it; expected FEN or EPD, one position a line, or PGN")
            }
        }
    }
}

impl core::error::Error for BookError {}

impl Book {
    pub fn open(path: &Path, order: Order) -> Result<Book, BookError> {
        let unreadable = |why| BookError::Unreadable { path: path.to_owned(), why };
        let mut openings = if has_extension(path, "zip") {
            unzipped(path)?
        } else {
            let file = File::open(path).map_err(unreadable)?;
            read(path, path, BufReader::new(file))?
        };
        if openings.is_empty() {
            return Err(BookError::Empty { path: path.to_owned() });
        }
        if let Order::Random { seed } = order {
            Random::new(seed).shuffle(&mut openings);
        }
        Ok(Book { path: path.to_owned(), openings, order })
    }

    pub fn len(&self) -> usize {
        self.openings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// A book that is too short begins anew.
    pub fn get(&self, number: u32) -> Game {
        match &self.openings[number as usize % self.openings.len()] {
            Opening::Position(setup) => Game::new(setup.clone()),
            Opening::Line(game) => game.clone(),
        }
    }

    /// The positions the openings lead to.
    pub fn setups(&self) -> Vec<Setup> {
        (0..self.openings.len() as u32).map(|number| self.get(number).setup()).collect()
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.file_name().unwrap_or_default().display();
        write!(f, "{name}, {} openings, ", self.openings.len())?;
        match self.order {
            Order::Sequential => f.write_str("in order"),
            Order::Random { seed } => write!(f, "shuffled with seed {seed}"),
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Every book in the archive, one after the other.
fn unzipped(path: &Path) -> Result<Vec<Opening>, BookError> {
    let unreadable = |why: io::Error| BookError::Unreadable { path: path.to_owned(), why };
    let file = File::open(path).map_err(unreadable)?;
    let mut archive =
        zip::ZipArchive::new(BufReader::new(file)).map_err(|why| unreadable(why.into()))?;
    let mut openings = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|why| unreadable(why.into()))?;
        let name = PathBuf::from(entry.name());
        if ["epd", "fen", "pgn", "txt"].iter().any(|known| has_extension(&name, known)) {
            openings.extend(read(path, &name, BufReader::new(entry))?);
        }
    }
    Ok(openings)
}

/// `name` tells what kind of book it is.
fn read(path: &Path, name: &Path, stream: impl Read) -> Result<Vec<Opening>, BookError> {
    let bad = |why: String| BookError::BadLine { path: path.to_owned(), why };
    if has_extension(name, "pgn") {
        return PgnReader::new(stream)
            .map(|game| {
                let pgn = game.map_err(|why| bad(why.to_string()))?;
                let mut game = Game::new(pgn.start().clone());
                for mv in pgn.moves().into_iter().take(PLIES) {
                    game.play(mv).map_err(|why| bad(why.to_string()))?;
                }
                Ok(Opening::Line(game))
            })
            .collect();
    }
    EpdReader::new(stream)
        .map(|record| match record {
            Ok(epd) => Ok(Opening::Position(epd.setup().clone())),
            Err(why) => Err(bad(why.to_string())),
        })
        .collect()
}
