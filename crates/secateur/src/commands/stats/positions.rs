//! The positions of a run: given as FEN, read from an EPD file, or those of the bench.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use chess::{EpdReader, Setup};

use super::StatsArgs;
use crate::bench;
use crate::commands::{note, setup};

/// All positions of the arguments; the initial one if there are none.
pub(super) fn all(args: &StatsArgs) -> Result<Vec<Setup>> {
    let mut positions = Vec::new();
    for fen in &args.fen {
        positions.push(setup(Some(fen))?);
    }
    for path in &args.epd {
        positions.extend(read(path).with_context(|| format!("--epd {}", path.display()))?);
    }
    if args.bench {
        positions.extend(bench::setups()?);
    }
    if positions.is_empty() {
        positions.push(Setup::initial());
    }
    Ok(positions)
}

/// The positions of a file, one per line; a faulty line is an error.
pub(in crate::commands) fn read(path: &Path) -> Result<Vec<Setup>> {
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
