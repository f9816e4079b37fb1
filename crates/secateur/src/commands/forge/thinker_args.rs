//! The options that say what the engine judges positions by.

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use engine::knobs::Evaluator;
use forge::selfplay::Thinker;

use crate::session::network;

#[derive(Args, Debug)]
pub(super) struct ThinkerArgs {
    /// What positions are judged by
    #[arg(long, value_name = "EVALUATOR", default_value = "nnue")]
    evaluator: Choice,

    /// Another network than the one built in
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval_file: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Choice {
    /// The network
    Nnue,
    /// The classical evaluation
    Classical,
}

impl ThinkerArgs {
    pub(super) fn thinker(&self) -> Result<Thinker> {
        let evaluator = match self.evaluator {
            Choice::Nnue => Evaluator::Nnue,
            Choice::Classical => Evaluator::Classical,
        };
        if evaluator == Evaluator::Classical && !self.eval_file.is_empty() {
            bail!(
                "--eval-file names a network, but --evaluator is classical; expected one of them"
            );
        }
        let network = network(&self.eval_file).context("--eval-file")?;
        Ok(Thinker { evaluator, network })
    }
}
