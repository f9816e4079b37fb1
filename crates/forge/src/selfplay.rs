//! Self-play: the engine plays both sides, on any number of threads, into one file. A game follows
//! from its number, the settings and the engine, whichever thread plays it.

mod game_numbers;
mod opening;
mod run;
mod worker;

pub use opening::NoOpening;
pub use run::{Finish, Goal, Run, RunError, Totals};
pub use worker::Effort;

use std::sync::Arc;

use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::{Evaluator, Knobs};
use engine::tt::NoMemory;

/// The evaluation that all engines of a run use.
#[derive(Clone)]
pub struct EngineSetup {
    /// The network or the classical evaluation.
    pub evaluator: Evaluator,
    /// The network, shared by all threads.
    pub network: Arc<Network>,
}

impl Default for EngineSetup {
    /// The default evaluator with the built-in network.
    fn default() -> EngineSetup {
        EngineSetup { evaluator: Knobs::DEFAULT.evaluator, network: Arc::new(Network::built_in()) }
    }
}

impl EngineSetup {
    /// An engine with a hash table of this size.
    pub fn engine(&self, megabytes: usize) -> Result<Engine, NoMemory> {
        let mut engine = Engine::with_network(megabytes, Arc::clone(&self.network))?;
        engine.knobs.evaluator = self.evaluator;
        Ok(engine)
    }
}
