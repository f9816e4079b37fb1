//! The UCI session.
//!
//! One thread reads standard input, another runs the search or perft. Both send events to the
//! session's thread, which alone owns the state and the output: nothing is locked, and `isready`
//! and `stop` are answered during a search. Lines that would disturb a running job are queued
//! until it ends.
//!
//! | to find | look at |
//! |---|---|
//! | the event loop and the dispatch of commands | this file |
//! | `go`: its limits, starting the search, its answer | `go.rs` |
//! | the search thread, `info` lines | `search_job.rs` |
//! | `perft` and `go perft` | `perft.rs` |
//! | `stop`, `ponderhit`, queued lines | `jobs.rs` |
//! | `position`, `flip` | `position.rs` |
//! | the table of options, reading their values | `options.rs`, `set_option.rs` |
//! | `SyzygyPath` | `tablebases.rs` |
//! | `d`, `eval`, `bench`, `genfens`, `compiler`, `help` | `tools.rs` |
//! | errors, notes, the introduction | `messages.rs` |
//!
//! Architecture invariants:
//!
//! - Each fault sends one `info string error:` line. A refused value leaves the option as it was; a
//!   refused `position` leaves nothing to search until a valid one.
//! - Every `go` gets exactly one `bestmove`; if it fails, `bestmove 0000`. Only a `go perft` that
//!   succeeds gets its counts instead.
//! - `quit` exits at once. The end of input stops a search, which still sends its move, and lets a
//!   perft and the queued lines finish, so that a script can be piped in.

mod argument_lines;
mod go;
mod jobs;
mod messages;
mod options;
mod perft;
mod position;
mod search_job;
mod set_option;
mod tablebases;
mod tools;

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result};
use chess::Game;
use chess::perft::{Divided, Interrupted};
use engine::Engine;
use engine::knobs::DEFAULT_HASH;
use uci::{Command, CommandError, Info, Parsed, Reply};

use crate::input::{LONGEST_LINE, Line, LineReader};
pub(crate) use argument_lines::run_lines;
use jobs::{Job, PendingLines};
use options::Options;
pub(crate) use options::{MAX_MULTI_PV, MAX_THREADS, specs};
use perft::PerftCommand;
use search_job::SearchResult;
pub(crate) use search_job::score_value;

enum Event {
    Line(Line),
    InputEnded,
    Info(Box<Info>),
    SearchFinished(Box<SearchResult>),
    PerftFinished(Result<Divided, Interrupted>),
}

/// Small, so that a client that sends too fast blocks instead of filling our memory.
const INBOX: usize = 8;

/// Speaks UCI on standard input and output until `quit` or the end of input.
pub(crate) fn serve(all_options: bool) -> Result<ExitCode> {
    let mut session = Session::new(io::stdout().lock());
    session.options.show_all = all_options;
    let events = session.events.clone();
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_input(&events))
        .context("the thread that reads standard input")?;
    session.run()?;
    session.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn read_input(events: &SyncSender<Event>) {
    let mut reader = LineReader::new(BufReader::new(io::stdin()));
    // A read error ends the input.
    while let Ok(Some(line)) = reader.next_line() {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::InputEnded);
}

struct Session<W> {
    out: W,
    game: Game,
    /// The last `position` was refused, so there is nothing to search.
    position_refused: bool,
    options: Options,
    debug: bool,
    /// `None` during a search, which owns it, or if there was no memory for one.
    engine: Option<Engine>,
    job: Option<Job>,
    pending: PendingLines,
    input_ended: bool,
    /// The lines come from the command line, so no `stop` can arrive during a search.
    unattended: bool,
    events: SyncSender<Event>,
    inbox: Option<Receiver<Event>>,
    errors: usize,
}

type Step = io::Result<ControlFlow<()>>;
const CONTINUE: Step = Ok(ControlFlow::Continue(()));

impl<W: Write> Session<W> {
    fn new(out: W) -> Session<W> {
        let (events, inbox) = sync_channel(INBOX);
        Session {
            out,
            game: Game::default(),
            position_refused: false,
            options: Options::new(),
            debug: false,
            engine: new_engine(),
            job: None,
            pending: PendingLines::default(),
            input_ended: false,
            unattended: false,
            events,
            inbox: Some(inbox),
            errors: 0,
        }
    }

    fn run(&mut self) -> io::Result<()> {
        while !self.is_over()
            && let Some(event) = self.next_event()
        {
            let step = match event {
                Event::Line(line) => self.line(line),
                Event::InputEnded => {
                    self.input_ended = true;
                    self.job.iter().for_each(Job::input_ended);
                    CONTINUE
                }
                event => self.job_event(event),
            };
            if step?.is_break() {
                return Ok(());
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Without a job no line is pending, so the job alone decides.
    fn is_over(&self) -> bool {
        self.input_ended && self.job.is_none()
    }

    fn job_event(&mut self, event: Event) -> Step {
        match event {
            Event::Info(info) => self.send(&Reply::Info(info)).map(ControlFlow::Continue),
            Event::SearchFinished(result) => self.search_finished(*result),
            Event::PerftFinished(result) => self.perft_finished(result),
            Event::Line(_) | Event::InputEnded => CONTINUE,
        }
    }

    fn next_event(&self) -> Option<Event> {
        self.inbox.as_ref()?.recv().ok()
    }

    /// Handles events until the job has ended; for lines that come without an input thread.
    fn finish_job(&mut self) -> io::Result<()> {
        while self.job.is_some() {
            match self.next_event() {
                Some(event) => self.job_event(event).map(drop)?,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn line(&mut self, line: Line) -> Step {
        let parsed = match &line {
            Line::Text(text) => Some(Command::parse(text)),
            _ => None,
        };
        if self.job.is_some() && !parsed.as_ref().is_some_and(runs_during_a_job) {
            return match self.pending.push(line) {
                Ok(()) => CONTINUE,
                Err(error) => self.error(error).map(ControlFlow::Continue),
            };
        }
        match (parsed, line) {
            (Some(Ok(parsed)), _) => return self.parsed(parsed),
            (Some(Err(error)), _) => {
                self.position_refused |= matches!(error, CommandError::Position(_));
                self.error(error)?;
            }
            (None, Line::TooLong { start }) => {
                self.refuse_unread(&start);
                self.error(format_args!("a line of more than {LONGEST_LINE} bytes; ignored"))?;
            }
            (None, Line::NotUtf8 { start } | Line::Text(start)) => {
                self.refuse_unread(&start);
                self.error("a line that is not UTF-8; ignored")?;
            }
        }
        CONTINUE
    }

    /// After a `position` that cannot be read, the old position must not be searched.
    fn refuse_unread(&mut self, start: &str) {
        self.position_refused |= uci::first_word(start) == Some("position");
    }

    fn parsed(&mut self, parsed: Parsed) -> Step {
        for error in parsed.token_errors {
            self.error(error)?;
        }
        match parsed.command {
            Some(command) => self.command(command),
            None => CONTINUE,
        }
    }

    fn send(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.out, "{reply}")
    }

    fn command(&mut self, command: Command) -> Step {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Uci => self.introduce()?,
            Command::IsReady => self.send(&Reply::ReadyOk)?,
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(position) => self.set_position(&position)?,
            Command::Go(go) => self.go(&go)?,
            Command::Perft(depth) => self.perft(i64::from(depth), PerftCommand::Perft)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.job.iter().for_each(Job::ponder_hit),
            Command::UciNewGame => self.engine.iter_mut().for_each(Engine::new_game),
            // Registration is for commercial engines.
            Command::Register(_) => {}
            Command::Draw => self.draw()?,
            Command::Flip => self.flip()?,
            Command::Compiler => self.describe_build()?,
            Command::Help => self.help()?,
            Command::Eval => self.eval()?,
            Command::Bench(bench) => self.bench(&bench)?,
            Command::Genfens(request) => self.genfens(&request)?,
        }
        CONTINUE
    }
}

/// The error of commands that need an engine.
const NO_ENGINE: &str = "there is no memory for an engine";

/// An engine with the default hash table, or a small one if memory is short.
fn new_engine() -> Option<Engine> {
    Engine::new(DEFAULT_HASH).or_else(|_| Engine::new(1)).ok()
}

/// A running job ends with the session.
impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        // The inbox closes first, because the job may block on sending its result to it.
        self.inbox = None;
        self.job = None;
    }
}

/// Commands that a running job does not affect, nor they it.
fn runs_during_a_job(parsed: &Result<Parsed, CommandError>) -> bool {
    let Ok(parsed) = parsed else { return false };
    matches!(
        parsed.command,
        None | Some(
            Command::Uci
                | Command::IsReady
                | Command::Stop
                | Command::Quit
                | Command::PonderHit
                | Command::Register(_)
                | Command::Help
                | Command::Compiler
        )
    )
}
