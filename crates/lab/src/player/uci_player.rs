//! A UCI engine through pipes. It is never trusted: it may die, hang, flood, lie or leave children
//! behind, and none of that may harm the match.

use std::time::{Duration, Instant};

use chess::Game;
use toolkit::stop::StopAll;
use uci::{Command, Info, OptionSpec, Reply};

use super::engine_command::{EngineCommand, StartError, Timeouts};
use super::engine_process::{DRAIN, EngineProcess, POLL, Stderr, WriteError};
use super::pipe_reader::Received;
use super::uci_replies::{EngineReply, UciReplies};
use super::{Clocks, Fault, Player, Thought, messages};
use crate::limit::Limit;

/// How long an engine may take to quit.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// Maximum options that are kept of an engine that lists them without end.
const MAX_OPTIONS: usize = 10_000;

pub struct UciPlayer {
    name: String,
    process: EngineProcess,
    replies: UciReplies,
    timeouts: Timeouts,
    stop: StopAll,
    options: Vec<OptionSpec>,
    chess960: bool,
    /// The engine has failed; it gets no further commands.
    failed: bool,
}

impl UciPlayer {
    pub fn start(
        command: &EngineCommand,
        timeouts: Timeouts,
        stop: &StopAll,
    ) -> Result<UciPlayer, StartError> {
        let (process, replies) = EngineProcess::start(command, Stderr::Discarded)
            .and_then(|started| Ok((started.process, UciReplies::open(started.output)?)))
            .map_err(|why| StartError::NotStarted { program: command.program.clone(), why })?;
        let mut player = UciPlayer {
            name: command.name.clone().unwrap_or_default(),
            process,
            replies,
            timeouts,
            stop: stop.clone(),
            options: Vec::new(),
            chess960: false,
            failed: false,
        };
        let silent =
            |to| move |fault| StartError::NoAnswer { program: command.program.clone(), to, fault };
        player.introduce().map_err(silent("uci"))?;
        for (name, value) in &command.options {
            player.set(name, value).map_err(silent("setoption"))?;
        }
        player.synchronize().map_err(silent("isready"))?;
        Ok(player)
    }

    /// The options that the engine lists.
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Asks an engine that lists only some of its options for all of them, as ours does.
    pub fn list_all_options(&mut self) -> Result<(), Fault> {
        const SWITCH: &str = "ShowAllOptions";
        if self.options.iter().any(|option| option.is_named(SWITCH)) {
            self.set(SWITCH, "true")?;
            self.introduce()?;
        }
        Ok(())
    }

    fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let line = format!("{command}\n");
        match self.process.write(line.as_bytes(), self.timeouts.ready, &self.stop) {
            Ok(()) => Ok(()),
            Err(WriteError::Gone) => Err(self.gone()),
            Err(WriteError::Full { waited }) => {
                self.failed = true;
                Err(Fault::Unready { waited })
            }
            Err(WriteError::Abandoned) => Err(Fault::Abandoned),
        }
    }

    /// How the engine ended, for the record.
    fn gone(&mut self) -> Fault {
        self.failed = true;
        // It has closed its pipe and ends soon, or never.
        let deadline = Instant::now() + 2 * DRAIN;
        while !self.process.has_ended() {
            if Instant::now() >= deadline {
                return Fault::Gone("it closed its output".to_owned());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        match self.process.end() {
            Ok(status) => Fault::Gone(status.to_string()),
            Err(error) => Fault::Gone(error.to_string()),
        }
    }

    /// Waits for the reply that `wanted` accepts and ignores all others.
    fn await_reply<T>(
        &mut self,
        time: Duration,
        mut wanted: impl FnMut(Instant, EngineReply) -> Option<T>,
    ) -> Result<T, Fault> {
        let mut deadline = Instant::now() + time;
        let mut ended = false;
        loop {
            match self.replies.wait(deadline.min(Instant::now() + POLL)) {
                Received::Item((at, reply)) => {
                    if let Some(found) = wanted(at, reply) {
                        return Ok(found);
                    }
                }
                Received::Closed => return Err(self.gone()),
                Received::Timeout => {
                    if self.stop.is_requested() {
                        return Err(Fault::Abandoned);
                    }
                    if Instant::now() >= deadline {
                        self.failed = true;
                        return Err(if ended {
                            self.gone()
                        } else {
                            Fault::Silent { waited: time }
                        });
                    }
                    // A descendant may hold the pipe open after the engine has ended.
                    if !ended && self.process.has_ended() {
                        ended = true;
                        deadline = deadline.min(Instant::now() + DRAIN);
                    }
                }
            }
        }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.send(&Command::Uci)?;
        let (mut name, mut options) = (None, Vec::new());
        self.await_reply(self.timeouts.ready, |_, reply| match reply {
            EngineReply::Uci(Reply::UciOk) => Some(()),
            EngineReply::Uci(Reply::IdName(reported)) => {
                name = Some(reported);
                None
            }
            EngineReply::Uci(Reply::Option(spec)) if options.len() < MAX_OPTIONS => {
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
        self.send(&Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) })
    }

    fn synchronize(&mut self) -> Result<(), Fault> {
        self.send(&Command::IsReady)?;
        let ready = self.await_reply(self.timeouts.ready, |_, reply| {
            matches!(reply, EngineReply::Uci(Reply::ReadyOk)).then_some(())
        });
        ready.map_err(|fault| match fault {
            Fault::Silent { waited } => Fault::Unready { waited },
            other => other,
        })
    }

    /// The engine's choice, and its `info` lines with their times.
    fn ask(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
    ) -> Result<(Thought, Vec<(Duration, Info)>), Fault> {
        // After `readyok`, all replies to earlier commands have arrived.
        self.synchronize()?;
        self.replies.clear();
        self.send(&messages::position(game, self.chess960))?;
        let left = clocks.left[game.position().turn()];
        let start = Instant::now();
        self.send(&Command::Go(messages::go(limit, clocks)))?;
        let (at, best) =
            self.await_reply(self.move_timeout(limit, left), |at, reply| match reply {
                EngineReply::Uci(Reply::BestMove(best)) => Some((at, Ok(best))),
                EngineReply::UnreadableMove(text) => Some((at, Err(text))),
                EngineReply::Uci(_) => None,
            })?;
        let since = |at: Instant| at.saturating_duration_since(start);
        let infos = self.replies.take_infos().into_iter().map(|(at, info)| (since(at), info));
        let infos: Vec<(Duration, Info)> = infos.collect();
        let mv = best
            .map_err(Fault::Illegal)
            .and_then(|best| messages::chosen(game, self.chess960, best))?;
        Ok((messages::conclusion(mv, &infos, since(at)), infos))
    }

    /// How long to wait for a move before the engine counts as dead.
    fn move_timeout(&self, limit: Limit, left: Option<Duration>) -> Duration {
        match (limit, left) {
            (Limit::MoveTime(time), _) => time + self.timeouts.grace,
            (Limit::Clock { .. }, Some(left)) => left + self.timeouts.grace,
            _ => self.timeouts.stall,
        }
    }
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, chess960: bool) -> Result<(), Fault> {
        if chess960 != self.chess960 {
            self.set("UCI_Chess960", &chess960.to_string())?;
            self.chess960 = chess960;
        }
        self.send(&Command::UciNewGame)?;
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
        receive: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        let (thought, infos) = self.ask(game, limit, clocks)?;
        let choices = infos.iter().filter_map(|(time, info)| {
            messages::preferred(game, info).map(|mv| messages::thought(mv, info, *time))
        });
        choices.for_each(receive);
        Ok(thought)
    }

    fn is_alive(&mut self) -> bool {
        !self.failed && !self.process.has_ended()
    }
}

impl Drop for UciPlayer {
    /// Asks the engine to quit. If it does not, dropping its process kills it.
    fn drop(&mut self) {
        self.process.expect_end();
        if !self.failed && self.send(&Command::Quit).is_ok() {
            let deadline = Instant::now() + QUIT_TIME;
            while Instant::now() < deadline && !self.process.has_ended() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}
