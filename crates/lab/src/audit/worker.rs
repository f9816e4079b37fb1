//! A worker of an audit: judges samples, and scores positions for the regression.

use std::sync::Arc;

use chess::{Game, Setup};
use engine::probe::Silent;
use engine::{Engine, Limits, Listener, Progress};
use serde::{Deserialize, Serialize};
use toolkit::stop::{StopAll, StopHandle};

use super::judge::{Judge, Judgement, Truth};
use super::plan::{AuditError, AuditPlayer};
use super::regression::{DEEPEST, ScoredPosition};
use super::sample::Sample;

/// The table of the searches for the regression, in megabytes at most.
const SCORING_TABLE: usize = 16;

/// A line of the judgements.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Line {
    Judged(Judgement),
    Scored(ScoredPosition),
}

/// Judges with the settings of whichever player a sample belongs to.
pub(super) struct Worker<'a> {
    players: &'a [AuditPlayer],
    limits: &'a Limits,
    most_nodes: u64,
    stop: &'a StopAll,
    /// By player, created when first needed.
    judges: Vec<Option<Judge>>,
    /// The engines of the regression, likewise.
    scorers: Vec<Option<Engine>>,
    handle: StopHandle,
}

impl Worker<'_> {
    pub(super) fn new<'a>(
        players: &'a [AuditPlayer],
        limits: &'a Limits,
        most_nodes: u64,
        stop: &'a StopAll,
    ) -> Worker<'a> {
        Worker {
            players,
            limits,
            most_nodes,
            stop,
            judges: players.iter().map(|_| None).collect(),
            scorers: players.iter().map(|_| None).collect(),
            handle: stop.handle(),
        }
    }

    pub(super) fn judge(
        &mut self,
        player: usize,
        number: usize,
        sample: &Sample,
        truth: Truth,
    ) -> Result<Option<Line>, AuditError> {
        let judge = match &mut self.judges[player] {
            Some(judge) => judge,
            none => {
                let AuditPlayer { knobs, network, megabytes, .. } = &self.players[player];
                let (network, searches) = (Arc::clone(network), (self.limits.clone(), *megabytes));
                let judge = Judge::new(*knobs, network, searches, self.most_nodes, self.stop);
                none.insert(judge.map_err(AuditError::NoMemory)?)
            }
        };
        let judged = judge.judge(number, sample, truth);
        Ok(judged.map_err(AuditError::NoMemory)?.map(Line::Judged))
    }

    /// The scores of a position at each depth; `None` if a stop was requested.
    pub(super) fn score(
        &mut self,
        player: usize,
        number: usize,
        fen: &str,
    ) -> Result<Option<Line>, AuditError> {
        let Ok(setup) = fen.parse::<Setup>() else { return Ok(None) };
        let engine = match &mut self.scorers[player] {
            Some(engine) => engine,
            none => {
                let AuditPlayer { knobs, network, megabytes, .. } = &self.players[player];
                let megabytes = (*megabytes).min(SCORING_TABLE);
                let engine = Engine::with_network(megabytes, Arc::clone(network));
                let engine = none.insert(engine.map_err(AuditError::NoMemory)?);
                engine.knobs = *knobs;
                engine
            }
        };
        let pieces = setup.position.occupied().len();
        let limits = Limits { depth: Some(DEEPEST as i32), ..Limits::default() };
        let mut scores = ScoreByDepth::default();
        engine.new_game();
        engine.go::<Silent>(&Game::new(setup), &limits, &self.handle.next_control(), &mut scores);
        let scored = ScoredPosition { number, player, pieces, scores: scores.0 };
        Ok((!self.stop.is_requested()).then_some(Line::Scored(scored)))
    }
}

/// The score of each finished iteration, up to the first that is decisive.
#[derive(Default)]
struct ScoreByDepth(Vec<i32>);

impl Listener for ScoreByDepth {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(top) = progress.moves.first() else { return };
        let is_next = progress.depth as usize == self.0.len() + 1;
        if is_next && progress.bound == engine::tt::Bound::Exact && !top.score.is_decisive() {
            self.0.push(top.score.raw());
        }
    }
}
