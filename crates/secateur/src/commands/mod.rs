//! The tools beside the engine, one file each.

pub(crate) mod perft;
mod signature;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use engine::knobs::{KNOBS, Knobs, Range};

use crate::bench::{self, Task};
use crate::cli::BenchArgs;

pub(crate) fn bench(args: &BenchArgs) -> Result<ExitCode> {
    let task = Task { depth: args.depth, threads: args.threads, hash: args.hash };
    bench::print(&mut io::stdout().lock(), task)?;
    Ok(ExitCode::SUCCESS)
}

/// One line each, as OpenBench reads them: name, type, value, least, most, end step, rate.
pub(crate) fn spsa_params() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let knobs = Knobs::default();
    for knob in KNOBS {
        if let Range::Spin { min, max, step, .. } = knob.range {
            let (name, value) = (knob.option(), knob.get(&knobs));
            writeln!(out, "{name}, int, {value}, {min}, {max}, {step}, 0.002")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
