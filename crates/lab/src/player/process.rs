//! An engine in a process of its own, spoken to through pipes and never trusted: it may die,
//! hang, flood, lie or leave children behind, and none of that may harm the match.

use std::time::{Duration, Instant};

use chess::Game;
use toolkit::stop::StopAll;
use uci::{Command, Info, OptionSpec, Reply};

use super::inbox::Awaited;
use super::leash::{Complaints, GLANCE, LAST_WORDS, Leash, Unwritten};
use super::mailbox::{Mailbox, Said};
use super::spec::{EngineSpec, StartError, Waiting};
use super::{Clocks, Fault, Player, Thought, messages};
use crate::limit::Limit;

/// How long an engine may take to go when asked to.
const FAREWELL: Duration = Duration::from_millis(500);

pub struct Process {
    name: String,
    leash: Leash,
    mailbox: Mailbox,
    waiting: Waiting,
    stop: StopAll,
    options: Vec<OptionSpec>,
    chess960: bool,
    /// It has failed once: nothing is asked of it any more.
    failed: bool,
}

impl Process {
    pub fn start(
        spec: &EngineSpec,
        waiting: Waiting,
        stop: &StopAll,
    ) -> Result<Process, StartError> {
        let (leash, mailbox) = Leash::start(spec, Complaints::Ignored)
            .and_then(|started| Ok((started.leash, Mailbox::open(started.output)?)))
            .map_err(|why| StartError::NotStarted { program: spec.program.clone(), why })?;
        let mut process = Process {
            name: spec.name.clone().unwrap_or_default(),
            leash,
            mailbox,
            waiting,
            stop: stop.clone(),
            options: Vec::new(),
            chess960: false,
            failed: false,
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
        match self.leash.write(line.as_bytes(), self.waiting.ready, &self.stop) {
            Ok(()) => Ok(()),
            Err(Unwritten::Gone) => Err(self.gone()),
            Err(Unwritten::Full { waited }) => {
                self.failed = true;
                Err(Fault::Unready { waited })
            }
            Err(Unwritten::CalledOff) => Err(Fault::CalledOff),
        }
    }

    /// How the engine came to its end, for the record.
    fn gone(&mut self) -> Fault {
        self.failed = true;
        // It has closed its pipe and is about to end, or never will.
        let deadline = Instant::now() + 2 * LAST_WORDS;
        while !self.leash.has_ended() {
            if Instant::now() >= deadline {
                return Fault::Gone("it closed its output".to_owned());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        match self.leash.end() {
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
                Awaited::Came((at, said)) => {
                    if let Some(found) = wanted(at, said) {
                        return Ok(found);
                    }
                }
                Awaited::Closed => return Err(self.gone()),
                Awaited::Timeout => {
                    if self.stop.is_requested() {
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
                    if !ended && self.leash.has_ended() {
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
        let ready = self.await_reply(self.waiting.ready, |_, said| {
            matches!(said, Said::Reply(Reply::ReadyOk)).then_some(())
        });
        ready.map_err(|fault| match fault {
            Fault::Silent { waited } => Fault::Unready { waited },
            other => other,
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
        let mv = best
            .map_err(Fault::Illegal)
            .and_then(|best| messages::chosen(game, self.chess960, best))?;
        Ok((messages::conclusion(mv, &told, since(at)), told))
    }

    /// How long to wait for a move before the engine is taken for dead.
    fn patience(&self, limit: Limit, left: Option<Duration>) -> Duration {
        match (limit, left) {
            (Limit::MoveTime(time), _) => time + self.waiting.grace,
            (Limit::Clock { .. }, Some(left)) => left + self.waiting.grace,
            _ => self.waiting.stall,
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
        !self.failed && !self.leash.has_ended()
    }
}

impl Drop for Process {
    /// Asks it to go; what does not go is made to, by the leash.
    fn drop(&mut self) {
        self.leash.expect_end();
        if !self.failed && self.say(&Command::Quit).is_ok() {
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline && !self.leash.has_ended() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}
