//! Counting on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};
use chess::perft::{Effort, MAX_DEPTH, divide};
use chess::{CastlingNotation, Position};

use super::Event;
use super::options::Options;

/// The command that a count answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AskedBy {
    Go,
    Perft,
}

/// A running count. Dropping it stops it and waits for its end.
pub(super) struct PerftJob {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// How to write the moves, as set when the count was started.
    pub(super) notation: CastlingNotation,
    pub(super) asked_by: AskedBy,
}

impl PerftJob {
    pub(super) fn start(
        position: Position,
        depth: i64,
        asked_by: AskedBy,
        options: &Options,
        events: SyncSender<Event>,
    ) -> Result<PerftJob> {
        let depth = u32::try_from(depth)
            .ok()
            .filter(|depth| *depth <= MAX_DEPTH)
            .with_context(|| format!("perft: depth {depth}; expected 0 to {MAX_DEPTH}"))?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let threads = options.threads;
        let count = move || {
            // Without a table, like `secateur perft`: the two must be comparable.
            let effort = Effort { threads, table: None, stop: &flag };
            let outcome = divide(&position, depth, effort, &|_| {});
            // Nobody listens any more when the session is ending.
            let _ = events.send(Event::Counted(outcome));
        };
        let thread = thread::Builder::new()
            .name("perft".to_owned())
            .spawn(count)
            .context("perft: no thread to count on")?;
        Ok(PerftJob { stop, thread: Some(thread), notation: options.notation(), asked_by })
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for PerftJob {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
