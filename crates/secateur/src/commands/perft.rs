//! `secateur perft`: counts leaves, and with `--signature` tests the move generator.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chess::perft::{Divided, Effort, Progress, SIGNATURE, SIGNATURE_SUM, Table, divide};
use chess::{CastlingNotation, Position, Setup};
use clap::Args;
use indicatif::HumanCount;

use super::progress;
use crate::memory;

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies
    #[arg(default_value_t = 6, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(chess::perft::MAX_DEPTH)))]
    depth: u32,

    /// Start from this position instead of the initial one
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Print the count of each root move
    #[arg(long)]
    divide: bool,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: u32,

    /// Size of the hash table in megabytes; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    /// Write castling as in Chess960: the king takes its own rook
    #[arg(long)]
    chess960: bool,

    /// Count twelve known positions and compare: the test of the move generator
    #[arg(long, conflicts_with_all = ["depth", "fen", "divide", "chess960"])]
    signature: bool,
}

pub(crate) fn run(args: &PerftArgs) -> Result<ExitCode> {
    let table = match args.hash {
        0 => None,
        megabytes => Some(memory::table(megabytes).context("--hash")?),
    };
    let counter = Counter { threads: args.threads as usize, table };
    if args.signature {
        return signature(&counter);
    }
    let setup = super::setup(args.fen.as_deref())?;
    let start = Instant::now();
    let counted = counter.count(&setup.position, args.depth)?;
    let mut out = io::stdout().lock();
    if args.divide {
        let notation = match args.chess960 {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        };
        for (mv, leaves) in &counted.by_move {
            writeln!(out, "{}: {leaves}", mv.uci(notation))?;
        }
    }
    writeln!(out, "{}", closing_line(counted.leaves, start.elapsed()))?;
    Ok(ExitCode::SUCCESS)
}

/// The threads and the hash table of the command line.
struct Counter {
    threads: usize,
    table: Option<Table>,
}

impl Counter {
    fn count(&self, position: &Position, depth: u32) -> Result<Divided> {
        let bar = progress::bar("{elapsed} {wide_bar} {pos}/{len} {msg} eta {eta}");
        let stop = AtomicBool::new(false);
        let effort = Effort { threads: self.threads, table: self.table.as_ref(), stop: &stop };
        let counted = divide(position, depth, effort, &|progress: Progress| {
            bar.set_length(progress.subtrees as u64);
            bar.set_position(progress.subtrees_done as u64);
            bar.set_message(format!("{} leaves", HumanCount(progress.leaves)));
        });
        bar.finish_and_clear();
        Ok(counted?)
    }
}

fn closing_line(leaves: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { leaves as f64 / seconds / 1e6 } else { 0.0 };
    format!("{leaves} leaves in {seconds:.3} s, {speed:.1} Mnps")
}

/// Counts the positions of the signature and compares each with its known count.
fn signature(counter: &Counter) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:>5} {:>10} {:>10}        position", "depth", "leaves", "expected")?;
    let start = Instant::now();
    let mut sum = 0u64;
    let mut all_same = true;
    for sample in SIGNATURE {
        let setup: Setup = sample.fen.parse()?;
        let leaves = counter.count(&setup.position, sample.depth)?.leaves;
        let same = leaves == sample.leaves;
        let verdict = if same { "same" } else { "WRONG" };
        all_same &= same;
        let (depth, expected, fen) = (sample.depth, sample.leaves, sample.fen);
        writeln!(out, "{depth:>5} {leaves:>10} {expected:>10} {verdict:>6} {fen}")?;
        sum = sum.saturating_add(leaves);
    }
    writeln!(out, "{}", closing_line(sum, start.elapsed()))?;
    if !all_same || sum != SIGNATURE_SUM {
        writeln!(out, "signature {sum}, but it must be {SIGNATURE_SUM}")?;
        return Ok(ExitCode::FAILURE);
    }
    writeln!(out, "signature {sum}")?;
    Ok(ExitCode::SUCCESS)
}
