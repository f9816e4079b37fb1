//! `bench`: searches fixed positions. The node count identifies the behaviour of the search, the
//! time measures its speed.

mod positions;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chess::{Game, Setup};
use engine::Limits;
use engine::probe::{Probe, Silent};
use engine::tt::NoMemory;
use engine::{Control, Engine};

use crate::memory;
use positions::POSITIONS;

pub(crate) const DEPTH: u32 = 12;
pub(crate) const THREADS: u32 = 1;
/// Part of the definition of bench: another size changes the node count.
pub(crate) const HASH: u32 = 16;

/// The parameters of a bench.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) depth: u32,
    pub(crate) threads: u32,
    pub(crate) hash: u32,
}

/// The sums over all positions.
pub(crate) struct Total {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl Total {
    pub(crate) fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// The positions.
pub(crate) fn setups() -> Result<Vec<Setup>> {
    let setup = |fen: &&str| fen.parse().with_context(|| format!("bench position {fen}"));
    POSITIONS.iter().map(setup).collect()
}

/// Searches every position as a new game within its limits, and calls `each` with its index, FEN
/// and nodes. Indices start at 0.
pub(crate) fn run<P: Probe>(
    engine: &mut Engine,
    limits: impl Fn(usize) -> Limits,
    mut each: impl FnMut(usize, &str, u64) -> Result<()>,
) -> Result<Total> {
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    for (index, (fen, setup)) in POSITIONS.iter().zip(setups()?).enumerate() {
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

/// Depth of the short bench: deep enough to tell two engines apart, and quick.
pub(crate) const SHORT_DEPTH: i32 = 8;

/// The node count of the short bench, which identifies an engine in files of games.
pub(crate) fn short(engine: &mut Engine) -> Result<u64> {
    let limits = |_| Limits { depth: Some(SHORT_DEPTH), ..Limits::default() };
    Ok(run::<Silent>(engine, limits, |_, _, _| Ok(()))?.nodes)
}

/// The node count of the bench, which commits end with.
pub(crate) fn full(engine: &mut Engine) -> Result<u64> {
    let limits = |_| Limits { depth: Some(DEPTH as i32), ..Limits::default() };
    Ok(run::<Silent>(engine, limits, |_, _, _| Ok(()))?.nodes)
}

/// Runs the bench on a new engine, which `make` creates with the given megabytes of hash, and prints
/// a line for each position. OpenBench reads the last line.
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
