//! Who plays: the engine, and what it judges positions by.

use std::sync::Arc;

use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::{Evaluator, Knobs};
use engine::tt::NoMemory;

/// What all engines of a run have in common.
#[derive(Clone)]
pub struct Thinker {
    pub evaluator: Evaluator,
    pub network: Arc<Network>,
}

impl Default for Thinker {
    /// The engine as it is built.
    fn default() -> Thinker {
        Thinker { evaluator: Knobs::DEFAULT.evaluator, network: Arc::new(Network::built_in()) }
    }
}

impl Thinker {
    pub fn engine(&self, megabytes: usize) -> Result<Engine, NoMemory> {
        let mut engine = Engine::with_network(megabytes, Arc::clone(&self.network))?;
        engine.knobs.evaluator = self.evaluator;
        Ok(engine)
    }
}
