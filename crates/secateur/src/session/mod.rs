//! The UCI session: lines in, lines out, one at a time.
//!
//! Input is read on a thread of its own and counting runs on another; both send events to
//! this one, which alone owns the state and the output. So nothing is locked, and `isready`
//! and `stop` are answered while a count runs. What would disturb a running count waits in
//! line until it has ended.
//!
//! Whatever cannot be done is told in one `info string error:` line and leaves everything as
//! it was. A `go` that does not deliver ends in exactly one `bestmove 0000`, so that no client
//! waits in vain.
//!
//! `quit` ends everything at once. The end of input lets a job that is finite end first, and
//! the lines that wait for it: so a script may be piped in and its answers read.

mod answers;
mod argument_lines;
mod counting;
mod options;
mod perft_job;
mod setup;
mod waiting;

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result};
use chess::Game;
use chess::perft::{Divided, Interrupted};
use uci::{Command, CommandError, Parsed, Reply};

use crate::input::{LONGEST_LINE, Line, LineReader};
pub(crate) use argument_lines::run_lines;
pub(crate) use options::MAX_THREADS;
use options::Options;
use perft_job::{AskedBy, PerftJob};
use waiting::Waiting;

enum Event {
    Line(Line),
    /// Nothing more will be said.
    InputEnded,
    Counted(Result<Divided, Interrupted>),
}

/// Few, so that a client that floods us waits for us instead of filling the memory.
const INBOX: usize = 8;

/// Speaks UCI on standard input and output until told to quit.
pub(crate) fn serve() -> Result<ExitCode> {
    let mut session = Session::new(io::stdout().lock());
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
    // A source that fails is as good as ended.
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
    /// A `position` was refused and none accepted since: there is nothing to search.
    position_refused: bool,
    options: Options,
    debug: bool,
    job: Option<PerftJob>,
    waiting: Waiting,
    input_ended: bool,
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
            options: Options::default(),
            debug: false,
            job: None,
            waiting: Waiting::default(),
            input_ended: false,
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
                    CONTINUE
                }
                Event::Counted(outcome) => self.counted(outcome),
            };
            if step?.is_break() {
                return Ok(());
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// No line waits when there is no job, so the job alone decides.
    fn is_over(&self) -> bool {
        self.input_ended && !self.job.as_ref().is_some_and(PerftJob::is_finite)
    }

    fn next_event(&self) -> Option<Event> {
        self.inbox.as_ref()?.recv().ok()
    }

    /// Carries on until nothing runs; for lines that come without an input thread.
    fn finish_job(&mut self) -> io::Result<()> {
        while self.job.is_some() {
            match self.next_event() {
                Some(Event::Counted(outcome)) => self.counted(outcome).map(drop)?,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn line(&mut self, line: Line) -> Step {
        let parsed = match &line {
            Line::Text(text) => Some(Command::parse(text)),
            _ => None,
        };
        if self.job.is_some() && !parsed.as_ref().is_some_and(answered_at_once) {
            return match self.waiting.push(line) {
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

    /// A `position` we could not even read must not leave the old one to be searched.
    fn refuse_unread(&mut self, start: &str) {
        self.position_refused |= uci::first_word(start) == Some("position");
    }

    fn parsed(&mut self, parsed: Parsed) -> Step {
        for complaint in parsed.complaints {
            self.error(complaint)?;
        }
        match parsed.command {
            Some(command) => self.command(command),
            None => CONTINUE,
        }
    }

    fn command(&mut self, command: Command) -> Step {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Uci => self.introduce()?,
            Command::IsReady => self.say(&Reply::ReadyOk)?,
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, value.as_deref()) {
                    self.error(format_args!("{error:#}"))?;
                }
            }
            Command::Position(position) => self.set_position(&position)?,
            Command::Go(go) => self.go(&go)?,
            Command::Perft(depth) => self.count(i64::from(depth), AskedBy::Perft)?,
            Command::Stop => self.stop(),
            // There is nobody to register with, nothing to ponder on, and no game is kept.
            Command::Register(_) | Command::PonderHit | Command::UciNewGame => {}
            Command::Draw => self.draw()?,
            Command::Flip => self.flip()?,
            Command::Compiler => self.describe_build()?,
            Command::Help => self.help()?,
            Command::Eval => self.error("this build cannot evaluate yet")?,
            Command::Bench(_) => {
                self.error("this build cannot search yet; 'secateur perft --signature' proves it")?;
            }
            Command::Genfens(_) => self.error("this build cannot make openings yet")?,
        }
        CONTINUE
    }
}

/// However the session ends, a running count ends with it.
impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        // Closed first: the count may be waiting to hand its result to a full inbox.
        self.inbox = None;
        self.job = None;
    }
}

/// Commands that neither need nor disturb what a running count uses.
fn answered_at_once(parsed: &Result<Parsed, CommandError>) -> bool {
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
