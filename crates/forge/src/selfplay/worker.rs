//! One thread of self-play: an engine that plays both sides of one game after another.

use core::ops::AddAssign;
use std::time::{Duration, Instant};

use chess::{Color, Game, Move, Random, Setup};
use engine::Limits;
use engine::probe::Silent;
use engine::tt::NoMemory;
use engine::{Engine, WinCurve};
use toolkit::adjudicator::{self, Adjudicator};
use toolkit::stop::{StopAll, StopHandle};

use super::EngineSetup;
use super::opening::{self, MAX_ATTEMPTS, NoOpening};
use crate::format::{GameRecord, MAX_PLIES, NO_SCORE, Ply};
use crate::sample::changes_material;
use crate::settings::Settings;
use chess::GameResult;
use toolkit::Ending;

/// The cost of games, in time of the threads that played them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// Time in searches.
    pub search: Duration,
    /// Time to clear the engine between games.
    pub reset: Duration,
    /// All time, openings included.
    pub total: Duration,
    pub nodes: u64,
    pub searches: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.search += other.search;
        self.reset += other.reset;
        self.total += other.total;
        self.nodes += other.nodes;
        self.searches += other.searches;
    }
}

impl Effort {
    /// The share of the time spent in searches, from 0 to 1.
    pub fn search_share(&self) -> f64 {
        self.search.as_secs_f64() / self.total.as_secs_f64().max(1e-9)
    }
}

/// Why a game was not finished.
pub(super) enum GameError {
    /// A stop was requested.
    Stopped,
    Opening(NoOpening),
}

pub(super) struct Worker<'a> {
    settings: &'a Settings,
    /// The win curve of the evaluation.
    curve: WinCurve,
    engine: Engine,
    stop: StopHandle,
    effort: Effort,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        setup: &EngineSetup,
        stop: &StopAll,
    ) -> Result<Worker<'a>, NoMemory> {
        let engine = setup.engine(settings.hash_megabytes as usize)?;
        let curve = WinCurve::of(setup.evaluator);
        Ok(Worker { settings, curve, engine, stop: stop.handle(), effort: Effort::default() })
    }

    /// Plays the game with this number.
    pub(super) fn game(&mut self, number: u32) -> Result<(GameRecord, Effort), GameError> {
        self.with_cleared_engine(|worker| {
            let start = worker.opening(number)?;
            worker.play(number, start)
        })
    }

    /// The same game with this engine's scores. Positions in check get none, nor do positions where
    /// the played or the now preferred move captures or promotes: nobody could learn from them.
    pub(super) fn relabel(
        &mut self,
        mut record: GameRecord,
    ) -> Result<(GameRecord, Effort), GameError> {
        self.with_cleared_engine(|worker| {
            let mut game = Game::new(record.start.clone());
            // The old scores are another engine's.
            record.plies.iter_mut().for_each(|ply| ply.score = NO_SCORE);
            for ply in &mut record.plies {
                if !game.position().in_check() && !changes_material(ply.mv) {
                    let Some((best, score)) = worker.search(&game)? else { break };
                    if !changes_material(best) {
                        ply.score = for_white(&game, score);
                    }
                }
                if game.play(ply.mv).is_err() {
                    break;
                }
            }
            Ok(record)
        })
    }

    /// Clears the engine and measures the work. Cleared once per game, since what the opening's
    /// searches leave in the hash table follows from the game's number, too.
    fn with_cleared_engine(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<GameRecord, GameError>,
    ) -> Result<(GameRecord, Effort), GameError> {
        let start = Instant::now();
        self.effort = Effort::default();
        self.engine.new_game();
        self.effort.reset = start.elapsed();
        let record = work(self)?;
        Ok((record, Effort { total: start.elapsed(), ..self.effort }))
    }

    fn opening(&mut self, number: u32) -> Result<Setup, GameError> {
        let mut random = Random::numbered(self.settings.seed, number);
        let plies = opening::random_ply_count(&mut random, self.settings);
        for _ in 0..MAX_ATTEMPTS {
            let Some(start) = opening::random_walk(&mut random, plies, self.settings) else {
                continue;
            };
            let found = self.search(&Game::new(start.clone()))?;
            let (settings, curve) = (self.settings, &self.curve);
            if let Some((_, score)) = found
                && opening::is_accepted(&mut random, score, &start.position, curve, settings)
            {
                return Ok(start);
            }
        }
        Err(GameError::Opening(NoOpening))
    }

    fn play(&mut self, number: u32, start: Setup) -> Result<GameRecord, GameError> {
        let mut record = GameRecord {
            number,
            start: start.clone(),
            result: GameResult::Draw,
            ending: Ending::TooLong,
            plies: Vec::new(),
        };
        let mut game = Game::new(start);
        let rules = self.settings.rules;
        let mut adjudicator = Adjudicator::new(rules.adjudication());
        while record.plies.len() < MAX_PLIES {
            let Some((mv, score)) = self.search(&game)? else { break };
            let score = for_white(&game, score);
            if game.play(mv).is_err() {
                break;
            }
            record.plies.push(Ply { mv, score });
            let plies = record.first_ply() + record.plies.len() as u32;
            let over = match game.outcome() {
                Some(outcome) => Some((GameResult::of(outcome.winner()), Ending::from(outcome))),
                None => {
                    let endgame = self.settings.is_endgame(game.position());
                    let may_draw = plies > rules.draw_from && !endgame;
                    let score = Some(score.into());
                    adjudicator.decide(adjudicator::Ply { score, plies, may_draw })
                }
            };
            if let Some((result, ending)) = over {
                (record.result, record.ending) = (result, ending);
                break;
            }
        }
        Ok(record)
    }

    /// Searches the position: the best move and its score; `None` if there is no legal move.
    fn search(&mut self, game: &Game) -> Result<Option<(Move, i16)>, GameError> {
        let control = self.stop.next_control();
        let nodes = self.settings.nodes_for(game.position());
        let limits = Limits {
            soft_nodes: Some(nodes.soft.into()),
            nodes: Some(nodes.hard.into()),
            ..Limits::default()
        };
        let start = Instant::now();
        let answer = self.engine.go::<Silent>(game, &limits, &control, &mut ());
        self.effort.search += start.elapsed();
        self.effort.nodes += answer.nodes;
        self.effort.searches += 1;
        // An interrupted search returns another result than a complete one.
        if self.stop.is_requested() {
            return Err(GameError::Stopped);
        }
        // Every score fits 16 bits.
        Ok(answer.best.map(|mv| (mv, answer.score.raw() as i16)))
    }
}

/// A score of the side to move from White's point of view.
fn for_white(game: &Game, score: i16) -> i16 {
    if game.position().turn() == Color::White { score } else { -score }
}
