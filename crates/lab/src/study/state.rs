//! The results of a study so far, derived from its journal.

use std::collections::HashMap;

use super::journal::{StudyEvent, StudyGame};
use super::measuring::Measuring;
use super::plan::StudyPlan;
use crate::measure::Measurement;
use crate::stats::{Pentanomial, WinDrawLoss};

#[derive(Clone, Debug)]
pub struct StudyState {
    /// By contest.
    pub contests: Vec<ContestResult>,
    /// Finished games, each once.
    games: Vec<StudyGame>,
    /// Half points by place and colour.
    known: HashMap<(u32, bool), u8>,
    /// By player and position.
    measurements: HashMap<(usize, usize), Measurement>,
    /// By player and question.
    answers: HashMap<(usize, usize), bool>,
    /// Seconds of the baseline and of the player, by player and round.
    times: HashMap<(usize, u32), (f64, f64)>,
    /// Running time so far, in milliseconds.
    pub spent: u64,
}

/// The finished pairs of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ContestResult {
    pub pairs: Pentanomial,
    /// Finished games, also of pairs that are not complete.
    pub games: WinDrawLoss,
    /// Games lost on time.
    pub on_time: u64,
}

impl StudyState {
    pub fn new(plan: &StudyPlan) -> StudyState {
        StudyState {
            contests: vec![ContestResult::default(); plan.contests().len()],
            games: Vec::new(),
            known: HashMap::new(),
            measurements: HashMap::new(),
            answers: HashMap::new(),
            times: HashMap::new(),
            spent: 0,
        }
    }

    pub fn games(&self) -> &[StudyGame] {
        &self.games
    }

    /// Counts an event, at most once.
    pub(super) fn add(&mut self, event: StudyEvent) {
        self.spent = self.spent.max(event.spent().unwrap_or(0));
        match event {
            StudyEvent::Game(game) => self.add_game(game),
            StudyEvent::Position { player, position, measurement, .. } => {
                self.measurements.entry((player, position)).or_insert(measurement);
            }
            StudyEvent::Answer { player, task, solved, .. } => {
                self.answers.entry((player, task)).or_insert(solved);
            }
            StudyEvent::Time { player, round, baseline, seconds, .. } => {
                self.times.entry((player, round)).or_insert((baseline, seconds));
            }
            StudyEvent::Started { .. } | StudyEvent::Stopped { .. } => {}
        }
    }

    /// Whether a measurement has been made.
    pub(super) fn has(&self, measuring: Measuring) -> bool {
        match measuring {
            Measuring::Position { player, position } => {
                self.measurements.contains_key(&(player, position))
            }
            Measuring::Question { player, task } => self.answers.contains_key(&(player, task)),
            Measuring::Time { player, round } => self.times.contains_key(&(player, round)),
        }
    }

    /// Measurements made: of positions, questions and rounds of time.
    pub fn measured(&self) -> usize {
        self.measurements.len() + self.answers.len() + self.times.len()
    }

    pub fn measurement(&self, player: usize, position: usize) -> Option<&Measurement> {
        self.measurements.get(&(player, position))
    }

    /// The sum over all positions; `None` if one is missing.
    pub fn total(&self, player: usize, positions: usize) -> Option<Measurement> {
        let mut sum = Measurement::default();
        for position in 0..positions {
            sum += self.measurement(player, position)?;
        }
        (positions > 0).then_some(sum)
    }

    /// Whether a player solved a question of the suites.
    pub fn answer(&self, player: usize, task: usize) -> Option<bool> {
        self.answers.get(&(player, task)).copied()
    }

    /// The median of a player's time divided by the baseline's, and the number of rounds.
    pub fn time_ratio(&self, player: usize) -> Option<(f64, usize)> {
        let of_player = self.times.iter().filter(|((timed, _), _)| *timed == player);
        let mut ratios: Vec<f64> =
            of_player.map(|(_, (baseline, seconds))| seconds / baseline.max(1e-9)).collect();
        ratios.sort_by(f64::total_cmp);
        let (rounds, middle) = (ratios.len(), ratios.len() / 2);
        match rounds {
            0 => None,
            _ if rounds % 2 == 1 => Some((ratios[middle], rounds)),
            _ => Some((0.5 * (ratios[middle - 1] + ratios[middle]), rounds)),
        }
    }

    fn add_game(&mut self, game: StudyGame) {
        let key = (game.place, game.swapped);
        if game.contest >= self.contests.len() || self.known.contains_key(&key) {
            return;
        }
        self.known.insert(key, game.half_points);
        let result = &mut self.contests[game.contest];
        match game.half_points {
            0 => result.games.losses += 1,
            1 => result.games.draws += 1,
            _ => result.games.wins += 1,
        }
        result.on_time += u64::from(game.end.contains("on time"));
        if let Some(other) = self.known.get(&(game.place, !game.swapped)) {
            result.pairs.add(usize::from(game.half_points + other));
        }
        self.games.push(game);
    }
}
