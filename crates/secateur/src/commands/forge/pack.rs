//! `secateur forge pack`: training caches from files of games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use forge::pack::{News, PackError, Packing, pack};
use indicatif::HumanCount;
use toolkit::stop::StopAll;

use super::filter_args::FilterArgs;
use super::reading;
use crate::commands::interrupt::listen;

/// Write the positions that the filter keeps into training caches, in random order.
///
/// One cache is to learn from; the other has the positions of games that are held out.
#[derive(Args, Debug)]
pub(super) struct PackArgs {
    /// Files that 'forge selfplay' has made
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The cache to learn from, which must not exist yet
    #[arg(long, value_name = "CACHE")]
    out: PathBuf,

    /// The cache of games held out, which must not exist yet
    #[arg(long, value_name = "CACHE")]
    held_out: PathBuf,

    /// Positions of a game, at most, spread over it; all of them if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    per_game: Option<u32>,

    /// One game of so many is held out, by its number
    #[arg(long, value_name = "N", default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(2..=100_000))]
    held_out_every: u32,

    /// Another number shuffles otherwise
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Megabytes to shuffle with; what does not fit is put aside on disk
    #[arg(long, value_name = "MB", default_value_t = 1_024,
        value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,

    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &PackArgs) -> Result<ExitCode> {
    let archives = super::open(&args.files)?;
    for path in [&args.out, &args.held_out] {
        if path.exists() {
            bail!("{}: there is such a file already; expected a new name", path.display());
        }
    }
    if place(&args.out)? == place(&args.held_out)? {
        bail!("--out and --held-out are the same; expected two names");
    }
    let packing = Packing {
        filter: args.filter.filter(),
        per_game: args.per_game.map(|count| count as usize),
        held_out_every: args.held_out_every,
        seed: args.seed,
        memory: args.memory << 20,
    };
    let stop = StopAll::default();
    listen(&stop)?;
    let bar = reading::bar(&archives);
    let packed = pack(&archives, &packing, &args.out, &args.held_out, &stop, |news| match news {
        News::Read(bytes) | News::Wrote(bytes) => bar.inc(bytes),
        News::Writing(bytes) => {
            bar.set_message("writing");
            bar.set_length(bytes);
            bar.set_position(0);
            bar.reset_eta();
        }
        News::Fault(path, fault) => bar.suspend(|| super::tell(path, &fault)),
    });
    bar.finish_and_clear();
    let packed = match packed {
        Err(PackError::Halted) => return super::stopped(),
        packed => packed?,
    };
    let mut out = io::stdout().lock();
    for (path, header) in [(&args.out, packed.learned), (&args.held_out, packed.held_out)] {
        let (positions, games) = (HumanCount(header.positions), HumanCount(header.games));
        writeln!(out, "{}: {positions} positions of {games} games", path.display())?;
    }
    for (archive, taken) in archives.iter().zip(&packed.files) {
        let (name, origin) = (archive.path().display(), super::origin(archive.header()));
        let [games, positions, seen] = [taken.games, taken.positions, taken.seen].map(HumanCount);
        writeln!(out, "{name}: {origin}: {positions} of {seen} positions of {games} games")?;
    }
    super::tell_cut(&mut out, packed.files.iter().map(|taken| taken.cut_games).sum())?;
    Ok(ExitCode::SUCCESS)
}

/// Where a file will be: one place may have many names.
fn place(path: &Path) -> Result<PathBuf> {
    let name = || path.display().to_string();
    let absolute = std::path::absolute(path).with_context(name)?;
    let folder = absolute.parent().unwrap_or(&absolute).canonicalize().with_context(name)?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}
