//! Positions with something to say about them: EPD. A record is the four board fields of FEN
//! and then operations, each an opcode with operands and a semicolon: `bm Nf3; id "one";`.
//!
//! Only a board that cannot be makes a record fail. All else that is wrong with it is kept as
//! a problem beside what could be read, so that a test suite loses no position to a slip and
//! no slip goes unseen. The clocks are part of the setup, whether they came as counters
//! after the board or as the opcodes `hmvc` and `fmvn`; they are written as opcodes.

mod lines;
mod moves;
mod parse;

use core::fmt;

use crate::sanitise::on_one_line;
use crate::{CastlingField, Move, Repair, SanError, Setup};

pub use lines::{EpdFault, EpdLineError, EpdReader, MAX_EPD_LINE};

/// One EPD record.
#[derive(Clone, Debug)]
pub struct Epd {
    setup: Setup,
    operations: Vec<Operation>,
    problems: Vec<EpdProblem>,
}

/// An opcode and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// What an opcode is about: a word (a move, a number) or text in quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    text: String,
    quoted: bool,
}

/// Something wrong with a record that did not keep the rest from being read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdProblem {
    /// A move that `bm` or `am` names, but the position does not have.
    Move { opcode: String, reason: SanError },
    /// An opcode that is about nothing.
    OperandMissing { opcode: String },
    /// A number was expected.
    NotANumber { opcode: String, text: String },
    /// Words that are no operation.
    Prose(String),
    /// A quote that the end of the line closed.
    UnclosedQuote { opcode: String },
    /// An opcode that follows another's operands without a semicolon.
    SemicolonMissing { before: String },
    /// The board fields were mended.
    Repaired(Repair),
}

impl fmt::Display for EpdProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdProblem::Move { opcode, reason } => write!(f, "{opcode}: {reason}"),
            EpdProblem::OperandMissing { opcode } => {
                write!(f, "{opcode}: nothing follows it; expected an operand")
            }
            EpdProblem::NotANumber { opcode, text } => {
                write!(f, "{opcode}: '{}' is not a number", text.escape_debug())
            }
            EpdProblem::Prose(text) => write!(
                f,
                "'{}' is no operation; expected an opcode and its operands",
                text.escape_debug()
            ),
            EpdProblem::UnclosedQuote { opcode } => {
                write!(f, "{opcode}: the quote is not closed before the line ends")
            }
            EpdProblem::SemicolonMissing { before } => {
                write!(f, "{before}: expected ';' before it")
            }
            EpdProblem::Repaired(repair) => repair.fmt(f),
        }
    }
}

impl Operand {
    /// Text in quotes. A quote inside becomes an apostrophe, because EPD cannot write it.
    pub fn quoted(text: &str) -> Operand {
        Operand { text: on_one_line(&text.replace('"', "'")), quoted: true }
    }

    /// A word by itself; put in quotes if it is none.
    pub fn word(text: &str) -> Operand {
        let is_word = !text.is_empty()
            && !text.contains(|letter| crate::fen::is_gap(letter) || "\";".contains(letter));
        match is_word {
            true => Operand { text: text.to_owned(), quoted: false },
            false => Operand::quoted(text),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.quoted {
            true => write!(f, "\"{}\"", self.text),
            false => f.write_str(&self.text),
        }
    }
}

impl Operation {
    /// `None` if `opcode` is not a letter followed by at most 14 letters, digits and `_`.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Option<Operation> {
        parse::is_opcode(opcode).then(|| Operation { opcode: opcode.to_owned(), operands })
    }

    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// All operands as one text, without their quotes.
    pub fn text(&self) -> String {
        let parts: Vec<&str> = self.operands.iter().map(Operand::as_str).collect();
        parts.join(" ")
    }

    /// The first operand as a number.
    pub fn number<T: core::str::FromStr>(&self) -> Option<T> {
        self.operands.first()?.text.parse().ok()
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

impl Epd {
    /// A record that says nothing yet.
    pub fn new(mut setup: Setup) -> Epd {
        let problems = setup.repairs.drain(..).map(EpdProblem::Repaired).collect();
        Epd { setup, operations: Vec::new(), problems }
    }

    /// The position and its clocks. Its repairs, if any, are among the problems.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every operation but the clocks, in the order of the text.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub fn problems(&self) -> &[EpdProblem] {
        &self.problems
    }

    /// Adds an operation, with the same checks as for one that was read.
    pub fn push(&mut self, operation: Operation) {
        self.take_in(operation);
    }

    /// The first operation with this opcode.
    pub fn find(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The legal moves that `bm` names; the others are among the problems.
    pub fn best_moves(&self) -> Vec<Move> {
        self.moves_of("bm")
    }

    /// The legal moves that `am` names; the others are among the problems.
    pub fn avoid_moves(&self) -> Vec<Move> {
        self.moves_of("am")
    }

    pub fn id(&self) -> Option<String> {
        self.find("id").map(Operation::text)
    }

    /// The comment `c0` to `c9`.
    pub fn comment(&self, number: u8) -> Option<String> {
        self.find(&format!("c{number}")).map(Operation::text)
    }

    /// Moves to mate, from `dm 3` or, as some suites have it, `bm #3`. Below zero it is the
    /// side to move that is mated.
    pub fn mate_in(&self) -> Option<i32> {
        let stated = self.find("dm").and_then(Operation::number);
        stated.or_else(|| {
            let operands = self.find("bm")?.operands();
            operands.iter().find_map(|operand| moves::mate_distance(&operand.text))
        })
    }

    /// Node counts by depth, from operations like `D5 4865609`.
    pub fn perft(&self) -> Vec<(u32, u64)> {
        let counts = self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
            Some((depth, operation.number()?))
        });
        counts.collect()
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.setup.halfmove_clock
    }

    pub fn fullmove_number(&self) -> u16 {
        self.setup.fullmove_number
    }
}

/// Problems belong to the text a record was read from, not to the record.
impl PartialEq for Epd {
    fn eq(&self, other: &Epd) -> bool {
        self.setup == other.setup && self.operations == other.operations
    }
}

impl Eq for Epd {}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup.position.board_fields(CastlingField::XFen))?;
        if self.setup.halfmove_clock != 0 {
            write!(f, " hmvc {};", self.setup.halfmove_clock)?;
        }
        if self.setup.fullmove_number != 1 {
            write!(f, " fmvn {};", self.setup.fullmove_number)?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}
