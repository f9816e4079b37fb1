//! A stream of bytes that can be looked at ahead, counts its lines, and holds one buffer's
//! worth in memory however much flows through. Lines end with LF, CRLF or a lone CR.

use std::io::{self, Read};

const BUFFER: usize = 1 << 16;

/// The most bytes that may be looked at before one is taken: enough for the quote that makes a
/// line a tag, and for the bracket after one.
pub(crate) const LOOKAHEAD: usize = 128;

pub(crate) struct Source<R> {
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

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Source<R> {
        Source {
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

    /// The byte `ahead` places after the next one, if there are so many.
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

    /// Whether the bytes ahead are these.
    pub(crate) fn begins_with(&mut self, expected: &[u8]) -> bool {
        expected.iter().enumerate().all(|(ahead, &byte)| self.peek_at(ahead) == Some(byte))
    }

    /// The number of the line the next byte is on, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    pub(crate) fn is_at_line_start(&self) -> bool {
        self.last.is_none_or(is_newline)
    }

    /// What cut the stream short, told once.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Whether more bytes came.
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
                    // A reader that claims more than it was given room for is not believed.
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
    fn every_kind_of_line_end_counts_once() {
        let mut source = Source::new(Trickle(b"a\nb\r\nc\rd"));
        let mut lines = Vec::new();
        while let Some(byte) = source.peek() {
            if byte.is_ascii_alphabetic() {
                assert!(source.is_at_line_start());
                lines.push(source.line());
            }
            source.take();
        }
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    #[test]
    fn looking_ahead_takes_nothing() {
        let mut source = Source::new(Trickle(b"abc"));
        assert_eq!((source.peek_at(2), source.peek_at(3)), (Some(b'c'), None));
        assert!(source.begins_with(b"ab") && !source.begins_with(b"abcd"));
        source.skip(2);
        assert_eq!((source.take(), source.take()), (Some(b'c'), None));
    }
}
