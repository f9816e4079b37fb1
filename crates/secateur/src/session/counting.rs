//! `perft`, and how jobs end.

use core::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use chess::perft::{Divided, Interrupted};
use uci::{BestMove, Command, Go, Reply};

use super::job::Job;
use super::perft_job::{AskedBy, PerftJob};
use super::{CONTINUE, Session, Step};
use crate::input::Line;

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        match go.perft {
            Some(depth) => self.count(depth, AskedBy::Go),
            None => self.think(go),
        }
    }

    pub(super) fn count(&mut self, depth: i64, asked_by: AskedBy) -> io::Result<()> {
        if self.position_refused {
            return self.fail(asked_by, "no valid position");
        }
        let position = *self.game.position();
        let events = self.events.clone();
        match PerftJob::start(position, depth, asked_by, &self.options, events) {
            Ok(job) => {
                self.job = Some(Job::Count(job));
                Ok(())
            }
            Err(error) => self.fail(asked_by, format_args!("{error:#}")),
        }
    }

    pub(super) fn fail(&mut self, asked_by: AskedBy, why: impl Display) -> io::Result<()> {
        self.error(why)?;
        self.answer_nothing(asked_by)
    }

    /// A `go` that does not deliver still gets its one answer. Nobody waits for one to `perft`.
    fn answer_nothing(&mut self, asked_by: AskedBy) -> io::Result<()> {
        match asked_by {
            AskedBy::Go => self.say(&Reply::BestMove(BestMove::Null)),
            AskedBy::Perft => Ok(()),
        }
    }

    pub(super) fn stop(&mut self) {
        let Some(job) = &self.job else { return };
        job.stop();
        // It may be meant for a `go` that still waits in line.
        if !self.waiting.is_empty() {
            let _ = self.waiting.push(Line::Text(Command::Stop.to_string()));
        }
    }

    pub(super) fn counted(&mut self, outcome: Result<Divided, Interrupted>) -> Step {
        let Some(Job::Count(job)) = self.job.take() else { return CONTINUE };
        match outcome {
            Ok(divided) => {
                for (mv, leaves) in &divided.by_move {
                    writeln!(self.out, "{}: {leaves}", mv.uci(job.notation))?;
                }
                writeln!(self.out, "\nNodes searched: {}\n", divided.leaves)?;
            }
            Err(Interrupted::Stopped) => {
                self.note("perft stopped before it had counted everything")?;
                self.answer_nothing(job.asked_by)?;
            }
            Err(error) => self.fail(job.asked_by, format_args!("perft: {error}"))?,
        }
        drop(job);
        self.go_on()
    }

    /// Carries out the lines that have waited for a job to end.
    pub(super) fn go_on(&mut self) -> Step {
        for line in self.waiting.take() {
            if self.line(line)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        CONTINUE
    }
}
