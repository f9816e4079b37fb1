//! The output of an engine as raw lines with their times, whether or not they are UCI.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Instant;

use crate::player::pipe_reader::{PipeReader, Received};

#[derive(Clone, Debug)]
pub(super) struct RawLine {
    pub(super) at: Instant,
    /// Without the line end.
    pub(super) text: String,
}

pub(super) struct RawLines(PipeReader<VecDeque<RawLine>>);

impl RawLines {
    /// Keeps at most the last `max` unread lines.
    pub(super) fn open(pipe: impl Read + Send + 'static, max: usize) -> io::Result<RawLines> {
        let put = move |unread: &mut VecDeque<RawLine>, at, text| {
            if unread.len() >= max {
                unread.pop_front();
            }
            unread.push_back(RawLine { at, text });
            true
        };
        PipeReader::open(pipe, "raw lines", |text| Some(text.to_owned()), put).map(RawLines)
    }

    /// Waits for the next line.
    pub(super) fn wait(&self, deadline: Instant) -> Received<RawLine> {
        self.0.wait(deadline, VecDeque::pop_front)
    }

    /// Takes all unread lines without waiting.
    pub(super) fn take(&self) -> Vec<RawLine> {
        self.0.with(|unread| unread.drain(..).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_in_order() {
        let lines = RawLines::open(io::Cursor::new(b"a\r\nb\n\nc d \nrest"), 3).unwrap();
        lines.0.wait_for_end();
        let mut received = Vec::new();
        while let Received::Item(line) = lines.wait(Instant::now()) {
            received.push(line.text);
        }
        assert_eq!(received, ["b", "", "c d "]);
        assert!(matches!(lines.wait(Instant::now()), Received::Closed));
    }
}
