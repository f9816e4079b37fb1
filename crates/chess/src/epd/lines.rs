//! EPD files, line by line. Each line is a record or an error with the line's number, and the
//! next line is read whatever the last one held. Blank lines and lines that begin with `#` are
//! passed over.

use core::fmt;
use std::io::{self, Read};

use super::Epd;
use crate::FenError;
use crate::byte_reader::{Source, is_newline};
use crate::fen::is_gap;
use crate::sanitise::decode;

/// The longest line, in bytes, that is kept in memory and read.
pub const MAX_EPD_LINE: usize = 1 << 16;

/// A line that holds no record.
#[derive(Debug)]
pub struct EpdLineError {
    /// Counted from 1, whatever ends the lines.
    pub line: usize,
    pub fault: EpdFault,
}

/// Why a line holds no record.
#[derive(Debug)]
pub enum EpdFault {
    Board(FenError),
    /// Longer than `MAX_EPD_LINE`.
    TooLong,
    /// Every other byte is zero: two bytes a character.
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

impl core::error::Error for EpdLineError {}

/// Reads EPD records from a stream, holding one line at a time.
pub struct EpdReader<R> {
    source: Source<R>,
    line: usize,
    bytes: Vec<u8>,
    /// In UTF-16 lines cannot be told apart, so nothing after it is read.
    gave_up: bool,
}

impl<R: Read> EpdReader<R> {
    /// The stream needs no buffer of its own.
    pub fn new(stream: R) -> EpdReader<R> {
        EpdReader { source: Source::new(stream), line: 0, bytes: Vec::new(), gave_up: false }
    }

    /// The line of the record or error that came last, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Fills `bytes` with the next line without its end. `None` at the end of the stream, else
    /// whether the line fitted.
    fn read_line(&mut self) -> Option<bool> {
        self.bytes.clear();
        self.source.peek()?;
        self.line = self.source.line();
        let mut fits = true;
        while let Some(byte) = self.source.take() {
            if is_newline(byte) {
                if byte == b'\r' && self.source.peek() == Some(b'\n') {
                    self.source.take();
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

/// Whether a line is two bytes a character, by its byte order mark or by its many zeros. A few
/// zeros at the end of a line are known from real files and mean nothing.
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
                let error = self.source.take_failure()?;
                self.line = self.source.line();
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
