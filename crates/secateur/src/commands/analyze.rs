//! `secateur analyze`: the lines of a position, or the loss of every move of a game.

mod loss;
mod one_position;
mod score_view;
mod variation;
mod whole_game;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::pgn::PgnReader;
use clap::Args;
use engine::Engine;
use engine::Limits;

use super::presets::PresetArg;
use crate::memory;

/// For each position, if there is no other limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// Analyse this position instead of the initial one
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    fen: Option<String>,

    /// Analyse the games of this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Analyse only this game of the file, counted from 1
    #[arg(long, value_name = "N", requires = "pgn", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,

    /// Time for each position, such as 500ms or 2s; 1s if there is no other limit
    #[arg(long, value_name = "TIME", allow_hyphen_values = true,
        value_parser = crate::duration::parse)]
    time: Option<Duration>,

    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,

    /// Nodes for each position
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(1..))]
    nodes: Option<i64>,

    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "pgn",
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_MULTI_PV)))]
    multipv: u32,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: u32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    #[command(flatten)]
    preset: PresetArg,
}

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
    let knobs = args.preset.knobs()?;
    let mut engine = Engine::new(args.hash as usize).context("--hash")?;
    engine.knobs = knobs;
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
