//! `secateur lab report`: the page of a run, written anew from its journal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use lab::report::{PAGE, page_of_run, page_of_suite};
use lab::suite::{SUITE, Sheet};
use lab::tune::{Progress, TUNE, TuneManifest};
use toolkit::whole_file::write_whole;

use super::climb;

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run, whether it was games, a climb or a suite
    folder: PathBuf,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitCode> {
    let folder = args.folder.as_path();
    if folder.join(TUNE).exists() {
        let manifest = TuneManifest::read(folder)?;
        let progress = Progress::read(folder, &manifest)?;
        climb::write_outcome(folder, &manifest, &progress)?;
    } else if folder.join(SUITE).exists() {
        write_of_suite(folder, &Sheet::read(folder)?)?;
    } else {
        write(folder)?;
    }
    writeln!(io::stdout(), "{}", folder.join(PAGE).display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a run of games into its folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    put(folder, &page_of_run(folder)?)
}

pub(super) fn write_of_suite(folder: &Path, sheet: &Sheet) -> Result<()> {
    put(folder, &page_of_suite(sheet))
}

fn put(folder: &Path, page: &str) -> Result<()> {
    let path = folder.join(PAGE);
    write_whole(&path, page.as_bytes()).with_context(|| path.display().to_string())
}
