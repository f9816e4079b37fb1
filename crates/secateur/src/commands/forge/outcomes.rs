//! `secateur forge outcomes`: how often scores win, draw and lose in games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use engine::WinCurve;
use engine::knobs::Evaluator;
use forge::outcomes::Outcomes;
use indicatif::HumanCount;
use toolkit::stop::StopAll;

use super::files;
use super::filter_args::FilterArgs;
use super::reading::each_kept;
use crate::commands::interrupt::listen;

/// Count how often scores win, draw and lose, and fit a curve to it.
///
/// The curve depends on the material on the board. 'UCI_ShowWDL' and 'analyze' use it; the
/// constants belong into crates/engine/src/wdl.rs.
#[derive(Args, Debug)]
pub(super) struct OutcomesArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Bands of scores and of material for the table.
const SCORES: [i32; 8] = [0, 50, 100, 150, 200, 300, 450, 700];
const MATERIAL: [u32; 4] = [0, 25, 50, 100];

pub(super) fn run(args: &OutcomesArgs) -> Result<ExitCode> {
    let archives = files::open(&args.files)?;
    let stop = StopAll::default();
    listen(&stop)?;
    let mut outcomes = Outcomes::default();
    let read = each_kept(&archives, &args.filter.filter(), &stop, |sample| {
        outcomes.add(sample);
        Ok(())
    })?;
    let Some(read) = read else { return super::stopped() };
    let mut out = io::stdout().lock();
    super::report_truncated(&mut out, read.truncated_games)?;
    if outcomes.positions() == 0 {
        bail!("the filter keeps no positions; expected some");
    }
    let curve = outcomes.fit();
    writeln!(
        out,
        "{} positions; won/drawn/lost in percent, counted and predicted by the curve:\n",
        HumanCount(outcomes.positions())
    )?;
    table(&mut out, &outcomes, &curve)?;
    let WinCurve { half: [half, more_half], spread: [spread, more_spread] } = curve;
    writeln!(
        out,
        "\nWinCurve {{ half: [{half:.1}, {more_half:.2}], spread: [{spread:.1}, {more_spread:.2}] }}"
    )?;
    writeln!(
        out,
        "cross-entropy {:.5}; of the built-in curves: nnue {:.5}, classical {:.5}",
        outcomes.cross_entropy(&curve),
        outcomes.cross_entropy(&WinCurve::of(Evaluator::Nnue)),
        outcomes.cross_entropy(&WinCurve::of(Evaluator::Classical))
    )?;
    Ok(ExitCode::SUCCESS)
}

fn table(out: &mut impl Write, outcomes: &Outcomes, curve: &WinCurve) -> io::Result<()> {
    write!(out, "{:>12}", "centipawns")?;
    for points in MATERIAL.windows(2) {
        write!(out, " | {:^29}", format!("material {} to {}", points[0], points[1]))?;
    }
    writeln!(out)?;
    for scores in SCORES.windows(2) {
        write!(out, "{:>12}", format!("{} to {}", scores[0], scores[1]))?;
        for points in MATERIAL.windows(2) {
            let band = outcomes.between(scores[0]..scores[1], points[0]..points[1], curve);
            let percent = |games: f64| 100.0 * games / band.games().max(1) as f64;
            let counted = band.counted.map(|games| percent(games as f64));
            write!(out, " | {:>13}  {:>14}", triple(counted), triple(band.predicted.map(percent)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn triple([won, drawn, lost]: [f64; 3]) -> String {
    format!("{won:.0}/{drawn:.0}/{lost:.0}")
}
