//! How games end, in the lab and in the forge.

use core::fmt;

use chess::Outcome;
use serde::{Deserialize, Serialize};

/// The kind of a game's end. Files of games store the first eight by their number; journals of the
/// lab store all by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Ending {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    Repetition,
    /// Both sides scored one of them far ahead. Journals already use the name below.
    #[serde(rename = "resignation")]
    AdjudicatedWin,
    /// Both sides scored the game as level for long. Journals already use the name below.
    #[serde(rename = "draw-agreed")]
    AdjudicatedDraw,
    /// Ended at the longest length, and counted as drawn.
    TooLong,
    /// The tablebases know the result.
    Tablebase,
    /// A player exceeded its time.
    Time,
    /// No answer, neither in time nor afterwards.
    Stall,
    /// No `readyok`, or the engine does not read its input.
    NotReady,
    Disconnect,
    IllegalMove,
    /// The game does not count.
    Void,
}

impl Ending {
    /// Every ending of a game between sides that obey the rules, by its number in files.
    pub const PLAYED: [Ending; 8] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::FiftyMoves,
        Ending::Repetition,
        Ending::AdjudicatedWin,
        Ending::AdjudicatedDraw,
        Ending::TooLong,
    ];

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

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FiftyMoves => "fifty moves",
            Ending::Repetition => "repetition",
            Ending::AdjudicatedWin => "adjudicated win",
            Ending::AdjudicatedDraw => "adjudicated draw",
            Ending::TooLong => "too long",
            Ending::Tablebase => "tablebase",
            Ending::Time => "time",
            Ending::Stall => "stall",
            Ending::NotReady => "not ready",
            Ending::Disconnect => "disconnect",
            Ending::IllegalMove => "illegal move",
            Ending::Void => "void",
        }
    }
}

/// The ending of a game that the rules of chess ended.
impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Stalemate => Ending::Stalemate,
            Outcome::InsufficientMaterial => Ending::InsufficientMaterial,
            Outcome::FiftyMoves => Ending::FiftyMoves,
            Outcome::Repetition => Ending::Repetition,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_files_are_numbered_in_order() {
        for (number, ending) in Ending::PLAYED.into_iter().enumerate() {
            assert_eq!(ending as usize, number);
        }
    }
}
