//! `perft` and `go perft`: counts leaves on a thread of its own.

use core::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result};
use chess::perft::{Divided, Effort, Interrupted, MAX_DEPTH, divide};
use chess::{CastlingNotation, Position};

use super::jobs::Job;
use super::options::Options;
use super::{CONTINUE, Event, Session, Step};

/// The command that started a perft. Only a `go` that fails is answered with `bestmove 0000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PerftCommand {
    Go,
    Perft,
}

impl<W: Write> Session<W> {
    pub(super) fn perft(&mut self, depth: i64, command: PerftCommand) -> io::Result<()> {
        if self.position_refused {
            return self.perft_failed(command, "no valid position");
        }
        let (position, events) = (*self.game.position(), self.events.clone());
        match PerftJob::start(position, depth, command, &self.options, events) {
            Ok(job) => {
                self.job = Some(Job::Perft(job));
                Ok(())
            }
            Err(error) => self.perft_failed(command, format_args!("{error:#}")),
        }
    }

    pub(super) fn perft_finished(&mut self, result: Result<Divided, Interrupted>) -> Step {
        let Some(Job::Perft(job)) = self.job.take() else { return CONTINUE };
        match result {
            Ok(divided) => {
                for (mv, leaves) in &divided.by_move {
                    writeln!(self.out, "{}: {leaves}", mv.uci(job.notation))?;
                }
                writeln!(self.out, "\nNodes searched: {}\n", divided.leaves)?;
            }
            Err(Interrupted::Stopped) => {
                self.note("perft stopped before it was complete")?;
                if job.command == PerftCommand::Go {
                    self.null_move()?;
                }
            }
            Err(error) => self.perft_failed(job.command, format_args!("perft: {error}"))?,
        }
        drop(job);
        self.run_pending()
    }

    fn perft_failed(&mut self, command: PerftCommand, why: impl Display) -> io::Result<()> {
        match command {
            PerftCommand::Go => self.go_failed(why),
            PerftCommand::Perft => self.error(why),
        }
    }
}

/// A running perft. Dropping it stops it and joins its thread.
pub(super) struct PerftJob {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// How moves are written, as set when the perft started.
    notation: CastlingNotation,
    command: PerftCommand,
}

impl PerftJob {
    fn start(
        position: Position,
        depth: i64,
        command: PerftCommand,
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
            // Without a hash table, like `secateur perft`, so that times can be compared.
            let effort = Effort { threads, table: None, stop: &flag };
            let result = divide(&position, depth, effort, &|_| {});
            // Sending fails only if the session is ending.
            let _ = events.send(Event::PerftFinished(result));
        };
        let thread = thread::Builder::new()
            .name("perft".to_owned())
            .spawn(count)
            .context("perft: no thread to count on")?;
        Ok(PerftJob { stop, thread: Some(thread), notation: options.notation(), command })
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
