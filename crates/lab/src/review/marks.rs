//! The marks of moves: `?!`, `?` and `??`, by the expected points they lose.

use core::fmt;

use serde::{Deserialize, Serialize};

/// What a move deserves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Mark {
    /// No mark.
    #[default]
    #[serde(rename = "")]
    None,
    /// `?!`
    #[serde(rename = "?!")]
    Inaccuracy,
    /// `?`
    #[serde(rename = "?")]
    Mistake,
    /// `??`
    #[serde(rename = "??")]
    Blunder,
}

/// A mark and the least loss that earns it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold {
    /// The mark.
    pub mark: Mark,
    /// Expected points, from 0 to 1.
    pub from: f64,
    /// The number of the glyph in PGN.
    pub nag: u16,
    /// What people call such a move.
    pub name: &'static str,
}

/// Mildest first. The numbers are those of Chess.com's expected points model; Lichess has 0.05, 0.10
/// and 0.15.
/// CITE: support.chess.com/en/articles/8572705
/// CITE: github.com/lichess-org/lila, modules/tree/src/main/Advice.scala
pub const THRESHOLDS: [Threshold; 3] = [
    Threshold { mark: Mark::Inaccuracy, from: 0.05, nag: 6, name: "inaccuracy" },
    Threshold { mark: Mark::Mistake, from: 0.10, nag: 2, name: "mistake" },
    Threshold { mark: Mark::Blunder, from: 0.20, nag: 4, name: "blunder" },
];

impl Mark {
    /// The mark of a move that loses these expected points.
    pub fn of(loss: f64) -> Mark {
        let earned = THRESHOLDS.iter().rev().find(|threshold| loss >= threshold.from);
        earned.map_or(Mark::None, |threshold| threshold.mark)
    }

    /// The row of the table; `None` without a mark.
    pub fn threshold(self) -> Option<&'static Threshold> {
        THRESHOLDS.iter().find(|threshold| threshold.mark == self)
    }

    /// The mark as people write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_start_at_their_thresholds() {
        let symbol = |loss: f64| Mark::of(loss).symbol();
        let losses = [0.0, 0.0495, 0.05, 0.0995, 0.10, 0.1995, 0.20, 1.0];
        assert_eq!(losses.map(symbol), ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }

    #[test]
    fn every_mark_has_its_row_and_its_glyph() {
        assert_eq!(Mark::None.threshold(), None);
        let nag = |mark: Mark| mark.threshold().map(|threshold| threshold.nag);
        assert_eq!(
            [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(nag),
            [Some(6), Some(2), Some(4)]
        );
        let json = |mark| serde_json::to_string(&mark).unwrap();
        for mark in [Mark::None, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder] {
            assert_eq!(json(mark), format!("\"{mark}\""));
        }
    }
}
