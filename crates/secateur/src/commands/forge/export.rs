//! `secateur forge export`: positions for other programs.

use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use forge::archive::Archive;
use forge::export::{bullet, text};
use indicatif::HumanCount;
use toolkit::stop::StopAll;
use toolkit::whole_file::{Aside, UNFINISHED};

use super::filter_args::FilterArgs;
use super::reading::{Read, each_kept};
use crate::commands::interrupt::listen;

/// Write the positions that the filter keeps, in the order of the files.
#[derive(Args, Debug)]
pub(super) struct ExportArgs {
    /// Files that 'forge selfplay' has made
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// What to write
    #[arg(long, value_name = "FORM")]
    to: Form,

    /// The file to write, which must not exist yet
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Form {
    /// 32 bytes a position, as the trainer bullet reads them
    Bullet,
    /// Lines of 'FEN | score | result', from White's point of view
    Text,
}

pub(super) fn run(args: &ExportArgs) -> Result<ExitCode> {
    let archives = super::open(&args.files)?;
    let name = args.out.display();
    if args.out.exists() {
        bail!("{name}: there is such a file already; expected a new name");
    }
    let stop = StopAll::default();
    listen(&stop)?;
    let Some((kept, Read { seen, cut_games })) = write(&archives, args, &stop)? else {
        return super::stopped();
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{name}: {} of {} positions", HumanCount(kept), HumanCount(seen))?;
    super::tell_cut(&mut out, cut_games)?;
    Ok(ExitCode::SUCCESS)
}

/// Says how many positions were written, and what there was; `None` if it was stopped.
fn write(archives: &[Archive], args: &ExportArgs, stop: &StopAll) -> Result<Option<(u64, Read)>> {
    let name = || args.out.display().to_string();
    // Only what is finished gets the name.
    let file = Aside::create(&args.out, UNFINISHED).with_context(name)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut kept = 0;
    let read = each_kept(archives, &args.filter.filter(), stop, |sample| {
        kept += 1;
        let written = match args.to {
            Form::Bullet => out.write_all(&bullet(sample)),
            Form::Text => writeln!(out, "{}", text(sample)),
        };
        written.with_context(name)
    })?;
    let Some(read) = read else { return Ok(None) };
    let whole = out.into_inner().map_err(IntoInnerError::into_error).with_context(name)?;
    whole.publish().with_context(name)?;
    Ok(Some((kept, read)))
}
