//! Whoever plays: an engine within this process or one behind pipes. The arena does not ask.

mod here;
pub(crate) mod inbox;
mod kin;
pub(crate) mod leash;
mod mailbox;
mod messages;
mod process;
#[cfg(target_os = "linux")]
mod processes;
mod spec;
mod system;

pub use here::Here;
#[cfg(target_os = "linux")]
pub use kin::{end_marked, mark_of_this_lab};
pub(crate) use messages::position;
pub use process::Process;
pub use spec::{EngineSpec, StartError, Waiting};

use core::fmt;
use core::time::Duration;

use chess::{Game, Move};
use serde::{Deserialize, Serialize};

use crate::limit::Limit;

/// What the clocks show. Where no clock limits, it means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    /// White's first. Whoever plays under another limit has no clock.
    pub left: [Option<Duration>; 2],
    /// What each move adds.
    pub increments: [Duration; 2],
    /// Moves of the player to move until its clock is refilled.
    pub moves_to_go: Option<u32>,
}

pub trait Player: Send {
    fn name(&self) -> &str;

    /// A game begins.
    fn begin(&mut self, chess960: bool) -> Result<(), Fault>;

    /// Chooses a move in the last position of `game`.
    fn think(&mut self, game: &Game, limit: Limit, clocks: &Clocks) -> Result<Thought, Fault>;

    /// The same, and `hear` is shown the choices on the way, in their order, as far as the
    /// player tells them.
    fn think_aloud(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
        _hear: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        self.think(game, limit, clocks)
    }

    /// Whether it could still answer, as far as anybody can tell.
    fn is_alive(&mut self) -> bool {
        true
    }
}

/// A choice, and what led to it as far as the player tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    pub mv: Move,
    pub score: Option<Eval>,
    pub depth: u32,
    pub nodes: u64,
    /// By our own watch.
    pub time: Duration,
}

/// What a player thinks its position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eval {
    #[serde(rename = "cp")]
    Centipawns(i32),
    /// Moves until the player mates, or is mated if negative.
    Mate(i32),
}

impl Eval {
    /// Centipawns for comparing with a threshold: a mate is beyond all of them.
    pub fn centipawns(self) -> i32 {
        match self {
            Eval::Centipawns(centipawns) => centipawns,
            Eval::Mate(moves) if moves > 0 => i32::MAX,
            Eval::Mate(_) => i32::MIN,
        }
    }
}

/// As PGN comments have it.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Centipawns(centipawns) => write!(f, "{:+.2}", f64::from(*centipawns) / 100.0),
            Eval::Mate(moves) => {
                write!(f, "{}M{}", if *moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
            }
        }
    }
}

/// Why a player could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It ended, or closed its output: how, as far as the system says.
    Gone(String),
    /// It did not answer with a move.
    Silent { waited: Duration },
    /// It did not get ready to be asked: no clock runs then.
    Unready { waited: Duration },
    /// It answered with something that is no legal move here.
    Illegal(String),
    /// It castles in the notation of the other kind of game.
    Misspelt { text: String, expected: String },
    /// The game is not wanted any more: nobody's fault.
    CalledOff,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Gone(how) => write!(f, "disconnected ({how})"),
            Fault::Silent { waited } => write!(f, "no answer for {:.1} s", waited.as_secs_f64()),
            Fault::Unready { waited } => write!(f, "not ready for {:.1} s", waited.as_secs_f64()),
            Fault::Illegal(text) => write!(f, "illegal move '{text}'"),
            Fault::Misspelt { text, expected } => {
                write!(f, "illegal move '{text}', which is written '{expected}' here")
            }
            Fault::CalledOff => f.write_str("called off"),
        }
    }
}

impl core::error::Error for Fault {}
