//! Our own engine within this process: no pipes, no text, no waiting.

use std::sync::Arc;
use std::time::Instant;

use chess::Game;
use engine::knobs::Knobs;
use engine::limits::Limits;
use engine::probe::Silent;
use engine::score::Score;
use engine::tt::NoMemory;
use engine::{Control, Engine};

use super::{Clocks, Eval, Fault, Player, Thought};
use crate::limit::Limit;

pub struct Here {
    name: String,
    engine: Engine,
}

impl Here {
    pub fn new(name: &str, knobs: Knobs, megabytes: usize) -> Result<Here, NoMemory> {
        let mut engine = Engine::new(megabytes)?;
        engine.knobs = knobs;
        Ok(Here { name: name.to_owned(), engine })
    }

    pub fn set_knobs(&mut self, knobs: Knobs) {
        self.engine.knobs = knobs;
    }
}

impl Player for Here {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, _opening: &Game) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn think(&mut self, game: &Game, limit: Limit, clocks: Clocks) -> Result<Thought, Fault> {
        let start = Instant::now();
        let control = Arc::new(Control::default());
        let answer = self.engine.go::<Silent>(game, &limits(limit, clocks), &control, &mut ());
        let mv = answer.best.ok_or_else(|| Fault::Illegal("none".to_owned()))?;
        Ok(Thought {
            mv,
            score: Some(eval(answer.score)),
            depth: answer.depth.unsigned_abs(),
            nodes: answer.nodes,
            time: start.elapsed(),
        })
    }
}

fn eval(score: Score) -> Eval {
    match score.moves_to_mate() {
        Some(moves) => Eval::Mate(moves),
        None => Eval::Centipawns(score.centipawns()),
    }
}

fn limits(limit: Limit, clocks: Clocks) -> Limits {
    let mut limits = Limits::default();
    match limit {
        Limit::Clock { increment, .. } => {
            limits.time = clocks.map(Some);
            limits.increment = [increment; 2];
        }
        Limit::MoveTime(time) => limits.move_time = Some(time),
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::SoftNodes(nodes) => limits.soft_nodes = Some(nodes),
        Limit::Depth(depth) => limits.depth = Some(depth.min(i32::MAX as u32) as i32),
    }
    limits
}
