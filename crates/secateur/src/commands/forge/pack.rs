//! `secateur forge pack`: makes training caches from files of games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use forge::pack::{PackError, PackEvent, PackOptions, pack};
use indicatif::HumanCount;
use toolkit::stop::StopAll;

use super::filter_args::FilterArgs;
use super::{files, reading};
use crate::commands::interrupt::listen;

/// Write the positions that the filter keeps into training caches, in random order.
///
/// One cache is for training; the other holds the positions of held-out games.
#[derive(Args, Debug)]
pub(super) struct PackArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The training cache to write, a new file
    #[arg(long, value_name = "CACHE")]
    out: PathBuf,

    /// The cache of held-out games to write, a new file
    #[arg(long, value_name = "CACHE")]
    held_out: PathBuf,

    /// Maximum positions per game, spread over it; all by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    per_game: Option<u32>,

    /// Hold out every Nth game, by its number
    #[arg(long, value_name = "N", default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(2..=100_000))]
    held_out_every: u32,

    /// Seed of the shuffle
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Megabytes of memory for the shuffle; more positions are shuffled through files
    #[arg(long, value_name = "MB", default_value_t = 1_024,
        value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,

    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &PackArgs) -> Result<ExitCode> {
    let archives = files::open(&args.files)?;
    for path in [&args.out, &args.held_out] {
        files::require_new(path)?;
    }
    if files::resolved(&args.out)? == files::resolved(&args.held_out)? {
        bail!("--out and --held-out are the same; expected two names");
    }
    let options = PackOptions {
        filter: args.filter.filter(),
        per_game: args.per_game.map(|count| count as usize),
        held_out_every: args.held_out_every,
        seed: args.seed,
        memory: args.memory << 20,
    };
    let stop = StopAll::default();
    listen(&stop)?;
    let bar = reading::bar(&archives);
    let packed = pack(&archives, &options, &args.out, &args.held_out, &stop, |event| match event {
        PackEvent::Read(bytes) | PackEvent::Wrote(bytes) => bar.inc(bytes),
        PackEvent::Writing(bytes) => {
            bar.set_message("writing");
            bar.set_length(bytes);
            bar.set_position(0);
            bar.reset_eta();
        }
        PackEvent::Fault(path, fault) => bar.suspend(|| super::report_fault(path, &fault)),
    });
    bar.finish_and_clear();
    let packed = match packed {
        Err(PackError::Stopped) => return super::stopped(),
        packed => packed?,
    };
    let mut out = io::stdout().lock();
    for (path, header) in [(&args.out, packed.training), (&args.held_out, packed.held_out)] {
        let (positions, games) = (HumanCount(header.positions), HumanCount(header.games));
        writeln!(out, "{}: {positions} positions of {games} games", path.display())?;
    }
    for (archive, file) in archives.iter().zip(&packed.files) {
        let (name, origin) = (archive.path().display(), super::origin(archive.header()));
        let counts = [file.games, file.positions_kept, file.positions_read];
        let [games, kept, read] = counts.map(HumanCount);
        writeln!(out, "{name}: {origin}: {kept} of {read} positions of {games} games")?;
    }
    super::report_truncated(&mut out, packed.files.iter().map(|file| file.truncated_games).sum())?;
    Ok(ExitCode::SUCCESS)
}
