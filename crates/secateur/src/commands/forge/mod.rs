//! `secateur forge`: the material that evaluations learn from. What is done is done in the crate
//! of that name; here it is asked for and shown.

mod export;
mod filter_args;
mod selfplay;
mod spread;
mod stats;
mod texel;
mod view;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use forge::archive::{Archive, Fault};

use super::note;
use export::ExportArgs;
use selfplay::SelfplayArgs;
use spread::SpreadArgs;
use stats::StatsArgs;
use texel::TexelArgs;

#[derive(Args, Debug)]
pub(crate) struct ForgeArgs {
    #[command(subcommand)]
    tool: ForgeTool,
}

#[derive(Subcommand, Debug)]
enum ForgeTool {
    /// Let the engine play against itself, and keep every ply
    Selfplay(SelfplayArgs),
    /// Say what files of games are made of
    Stats(StatsArgs),
    /// Write positions for other programs
    Export(ExportArgs),
    /// Weigh the terms of the classical evaluation by games
    Texel(TexelArgs),
    /// Say how far a search moves away from the evaluation
    Spread(SpreadArgs),
}

pub(crate) fn run(args: &ForgeArgs) -> Result<ExitCode> {
    match &args.tool {
        ForgeTool::Selfplay(args) => selfplay::run(args),
        ForgeTool::Stats(args) => stats::run(args),
        ForgeTool::Export(args) => export::run(args),
        ForgeTool::Texel(args) => texel::run(args),
        ForgeTool::Spread(args) => spread::run(args),
    }
}

/// Opens every file before the first is read: who mistypes the last need not wait for the others.
fn open(files: &[PathBuf]) -> Result<Vec<Archive>> {
    let open = |path: &PathBuf| Archive::open(path).with_context(|| path.display().to_string());
    files.iter().map(open).collect()
}

/// What is wrong within a file is told, and the rest of it is still good.
fn tell(file: &Path, fault: &Fault) {
    note(format_args!("{}: {fault}", file.display()));
}
