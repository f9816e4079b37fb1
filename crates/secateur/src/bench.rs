//! `bench`: a fixed task whose node count names the search's behaviour, and whose time tells
//! its speed.

mod positions;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chess::{Game, Setup};
use engine::limits::Limits;
use engine::probe::{Probe, Silent};
use engine::tt::NoMemory;
use engine::{Control, Engine};

use crate::memory;
use positions::POSITIONS;

pub(crate) const DEPTH: u32 = 12;
pub(crate) const THREADS: u32 = 1;
pub(crate) const HASH: u32 = 16;

/// How the positions are searched.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) depth: u32,
    pub(crate) threads: u32,
    pub(crate) hash: u32,
}

/// What a bench has come to.
pub(crate) struct Total {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Total {
    pub(crate) fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// How many positions there are.
pub(crate) const fn positions() -> usize {
    POSITIONS.len()
}

/// Searches every position from a fresh start within its limits; `each` hears of them one by
/// one. Positions are counted from nought.
pub(crate) fn run<P: Probe>(
    engine: &mut Engine,
    limits: impl Fn(usize) -> Limits,
    mut each: impl FnMut(usize, &str, u64) -> Result<()>,
) -> Result<Total> {
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    for (index, fen) in POSITIONS.iter().enumerate() {
        let setup: Setup = fen.parse().with_context(|| format!("bench position {fen}"))?;
        engine.new_game();
        let (game, limits) = (Game::new(setup), limits(index));
        let start = Instant::now();
        let answer = engine.go::<P>(&game, &limits, &Arc::new(Control::default()), &mut ());
        total.time += start.elapsed();
        total.nodes += answer.nodes;
        each(index, fen, answer.nodes)?;
    }
    Ok(total)
}

/// Plies of the bench in short: enough to name a search, and over in no time.
pub(crate) const SHORT_DEPTH: i32 = 8;

/// The nodes of the bench in short.
pub(crate) fn short(engine: &mut Engine) -> Result<u64> {
    let limits = |_| Limits { depth: Some(SHORT_DEPTH), ..Limits::default() };
    Ok(run::<Silent>(engine, limits, |_, _, _| Ok(()))?.nodes)
}

/// The whole task on an engine of its own, made with so many megabytes, told line by line; the
/// last line is what OpenBench reads.
pub(crate) fn print(
    out: &mut impl Write,
    task: Task,
    make: impl FnOnce(usize) -> Result<Engine, NoMemory>,
) -> Result<()> {
    memory::check(task.hash)?;
    let mut engine = make(task.hash as usize)?;
    engine.set_threads(task.threads as usize);
    let depth = task.depth.clamp(1, 200) as i32;
    let limits = |_| Limits { depth: Some(depth), ..Limits::default() };
    let total = run::<Silent>(&mut engine, limits, |index, fen, nodes| {
        let number = index + 1;
        writeln!(out, "{number:>2} {nodes:>9} {fen}").context("standard output")
    })?;
    writeln!(out, "{} nodes {} nps", total.nodes, total.nodes_per_second())?;
    Ok(())
}
