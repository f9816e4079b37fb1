//! `secateur forge export`: writes positions for other programs.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use forge::archive::Archive;
use forge::export::{bullet, text};
use indicatif::HumanCount;
use toolkit::stop::StopAll;
use toolkit::whole_file::{StagedFile, UNFINISHED};

use super::files;
use super::filter_args::FilterArgs;
use super::reading::{ReadSummary, each_kept};
use crate::commands::interrupt::listen;

/// Write the positions that the filter keeps, in the order of the files, for other trainers.
#[derive(Args, Debug)]
pub(super) struct ExportArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,

    /// The file to write, which must not exist yet
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Format {
    /// 32 bytes a position, as the trainer bullet reads them
    Bullet,
    /// Lines of 'FEN | score | result', from White's point of view
    Text,
}

pub(super) fn run(args: &ExportArgs) -> Result<ExitCode> {
    let archives = files::open(&args.files)?;
    let name = args.out.display();
    files::require_new(&args.out)?;
    let stop = StopAll::default();
    listen(&stop)?;
    let Some((kept, ReadSummary { positions, truncated_games })) = write(&archives, args, &stop)?
    else {
        return super::stopped();
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{name}: {} of {} positions", HumanCount(kept), HumanCount(positions))?;
    super::report_truncated(&mut out, truncated_games)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns how many positions were written, and what was read; `None` if it was stopped.
fn write(
    archives: &[Archive],
    args: &ExportArgs,
    stop: &StopAll,
) -> Result<Option<(u64, ReadSummary)>> {
    let name = || args.out.display().to_string();
    // Only a complete file gets the final name.
    let file = StagedFile::create(&args.out, UNFINISHED).with_context(name)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut kept = 0;
    let read = each_kept(archives, &args.filter.filter(), stop, |sample| {
        kept += 1;
        let written = match args.to {
            Format::Bullet => out.write_all(&bullet(sample)),
            Format::Text => writeln!(out, "{}", text(sample)),
        };
        written.with_context(name)
    })?;
    let Some(read) = read else { return Ok(None) };
    let file = out.into_inner().map_err(IntoInnerError::into_error).with_context(name)?;
    file.publish().with_context(name)?;
    Ok(Some((kept, read)))
}
