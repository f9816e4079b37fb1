//! The subcommands, one file or folder each.

pub(crate) mod analyze;
pub(crate) mod board;
pub(crate) mod docs;
mod folded;
pub(crate) mod forge;
mod interrupt;
pub(crate) mod lab;
mod or_off;
pub(crate) mod perft;
mod positions;
pub(crate) mod presets;
mod progress;
mod settings;
pub(crate) mod stats;
mod table;
pub(crate) mod tb;
pub(crate) mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use ::lab::spsa::declared;
use anyhow::{Context, Result};
use chess::Setup;
use clap::Args;
use engine::Engine;

use self::presets::PresetArg;
use crate::bench::{self, Task};

/// The position of `--fen`, or the initial one, which is also called `startpos`. Repairs of the FEN
/// are reported.
fn setup(fen: Option<&str>) -> Result<Setup> {
    let setup = match fen {
        Some("startpos") => Setup::initial(),
        Some(fen) => fen.parse::<Setup>().with_context(|| format!("--fen '{fen}'"))?,
        None => Setup::initial(),
    };
    for repair in &setup.repairs {
        note(repair);
    }
    Ok(setup)
}

/// Prints a note to standard error; if that is closed, the note is lost.
fn note(text: impl core::fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Depth of each search in plies
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,

    /// Number of threads
    #[arg(default_value_t = bench::THREADS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: u32,

    /// Size of the hash table in megabytes
    #[arg(default_value_t = bench::HASH,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    #[command(flatten)]
    preset: PresetArg,
}

pub(crate) fn bench(args: &BenchArgs) -> Result<ExitCode> {
    let task = Task { depth: args.depth, threads: args.threads, hash: args.hash };
    let knobs = args.preset.knobs()?;
    bench::print(&mut io::stdout().lock(), task, |megabytes| {
        let mut engine = Engine::new(megabytes)?;
        engine.knobs = knobs;
        Ok(engine)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Prints every UCI option, as `uci` does with `ShowAllOptions`.
pub(crate) fn all_options() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for option in crate::session::specs(true) {
        writeln!(out, "{option}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a line for each tunable, as OpenBench reads it: name, type, value, minimum, maximum, final
/// step, learning rate.
pub(crate) fn spsa_params() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for parameter in declared() {
        writeln!(out, "{parameter}")?;
    }
    Ok(ExitCode::SUCCESS)
}
