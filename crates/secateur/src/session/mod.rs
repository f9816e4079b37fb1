//! The UCI session: lines in, lines out, one at a time.
//!
//! Input is read on a thread of its own and searches and counts run on another; both send
//! events to this one, which alone owns the state and the output. So nothing is locked, and
//! `isready` and `stop` are answered while a search runs. What would disturb it waits in line
//! until it has ended.
//!
//! Whatever cannot be done is told in one `info string error:` line and leaves everything as
//! it was. A `go` that does not deliver ends in exactly one `bestmove 0000`, so that no client
//! waits in vain.
//!
//! `quit` ends everything at once. The end of input stops a search, whose move is still told,
//! and lets a count end first, and the lines that wait: so a script may be piped in and its
//! answers read.

mod answers;
mod argument_lines;
mod counting;
mod genfens;
mod job;
mod options;
mod perft_job;
mod search_job;
mod setting;
mod setup;
mod thinking;
mod waiting;

use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result};
use chess::Game;
use chess::perft::{Divided, Interrupted};
use engine::Engine;
use uci::{Command, CommandError, Info, Parsed, Reply};

use crate::input::{LONGEST_LINE, Line, LineReader};
pub(crate) use argument_lines::run_lines;
use job::Job;
pub(crate) use options::MAX_THREADS;
use options::Options;
use perft_job::AskedBy;
use search_job::Searched;
use waiting::Waiting;

enum Event {
    Line(Line),
    /// Nothing more will be said.
    InputEnded,
    Counted(Result<Divided, Interrupted>),
    Told(Box<Info>),
    Searched(Box<Searched>),
}

/// Few, so that a client that floods us waits for us instead of filling the memory.
const INBOX: usize = 8;

/// Speaks UCI on standard input and output until told to quit.
pub(crate) fn serve(all_options: bool) -> Result<ExitCode> {
    let mut session = Session::new(io::stdout().lock());
    session.all_options = all_options;
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
    /// Away while it searches.
    engine: Option<Engine>,
    /// List every tunable number among the options.
    all_options: bool,
    job: Option<Job>,
    waiting: Waiting,
    input_ended: bool,
    /// The lines come from the command line, so no `stop` can come while one is carried out.
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
            options: Options::default(),
            debug: false,
            engine: new_engine(),
            all_options: false,
            job: None,
            waiting: Waiting::default(),
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

    /// No line waits when there is no job, so the job alone decides.
    fn is_over(&self) -> bool {
        self.input_ended && self.job.is_none()
    }

    fn job_event(&mut self, event: Event) -> Step {
        match event {
            Event::Counted(outcome) => self.counted(outcome),
            Event::Searched(searched) => self.searched(*searched),
            Event::Told(info) => self.say(&Reply::Info(info)).map(ControlFlow::Continue),
            Event::Line(_) | Event::InputEnded => CONTINUE,
        }
    }

    fn next_event(&self) -> Option<Event> {
        self.inbox.as_ref()?.recv().ok()
    }

    /// Carries on until nothing runs; for lines that come without an input thread.
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
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(position) => self.set_position(&position)?,
            Command::Go(go) => self.go(&go)?,
            Command::Perft(depth) => self.count(i64::from(depth), AskedBy::Perft)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.job.iter().for_each(Job::ponder_hit),
            Command::UciNewGame => self.engine.iter_mut().for_each(Engine::new_game),
            // There is nobody to register with.
            Command::Register(_) => {}
            Command::Draw => self.draw()?,
            Command::Flip => self.flip()?,
            Command::Compiler => self.describe_build()?,
            Command::Help => self.help()?,
            Command::Eval => self.evaluate()?,
            Command::Bench(bench) => self.bench(&bench)?,
            Command::Genfens(wish) => self.make_openings(&wish)?,
        }
        CONTINUE
    }
}

/// What is said where an engine is wanted and could not be made.
const NO_ENGINE: &str = "there is no memory for an engine";

/// With the default table, or a small one where memory is scarce.
fn new_engine() -> Option<Engine> {
    Engine::new(options::DEFAULT_HASH as usize).or_else(|_| Engine::new(1)).ok()
}

/// However the session ends, a running job ends with it.
impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        // Closed first: the job may be waiting to hand its result to a full inbox.
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
