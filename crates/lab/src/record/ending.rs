//! How a game ended, for counting and in words.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::adjudication::Ruling;
use crate::game::End;
use crate::player::Fault;

/// The kind of a game's end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    Repetition,
    Resignation,
    DrawAgreed,
    TooLong,
    Time,
    /// No answer, neither in time nor afterwards.
    Stall,
    /// No `readyok`, or the engine does not read its input.
    NotReady,
    Disconnect,
    IllegalMove,
    Void,
}

impl Ending {
    /// Whether the loser failed instead of being beaten.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Ending::Stall
                | Ending::NotReady
                | Ending::Disconnect
                | Ending::IllegalMove
                | Ending::Void
        )
    }

    pub(super) fn of(end: &End) -> Ending {
        match end {
            End::Rules(chess::Outcome::Checkmate { .. }) => Ending::Checkmate,
            End::Rules(chess::Outcome::Stalemate) => Ending::Stalemate,
            End::Rules(chess::Outcome::InsufficientMaterial) => Ending::InsufficientMaterial,
            End::Rules(chess::Outcome::FiftyMoves) => Ending::FiftyMoves,
            End::Rules(chess::Outcome::Repetition) => Ending::Repetition,
            End::Adjudicated(Ruling::Win(_)) => Ending::Resignation,
            End::Adjudicated(Ruling::Draw) => Ending::DrawAgreed,
            End::Adjudicated(Ruling::TooLong) => Ending::TooLong,
            End::Time { silent: false, .. } => Ending::Time,
            End::Time { silent: true, .. } => Ending::Stall,
            End::Fault { fault: Fault::Gone(_), .. } => Ending::Disconnect,
            End::Fault { fault: Fault::Illegal(_) | Fault::Misspelt { .. }, .. } => {
                Ending::IllegalMove
            }
            End::Fault { fault: Fault::Unready { .. }, .. } => Ending::NotReady,
            End::Fault { .. } => Ending::Stall,
            End::Void { .. } | End::Abandoned => Ending::Void,
        }
    }

    /// The value of the PGN tag Termination.
    pub(super) fn termination(self) -> &'static str {
        match self {
            Ending::Resignation | Ending::DrawAgreed | Ending::TooLong => "adjudication",
            Ending::Time => "time forfeit",
            Ending::Stall | Ending::NotReady => "stalled connection",
            Ending::Disconnect | Ending::Void => "abandoned",
            Ending::IllegalMove => "rules infraction",
            _ => "normal",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FiftyMoves => "fifty moves",
            Ending::Repetition => "repetition",
            Ending::Resignation => "resignation",
            Ending::DrawAgreed => "draw agreed",
            Ending::TooLong => "too long",
            Ending::Time => "time",
            Ending::Stall => "stall",
            Ending::NotReady => "not ready",
            Ending::Disconnect => "disconnect",
            Ending::IllegalMove => "illegal move",
            Ending::Void => "void",
        })
    }
}

/// The end in words.
pub(super) fn describe(end: &End) -> String {
    match end {
        End::Rules(outcome) => outcome.to_string(),
        End::Adjudicated(Ruling::Win(winner)) => format!("{winner} wins: both players agree"),
        End::Adjudicated(Ruling::Draw) => "draw: both players agree".to_owned(),
        End::Adjudicated(Ruling::TooLong) => "draw: the game is too long".to_owned(),
        End::Time { loser, over, silent } => {
            let answer = if *silent { " without an answer" } else { "" };
            format!("{loser} loses on time, {} ms over{answer}", over.as_millis())
        }
        End::Fault { loser, fault } => format!("{loser} loses: {fault}"),
        End::Void { fault } => format!("does not count: {fault}"),
        End::Abandoned => "abandoned".to_owned(),
    }
}
