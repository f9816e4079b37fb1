//! `secateur ablation`: runs the bench with each heuristic switched off in turn (or on, if its
//! default is off) and compares nodes and time. Node counts are reproducible, times are not, and
//! neither measures strength.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use engine::Engine;
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::probe::Silent;
use indicatif::ProgressBar;

use super::progress;
use crate::bench::{self, Total};
use crate::memory;

/// Without an important heuristic a search may take for ever, so a position is aborted at this
/// multiple of its default nodes.
const ABORT_FACTOR: u64 = 30;

#[derive(Args, Debug)]
pub(crate) struct AblationArgs {
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", default_value_t = 14, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: i32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = bench::HASH, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,
}

pub(crate) fn run(args: &AblationArgs) -> Result<ExitCode> {
    memory::check(args.hash).context("--hash")?;
    let mut engine = Engine::new(args.hash as usize).context("--hash")?;
    let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} {msg}");
    bar.set_length(((Heuristic::COUNT + 1) * bench::positions()) as u64);
    bar.set_message("default");

    let mut each = Vec::new();
    let limits = |_| Limits { depth: Some(args.depth), ..Limits::default() };
    let default = bench::run::<Silent>(&mut engine, limits, |_, _, nodes| {
        bar.inc(1);
        each.push(nodes);
        Ok(())
    })?;

    let mut out = io::stdout();
    let (depth, hash) = (args.depth, args.hash);
    let heading = format!(
        "The bench at depth {depth} with {hash} MB, with each heuristic in turn switched over.\n\
         A position is aborted at {ABORT_FACTOR} times its default nodes; its row then shows '>'.\n\n\
         | heuristic | option | switched | nodes | change | time |\n\
         |---|---|---|---:|---:|---:|\n\
         | none | | | {} | | 1.00 |",
        default.nodes
    );
    bar.suspend(|| writeln!(out, "{heading}"))?;
    for &heuristic in Heuristic::ALL {
        bar.set_message(format!("{heuristic:?}"));
        let row = row(&mut engine, heuristic, args.depth, &each, &default, &bar)?;
        bar.suspend(|| writeln!(out, "{row}"))?;
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Runs the bench with one heuristic switched over, and returns its row.
fn row(
    engine: &mut Engine,
    heuristic: Heuristic,
    depth: i32,
    each: &[u64],
    default: &Total,
    bar: &ProgressBar,
) -> Result<String> {
    let knob = heuristic.knob();
    engine.knobs = Knobs::default();
    let was_on = heuristic.is_on(&engine.knobs);
    knob.set(&mut engine.knobs, &(!was_on).to_string())?;

    let cap = |index: usize| each[index].saturating_mul(ABORT_FACTOR);
    let limits =
        |index| Limits { depth: Some(depth), nodes: Some(cap(index)), ..Limits::default() };
    let mut aborted = false;
    let total = bench::run::<Silent>(engine, limits, |index, _, nodes| {
        bar.inc(1);
        aborted |= nodes >= cap(index);
        Ok(())
    })?;
    let more = if aborted { ">" } else { "" };
    let change = 100.0 * (total.nodes as f64 / default.nodes.max(1) as f64 - 1.0);
    let time = total.time.as_secs_f64() / default.time.as_secs_f64().max(1e-9);
    let (option, nodes) = (knob.option(), total.nodes);
    let switched = if was_on { "off" } else { "on" };
    Ok(format!(
        "| {heuristic:?} | `{option}` | {switched} | {more}{nodes} | {more}{change:+.1} % | {more}{time:.2} |"
    ))
}
