//! The truth, as far as a much longer search knows it. Two engines are asked: one with all default
//! heuristics, which sees deep, and one that cuts and skips nothing, which no cut deceives.

use std::collections::HashMap;

use chess::{Game, Move};
use engine::knobs::{Evaluator, Knobs};
use engine::probe::Silent;
use engine::score::Score;
use engine::tt::{Bound, NoMemory};
use engine::{Engine, Limits, Listener, Progress, RootMove};
use toolkit::stop::{StopAll, StopHandle};

use super::searches::Interrupted;

use crate::audit::without_pruning;

/// The table of each engine, in megabytes.
const TABLE: usize = 64;
/// A position of the tree gets this part of the nodes that the root gets.
const SHARE_OF_NODE: u64 = 10;

/// A root move with its true score and line.
#[derive(Clone, Debug)]
pub(super) struct TrueMove {
    pub mv: Move,
    /// For the side to move at the root.
    pub score: Score,
    pub line: Vec<Move>,
}

/// What one of the engines says of the root moves in question.
#[derive(Clone, Debug)]
pub(super) struct TrueScores {
    /// It cuts and skips nothing.
    pub careful: bool,
    pub moves: Vec<TrueMove>,
}

impl TrueScores {
    pub(super) fn of(&self, mv: Move) -> Option<&TrueMove> {
        self.moves.iter().find(|known| known.mv == mv)
    }
}

pub(super) struct Truth {
    deep: Engine,
    careful: Engine,
    /// Which of them answers questions about positions of the tree.
    trusts_careful: bool,
    nodes: u64,
    stop: StopHandle,
    /// Answers by the key of their position.
    known: HashMap<u64, Option<Move>>,
    pub spent: u64,
}

/// Keeps the lines of the last finished iteration.
struct LastLines {
    wanted: usize,
    moves: Vec<RootMove>,
}

impl Listener for LastLines {
    fn progress(&mut self, progress: &Progress<'_>) {
        if progress.moves.len() == self.wanted && progress.bound == Bound::Exact {
            self.moves = progress.moves.to_vec();
        }
    }
}

impl Truth {
    /// `nodes` for each search of the root.
    pub(super) fn new(evaluator: Evaluator, nodes: u64, stop: &StopAll) -> Result<Truth, NoMemory> {
        let mut deep = Engine::new(TABLE)?;
        deep.knobs = Knobs { evaluator, ..Knobs::default() };
        let mut careful = deep.alike(TABLE)?;
        // Late moves are still reduced: they are searched again if they surprise.
        careful.knobs = without_pruning(&Knobs { evaluator, ..Knobs::default() });
        let (stop, known) = (stop.handle(), HashMap::new());
        Ok(Truth { deep, careful, trusts_careful: false, nodes, stop, known, spent: 0 })
    }

    /// The scores of root moves, by both engines.
    pub(super) fn scores(
        &mut self,
        game: &Game,
        moves: &[Move],
    ) -> Result<[TrueScores; 2], Interrupted> {
        Ok([self.scores_of(game, moves, false)?, self.scores_of(game, moves, true)?])
    }

    /// The scores of root moves, by the engine that is trusted.
    pub(super) fn trusted_scores(
        &mut self,
        game: &Game,
        moves: &[Move],
    ) -> Result<TrueScores, Interrupted> {
        self.scores_of(game, moves, self.trusts_careful)
    }

    fn scores_of(
        &mut self,
        game: &Game,
        moves: &[Move],
        careful: bool,
    ) -> Result<TrueScores, Interrupted> {
        let engine = if careful { &mut self.careful } else { &mut self.deep };
        engine.multi_pv = moves.len();
        let limits =
            Limits { nodes: Some(self.nodes), search_moves: moves.to_vec(), ..Limits::default() };
        let mut lines = LastLines { wanted: moves.len(), moves: Vec::new() };
        let control = self.stop.next_control();
        self.spent += engine.go::<Silent>(game, &limits, &control, &mut lines).nodes;
        engine.multi_pv = 1;
        if self.stop.is_requested() {
            return Err(Interrupted);
        }
        let moves = lines.moves.into_iter();
        let moves = moves.map(|RootMove { mv, score, pv, .. }| TrueMove { mv, score, line: pv });
        Ok(TrueScores { careful, moves: moves.collect() })
    }

    /// Chooses the engine that answers from now on.
    pub(super) fn trust(&mut self, careful: bool) {
        self.trusts_careful = careful;
        self.known.clear();
    }

    /// Notes the moves of a line as answers.
    pub(super) fn note_line(&mut self, game: &Game, line: &[Move]) {
        let mut position = *game.position();
        for &mv in line {
            self.known.entry(position.key()).or_insert(Some(mv));
            position = position.after(mv);
        }
    }

    /// The best move of the last position of `game`.
    pub(super) fn answer(&mut self, game: &Game) -> Result<Option<Move>, Interrupted> {
        let key = game.position().key();
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let engine = if self.trusts_careful { &mut self.careful } else { &mut self.deep };
        let nodes = Some((self.nodes / SHARE_OF_NODE).max(1));
        let limits = Limits { nodes, ..Limits::default() };
        let control = self.stop.next_control();
        let answer = engine.go::<Silent>(game, &limits, &control, &mut ());
        self.spent += answer.nodes;
        if self.stop.is_requested() {
            return Err(Interrupted);
        }
        self.known.insert(key, answer.best);
        Ok(answer.best)
    }
}
