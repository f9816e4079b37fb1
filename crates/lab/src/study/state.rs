//! The results of a study so far, derived from its journal.

use std::collections::HashMap;

use super::journal::{StudyEvent, StudyGame};
use super::plan::StudyPlan;
use crate::stats::Pentanomial;

#[derive(Clone, Debug)]
pub struct StudyState {
    /// By contest.
    pub contests: Vec<ContestResult>,
    /// Finished games, each once.
    games: Vec<StudyGame>,
    /// Half points by place and colour.
    known: HashMap<(u32, bool), u8>,
    /// Running time so far, in milliseconds.
    pub spent: u64,
}

/// The finished pairs of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ContestResult {
    pub pairs: Pentanomial,
    /// Finished games, also of pairs that are not complete.
    pub games: u64,
    /// Games lost on time.
    pub on_time: u64,
}

impl StudyState {
    pub fn new(plan: &StudyPlan) -> StudyState {
        StudyState {
            contests: vec![ContestResult::default(); plan.contests().len()],
            games: Vec::new(),
            known: HashMap::new(),
            spent: 0,
        }
    }

    pub fn games(&self) -> &[StudyGame] {
        &self.games
    }

    /// Counts an event, at most once.
    pub(super) fn add(&mut self, event: StudyEvent) {
        match event {
            StudyEvent::Game(game) => self.add_game(game),
            StudyEvent::Started { .. } | StudyEvent::Stopped { .. } => {}
        }
    }

    fn add_game(&mut self, game: StudyGame) {
        self.spent = self.spent.max(game.spent);
        let key = (game.place, game.swapped);
        if game.contest >= self.contests.len() || self.known.contains_key(&key) {
            return;
        }
        self.known.insert(key, game.half_points);
        let result = &mut self.contests[game.contest];
        result.games += 1;
        result.on_time += u64::from(game.end.contains("on time"));
        if let Some(other) = self.known.get(&(game.place, !game.swapped)) {
            result.pairs.add(usize::from(game.half_points + other));
        }
        self.games.push(game);
    }
}
