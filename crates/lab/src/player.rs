//! Whoever plays: an engine within this process or one behind pipes. The arena does not ask.

mod here;
mod mailbox;
mod process;

pub use here::Here;
pub use process::{EngineSpec, Process, StartError, Waiting};

use core::fmt;
use core::time::Duration;

use chess::{Game, Move};

use crate::limit::Limit;

/// What is left on the clocks, White's first. Without clocks it means nothing.
pub type Clocks = [Duration; 2];

pub trait Player: Send {
    fn name(&self) -> &str;

    /// A game begins, from the last position of `opening`.
    fn begin(&mut self, opening: &Game) -> Result<(), Fault>;

    /// Chooses a move in the last position of `game`.
    fn think(&mut self, game: &Game, limit: Limit, clocks: Clocks) -> Result<Thought, Fault>;
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eval {
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
                write!(f, "{}M{}", if *moves > 0 { '+' } else { '-' }, moves.abs())
            }
        }
    }
}

/// Why a player could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It ended, or closed its output: how, as far as the system says.
    Gone(String),
    /// It did not answer.
    Silent { waited: Duration },
    /// It answered with something that is no legal move here.
    Illegal(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Gone(how) => write!(f, "disconnected ({how})"),
            Fault::Silent { waited } => write!(f, "no answer for {:.1} s", waited.as_secs_f64()),
            Fault::Illegal(text) => write!(f, "illegal move '{text}'"),
        }
    }
}

impl core::error::Error for Fault {}
