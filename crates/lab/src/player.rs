//! Players: our own engine in this process, or a UCI engine through pipes. The arena treats both
//! alike.

mod engine_command;
pub(crate) mod engine_process;
mod in_process;
mod messages;
pub(crate) mod pipe_reader;
#[cfg(target_os = "linux")]
mod process_table;
mod process_tree;
mod spec;
mod system;
mod uci_player;
mod uci_replies;

pub use engine_command::{EngineCommand, StartError, Timeouts};
pub use in_process::InProcess;
pub(crate) use messages::position;
#[cfg(target_os = "linux")]
pub use process_tree::{end_marked, mark_of_this_lab};
pub use spec::{OwnEngine, PlayerSpec, PlayerSpecError};
pub use uci_player::UciPlayer;

use core::fmt;
use core::time::Duration;

use chess::{Game, Move};
use serde::{Deserialize, Serialize};

use crate::limit::Limit;

/// What the clocks show. Empty if no clock limits the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clocks {
    /// White's first. A player under another limit has no clock.
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

    /// The same, and passes the intermediate choices that the player reports to `receive`, in their
    /// order.
    fn think_aloud(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
        _receive: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        self.think(game, limit, clocks)
    }

    /// Whether the player could still answer, as far as the system shows.
    fn is_alive(&mut self) -> bool {
        true
    }
}

/// A choice, and what the player reports about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    pub mv: Move,
    pub score: Option<Eval>,
    pub depth: u32,
    pub nodes: u64,
    /// Measured by us, not by the player.
    pub time: Duration,
}

/// A player's score for its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eval {
    #[serde(rename = "cp")]
    Centipawns(i32),
    /// Moves until the player mates; negative if it is mated.
    Mate(i32),
}

impl Eval {
    /// Centipawns to compare with a threshold: a mate is beyond all thresholds.
    pub fn centipawns(self) -> i32 {
        match self {
            Eval::Centipawns(centipawns) => centipawns,
            Eval::Mate(moves) if moves > 0 => i32::MAX,
            Eval::Mate(_) => i32::MIN,
        }
    }
}

/// As PGN comments write it.
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

/// Why a player could not continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The engine ended or closed its output; how, as far as the system says.
    Gone(String),
    /// The engine did not answer with a move.
    Silent { waited: Duration },
    /// The engine did not get ready. No clock runs meanwhile.
    Unready { waited: Duration },
    /// The answer is not a legal move.
    Illegal(String),
    /// The answer castles in the notation of the other kind of game.
    Misspelt { text: String, expected: String },
    /// The run was stopped: no fault of the player.
    Abandoned,
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
            Fault::Abandoned => f.write_str("abandoned"),
        }
    }
}

impl core::error::Error for Fault {}
