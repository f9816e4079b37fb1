//! Our own engine within this process: no pipes, no text, no waiting.

use std::time::{Duration, Instant};

use chess::Game;
use engine::knobs::Knobs;
use engine::limits::Limits;
use engine::probe::Silent;
use engine::score::Score;
use engine::tt::Bound;
use engine::{Engine, Listener, Progress, ScoreScale};
use toolkit::stop::{StopAll, StopHandle};

use super::{Clocks, Eval, Fault, Player, Thought};
use crate::limit::Limit;

/// Other games want the same cores: so much is kept back from the clock.
const OVERHEAD: Duration = Duration::from_millis(10);

pub struct Here {
    name: String,
    engine: Engine,
    stop: StopHandle,
}

impl Here {
    /// The engine's tables are made once and serve for game after game.
    pub fn new(name: &str, engine: Engine, stop: &StopAll) -> Here {
        Here { name: name.to_owned(), engine, stop: stop.handle() }
    }

    /// Plays its next game with other settings.
    pub fn turn(&mut self, knobs: Knobs) {
        self.engine.knobs = knobs;
    }
}

impl Player for Here {
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
        hear: &mut (dyn FnMut(Thought) + Send),
    ) -> Result<Thought, Fault> {
        let start = Instant::now();
        let scale = self.engine.scale(game.position());
        self.search(game, limit, clocks, start, &mut Aloud { start, scale, hear })
    }
}

impl Here {
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
        // What a search says that was cut short from outside is not what it would have said.
        if self.stop.is_requested() {
            return Err(Fault::CalledOff);
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

/// Hands on what the engine tells while it searches.
struct Aloud<'a> {
    start: Instant,
    scale: ScoreScale,
    hear: &'a mut (dyn FnMut(Thought) + Send),
}

impl Listener for Aloud<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(top) = progress.moves.first() else { return };
        // A move whose score has dropped out of the window may yet stay or go.
        if progress.bound != Bound::Upper {
            (self.hear)(Thought {
                mv: top.mv,
                score: Some(eval(top.score, self.scale)),
                depth: progress.depth.unsigned_abs(),
                nodes: progress.nodes,
                time: self.start.elapsed(),
            });
        }
    }
}

/// As a client would be told.
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
