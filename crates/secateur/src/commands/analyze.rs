//! `secateur analyze`: the lines of a position, or a review of games.

mod game_view;
mod games;
mod input;
mod one_position;
mod outputs;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::Engine;
use engine::Limits;

use self::input::Input;
use self::outputs::Outputs;
use super::folded;
use super::presets::PresetArg;
use crate::{duration, memory};

/// For each position, if there is no other limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Columns where the output is not a terminal.
const PIPE_WIDTH: usize = 80;

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// A PGN file, '-' for PGN on standard input, 'startpos', or a FEN
    #[arg(value_name = "INPUT", conflicts_with_all = ["fen", "pgn"])]
    input: Vec<String>,

    /// Analyse this position instead of the initial one; 'startpos' is the initial one
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    fen: Option<String>,

    /// Review the games of this file; '-' reads standard input
    #[arg(long, value_name = "FILE")]
    pgn: Option<String>,

    /// Review only this game of the file, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "fen", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,

    /// Time for each position: seconds, or with a unit, such as 500ms; 1 if there is no other limit
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = seconds)]
    time: Option<Duration>,

    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,

    /// Nodes for each position
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(1..))]
    nodes: Option<i64>,

    /// Number of lines to show of a position
    #[arg(long, value_name = "N", conflicts_with = "pgn", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_MULTI_PV)))]
    multipv: Option<u32>,

    /// Write the games with glyphs, scores, words and better lines to this PGN file; '-' is standard
    /// output
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    out: Option<PathBuf>,

    /// Write a page with graphs, turning points and moves to this HTML file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    report: Option<PathBuf>,

    /// Write the reviews as JSON to this file; '-' is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    json: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    force: bool,

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

/// People count seconds; a number with a unit is taken as in all other commands.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.trim().parse::<f64>() {
        Ok(_) => duration::parse(&format!("{}s", text.trim())),
        Err(_) => duration::parse(text),
    }
}

pub(crate) fn run(args: &AnalyzeArgs) -> Result<ExitCode> {
    let limits = limits(args);
    let input = Input::new(&args.input, args.fen.as_deref(), args.pgn.as_deref())?;
    let outputs = Outputs::new(args)?;
    match input {
        Input::Position(setup) => {
            if args.game.is_some() || !outputs.is_empty() {
                bail!("--game, --out, --report and --json are for games; expected a PGN file");
            }
            let mut engine = engine(args)?;
            engine.multi_pv = args.multipv.unwrap_or(1) as usize;
            one_position::run(&mut engine, &limits, *setup)
        }
        Input::Games(source) => {
            if args.multipv.is_some() {
                bail!("--multipv is for positions; expected a FEN, or games without it");
            }
            games::run(&mut engine(args)?, &limits, source, args.game, &outputs)
        }
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
    Ok(engine)
}

/// The columns to fold to.
fn width() -> usize {
    if io::stdout().is_terminal() { folded::width() } else { PIPE_WIDTH }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_number_is_seconds() {
        for (text, milliseconds) in [("1", 1_000), ("0.5", 500), (" 2 ", 2_000), ("500ms", 500)] {
            assert_eq!(seconds(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "0", "-1", "nan", "inf", "1e99", "two"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
