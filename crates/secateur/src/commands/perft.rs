//! `secateur perft`: counts leaves, and with `--signature` tests the move generator.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chess::perft::{Divided, Effort, Progress, SIGNATURE, SIGNATURE_SUM, Table, divide};
use chess::{CastlingNotation, Position, Setup};
use indicatif::HumanCount;

use super::progress;
use crate::cli::PerftArgs;
use crate::memory;

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
