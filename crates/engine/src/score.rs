//! The score of a position, for the side to move.
//!
//! From the top: mates by their distance, tablebase wins by their distance, then all evaluations;
//! and the same mirrored below zero. Every conversion of scores happens here.

use core::fmt;
use core::ops::{Add, Neg, Sub};

/// The greatest distance from the root that a search reaches.
pub const MAX_PLY: usize = 246;

/// Centipawns, or the distance to a proven win or loss. Fits 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

const MATE: i32 = 32_000;
const MATE_FLOOR: i32 = MATE - MAX_PLY as i32;
const TABLEBASE: i32 = MATE_FLOOR - 1;
const TABLEBASE_FLOOR: i32 = TABLEBASE - MAX_PLY as i32;
const EVAL_LIMIT: i32 = TABLEBASE_FLOOR - 1;

impl Score {
    pub const DRAW: Score = Score(0);
    /// Above every score a search can return.
    pub const INFINITE: Score = Score(MATE + 1);
    /// Below every score a search can return.
    pub const MINUS_INFINITE: Score = Score(-Self::INFINITE.0);
    /// The greatest evaluation. The least is its negation.
    pub const EVAL_MAX: Score = Score(EVAL_LIMIT);

    /// An evaluation in centipawns, clamped below the decisive scores.
    #[inline]
    pub const fn evaluation(centipawns: i32) -> Score {
        if centipawns > EVAL_LIMIT {
            Score(EVAL_LIMIT)
        } else if centipawns < -EVAL_LIMIT {
            Score(-EVAL_LIMIT)
        } else {
            Score(centipawns)
        }
    }

    /// The side to move mates, `ply` plies from the root.
    #[inline]
    pub const fn mate_at(ply: usize) -> Score {
        Score(MATE - ply as i32)
    }

    /// The side to move is mated, `ply` plies from the root.
    #[inline]
    pub const fn mated_at(ply: usize) -> Score {
        Score(ply as i32 - MATE)
    }

    /// The tablebases show a win for the side to move; the line reaches them `ply` plies from the
    /// root.
    #[inline]
    pub const fn tablebase_win_at(ply: usize) -> Score {
        Score(TABLEBASE - ply as i32)
    }

    /// The number behind the score, for storage.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of `raw`.
    #[inline]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// A proven win, by mate or tablebase.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= TABLEBASE_FLOOR
    }

    /// A proven loss, by mate or tablebase.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -TABLEBASE_FLOOR
    }

    /// A proven win or loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// A mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_FLOOR && self.0.abs() <= MATE
    }

    /// Full moves to mate, negative if the side to move is mated; `None` if there is no mate.
    pub const fn moves_to_mate(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((MATE - self.0 + 1) / 2)
        } else {
            Some(-(MATE + self.0) / 2)
        }
    }

    /// The score in centipawns. Decisive scores keep their large numbers.
    #[inline]
    pub const fn centipawns(self) -> i32 {
        self.0
    }

    /// The score as the table stores it: distances count from the node, not from the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        let raw = if self.is_win() {
            self.0 + ply as i32
        } else if self.is_loss() {
            self.0 - ply as i32
        } else {
            self.0
        };
        raw as i16
    }

    /// The inverse of `to_table`. A win that the fifty-move rule would turn into a draw becomes the
    /// greatest evaluation: it is no longer proven.
    #[inline]
    pub const fn from_table(raw: i16, ply: usize, halfmove_clock: u16) -> Score {
        let raw = raw as i32;
        let left = 100 - if halfmove_clock < 100 { halfmove_clock as i32 } else { 100 };
        if raw >= TABLEBASE_FLOOR {
            let end = if raw >= MATE_FLOOR { MATE } else { TABLEBASE };
            if end - raw > left { Score(EVAL_LIMIT) } else { Score(raw - ply as i32) }
        } else if raw <= -TABLEBASE_FLOOR {
            let end = if raw <= -MATE_FLOOR { MATE } else { TABLEBASE };
            if end + raw > left { Score(-EVAL_LIMIT) } else { Score(raw + ply as i32) }
        } else {
            Score(raw)
        }
    }

    /// The weighted mean of two scores, `other` counting `weight` parts of 1024. If either score is
    /// decisive, the result is `self`.
    #[inline]
    pub const fn blended(self, other: Score, weight: i32) -> Score {
        if self.is_decisive() || other.is_decisive() {
            return self;
        }
        Score((self.0 * (1024 - weight) + other.0 * weight) / 1024)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Adds a margin to a score.
impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

/// Subtracts a margin from a score.
impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

/// The distance between two scores.
impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

/// As UCI writes it: `cp 35` or `mate -3`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.centipawns()),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_of_scores_do_not_overlap() {
        for ply in 0..=MAX_PLY {
            assert!(Score::mate_at(ply) > Score::tablebase_win_at(0));
            assert!(Score::tablebase_win_at(ply) > Score::EVAL_MAX);
            assert!(Score::mate_at(ply).is_mate() && !Score::tablebase_win_at(ply).is_mate());
            assert!(Score::tablebase_win_at(ply).is_win() && (-Score::mate_at(ply)).is_loss());
        }
        assert!(!Score::evaluation(1_000_000).is_decisive());
        assert!(!Score::evaluation(-1_000_000).is_decisive());
        assert!(Score::INFINITE > Score::mate_at(0));
        assert!(!Score::INFINITE.is_mate());
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mate_at(1).to_string(), "mate 1");
        assert_eq!(Score::mate_at(3).to_string(), "mate 2");
        assert_eq!(Score::mated_at(2).to_string(), "mate -1");
        assert_eq!(Score::mated_at(0).to_string(), "mate 0");
        assert_eq!(Score::evaluation(-35).to_string(), "cp -35");
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for ply in 0..100 {
            for distance in 0..50 {
                for score in [
                    Score::mate_at(ply + distance),
                    Score::mated_at(ply + distance),
                    Score::tablebase_win_at(ply + distance),
                    -Score::tablebase_win_at(ply + distance),
                    Score::evaluation(17 * distance as i32 - 300),
                ] {
                    let stored = score.to_table(ply);
                    assert_eq!(Score::from_table(stored, ply, 0), score);
                    assert_eq!(Score::from_table(stored, 0, 0).to_table(0), stored);
                }
            }
        }
    }

    #[test]
    fn wins_too_long_for_the_fifty_move_rule_are_not_decisive() {
        let mate = Score::mate_at(11).to_table(0);
        assert_eq!(Score::from_table(mate, 0, 89), Score::mate_at(11));
        assert_eq!(Score::from_table(mate, 0, 90), Score::EVAL_MAX);
        assert_eq!(Score::from_table(-mate, 0, 90), -Score::EVAL_MAX);
    }

    #[test]
    fn decisive_scores_are_not_blended() {
        let mate = Score::mate_at(5);
        assert_eq!(mate.blended(Score::DRAW, 512), mate);
        assert_eq!(Score::DRAW.blended(mate, 512), Score::DRAW);
        assert_eq!(
            Score::evaluation(100).blended(Score::evaluation(40), 512),
            Score::evaluation(70)
        );
    }
}
