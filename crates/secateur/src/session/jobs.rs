//! Jobs: the search or perft that runs on its own thread, and the lines that wait for its end.

use core::fmt;
use std::io::Write;
use std::ops::ControlFlow;

use uci::Command;

use super::perft::PerftJob;
use super::search_job::SearchJob;
use super::{CONTINUE, Session, Step};
use crate::input::Line;

/// The running job. Dropping it stops it and joins its thread.
pub(super) enum Job {
    Perft(PerftJob),
    Search(SearchJob),
}

impl Job {
    pub(super) fn stop(&self) {
        match self {
            Job::Perft(perft) => perft.stop(),
            Job::Search(search) => search.stop(),
        }
    }

    /// No `stop` can arrive any more. A perft ends by itself, so it may finish; a search may be
    /// infinite, so it stops and sends its best move.
    pub(super) fn input_ended(&self) {
        if let Job::Search(search) = self {
            search.stop();
        }
    }

    pub(super) fn ponder_hit(&self) {
        if let Job::Search(search) = self {
            search.ponder_hit();
        }
    }
}

impl<W: Write> Session<W> {
    pub(super) fn stop(&mut self) {
        let Some(job) = &self.job else { return };
        job.stop();
        // The client may mean a `go` that is still pending.
        if !self.pending.is_empty() {
            let _ = self.pending.push(Line::Text(Command::Stop.to_string()));
        }
    }

    /// Executes the lines that waited for the job to end.
    pub(super) fn run_pending(&mut self) -> Step {
        for line in self.pending.take() {
            if self.line(line)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        CONTINUE
    }
}

/// Clients have no reason to send more than this ahead.
const MAX_LINES: usize = 1_000;
const MAX_BYTES: usize = 4 << 20;

/// Lines that must not be executed while a job runs.
#[derive(Default)]
pub(super) struct PendingLines {
    lines: Vec<Line>,
    bytes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QueueFull;

impl fmt::Display for QueueFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many lines are waiting; line ignored, send 'stop' first")
    }
}

impl PendingLines {
    pub(super) fn push(&mut self, line: Line) -> Result<(), QueueFull> {
        let (Line::Text(text) | Line::NotUtf8 { start: text } | Line::TooLong { start: text }) =
            &line;
        if self.lines.len() == MAX_LINES || self.bytes + text.len() > MAX_BYTES {
            return Err(QueueFull);
        }
        self.bytes += text.len();
        self.lines.push(line);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Empties the queue; lines come in order of arrival.
    pub(super) fn take(&mut self) -> Vec<Line> {
        self.bytes = 0;
        core::mem::take(&mut self.lines)
    }
}
