//! `secateur stats`: counts the events of each heuristic in one search.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use chess::Game;
use clap::Args;
use engine::limits::Limits;
use engine::probe::Ledger;
use engine::{Control, Engine};

use crate::memory;

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Search this position instead of the initial one
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Depth of the search in plies
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: i32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,
}

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
