//! The subcommands, one file or folder each.

pub(crate) mod ablation;
pub(crate) mod analyze;
pub(crate) mod docs;
pub(crate) mod forge;
mod interrupt;
pub(crate) mod lab;
mod or_off;
pub(crate) mod perft;
mod progress;
pub(crate) mod stats;
mod table;

use std::io::{self, Write};
use std::process::ExitCode;

use ::lab::spsa::declared;
use anyhow::{Context, Result};
use chess::Setup;
use engine::Engine;

use crate::bench::{self, Task};
use crate::cli::BenchArgs;

/// The position of `--fen`, or the initial one. Repairs of the FEN are reported.
fn setup(fen: Option<&str>) -> Result<Setup> {
    let setup = match fen {
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

pub(crate) fn bench(args: &BenchArgs) -> Result<ExitCode> {
    let task = Task { depth: args.depth, threads: args.threads, hash: args.hash };
    bench::print(&mut io::stdout().lock(), task, Engine::new)?;
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
