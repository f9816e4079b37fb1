//! A dialogue with an engine that may do anything: every wait is bounded, and every end can be
//! explained.

use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game};
use toolkit::stop::StopAll;

use super::check_error::{CheckError, quoted};
use super::introduction::Introduction;
use super::raw_lines::{RawLine, RawLines};
use super::search::Search;
use crate::player::engine_process::{DRAIN, EngineProcess, POLL, Stderr, WriteError};
use crate::player::pipe_reader::Received;
use crate::player::{EngineCommand, position};

/// Maximum unread lines of output; the oldest are dropped first.
const MAX_LINES: usize = 1 << 16;
/// Lines of standard error that an error quotes.
const MAX_STDERR_LINES: usize = 3;

/// Time limits of a check.
#[derive(Clone)]
pub(super) struct Bounds {
    /// For one answer.
    pub(super) timeout: Duration,
    /// The end of the whole check.
    pub(super) deadline: Instant,
    pub(super) stop: StopAll,
}

pub(super) struct Dialogue {
    process: EngineProcess,
    output: RawLines,
    stderr: Option<RawLines>,
    bounds: Bounds,
    /// The last line sent, for error messages.
    sent: String,
    pub(super) introduction: Introduction,
    pub(super) notation: CastlingNotation,
}

/// How an engine ended.
pub(super) struct EngineEnd {
    /// Since it was asked to end.
    pub(super) took: Duration,
    pub(super) success: bool,
    pub(super) status: String,
    pub(super) last_lines: Vec<RawLine>,
    /// Processes that it left behind; `None` if the system does not show them.
    pub(super) left_behind: Option<Vec<String>>,
}

impl Dialogue {
    /// Starts the engine, sends `uci` and sets the options of its command.
    pub(super) fn begin(engine: &EngineCommand, bounds: Bounds) -> Result<Dialogue, CheckError> {
        let started =
            EngineProcess::start(engine, Stderr::Piped).map_err(CheckError::NotStarted)?;
        let output = RawLines::open(started.output, MAX_LINES).map_err(CheckError::NotStarted)?;
        let stderr = started.stderr.map(|pipe| RawLines::open(pipe, MAX_STDERR_LINES));
        let mut dialogue = Dialogue {
            process: started.process,
            output,
            stderr: stderr.transpose().map_err(CheckError::NotStarted)?,
            bounds,
            sent: String::new(),
            introduction: Introduction::default(),
            notation: CastlingNotation::Standard,
        };
        dialogue.introduction = dialogue.introduce()?;
        for (name, value) in &engine.options {
            dialogue.set(name, value)?;
        }
        dialogue.ready()?;
        Ok(dialogue)
    }

    pub(super) fn introduce(&mut self) -> Result<Introduction, CheckError> {
        let start = Instant::now();
        self.send("uci")?;
        let lines = self.until(|line| line == "uciok")?;
        Ok(Introduction::read(&lines, start.elapsed()))
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), CheckError> {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), CheckError> {
        self.sent = quoted(&String::from_utf8_lossy(bytes));
        match self.process.write(bytes, self.bounds.timeout, &self.bounds.stop) {
            Ok(()) => Ok(()),
            Err(WriteError::Gone) => Err(self.gone()),
            Err(WriteError::Full { waited }) => {
                Err(CheckError::Silent { after: self.sent.clone(), waited })
            }
            Err(WriteError::Abandoned) => Err(CheckError::Stopped),
        }
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), CheckError> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// How the engine ended, with its last lines of standard error.
    fn gone(&mut self) -> CheckError {
        let deadline = Instant::now() + 2 * DRAIN;
        while !self.process.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let how = match self.process.has_ended() {
            false => "it closed its output".to_owned(),
            true => self.process.end().map_or_else(|why| why.to_string(), |how| how.to_string()),
        };
        let stderr = self.stderr.as_ref().map(RawLines::take).unwrap_or_default();
        let stderr = stderr.iter().map(|line| quoted(&line.text)).collect();
        CheckError::Gone { after: self.sent.clone(), how, stderr }
    }

    /// The next line before `time`, or `None`.
    fn next_line(&mut self, time: Instant) -> Result<Option<RawLine>, CheckError> {
        let mut ended = false;
        loop {
            match self.output.wait(time.min(Instant::now() + POLL)) {
                Received::Item(line) => return Ok(Some(line)),
                Received::Closed => return Err(self.gone()),
                Received::Timeout => {}
            }
            if self.bounds.stop.is_requested() {
                return Err(CheckError::Stopped);
            }
            // A descendant may hold the pipe open after the engine has ended.
            if core::mem::replace(&mut ended, self.process.has_ended()) {
                return Err(self.gone());
            }
            if Instant::now() >= time {
                return Ok(None);
            }
        }
    }

    /// The lines up to and including the one that is `wanted`.
    pub(super) fn until(
        &mut self,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<RawLine>, CheckError> {
        let start = Instant::now();
        let deadline = self.bounds.deadline.min(start + self.bounds.timeout);
        let mut lines = Vec::new();
        // A flood must not extend the deadline.
        while Instant::now() < deadline {
            let Some(line) = self.next_line(deadline)? else { break };
            let found = wanted(line.text.trim());
            if lines.len() < MAX_LINES || found {
                lines.push(line);
            }
            if found {
                return Ok(lines);
            }
        }
        Err(CheckError::Silent { after: self.sent.clone(), waited: start.elapsed() })
    }

    /// All lines within a time.
    pub(super) fn listen(&mut self, time: Duration) -> Result<Vec<RawLine>, CheckError> {
        let end = self.bounds.deadline.min(Instant::now() + time);
        let mut lines = Vec::new();
        while Instant::now() < end
            && let Some(line) = self.next_line(end)?
        {
            if lines.len() < MAX_LINES {
                lines.push(line);
            }
        }
        Ok(lines)
    }

    /// Waits for `readyok` and returns the lines before it.
    pub(super) fn ready(&mut self) -> Result<Vec<RawLine>, CheckError> {
        let before = self.sent.clone();
        self.send("isready")?;
        // If no answer comes, the line before is the likely cause.
        if !before.is_empty() {
            self.sent = format!("{before}, isready");
        }
        let mut lines = self.until(|line| line == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// Sends the position and a `go` command.
    pub(super) fn go(&mut self, game: &Game, go: &str) -> Result<Instant, CheckError> {
        self.ready()?;
        let chess960 = self.notation == CastlingNotation::Chess960;
        self.send(&position(game, chess960).to_string())?;
        let start = Instant::now();
        self.send(go)?;
        Ok(start)
    }

    /// Waits for the answer of a search that began at `asked`.
    pub(super) fn answer(&mut self, game: &Game, asked: Instant) -> Result<Search, CheckError> {
        let lines = self.until(is_best_move)?;
        Ok(Search::new(game.clone(), self.notation, asked, lines))
    }

    pub(super) fn search(&mut self, game: &Game, go: &str) -> Result<Search, CheckError> {
        let asked = self.go(game, go)?;
        self.answer(game, asked)
    }

    pub(super) fn close_input(&mut self) {
        self.sent = "the end of its input".to_owned();
        self.process.close_input();
    }

    /// Waits for the end of the process.
    pub(super) fn wait_for_end(&mut self) -> Result<EngineEnd, CheckError> {
        let start = Instant::now();
        let deadline = self.bounds.deadline.min(start + self.bounds.timeout);
        while !self.process.has_ended() {
            if self.bounds.stop.is_requested() {
                return Err(CheckError::Stopped);
            }
            if Instant::now() >= deadline {
                return Err(CheckError::Stays {
                    after: self.sent.clone(),
                    waited: start.elapsed(),
                });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let took = start.elapsed();
        let left_behind = self.process.descendants();
        let mut last_lines = Vec::new();
        let end = Instant::now() + DRAIN;
        while let Received::Item(line) = self.output.wait(end) {
            last_lines.push(line);
        }
        let status = self.process.end();
        Ok(EngineEnd {
            took,
            success: status.as_ref().is_ok_and(|status| status.success()),
            status: status.map_or_else(|why| why.to_string(), |status| status.to_string()),
            last_lines,
            left_behind,
        })
    }
}

pub(super) fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}
