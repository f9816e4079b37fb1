//! `secateur stats`: counts the events of each heuristic in one search.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use chess::Game;
use engine::limits::Limits;
use engine::probe::Ledger;
use engine::{Control, Engine};

use crate::cli::StatsArgs;
use crate::memory;

pub(crate) fn run(args: &StatsArgs) -> Result<ExitCode> {
    let setup = super::setup(args.fen.as_deref())?;
    memory::check(args.hash)?;
    let mut engine = Engine::new(args.hash as usize)?;
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let control = Arc::new(Control::default());
    let answer = engine.go::<Ledger>(&Game::new(setup), &limits, &control, &mut ());
    let mut out = io::stdout().lock();
    if let Some(best) = answer.best {
        writeln!(out, "best {best:?}, {}, depth {}", answer.score, answer.depth)?;
    }
    writeln!(out, "{}", answer.probe)?;
    Ok(ExitCode::SUCCESS)
}
