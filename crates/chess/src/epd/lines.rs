//! EPD files, line by line. Each line is a record or an error with its line number, and reading
//! continues after an error. Blank lines and lines that begin with `#` are skipped.

use core::fmt;
use std::io::{self, Read};

use super::Epd;
use crate::FenError;
use crate::byte_reader::{ByteReader, is_newline};
use crate::sanitise::decode;
use crate::sanitise::is_gap;

/// The longest line of an EPD file, in bytes.
pub const MAX_EPD_LINE: usize = 1 << 16;

/// A line that could not be read.
#[derive(Debug)]
pub struct EpdLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: EpdFault,
}

/// Why a line could not be read.
#[derive(Debug)]
pub enum EpdFault {
    /// The board is impossible.
    Board(FenError),
    /// The line is longer than [`MAX_EPD_LINE`].
    TooLong,
    /// The file is UTF-16; nothing follows.
    Utf16,
    /// The stream failed; nothing follows.
    Io(io::Error),
}

impl fmt::Display for EpdLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for EpdFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdFault::Board(error) => error.fmt(f),
            EpdFault::TooLong => {
                write!(f, "the line is longer than {MAX_EPD_LINE} bytes; expected one record")
            }
            EpdFault::Utf16 => f.write_str("the text is UTF-16; expected UTF-8 or Latin-1"),
            EpdFault::Io(error) => write!(f, "reading failed: {error}"),
        }
    }
}

impl core::error::Error for EpdLineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.fault)
    }
}

impl core::error::Error for EpdFault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EpdFault::Board(error) => Some(error),
            EpdFault::Io(error) => Some(error),
            EpdFault::TooLong | EpdFault::Utf16 => None,
        }
    }
}

/// Reads EPD records from a stream, one line at a time.
///
/// ```
/// use chess::EpdReader;
///
/// let file = b"# two kings\n4k3/8/8/8/8/8/8/4K3 w - - id \"first\";\nno board\n";
/// let mut reader = EpdReader::new(&file[..]);
/// let record = reader.next().expect("a record")?;
/// assert_eq!((reader.line(), record.id().as_deref()), (2, Some("first")));
/// let error = reader.next().expect("an error").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: board: 1 ranks; expected 8 joined by '/'");
/// assert!(reader.next().is_none());
/// # Ok::<(), chess::EpdLineError>(())
/// ```
pub struct EpdReader<R> {
    reader: ByteReader<R>,
    line: usize,
    bytes: Vec<u8>,
    /// Set at the end, and after UTF-16, whose lines cannot be separated.
    gave_up: bool,
}

impl<R: Read> EpdReader<R> {
    /// Reads from `stream`, which needs no buffer of its own.
    pub fn new(stream: R) -> EpdReader<R> {
        EpdReader { reader: ByteReader::new(stream), line: 0, bytes: Vec::new(), gave_up: false }
    }

    /// The line of the last record or error, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Fills `bytes` with the next line, without its ending. `None` at the end of the stream, else
    /// whether the line fits.
    fn read_line(&mut self) -> Option<bool> {
        self.bytes.clear();
        self.reader.peek()?;
        self.line = self.reader.line();
        let mut fits = true;
        while let Some(byte) = self.reader.take() {
            if is_newline(byte) {
                if byte == b'\r' && self.reader.peek() == Some(b'\n') {
                    self.reader.take();
                }
                break;
            }
            match self.bytes.len() < MAX_EPD_LINE {
                true => self.bytes.push(byte),
                false => fits = false,
            }
        }
        Some(fits)
    }

    fn fail(&self, fault: EpdFault) -> Option<Result<Epd, EpdLineError>> {
        Some(Err(EpdLineError { line: self.line, fault }))
    }
}

/// Whether a line is UTF-16, by its byte order mark or by its many zeros. Some real files have a
/// few zeros at the end of a line, which mean nothing.
fn is_utf16(bytes: &[u8]) -> bool {
    let zeros = bytes.iter().filter(|&&byte| byte == 0).count();
    bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || bytes.len() >= 16 && zeros * 3 >= bytes.len()
}

impl<R: Read> Iterator for EpdReader<R> {
    type Item = Result<Epd, EpdLineError>;

    fn next(&mut self) -> Option<Result<Epd, EpdLineError>> {
        while !self.gave_up {
            let Some(fits) = self.read_line() else {
                self.gave_up = true;
                let error = self.reader.take_failure()?;
                self.line = self.reader.line();
                return self.fail(EpdFault::Io(error));
            };
            if is_utf16(&self.bytes) {
                self.gave_up = true;
                return self.fail(EpdFault::Utf16);
            }
            if !fits {
                return self.fail(EpdFault::TooLong);
            }
            let text = decode(&self.bytes);
            let text = text.trim_matches(is_gap);
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            return match text.parse() {
                Ok(epd) => Some(Ok(epd)),
                Err(error) => self.fail(EpdFault::Board(error)),
            };
        }
        None
    }
}
