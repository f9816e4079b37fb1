//! How strong the opponent plays. This table is the one place that decides it.

use std::time::Duration;

use engine::Limits;
use serde::Serialize;

/// A strength that people choose.
#[derive(Serialize)]
pub(crate) struct Level {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    /// Nodes for a move; without it, time decides.
    #[serde(skip)]
    nodes: Option<u64>,
    /// A move that is worse by at most this many centipawns may be played instead of the best one,
    /// so that games differ. Mates are always played.
    #[serde(skip)]
    pub(crate) tolerance: i32,
}

/// Time for a move at full strength, if the game has no clock.
const FULL_TIME: Duration = Duration::from_secs(2);

/// From very weak to full strength.
pub(crate) const LEVELS: [Level; 8] = [
    level("first-steps", "First steps", Some(8), 250),
    level("beginner", "Beginner", Some(40), 150),
    level("casual", "Casual", Some(150), 90),
    level("hobby", "Hobby player", Some(600), 50),
    level("club", "Club player", Some(2_500), 25),
    level("expert", "Expert", Some(15_000), 12),
    level("master", "Master", Some(120_000), 5),
    level("full", "Full strength", None, 0),
];

/// The level of a new player.
pub(crate) const DEFAULT: &str = "casual";

const fn level(
    name: &'static str,
    label: &'static str,
    nodes: Option<u64>,
    tolerance: i32,
) -> Level {
    Level { name, label, nodes, tolerance }
}

impl Level {
    pub(crate) fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// The limits of a search at this level. `clock` already holds the players' time, if there is
    /// any.
    pub(crate) fn limits(&self, clock: Limits) -> Limits {
        let timed = clock.time.iter().any(Option::is_some);
        let move_time = (self.nodes.is_none() && !timed).then_some(FULL_TIME);
        Limits { nodes: self.nodes, move_time, ..clock }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_distinct_and_ascend() {
        for pair in LEVELS.windows(2) {
            let nodes = pair[1].nodes.unwrap_or(u64::MAX);
            assert!(pair[0].nodes.is_some_and(|weaker| weaker < nodes), "{}", pair[0].name);
            assert!(pair[0].tolerance > pair[1].tolerance);
        }
        assert!(Level::named(DEFAULT).is_some());
        assert!(Level::named("grandmaster").is_none());
    }

    #[test]
    fn every_search_of_a_level_ends() {
        for level in &LEVELS {
            let limits = level.limits(Limits::default());
            assert!(limits.nodes.is_some() || limits.move_time.is_some(), "{}", level.name);
        }
    }
}
