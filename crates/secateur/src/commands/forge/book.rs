//! `secateur forge book`: start positions from recorded games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use forge::book::BookSampler;
use indicatif::HumanCount;
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::files;
use super::filter_args::FilterArgs;
use super::number_range::NumberRange;
use super::reading::each_kept;
use crate::commands::interrupt::listen;

/// Write a book of start positions: a random sample of the positions that the filter keeps
///
/// The book is EPD, for `lab match --openings`. With --pieces 5-12 --max-score 60 it holds level
/// endgames.
#[derive(Args, Debug)]
pub(super) struct BookArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The file to write, which must not exist yet
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Pieces on the board, kings and pawns included, such as 5-12
    #[arg(long, value_name = "RANGE", default_value_t = NumberRange(2..=32))]
    pieces: NumberRange<2, 32>,

    /// Positions in the book
    #[arg(long, value_name = "N", default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Only positions whose side to move is behind by this much or more
    #[arg(long, value_name = "CENTIPAWNS")]
    behind: Option<u16>,

    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn run(args: &BookArgs) -> Result<ExitCode> {
    let archives = files::open(&args.files)?;
    let name = args.out.display();
    files::require_new(&args.out)?;
    let stop = StopAll::default();
    listen(&stop)?;
    let sampler = BookSampler::new(args.pieces.0.clone(), args.positions as usize, args.seed);
    let mut sampler = sampler.behind(args.behind);
    let read = each_kept(&archives, &args.filter.filter(), &stop, |sample| {
        sampler.offer(sample);
        Ok(())
    })?;
    if read.is_none() {
        return super::stopped();
    }
    let offered = sampler.offered();
    let positions = sampler.positions();
    if positions.is_empty() {
        bail!("no position with {} pieces was kept; expected a wider filter", args.pieces);
    }
    write_whole(&args.out, (positions.join("\n") + "\n").as_bytes())
        .with_context(|| name.to_string())?;
    let (count, offered) = (HumanCount(positions.len() as u64), HumanCount(offered as u64));
    writeln!(io::stdout(), "{name}: {count} of {offered} positions with {} pieces", args.pieces)?;
    Ok(ExitCode::SUCCESS)
}
