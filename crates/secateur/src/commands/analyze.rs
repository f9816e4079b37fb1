//! `secateur analyze`: the lines of a position, or the loss of every move of a game.

mod loss;
mod one_position;
mod score_view;
mod variation;
mod whole_game;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::pgn::PgnReader;
use engine::Engine;
use engine::limits::Limits;

use crate::cli::AnalyzeArgs;
use crate::memory;

/// For each position, if there is no other limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitCode> {
    let limits = limits(args);
    let mut engine = engine(args)?;
    match &args.pgn {
        Some(path) => games(&mut engine, &limits, path, args.game),
        None => one_position::run(&mut engine, &limits, super::setup(args.fen.as_deref())?),
    }
}

fn limits(args: &AnalyzeArgs) -> Limits {
    let limited = args.depth.is_some() || args.nodes.is_some();
    let move_time = args.time.or((!limited).then_some(DEFAULT_TIME));
    let nodes = args.nodes.map(i64::unsigned_abs);
    Limits { depth: args.depth, nodes, move_time, ..Limits::default() }
}

fn engine(args: &AnalyzeArgs) -> Result<Engine> {
    memory::check(args.hash).context("--hash")?;
    let mut engine = Engine::new(args.hash as usize).context("--hash")?;
    let wanted = args.threads as usize;
    let started = engine.set_threads(wanted);
    if started < wanted {
        bail!("--threads {wanted}: only {started} could be started");
    }
    engine.multi_pv = args.multipv as usize;
    Ok(engine)
}

/// Analyses the games of a file, or only one of them. A game that cannot be parsed is reported and
/// skipped.
fn games(engine: &mut Engine, limits: &Limits, path: &Path, only: Option<u32>) -> Result<ExitCode> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("--pgn {shown}"))?;
    let mut reader = PgnReader::new(file);
    let mut code = ExitCode::SUCCESS;
    let mut analyzed = 0;
    while let Some(game) = reader.next() {
        let number = reader.games();
        if only.is_some_and(|only| only as usize != number) {
            continue;
        }
        match game {
            Ok(game) => {
                if analyzed > 0 {
                    writeln!(io::stdout())?;
                }
                whole_game::run(engine, limits, number, &game)?;
                analyzed += 1;
            }
            Err(error) => {
                let _ = writeln!(io::stderr(), "secateur: {shown}: {error}");
                code = ExitCode::FAILURE;
            }
        }
        if only.is_some() {
            return Ok(code);
        }
    }
    match (reader.games(), only) {
        (0, _) => bail!("--pgn {shown}: no game in it; expected PGN"),
        (games, Some(only)) => bail!("--game {only}: {shown} holds {games}; expected 1 to {games}"),
        (_, None) => Ok(code),
    }
}
