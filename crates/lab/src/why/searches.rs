//! The searches of one investigation: the same position, limit and settings, with other pardons.

use chess::{Game, Move};
use engine::knobs::Knobs;
use engine::probe::tree::Tree;
use engine::score::Score;
use engine::tt::NoMemory;
use engine::{Engine, Limits};
use toolkit::stop::{StopAll, StopHandle};

use super::pardon::{Pardon, PardonProbe, Spared};

/// Somebody stopped the investigation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interrupted;

/// The result of one search.
pub(super) struct Found {
    pub best: Option<Move>,
    pub score: Score,
    pub depth: i32,
    pub nodes: u64,
    /// What each pardon spared.
    pub used: Vec<Option<Spared>>,
    /// The last finished iteration and the one that was stopped, if they were recorded.
    pub trees: Option<(Option<Tree>, Tree)>,
}

/// Searches one position again and again, each time with an empty table.
pub(super) struct Searches {
    engine: Engine,
    game: Game,
    limits: Limits,
    hash: usize,
    stop: StopHandle,
    pub nodes: u64,
    pub count: u32,
}

impl Searches {
    pub(super) fn new(
        game: Game,
        limits: Limits,
        hash: usize,
        knobs: Knobs,
        stop: &StopAll,
    ) -> Result<Searches, NoMemory> {
        let mut engine = Engine::new(hash)?;
        engine.knobs = knobs;
        Ok(Searches { engine, game, limits, hash, stop: stop.handle(), nodes: 0, count: 0 })
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn knobs(&self) -> &Knobs {
        &self.engine.knobs
    }

    pub(super) fn hash(&self) -> usize {
        self.hash
    }

    /// Searches with these pardons.
    pub(super) fn search(&mut self, pardons: &[Pardon]) -> Result<Found, Interrupted> {
        self.run(pardons, false)
    }

    /// The same, and records the tree.
    pub(super) fn record(&mut self, pardons: &[Pardon]) -> Result<Found, Interrupted> {
        self.run(pardons, true)
    }

    /// Searches with a table of another size.
    pub(super) fn search_with_table(
        &mut self,
        megabytes: usize,
        pardons: &[Pardon],
    ) -> Result<Option<Found>, Interrupted> {
        if self.engine.resize_table(megabytes).is_err() {
            return Ok(None);
        }
        let found = self.run(pardons, false);
        // The old size was available before.
        let _ = self.engine.resize_table(self.hash);
        found.map(Some)
    }

    fn run(&mut self, pardons: &[Pardon], records: bool) -> Result<Found, Interrupted> {
        self.engine.new_game();
        let probe = PardonProbe::new(pardons.to_vec(), records);
        let control = self.stop.next_control();
        let answer = self.engine.go_with(&self.game, &self.limits, &control, &mut (), probe);
        if self.stop.is_requested() {
            return Err(Interrupted);
        }
        self.nodes += answer.nodes;
        self.count += 1;
        Ok(Found {
            best: answer.best,
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
            used: answer.probe.used().to_vec(),
            trees: answer.probe.into_trees(),
        })
    }
}
