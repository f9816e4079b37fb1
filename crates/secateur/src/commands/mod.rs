//! The tools beside the engine, one file each.

pub(crate) mod ablation;
pub(crate) mod analyze;
pub(crate) mod docs;
pub(crate) mod forge;
mod interrupt;
pub(crate) mod lab;
mod or_off;
pub(crate) mod perft;
mod progress;
mod signature;
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

/// The position asked for, or the initial one; what had to be mended is told.
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

/// A note nobody can read is no reason not to go on.
fn note(text: impl core::fmt::Display) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

pub(crate) fn bench(args: &BenchArgs) -> Result<ExitCode> {
    let task = Task { depth: args.depth, threads: args.threads, hash: args.hash };
    bench::print(&mut io::stdout().lock(), task, Engine::new)?;
    Ok(ExitCode::SUCCESS)
}

/// One line each, as OpenBench reads them: name, type, value, least, most, end step, rate.
pub(crate) fn spsa_params() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for parameter in declared() {
        writeln!(out, "{parameter}")?;
    }
    Ok(ExitCode::SUCCESS)
}
