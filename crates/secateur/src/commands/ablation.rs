//! `secateur ablation`: the bench with each heuristic in turn switched the other way, so that
//! one sees what each is worth in nodes and time. Node counts are the same in every run; time
//! is not, and neither says how well the engine plays.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use engine::Engine;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::limits::Limits;
use engine::probe::Silent;
use indicatif::ProgressBar;

use super::progress;
use crate::bench::{self, Total};
use crate::cli::AblationArgs;
use crate::memory;

/// A search without one of its pillars may take for ever: a position is given up once it has
/// taken so many times the nodes of the default.
const PATIENCE: u64 = 30;

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
        "The bench at depth {depth} with {hash} MB, each heuristic in turn switched the other way.\n\
         A position is given up at {PATIENCE} times its nodes; its row then shows '>'.\n\n\
         | heuristic | option | switched | nodes | change | time |\n\
         |---|---|---|---:|---:|---:|\n\
         | none | | | {} | | 1.00 |",
        default.nodes
    );
    bar.suspend(|| writeln!(out, "{heading}"))?;
    for &heuristic in Heuristic::ALL {
        bar.set_message(format!("{heuristic:?}"));
        let row = flipped(&mut engine, heuristic, args.depth, &each, &default, &bar)?;
        bar.suspend(|| writeln!(out, "{row}"))?;
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// The row of one heuristic.
fn flipped(
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

    let cap = |index: usize| each[index].saturating_mul(PATIENCE);
    let limits =
        |index| Limits { depth: Some(depth), nodes: Some(cap(index)), ..Limits::default() };
    let mut given_up = false;
    let total = bench::run::<Silent>(engine, limits, |index, _, nodes| {
        bar.inc(1);
        given_up |= nodes >= cap(index);
        Ok(())
    })?;
    let more = if given_up { ">" } else { "" };
    let change = 100.0 * (total.nodes as f64 / default.nodes.max(1) as f64 - 1.0);
    let time = total.time.as_secs_f64() / default.time.as_secs_f64().max(1e-9);
    let (option, nodes) = (knob.option(), total.nodes);
    let switched = if was_on { "off" } else { "on" };
    Ok(format!(
        "| {heuristic:?} | `{option}` | {switched} | {more}{nodes} | {more}{change:+.1} % | {more}{time:.2} |"
    ))
}
