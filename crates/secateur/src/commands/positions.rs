//! Positions on the command line: given as FEN, read from an EPD file, or those of the bench.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chess::{EpdReader, Setup};
use clap::Args;

use super::{note, setup};
use crate::bench;

#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    /// Search this position; may be given several times
    #[arg(long, value_name = "FEN")]
    fen: Vec<String>,

    /// Search the positions of this EPD file; may be given several times
    #[arg(long, value_name = "FILE")]
    epd: Vec<PathBuf>,

    /// Search the positions of `secateur bench`
    #[arg(long)]
    bench: bool,
}

impl PositionArgs {
    /// All positions of the arguments.
    pub(super) fn all(&self) -> Result<Vec<Setup>> {
        let mut positions = Vec::new();
        for fen in &self.fen {
            positions.push(setup(Some(fen))?);
        }
        for path in &self.epd {
            positions.extend(read(path).with_context(|| format!("--epd {}", path.display()))?);
        }
        if self.bench {
            positions.extend(bench::setups()?);
        }
        Ok(positions)
    }
}

/// The positions of a file, one per line; a faulty line is an error.
pub(super) fn read(path: &Path) -> Result<Vec<Setup>> {
    let mut reader = EpdReader::new(File::open(path)?);
    let mut positions = Vec::new();
    while let Some(record) = reader.next() {
        let record = record?;
        for repair in &record.setup().repairs {
            note(format!("{}, line {}: {repair}", path.display(), reader.line()));
        }
        positions.push(record.setup().clone());
    }
    anyhow::ensure!(!positions.is_empty(), "no positions; expected one EPD record per line");
    Ok(positions)
}
