//! `secateur perft --signature`: tests the move generator on twelve positions.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use chess::Setup;
use chess::perft::{SIGNATURE, SIGNATURE_SUM};

use super::perft::{Counter, closing_line};

pub(super) fn run(counter: &Counter) -> Result<ExitCode> {
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
