//! Opening books: FEN or EPD, one position per line, or PGN, each plain or in a zip archive.

use core::fmt;
use core::str::FromStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use chess::pgn::PgnReader;
use chess::{CastlingField, EpdReader, Game, Random, Setup};
use serde::{Deserialize, Serialize};

use super::NoOpening;

/// Plies of a PGN game that form its opening.
const PLIES: usize = 16;
/// Maximum unpacked size of an archive.
const MAX_BYTES: u64 = 1 << 31;

/// The order of a book, as the command line names it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Sequential,
    #[default]
    Random,
}

/// An order with the seed that it may need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    InOrder,
    Shuffled { seed: u64 },
}

impl Order {
    pub fn deal(self, seed: u64) -> Deal {
        match self {
            Order::Sequential => Deal::InOrder,
            Order::Random => Deal::Shuffled { seed },
        }
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        match text {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => Err(format!("'{text}' is no order; expected random or sequential")),
        }
    }
}

#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    openings: Vec<Opening>,
    deal: Deal,
}

/// Kept small: books hold hundreds of thousands of openings.
#[derive(Debug)]
struct Opening {
    name: Option<Box<str>>,
    start: Start,
}

#[derive(Debug)]
enum Start {
    Position(Box<str>),
    Line(Box<Game>),
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
            BookError::Empty { .. } => f.write_str(
                "no position to play from in it; expected one FEN or EPD per line, PGN, or either in a zip archive",
            ),
        }
    }
}

impl core::error::Error for BookError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BookError::Unreadable { why, .. } => Some(why),
            BookError::BadLine { .. } | BookError::Empty { .. } => None,
        }
    }
}

impl Book {
    pub fn open(path: &Path, deal: Deal) -> Result<Book, BookError> {
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
        if let Deal::Shuffled { seed } = deal {
            Random::new(seed).shuffle(&mut openings);
        }
        Ok(Book { path: path.to_owned(), openings, deal })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn len(&self) -> usize {
        self.openings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// After the last opening the book starts over.
    fn opening(&self, number: usize) -> &Opening {
        &self.openings[number % self.openings.len()]
    }

    pub fn get(&self, number: usize) -> Result<Game, NoOpening> {
        match &self.opening(number).start {
            Start::Position(fen) => match fen.parse::<Setup>() {
                Ok(setup) => Ok(Game::new(setup)),
                Err(_) => Err(NoOpening::Book { opening: fen.to_string() }),
            },
            Start::Line(game) => Ok((**game).clone()),
        }
    }

    /// The name that the book gives an opening, if it gives one.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.opening(number).name.as_deref()
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.file_name().unwrap_or_default().display();
        write!(f, "{name}, {} openings, ", self.openings.len())?;
        match self.deal {
            Deal::InOrder => f.write_str("in order"),
            Deal::Shuffled { seed } => write!(f, "shuffled with seed {seed}"),
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// The openings of every book in the archive.
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
            openings.extend(read(path, &name, BufReader::new(entry.take(MAX_BYTES)))?);
        }
    }
    Ok(openings)
}

/// The extension of `name` decides the format. Positions in which the game is over are skipped.
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
                let over = game.outcome().is_some();
                let tag = |tag| pgn.tags().get(tag).and_then(known);
                let name = tag("Opening").or_else(|| tag("ECO"));
                let start = Start::Line(Box::new(game));
                Ok((!over).then_some(Opening { name, start }))
            })
            .filter_map(Result::transpose)
            .collect();
    }
    EpdReader::new(stream)
        .map(|record| match record {
            Ok(epd) => {
                let fen = epd.setup().to_fen(CastlingField::XFen);
                let over = Game::new(epd.setup().clone()).outcome().is_some();
                let name = epd.id().as_deref().and_then(known);
                let start = Start::Position(fen.into_boxed_str());
                Ok((!over).then_some(Opening { name, start }))
            }
            Err(why) => Err(bad(why.to_string())),
        })
        .filter_map(Result::transpose)
        .collect()
}

/// A name, unless it is empty or `?`.
fn known(name: &str) -> Option<Box<str>> {
    let name = name.trim();
    (!name.is_empty() && name != "?").then(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use toolkit::TempFolder;

    const LINES: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\r\n\
         \n# a remark\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n\
         4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    const PGN: &str = "[Event \"?\"]\n[Opening \"King's Knight\"]\n\n1. e4 e5 2. Nf3 *\n\n\
         [Event \"?\"]\n[Opening \"?\"]\n[ECO \"D00\"]\n\n1. d4 d5 *\n";

    /// Opens a book with this content.
    fn open(name: &str, bytes: &[u8], deal: Deal) -> Result<Book, BookError> {
        let folder = TempFolder::new(&format!("book-of-{name}"));
        std::fs::write(folder.file(name), bytes).unwrap();
        Book::open(&folder.file(name), deal)
    }

    fn fens(book: &Book) -> Vec<String> {
        (0..book.len()).map(|n| book.get(n).unwrap().fen(CastlingField::XFen)).collect()
    }

    #[test]
    fn positions_and_games_are_read_in_order_and_repeat() {
        let book = open("lines.epd", LINES.as_bytes(), Deal::InOrder).unwrap();
        assert_eq!(book.len(), 3);
        assert!(fens(&book)[1].contains("3P4"));
        assert_eq!(book.get(4).unwrap().fen(CastlingField::XFen), fens(&book)[1]);
        let book = open("games.pgn", PGN.as_bytes(), Deal::InOrder).unwrap();
        assert_eq!(book.get(0).unwrap().moves().len(), 3);
        assert_eq!(book.get(1).unwrap().moves().len(), 2);
    }

    #[test]
    fn openings_keep_the_names_of_the_book() {
        for (name, text, expected) in [
            ("named.epd", LINES, vec![Some("e4"), None, None]),
            ("named.pgn", PGN, vec![Some("King's Knight"), Some("D00")]),
        ] {
            let book = open(name, text.as_bytes(), Deal::InOrder).unwrap();
            let names: Vec<Option<&str>> = (0..book.len()).map(|n| book.name(n)).collect();
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn a_seed_shuffles_the_same_way_and_loses_nothing() {
        let dealt = |deal| fens(&open("shuffled.epd", LINES.as_bytes(), deal).unwrap());
        let shuffled = |seed| dealt(Deal::Shuffled { seed });
        assert_eq!(shuffled(3), shuffled(3));
        assert!((0..20).any(|seed| shuffled(seed) != shuffled(3)));
        let (mut shuffled, mut plain) = (shuffled(3), dealt(Deal::InOrder));
        shuffled.sort();
        plain.sort();
        assert_eq!(shuffled, plain);
    }

    #[test]
    fn archives_are_read_without_unpacking() {
        let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, text) in [("readme.md", "no book"), ("a/lines.epd", LINES), ("b.PGN", PGN)] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        let bytes = archive.finish().unwrap().into_inner();
        assert_eq!(open("both.zip", &bytes, Deal::InOrder).unwrap().len(), 5);
        let broken = open("broken.zip", &bytes[..bytes.len() / 2], Deal::InOrder);
        assert!(matches!(broken, Err(BookError::Unreadable { .. })));
    }

    #[test]
    fn errors_name_the_book_and_the_line() {
        let why = |name: &str, text: &str| {
            open(name, text.as_bytes(), Deal::InOrder).unwrap_err().to_string()
        };
        assert!(why("nothing.epd", "\n").contains("no position to play from in it; expected"));
        assert!(why("bad.epd", "4k3/8/8/8/8/8/8/4K3 w - -\nnonsense\n").contains("line 2"));
        let missing = Book::open(Path::new("no/such/book.epd"), Deal::InOrder).unwrap_err();
        assert!(missing.to_string().starts_with("book no/such/book.epd: "));
    }
}
