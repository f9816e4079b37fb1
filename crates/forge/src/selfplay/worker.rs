//! One thread: an engine that plays both sides of game after game.

use core::ops::AddAssign;
use std::time::{Duration, Instant};

use chess::{Color, Game, Move, Random, Setup};
use engine::limits::Limits;
use engine::probe::Silent;
use engine::tt::NoMemory;
use engine::{Engine, WinCurve};
use toolkit::stop::{StopAll, StopHandle};

use super::adjudication::Arbiter;
use super::opening::{self, MOST_FAILURES, NoOpening};
use super::thinker::Thinker;
use crate::format::{Ending, GameRecord, GameResult, MAX_PLIES, NO_SCORE, Ply};
use crate::sample::changes_material;
use crate::settings::Settings;

/// What games have cost, in time of the threads that played them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// Within searches.
    pub search: Duration,
    /// Making the engine forget the game before.
    pub reset: Duration,
    /// Everything, openings and what else there is included.
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
    /// How much of the time was spent on searching, from nought to one.
    pub fn search_share(&self) -> f64 {
        self.search.as_secs_f64() / self.total.as_secs_f64().max(1e-9)
    }
}

/// Why there is no game.
pub(super) enum Unplayed {
    /// The word to stop has come.
    Stopped,
    Opening(NoOpening),
}

pub(super) struct Worker<'a> {
    settings: &'a Settings,
    /// What scores of this engine mean.
    curve: WinCurve,
    engine: Engine,
    stop: StopHandle,
    effort: Effort,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        thinker: &Thinker,
        stop: &StopAll,
    ) -> Result<Worker<'a>, NoMemory> {
        let engine = thinker.engine(settings.hash_megabytes as usize)?;
        let curve = WinCurve::of(thinker.evaluator);
        Ok(Worker { settings, curve, engine, stop: stop.handle(), effort: Effort::default() })
    }

    /// The game with this number, and what it has cost.
    pub(super) fn game(&mut self, number: u32) -> Result<(GameRecord, Effort), Unplayed> {
        self.anew(|worker| {
            let start = worker.opening(number)?;
            worker.play(number, start)
        })
    }

    /// The same game with scores as this engine has them, and none where nobody could learn from
    /// them: in check, and where the move that was played or the one that is now preferred takes
    /// or promotes.
    pub(super) fn relabel(
        &mut self,
        mut record: GameRecord,
    ) -> Result<(GameRecord, Effort), Unplayed> {
        self.anew(|worker| {
            let mut game = Game::new(record.start.clone());
            // What another engine thought must not pass for what this one does.
            record.plies.iter_mut().for_each(|ply| ply.score = NO_SCORE);
            for ply in &mut record.plies {
                if !game.position().in_check() && !changes_material(ply.mv) {
                    let Some((best, score)) = worker.think(&game)? else { break };
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

    /// Once for each game: what the searches of its opening leave behind follows from its number
    /// as well.
    fn anew(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<GameRecord, Unplayed>,
    ) -> Result<(GameRecord, Effort), Unplayed> {
        let begun = Instant::now();
        self.effort = Effort::default();
        self.engine.new_game();
        self.effort.reset = begun.elapsed();
        let record = work(self)?;
        Ok((record, Effort { total: begun.elapsed(), ..self.effort }))
    }

    fn opening(&mut self, number: u32) -> Result<Setup, Unplayed> {
        let mut random = Random::numbered(self.settings.seed, number);
        let plies = opening::length(&mut random, self.settings);
        for _ in 0..MOST_FAILURES {
            let Some(start) = opening::walk(&mut random, plies, self.settings) else { continue };
            let thought = self.think(&Game::new(start.clone()))?;
            let (settings, curve) = (self.settings, &self.curve);
            if let Some((_, score)) = thought
                && opening::is_played(&mut random, score, &start.position, curve, settings)
            {
                return Ok(start);
            }
        }
        Err(Unplayed::Opening(NoOpening))
    }

    fn play(&mut self, number: u32, start: Setup) -> Result<GameRecord, Unplayed> {
        let mut record = GameRecord {
            number,
            start: start.clone(),
            result: GameResult::Draw,
            ending: Ending::TooLong,
            plies: Vec::new(),
        };
        let mut game = Game::new(start);
        let mut arbiter = Arbiter::new(self.settings.rules);
        while record.plies.len() < MAX_PLIES {
            let Some((mv, score)) = self.think(&game)? else { break };
            let score = for_white(&game, score);
            if game.play(mv).is_err() {
                break;
            }
            record.plies.push(Ply { mv, score });
            let plies = record.first_ply() + record.plies.len() as u32;
            let over = match game.outcome() {
                Some(outcome) => Some((GameResult::of(outcome.winner()), Ending::of(outcome))),
                None => arbiter.hear(score, plies, self.settings.is_endgame(game.position())),
            };
            if let Some((result, ending)) = over {
                (record.result, record.ending) = (result, ending);
                break;
            }
        }
        Ok(record)
    }

    /// The move for the side to move and its score; `None` where there is no move.
    fn think(&mut self, game: &Game) -> Result<Option<(Move, i16)>, Unplayed> {
        let control = self.stop.next_control();
        let nodes = self.settings.nodes_for(game.position());
        let limits = Limits {
            soft_nodes: Some(nodes.soft.into()),
            nodes: Some(nodes.hard.into()),
            ..Limits::default()
        };
        let begun = Instant::now();
        let answer = self.engine.go::<Silent>(game, &limits, &control, &mut ());
        self.effort.search += begun.elapsed();
        self.effort.nodes += answer.nodes;
        self.effort.searches += 1;
        // What a search says that was cut short from outside is not what it would have said.
        if self.stop.is_requested() {
            return Err(Unplayed::Stopped);
        }
        // No score needs more than sixteen bits.
        Ok(answer.best.map(|mv| (mv, answer.score.raw() as i16)))
    }
}

/// A score of the side to move, as White sees it.
fn for_white(game: &Game, score: i16) -> i16 {
    if game.position().turn() == Color::White { score } else { -score }
}
