//! The journal of a study: one line for each game and measurement, written before it counts.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum StudyEvent {
    Started { at: String, workers: usize },
    Game(StudyGame),
    Stopped { at: String, why: String },
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StudyGame {
    /// The place of its pair in the schedule.
    pub place: u32,
    /// The place of the contest in the plan.
    pub contest: usize,
    /// The number of its opening.
    pub round: u32,
    /// Whether the first player has Black.
    pub swapped: bool,
    /// Of the first player.
    pub half_points: u8,
    pub plies: usize,
    /// In words.
    pub end: String,
    /// Running time of the study so far, in milliseconds.
    pub spent: u64,
}
