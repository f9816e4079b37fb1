//! Our own engine in this process: no pipes, no text, no timeouts.

use std::time::{Duration, Instant};

use chess::Game;
use engine::Limits;
use engine::knobs::Knobs;
use engine::probe::{Probe, Silent};
use engine::score::Score;
use engine::tt::Bound;
use engine::{Answer, Engine, Listener, Progress, ScoreScale};
use toolkit::stop::{StopAll, StopHandle};

use super::{Clocks, Eval, Fault, Player, Thought};
use crate::limit::Limit;

/// Time kept in reserve on the clock, because concurrent games share the cores.
const OVERHEAD: Duration = Duration::from_millis(10);

pub struct InProcess {
    name: String,
    engine: Engine,
    stop: StopHandle,
}

impl InProcess {
    /// The engine keeps its tables for many games.
    pub fn new(name: &str, engine: Engine, stop: &StopAll) -> InProcess {
        InProcess { name: name.to_owned(), engine, stop: stop.handle() }
    }

    /// Changes the settings for the next game.
    pub fn set_knobs(&mut self, knobs: Knobs) {
        self.engine.knobs = knobs;
    }
}

impl Player for InProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _chess960: bool) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, game: &Game, limit: Limit, clocks: &Clocks) -> Result<Thought, Fault> {
        self.search(game, limit, clocks, Instant::now(), &mut ())
    }

    fn think_aloud(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
        receive: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        let start = Instant::now();
        let scale = self.engine.scale(game.position());
        self.search(game, limit, clocks, start, &mut Aloud { start, scale, receive })
    }
}

impl InProcess {
    /// Searches the last position of a game as a new game; `None` if the search was stopped.
    pub(crate) fn search_anew<P: Probe>(
        &mut self,
        game: &Game,
        limits: &Limits,
        listener: &mut (dyn Listener + Send),
    ) -> Option<Answer<P>> {
        self.engine.new_game();
        let control = self.stop.next_control();
        let answer = self.engine.go::<P>(game, limits, &control, listener);
        (!self.stop.is_requested()).then_some(answer)
    }

    fn search(
        &mut self,
        game: &Game,
        limit: Limit,
        clocks: &Clocks,
        start: Instant,
        listener: &mut (dyn Listener + Send),
    ) -> Result<Thought, Fault> {
        let control = self.stop.next_control();
        let answer = self.engine.go::<Silent>(game, &limits(limit, clocks), &control, listener);
        // The answer of a stopped search is not the player's choice.
        if self.stop.is_requested() {
            return Err(Fault::Abandoned);
        }
        let mv = answer.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        Ok(Thought {
            mv,
            score: Some(eval(answer.score, self.engine.scale(game.position()))),
            depth: answer.depth.unsigned_abs(),
            nodes: answer.nodes,
            time: start.elapsed(),
        })
    }
}

/// Passes on what the engine reports while it searches.
struct Aloud<'a> {
    start: Instant,
    scale: ScoreScale,
    receive: &'a mut (dyn FnMut(Thought) + Send),
}

impl Listener for Aloud<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(top) = progress.moves.first() else { return };
        // A score below the window does not decide yet whether the move stays.
        if progress.bound != Bound::Upper {
            (self.receive)(Thought {
                mv: top.mv,
                score: Some(eval(top.score, self.scale)),
                depth: progress.depth.unsigned_abs(),
                nodes: progress.nodes,
                time: self.start.elapsed(),
            });
        }
    }
}

/// The score as a UCI client would see it.
fn eval(score: Score, scale: ScoreScale) -> Eval {
    match score.moves_to_mate() {
        Some(moves) => Eval::Mate(moves),
        None => Eval::Centipawns(scale.normalised(score)),
    }
}

fn limits(limit: Limit, clocks: &Clocks) -> Limits {
    let mut limits = Limits::default();
    match limit {
        Limit::Clock { .. } => {
            limits.time = clocks.left;
            limits.increment = clocks.increments;
            limits.moves_to_go = clocks.moves_to_go;
            limits.overhead = OVERHEAD;
        }
        Limit::MoveTime(time) => limits.move_time = Some(time),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::SoftNodes(nodes) => limits.soft_nodes = Some(nodes),
        Limit::Depth(depth) => limits.depth = Some(depth.min(i32::MAX as u32) as i32),
    }
    limits
}
