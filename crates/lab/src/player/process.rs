//! An engine in a process of its own, spoken to through pipes and never trusted: it may die,
//! hang, flood, lie or leave children behind, and none of that may harm the match.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command as System, Stdio};
use std::time::{Duration, Instant};

use chess::{CastlingField, CastlingNotation, Game, Move, Setup};
use uci::{BestMove, Command, Go, Info, OptionSpec, PositionCommand, Reply, ScoreValue, StartFrom};

use super::mailbox::{Awaited, Mailbox};
use super::{Clocks, Eval, Fault, Player, Thought};
use crate::limit::Limit;

/// How to start an engine.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    pub name: Option<String>,
    pub program: OsString,
    pub arguments: Vec<OsString>,
    pub folder: Option<OsString>,
    /// Names and values, in the order they are to be set.
    pub options: Vec<(String, String)>,
}

/// How long an engine may keep us waiting.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// For `uciok` and `readyok`.
    pub ready: Duration,
    /// Beyond the time it has, before it is given up.
    pub grace: Duration,
    /// For a move where no time limits it.
    pub stall: Duration,
}

impl Default for Waiting {
    fn default() -> Waiting {
        let seconds = Duration::from_secs;
        Waiting { ready: seconds(10), grace: seconds(2), stall: seconds(60) }
    }
}

/// Why an engine could not be started.
#[derive(Debug)]
pub enum StartError {
    NotStarted { program: OsString, why: io::Error },
    NoAnswer { program: OsString, to: &'static str, fault: Fault },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NotStarted { program, why } => {
                write!(f, "{}: {why}; expected a UCI engine", program.display())
            }
            StartError::NoAnswer { program, to, fault } => {
                write!(f, "{}: {fault} after '{to}'; expected a UCI engine", program.display())
            }
        }
    }
}

impl std::error::Error for StartError {}

pub struct Process {
    name: String,
    child: Child,
    input: ChildStdin,
    mailbox: Mailbox,
    waiting: Waiting,
    options: Vec<OptionSpec>,
    chess960: bool,
}

impl Process {
    pub fn start(spec: &EngineSpec, waiting: Waiting) -> Result<Process, StartError> {
        let failed = |why: io::Error| StartError::NotStarted { program: spec.program.clone(), why };
        let mut system = System::new(&spec.program);
        system.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // What it complains of is its own affair, and a full pipe must not stop it.
        system.stderr(Stdio::null());
        if let Some(folder) = &spec.folder {
            system.current_dir(folder);
        }
        // A group of its own, so that whatever it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut system, 0);
        let mut child = system.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(io::Error::other("no pipes")));
        };
        let mailbox = Mailbox::open(output).map_err(failed)?;
        let mut process = Process {
            name: spec.name.clone().unwrap_or_default(),
            child,
            input,
            mailbox,
            waiting,
            options: Vec::new(),
            chess960: false,
        };
        let silent =
            |to| move |fault| StartError::NoAnswer { program: spec.program.clone(), to, fault };
        process.introduce().map_err(silent("uci"))?;
        for (name, value) in &spec.options {
            process.set(name, value).map_err(silent("setoption"))?;
        }
        process.synchronize().map_err(silent("isready"))?;
        Ok(process)
    }

    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn say(&mut self, command: &Command) -> Result<(), Fault> {
        let said = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        said.map_err(|_| self.gone())
    }

    /// How the engine came to its end, for the record.
    fn gone(&mut self) -> Fault {
        // It has closed its pipe and is about to end, or never will.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Gone(status.to_string()),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(None) => return Fault::Gone("it closed its output".to_owned()),
                Err(error) => return Fault::Gone(error.to_string()),
            }
        }
    }

    /// Waits for the reply that `wanted` picks out; others are heard and passed over.
    fn await_reply<T>(
        &mut self,
        time: Duration,
        mut wanted: impl FnMut(Instant, Reply) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + time;
        loop {
            match self.mailbox.wait(deadline) {
                Awaited::Answer(at, reply) => {
                    if let Some(found) = wanted(at, reply) {
                        return Ok(found);
                    }
                }
                Awaited::Closed => return Err(self.gone()),
                Awaited::Timeout => return Err(Fault::Silent { waited: time }),
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.say(&Command::Uci)?;
        let (mut name, mut options) = (None, Vec::new());
        self.await_reply(self.waiting.ready, |_, reply| match reply {
            Reply::UciOk => Some(()),
            Reply::IdName(told) => {
                name = Some(told);
                None
            }
            Reply::Option(spec) => {
                options.push(spec);
                None
            }
            _ => None,
        })?;
        self.options = options;
        if self.name.is_empty() {
            self.name = name.unwrap_or_else(|| "unnamed engine".to_owned());
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.say(&Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) })
    }

    fn synchronize(&mut self) -> Result<(), Fault> {
        self.say(&Command::IsReady)?;
        self.await_reply(self.waiting.ready, |_, reply| (reply == Reply::ReadyOk).then_some(()))
    }

    fn notation(&self) -> CastlingNotation {
        if self.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }

    fn position(&self, game: &Game) -> Command {
        let start = game.start();
        let start = if *start == Setup::initial() {
            StartFrom::Startpos
        } else {
            StartFrom::Fen(start.to_fen(CastlingField::XFen))
        };
        let moves = game.moves().iter().map(|mv| mv.uci(self.notation()).to_string()).collect();
        Command::Position(PositionCommand { start, moves })
    }

    /// How long to wait for a move before the engine is taken for dead.
    fn patience(&self, limit: Limit, left: Duration) -> Duration {
        match limit {
            Limit::Clock { .. } => left + self.waiting.grace,
            Limit::MoveTime(time) => time + self.waiting.grace,
            Limit::Nodes(_) | Limit::SoftNodes(_) | Limit::Depth(_) => self.waiting.stall,
        }
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            // SAFETY: a signal to the group that was made for this child touches no memory; the
            // child is not reaped before `wait` below, so its number is still its own.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, opening: &Game) -> Result<(), Fault> {
        let chess960 = opening.start().position.needs_chess960();
        if chess960 != self.chess960 {
            self.set("UCI_Chess960", &chess960.to_string())?;
            self.chess960 = chess960;
        }
        self.say(&Command::UciNewGame)?;
        self.synchronize()
    }

    fn think(&mut self, game: &Game, limit: Limit, clocks: Clocks) -> Result<Thought, Fault> {
        // Whatever still lies there answers an earlier question.
        self.mailbox.empty();
        let position = self.position(game);
        self.say(&position)?;
        let turn = game.position().turn();
        let start = Instant::now();
        self.say(&Command::Go(go(limit, clocks)))?;
        let (at, best) =
            self.await_reply(self.patience(limit, clocks[turn]), |at, reply| match reply {
                Reply::BestMove(best) => Some((at, best)),
                _ => None,
            })?;
        let told = self.mailbox.told().unwrap_or_default();
        Ok(Thought {
            mv: chosen(game, best)?,
            score: eval(&told),
            depth: told.depth.and_then(|depth| u32::try_from(depth).ok()).unwrap_or(0),
            nodes: told.nodes.and_then(|nodes| u64::try_from(nodes).ok()).unwrap_or(0),
            time: at.saturating_duration_since(start),
        })
    }
}

impl Drop for Process {
    /// Asks it to go, and makes it.
    fn drop(&mut self) {
        let asked = self.say(&Command::Quit).is_ok();
        let deadline = Instant::now() + Duration::from_millis(if asked { 500 } else { 0 });
        while Instant::now() < deadline && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }
}

fn chosen(game: &Game, best: BestMove) -> Result<Move, Fault> {
    let illegal = || Fault::Illegal(best.to_string());
    match best {
        BestMove::Move { best, .. } => {
            game.position().parse_uci(&best.to_string()).map_err(|_| illegal())
        }
        BestMove::NoLegalMove | BestMove::Null => Err(illegal()),
    }
}

fn eval(info: &Info) -> Option<Eval> {
    info.score.map(|score| match score.value {
        ScoreValue::Centipawns(centipawns) => Eval::Centipawns(centipawns),
        ScoreValue::Mate(moves) => Eval::Mate(moves),
    })
}

fn go(limit: Limit, clocks: Clocks) -> Go {
    let milliseconds = |time: Duration| Some(time.as_millis().min(i64::MAX as u128) as i64);
    let count = |count: u64| Some(count.min(i64::MAX as u64) as i64);
    let mut go = Go::default();
    match limit {
        Limit::Clock { increment, .. } => {
            (go.wtime, go.btime) = (milliseconds(clocks[0]), milliseconds(clocks[1]));
            (go.winc, go.binc) = (milliseconds(increment), milliseconds(increment));
        }
        Limit::MoveTime(time) => go.movetime = milliseconds(time),
        Limit::Nodes(nodes) => go.nodes = count(nodes),
        // Only our own engines know soft nodes by that name.
        Limit::SoftNodes(nodes) => go.softnodes = count(nodes),
        Limit::Depth(depth) => go.depth = Some(i64::from(depth)),
    }
    go
}
