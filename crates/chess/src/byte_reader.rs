//! A reader with lookahead that counts lines and keeps one buffer in memory, however long the
//! stream. Lines end with LF, CRLF or a lone CR.

use std::io::{self, Read};

const BUFFER: usize = 1 << 16;

/// How far `peek_at` may look ahead: enough to see the quote that makes a PGN line a tag, and the
/// bracket that closes it.
pub(crate) const LOOKAHEAD: usize = 128;

pub(crate) struct ByteReader<R> {
    inner: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    exhausted: bool,
    failure: Option<io::Error>,
    line: usize,
    last: Option<u8>,
}

pub(crate) const fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

impl<R: Read> ByteReader<R> {
    pub(crate) fn new(inner: R) -> ByteReader<R> {
        ByteReader {
            inner,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            start: 0,
            end: 0,
            exhausted: false,
            failure: None,
            line: 1,
            last: None,
        }
    }

    /// The byte `ahead` places after the next one, if the stream is that long.
    #[inline]
    pub(crate) fn peek_at(&mut self, ahead: usize) -> Option<u8> {
        debug_assert!(ahead < LOOKAHEAD);
        while self.end - self.start <= ahead {
            if !self.refill() {
                return None;
            }
        }
        Some(self.buffer[self.start + ahead])
    }

    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.peek_at(0)
    }

    #[inline]
    pub(crate) fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.start += 1;
        let ends_crlf = byte == b'\n' && self.last == Some(b'\r');
        if is_newline(byte) && !ends_crlf {
            self.line += 1;
        }
        self.last = Some(byte);
        Some(byte)
    }

    pub(crate) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.take();
        }
    }

    /// Whether the next bytes are `expected`.
    pub(crate) fn begins_with(&mut self, expected: &[u8]) -> bool {
        expected.iter().enumerate().all(|(ahead, &byte)| self.peek_at(ahead) == Some(byte))
    }

    /// The line of the next byte, counted from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn is_at_line_start(&self) -> bool {
        self.last.is_none_or(is_newline)
    }

    /// The error that ended the stream, if any. It is returned once.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Reads more bytes; `false` at the end of the stream.
    #[cold]
    fn refill(&mut self) -> bool {
        if self.exhausted {
            return false;
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                Ok(count) => {
                    // A faulty reader may claim more bytes than the buffer has room for.
                    self.end = (self.end + count).min(BUFFER);
                    return true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.exhausted = true;
                    self.failure = Some(error);
                }
            }
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, as a slow pipe may.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            into[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn each_line_ending_counts_once() {
        let mut reader = ByteReader::new(Trickle(b"a\nb\r\nc\rd"));
        let mut lines = Vec::new();
        while let Some(byte) = reader.peek() {
            if byte.is_ascii_alphabetic() {
                assert!(reader.is_at_line_start());
                lines.push(reader.line());
            }
            reader.take();
        }
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    #[test]
    fn peeking_consumes_nothing() {
        let mut reader = ByteReader::new(Trickle(b"abc"));
        assert_eq!((reader.peek_at(2), reader.peek_at(3)), (Some(b'c'), None));
        assert!(reader.begins_with(b"ab") && !reader.begins_with(b"abcd"));
        reader.skip(2);
        assert_eq!((reader.take(), reader.take()), (Some(b'c'), None));
    }
}
