//! Lines that must not be carried out before a running count has ended.

use core::fmt;

use crate::input::Line;

/// More than a client has reason to send ahead.
const MOST_LINES: usize = 1_000;
const MOST_BYTES: usize = 4 << 20;

#[derive(Default)]
pub(super) struct Waiting {
    lines: Vec<Line>,
    bytes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NoRoom;

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too much is waiting for the count to end; line ignored, send 'stop' first")
    }
}

impl Waiting {
    pub(super) fn push(&mut self, line: Line) -> Result<(), NoRoom> {
        let (Line::Text(text) | Line::NotUtf8 { start: text } | Line::TooLong { start: text }) =
            &line;
        if self.lines.len() == MOST_LINES || self.bytes + text.len() > MOST_BYTES {
            return Err(NoRoom);
        }
        self.bytes += text.len();
        self.lines.push(line);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// All lines in the order they came.
    pub(super) fn take(&mut self) -> Vec<Line> {
        self.bytes = 0;
        core::mem::take(&mut self.lines)
    }
}
