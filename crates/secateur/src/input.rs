//! Reads lines in bounded memory. Clients and scripts send anything, and none of it may end the
//! program or exhaust the memory.

use std::io::{self, BufRead, ErrorKind};

/// Long enough for a game of 200,000 plies; longer lines are refused.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// Bytes kept of a refused line, enough to recognise its command.
const START: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    NotUtf8 { start: String },
    TooLong { start: String },
}

pub(crate) struct LineReader<R> {
    source: R,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(source: R) -> LineReader<R> {
        LineReader { source }
    }

    /// The next line without its line break, or `None` at the end. A line that is too long is read
    /// to its end and discarded.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut too_long = false;
        let mut anything = false;
        loop {
            let chunk = match self.source.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(anything.then(|| finish(bytes, too_long)));
            }
            anything = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if !too_long && bytes.len() + part.len() <= LONGEST_LINE {
                bytes.extend_from_slice(part);
            } else if !too_long {
                too_long = true;
                bytes.extend_from_slice(&part[..part.len().min(START)]);
                bytes.truncate(START);
                bytes.shrink_to_fit();
            }
            let read = part.len() + usize::from(end.is_some());
            self.source.consume(read);
            if end.is_some() {
                return Ok(Some(finish(bytes, too_long)));
            }
        }
    }
}

fn finish(bytes: Vec<u8>, too_long: bool) -> Line {
    let start =
        |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(START)]).into_owned();
    if too_long {
        return Line::TooLong { start: start(&bytes) };
    }
    match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text),
        Err(error) => Line::NotUtf8 { start: start(error.as_bytes()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<Line> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, bytes));
        std::iter::from_fn(|| reader.next_line().unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_do_not_depend_on_the_size_of_the_buffer() {
        for buffer in [1, 2, 3, 7, 4096] {
            let expected = [text("uci\r"), text(""), text("\u{feff}go\0"), text("end")];
            assert_eq!(lines("uci\r\n\n\u{feff}go\0\nend".as_bytes(), buffer), expected);
        }
        assert_eq!(lines(b"", 8), []);
    }

    #[test]
    fn a_line_that_is_not_utf8_keeps_its_place() {
        let start = "position \u{fffd}\u{fffd}".to_owned();
        let expected = [text("a"), Line::NotUtf8 { start }, text("b")];
        assert_eq!(lines(b"a\nposition \xff\xfe\nb\n", 64), expected);
    }

    #[test]
    fn a_line_too_long_is_discarded_whole() {
        for extra in [1, LONGEST_LINE] {
            let mut bytes = b"position ".to_vec();
            bytes.resize(LONGEST_LINE + extra, b'x');
            bytes.extend_from_slice(b"\nisready\n");
            let read = lines(&bytes, 8192);
            let [Line::TooLong { start }, next] = &read[..] else { panic!("{}", read.len()) };
            assert!(start.starts_with("position xxx") && start.len() == START);
            assert_eq!(*next, text("isready"));
        }
        let longest = vec![b'x'; LONGEST_LINE];
        assert!(matches!(&lines(&longest, 8192)[..], [Line::Text(_)]));
    }
}
