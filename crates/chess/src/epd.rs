//! Annotated positions: EPD. A record is the four board fields of FEN, then operations, each an
//! opcode with operands and a semicolon: `bm Nf3; id "one";`.
//!
//! A record is refused only if its board is impossible. Every other fault is reported as a problem
//! beside what could be read, so a test suite loses no position to a slip and no slip goes
//! unnoticed. The clocks belong to the setup, whether they came as counters after the board or as
//! the opcodes `hmvc` and `fmvn`; they are written as opcodes.

mod lines;
mod moves;
mod parse;

use core::fmt;

use crate::sanitise::on_one_line;
use crate::{CastlingField, Move, Repair, SanError, Setup};

pub use lines::{EpdFault, EpdLineError, EpdReader, MAX_EPD_LINE};

/// One EPD record: a position with operations such as best moves, a name or perft counts.
///
/// ```
/// use chess::Epd;
///
/// let line = r#"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "mate";"#;
/// let epd: Epd = line.parse()?;
/// assert_eq!(epd.id().as_deref(), Some("mate"));
/// let best = epd.best_moves();
/// assert_eq!(epd.setup().position.san(best[0]).to_string(), "Qxf7#");
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), chess::FenError>(())
/// ```
///
/// A fault in an operation is a problem, not an error:
///
/// ```
/// # use chess::Epd;
/// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - bm Qh5; id \"kings\";".parse()?;
/// assert!(epd.best_moves().is_empty());
/// assert_eq!(epd.problems()[0].to_string(), "bm: 'Qh5' is not legal here");
/// assert_eq!(epd.id().as_deref(), Some("kings"));
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Epd {
    setup: Setup,
    operations: Vec<Operation>,
    problems: Vec<EpdProblem>,
}

/// An opcode and its operands.
///
/// ```
/// use chess::{Operand, Operation};
///
/// let operation = Operation::new("id", vec![Operand::quoted("test 1")]).expect("a valid opcode");
/// assert_eq!(operation.to_string(), r#"id "test 1";"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// One operand: a word, such as a move or a number, or text in quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    text: String,
    quoted: bool,
}

/// A fault in a record that did not prevent reading the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdProblem {
    /// `bm` or `am` names a move that is not legal here.
    Move {
        /// `bm` or `am`.
        opcode: String,
        /// Why the move was refused.
        reason: SanError,
    },
    /// The opcode needs an operand and has none.
    OperandMissing {
        /// The opcode.
        opcode: String,
    },
    /// The operand is not a number.
    NotANumber {
        /// The opcode.
        opcode: String,
        /// The operand.
        text: String,
    },
    /// These words are no operation.
    Prose(String),
    /// The line ends inside a quote.
    UnclosedQuote {
        /// The opcode whose operand is quoted.
        opcode: String,
    },
    /// There is no semicolon before an opcode.
    SemicolonMissing {
        /// The opcode.
        before: String,
    },
    /// A board field was repaired.
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
    /// Text in quotes. EPD has no way to write a quote inside, so it becomes an apostrophe.
    pub fn quoted(text: &str) -> Operand {
        Operand { text: on_one_line(&text.replace('"', "'")), quoted: true }
    }

    /// A word. Anything that is not a single word is put in quotes.
    pub fn word(text: &str) -> Operand {
        let is_word = !text.is_empty()
            && !text.contains(|letter| crate::sanitise::is_gap(letter) || "\";".contains(letter));
        match is_word {
            true => Operand { text: text.to_owned(), quoted: false },
            false => Operand::quoted(text),
        }
    }

    /// The text, without quotes.
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
    /// An operation; `None` if `opcode` is not a letter followed by at most 14 letters, digits and
    /// `_`.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Option<Operation> {
        parse::is_opcode(opcode).then(|| Operation { opcode: opcode.to_owned(), operands })
    }

    /// The opcode.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// All operands as one text, without quotes.
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
    /// A record without operations.
    ///
    /// ```
    /// use chess::{Epd, Operand, Operation, Setup};
    ///
    /// let mut epd = Epd::new(Setup::initial());
    /// epd.push(Operation::new("bm", vec![Operand::word("e4")]).expect("a valid opcode"));
    /// assert_eq!(
    ///     epd.to_string(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;",
    /// );
    /// ```
    pub fn new(mut setup: Setup) -> Epd {
        let problems = setup.repairs.drain(..).map(EpdProblem::Repaired).collect();
        Epd { setup, operations: Vec::new(), problems }
    }

    /// The position and its clocks. Its repairs are among the problems.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// All operations except the clocks, in order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The faults found in the record.
    pub fn problems(&self) -> &[EpdProblem] {
        &self.problems
    }

    /// Adds an operation and checks it as if it had been read.
    pub fn push(&mut self, operation: Operation) {
        self.take_in(operation);
    }

    /// The first operation with this opcode.
    pub fn find(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The legal moves that `bm` names. Illegal ones are among the problems.
    pub fn best_moves(&self) -> Vec<Move> {
        self.moves_of("bm")
    }

    /// The legal moves that `am` names. Illegal ones are among the problems.
    pub fn avoid_moves(&self) -> Vec<Move> {
        self.moves_of("am")
    }

    /// The name of the record.
    pub fn id(&self) -> Option<String> {
        self.find("id").map(Operation::text)
    }

    /// The comment `c0` to `c9`.
    pub fn comment(&self, number: u8) -> Option<String> {
        self.find(&format!("c{number}")).map(Operation::text)
    }

    /// Moves to mate, from `dm 3` or, as some suites write it, `bm #3`. Negative if the side to
    /// move is mated.
    pub fn mate_in(&self) -> Option<i32> {
        let stated = self.find("dm").and_then(Operation::number);
        stated.or_else(|| {
            let operands = self.find("bm")?.operands();
            operands.iter().find_map(|operand| moves::mate_distance(&operand.text))
        })
    }

    /// Perft counts by depth, from operations such as `D5 4865609`.
    ///
    /// ```
    /// use chess::Epd;
    /// use chess::perft::perft;
    ///
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D2 25".parse()?;
    /// for (depth, leaves) in epd.perft() {
    ///     assert_eq!(perft(&epd.setup().position, depth), leaves);
    /// }
    /// # Ok::<(), chess::FenError>(())
    /// ```
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

    /// The number of the next move.
    pub fn fullmove_number(&self) -> u16 {
        self.setup.fullmove_number
    }
}

/// Problems belong to the text, not to the record, and are not compared.
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
