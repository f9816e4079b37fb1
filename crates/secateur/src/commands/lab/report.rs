//! `secateur lab report`: the page of a run, written anew from its journal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use lab::machine;
use lab::report::{PAGE, page_of_run};
use lab::tune::{Progress, TUNE, TuneManifest};

use super::climb;

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The folder of a run
    folder: PathBuf,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitCode> {
    let folder = args.folder.as_path();
    if folder.join(TUNE).exists() {
        let manifest = TuneManifest::read(folder)?;
        let progress = Progress::read(folder, &manifest)?;
        climb::write_outcome(folder, &manifest, &progress)?;
    } else {
        write(folder)?;
    }
    writeln!(io::stdout(), "{}", folder.join(PAGE).display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a run of games into its folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    let path = folder.join(PAGE);
    let page = page_of_run(folder)?;
    machine::write_whole(&path, page.as_bytes()).with_context(|| path.display().to_string())
}
