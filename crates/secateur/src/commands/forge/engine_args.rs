//! The options for the evaluation that the engine uses.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use engine::eval::nnue::Network;
use engine::knobs::{Evaluator, Knob, Knobs, Range};
use forge::selfplay::EngineSetup;

#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    /// The evaluation to use
    #[arg(long, default_value = default_name(), value_parser = PossibleValuesParser::new(names()))]
    evaluator: String,

    /// A network to use instead of the built-in one
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval_file: String,
}

fn knob() -> &'static Knob {
    Knob::find("Evaluator").expect("in the table")
}

fn names() -> &'static [&'static str] {
    let Range::Combo { names, .. } = knob().range else { unreachable!("it has names") };
    names
}

fn default_name() -> &'static str {
    name(Knobs::default().evaluator)
}

/// The name of an evaluator on the command line.
pub(super) fn name(evaluator: Evaluator) -> &'static str {
    names()[evaluator as usize]
}

impl EngineArgs {
    pub(super) fn setup(&self) -> Result<EngineSetup> {
        let mut knobs = Knobs::default();
        knob().set(&mut knobs, &self.evaluator)?;
        let evaluator = knobs.evaluator;
        if evaluator == Evaluator::Classical && !self.eval_file.is_empty() {
            bail!(
                "--eval-file names a network, but --evaluator is classical; expected one of them"
            );
        }
        let network = Arc::new(Network::named(&self.eval_file).context("--eval-file")?);
        Ok(EngineSetup { evaluator, network })
    }
}
