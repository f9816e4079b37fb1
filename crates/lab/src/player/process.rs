//! An engine in a process of its own, spoken to through pipes and never trusted: it may die,
//! hang, flood, lie or leave children behind, and none of that may harm the match.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command as System, Stdio};
use std::time::{Duration, Instant};

use chess::Game;
use uci::{Command, Info, OptionSpec, Reply};

use super::mailbox::{Awaited, Mailbox, Said};
use super::spec::{EngineSpec, StartError, Waiting};
use super::{Clocks, Fault, Player, Thought, messages, system};
use crate::halt::Halt;
use crate::limit::Limit;

/// How often a wait is interrupted to see whether it still makes sense.
const GLANCE: Duration = Duration::from_millis(50);
/// What an engine that has ended may still have in its pipe arrives within this.
const LAST_WORDS: Duration = Duration::from_millis(100);
/// How long an engine may take to go when asked to.
const FAREWELL: Duration = Duration::from_millis(500);

pub struct Process {
    name: String,
    child: Child,
    input: ChildStdin,
    mailbox: Mailbox,
    waiting: Waiting,
    halt: Halt,
    options: Vec<OptionSpec>,
    chess960: bool,
    /// It has failed once: nothing is asked of it any more.
    failed: bool,
    /// It has been waited for.
    reaped: bool,
}

impl Process {
    pub fn start(spec: &EngineSpec, waiting: Waiting, halt: &Halt) -> Result<Process, StartError> {
        let failed = |why: io::Error| StartError::NotStarted { program: spec.program.clone(), why };
        let mut command = System::new(&spec.program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // What it complains of is its own affair, and a full pipe must not stop it.
        command.stderr(Stdio::null());
        system::set_apart(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let prepared = match pipes {
            (Some(input), Some(output)) => system::never_block(&input)
                .and_then(|()| Mailbox::open(output))
                .map(|mailbox| (input, mailbox)),
            _ => Err(io::Error::other("no pipes")),
        };
        let (input, mailbox) = match prepared {
            Ok(prepared) => prepared,
            Err(why) => {
                system::kill_group(&mut child);
                let _ = child.wait();
                return Err(failed(why));
            }
        };
        let mut process = Process {
            name: spec.name.clone().unwrap_or_default(),
            child,
            input,
            mailbox,
            waiting,
            halt: halt.clone(),
            options: Vec::new(),
            chess960: false,
            failed: false,
            reaped: false,
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

    /// What the engine says it can be set to.
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn say(&mut self, command: &Command) -> Result<(), Fault> {
        let line = format!("{command}\n");
        let (mut rest, start) = (line.as_bytes(), Instant::now());
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(0) => return Err(self.gone()),
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // It does not read what it is told.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let waited = start.elapsed();
                    if waited >= self.waiting.ready {
                        self.failed = true;
                        return Err(Fault::Silent { waited });
                    }
                    if self.halt.is_called() {
                        return Err(Fault::CalledOff);
                    }
                    system::wait_for_room(&self.input, GLANCE);
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// How the engine came to its end, for the record.
    fn gone(&mut self) -> Fault {
        self.failed = true;
        // It has closed its pipe and is about to end, or never will.
        let deadline = Instant::now() + 2 * LAST_WORDS;
        while !self.reaped && !system::has_ended(&mut self.child) {
            if Instant::now() >= deadline {
                return Fault::Gone("it closed its output".to_owned());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        // Its children go before its number is given back.
        if !core::mem::replace(&mut self.reaped, true) {
            system::kill_group(&mut self.child);
        }
        match self.child.wait() {
            Ok(status) => Fault::Gone(status.to_string()),
            Err(error) => Fault::Gone(error.to_string()),
        }
    }

    /// Waits for the reply that `wanted` picks out; others are heard and passed over.
    fn await_reply<T>(
        &mut self,
        time: Duration,
        mut wanted: impl FnMut(Instant, Said) -> Option<T>,
    ) -> Result<T, Fault> {
        let mut deadline = Instant::now() + time;
        let mut ended = false;
        loop {
            match self.mailbox.wait(deadline.min(Instant::now() + GLANCE)) {
                Awaited::Answer(at, said) => {
                    if let Some(found) = wanted(at, said) {
                        return Ok(found);
                    }
                }
                Awaited::Closed => return Err(self.gone()),
                Awaited::Timeout => {
                    if self.halt.is_called() {
                        return Err(Fault::CalledOff);
                    }
                    if Instant::now() >= deadline {
                        self.failed = true;
                        return Err(if ended {
                            self.gone()
                        } else {
                            Fault::Silent { waited: time }
                        });
                    }
                    // A child of it may hold its pipe open when it has long ended.
                    if !ended && system::has_ended(&mut self.child) {
                        ended = true;
                        deadline = deadline.min(Instant::now() + LAST_WORDS);
                    }
                }
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.say(&Command::Uci)?;
        let (mut name, mut options) = (None, Vec::new());
        self.await_reply(self.waiting.ready, |_, said| match said {
            Said::Reply(Reply::UciOk) => Some(()),
            Said::Reply(Reply::IdName(told)) => {
                name = Some(told);
                None
            }
            // An engine that lists without end is cut short: nobody reads so many.
            Said::Reply(Reply::Option(spec)) if options.len() < 10_000 => {
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
        self.await_reply(self.waiting.ready, |_, said| {
            matches!(said, Said::Reply(Reply::ReadyOk)).then_some(())
        })
    }

    /// The engine's choice, and what it told of its search when so much time had passed.
    fn ask(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
    ) -> Result<(Thought, Vec<(Duration, Info)>), Fault> {
        // Once it has answered this, whatever it had left to say of earlier questions is here.
        self.synchronize()?;
        self.mailbox.empty();
        self.say(&messages::position(game, self.chess960))?;
        let left = clocks.left[game.position().turn()];
        let start = Instant::now();
        self.say(&Command::Go(messages::go(limit, clocks)))?;
        let (at, best) = self.await_reply(self.patience(limit, left), |at, said| match said {
            Said::Reply(Reply::BestMove(best)) => Some((at, Ok(best))),
            Said::NoMove(text) => Some((at, Err(text))),
            Said::Reply(_) => None,
        })?;
        let since = |at: Instant| at.saturating_duration_since(start);
        let told = self.mailbox.told().into_iter().map(|(at, info)| (since(at), info));
        let told: Vec<(Duration, Info)> = told.collect();
        let mv = best.map_err(Fault::Illegal).and_then(|best| messages::chosen(game, best))?;
        Ok((messages::conclusion(mv, &told, since(at)), told))
    }

    /// How long to wait for a move before the engine is taken for dead.
    fn patience(&self, limit: Limit, left: Duration) -> Duration {
        match limit {
            Limit::Clock { .. } => left + self.waiting.grace,
            Limit::MoveTime(time) => time + self.waiting.grace,
            Limit::Nodes(_) | Limit::SoftNodes(_) | Limit::Depth(_) => self.waiting.stall,
        }
    }
}

impl Player for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, chess960: bool) -> Result<(), Fault> {
        if chess960 != self.chess960 {
            self.set("UCI_Chess960", &chess960.to_string())?;
            self.chess960 = chess960;
        }
        self.say(&Command::UciNewGame)?;
        self.synchronize()
    }

    fn think(&mut self, game: &Game, limit: Limit, clocks: &Clocks) -> Result<Thought, Fault> {
        self.ask(game, limit, clocks).map(|(thought, _)| thought)
    }

    fn think_aloud(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
        hear: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        let (thought, told) = self.ask(game, limit, clocks)?;
        let choices = told.iter().filter_map(|(time, info)| {
            messages::leaning(game, info).map(|mv| messages::thought(mv, info, *time))
        });
        choices.for_each(hear);
        Ok(thought)
    }

    fn is_alive(&mut self) -> bool {
        !self.failed && !self.reaped && !system::has_ended(&mut self.child)
    }
}

impl Drop for Process {
    /// Asks it to go, and makes it.
    fn drop(&mut self) {
        if !self.failed && !self.reaped && self.say(&Command::Quit).is_ok() {
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline && !system::has_ended(&mut self.child) {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        // Once it has been waited for, its number may be somebody else's.
        if !self.reaped {
            system::kill_group(&mut self.child);
            let _ = self.child.wait();
        }
    }
}
