//! The journal of a study: one line for each game and measurement, written before it counts.

use serde::{Deserialize, Serialize};

use crate::measure::Measurement;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum StudyEvent {
    Started {
        at: String,
        workers: usize,
    },
    Game(StudyGame),
    /// A player searched a position.
    Position {
        player: usize,
        position: usize,
        measurement: Measurement,
        /// Running time of the study so far, in milliseconds.
        spent: u64,
    },
    /// A player answered a question of a suite.
    Answer {
        player: usize,
        task: usize,
        solved: bool,
        spent: u64,
    },
    /// The seconds that the baseline and a player needed for all positions, one after the other.
    Time {
        player: usize,
        round: u32,
        baseline: f64,
        seconds: f64,
        spent: u64,
    },
    Stopped {
        at: String,
        why: String,
    },
}

impl StudyEvent {
    /// The running time of the study when the event was written, if it has one.
    pub fn spent(&self) -> Option<u64> {
        match self {
            StudyEvent::Game(game) => Some(game.spent),
            StudyEvent::Position { spent, .. }
            | StudyEvent::Answer { spent, .. }
            | StudyEvent::Time { spent, .. } => Some(*spent),
            StudyEvent::Started { .. } | StudyEvent::Stopped { .. } => None,
        }
    }

    /// The same event at a running time.
    pub(super) fn at(mut self, now: u64) -> StudyEvent {
        match &mut self {
            StudyEvent::Game(game) => game.spent = now,
            StudyEvent::Position { spent, .. }
            | StudyEvent::Answer { spent, .. }
            | StudyEvent::Time { spent, .. } => *spent = now,
            StudyEvent::Started { .. } | StudyEvent::Stopped { .. } => {}
        }
        self
    }
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
