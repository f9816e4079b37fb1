//! `secateur forge texel`: tunes the weights of the classical evaluation.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use forge::texel::{
    Losses, ResultShare, Selection, TuningData, TuningOptions, WEIGHTS_BEGINNING, Weights, read,
    tune, weights_file,
};
use lab::machine;
use lab::report::{Chart, Page, Series, Tone};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::files;
use super::filter_args::FilterArgs;
use crate::commands::interrupt;

const PAGE_BEGINNING: &[u8] = b"<!DOCTYPE html>";

/// The weights to start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Start {
    /// Start from zero
    Zero,
    /// Start from the weights of this program
    Current,
}

/// Find the weights of the classical evaluation that best predict the results of games.
///
/// Gradient descent minimises the error of the predictions. The error on held-out games shows when
/// more epochs no longer help. Writes the source file that the engine is compiled with.
#[derive(Args, Debug)]
pub(super) struct TexelArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The file of weights to write; the engine is compiled with
    /// crates/engine/src/eval/classical/weights.rs
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Also write an HTML page with the curve of the losses
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Initial weights
    #[arg(long, value_enum, default_value = "current")]
    from: Start,

    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = TuningOptions::default().epochs,
        value_parser = at_least_one)]
    epochs: usize,

    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = TuningOptions::default().batch,
        value_parser = at_least_one)]
    batch: usize,

    /// Length of the first step, in centipawns
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = TuningOptions::default().rate,
        value_parser = positive)]
    rate: f32,

    /// Strength of the prior that weights are zero: a weight that occurs this often counts as much
    /// as the prior
    #[arg(long, value_name = "TIMES", default_value_t = TuningOptions::default().prior,
        value_parser = positive)]
    prior: f32,

    /// Share of the game's result in a target, from 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    result_share: f64,

    /// Maximum positions per game
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one)]
    per_game: usize,

    /// Hold out every Nth game, by its number
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(2..=1000))]
    held_out: u32,

    /// Seed of the shuffles
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Threads to use; one for each core by default
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    filter: FilterArgs,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or("expected a number from 1 on".to_owned())
}

fn positive(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|number: &f32| number.is_finite() && *number > 0.0)
        .ok_or("expected a number above 0".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or("expected a number from 0 to 1".to_owned())
}

pub(super) fn run(args: &TexelArgs) -> Result<ExitCode> {
    let all = NonZeroUsize::new(machine::cores()).unwrap_or(NonZeroUsize::MIN);
    let threads = args.threads.unwrap_or(all);
    files::check_overwrite(&args.out, WEIGHTS_BEGINNING.as_bytes(), "weights")?;
    if let Some(report) = &args.report {
        files::check_overwrite(report, PAGE_BEGINNING, "a page")?;
    }
    let archives = files::open(&args.files)?;
    let selection = Selection {
        filter: args.filter.filter(),
        per_game: args.per_game,
        held_out_every: args.held_out,
        share: ResultShare(args.result_share),
    };
    let data = read(&archives, &selection, threads.get())?;
    let TuningData { training, held_out, steepness, games, truncated_games, faults } = &data;
    println!(
        "{games} games: {} training positions, {} held out; steepness {steepness:.5} per centipawn",
        training.len(),
        held_out.len()
    );
    super::report_truncated(&mut io::stdout(), *truncated_games)?;
    for (file, fault) in faults {
        super::report_fault(file, fault);
    }
    if training.is_empty() || held_out.is_empty() {
        bail!("too few positions; expected some for training and some held out");
    }
    let start = match args.from {
        Start::Zero => Weights::zero(),
        Start::Current => Weights::current(),
    };
    let options = TuningOptions {
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        prior: args.prior,
        seed: args.seed,
        threads,
    };
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let mut curve = Vec::new();
    let weights = tune(training, held_out, start, &options, *steepness, |losses: Losses| {
        println!(
            "epoch {:>3}  loss {:.6}  held out {:.6}",
            losses.epoch, losses.training, losses.held_out
        );
        curve.push(losses);
        !stop.is_requested()
    });
    let best = curve.iter().map(|losses| losses.held_out).fold(f64::INFINITY, f64::min);
    let origin = format!(
        "Tuned on {} positions of {games}\n//! games of our own; error held out {best:.6}.",
        training.len()
    );
    write(&args.out, &weights_file(&weights, &origin))?;
    println!("weights  {}", args.out.display());
    if let Some(path) = &args.report {
        write(path, &page(&curve, &data))?;
        println!("report   {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}

fn page(curve: &[Losses], data: &TuningData) -> String {
    let subtitle = format!(
        "{} positions of {} games, {} more held out",
        data.training.len(),
        data.games,
        data.held_out.len()
    );
    let mut page = Page::new("Texel tuning", &subtitle);
    let line = |loss: fn(&Losses) -> f64| {
        // The losses before the first epoch would hide the rest.
        curve.iter().skip(1).map(|losses| (losses.epoch as f64, loss(losses))).collect()
    };
    let mut chart = Chart::new("Mean squared error", "epoch", "error");
    chart.series.push(Series::new("training", Tone::Faint, line(|losses| losses.training)));
    chart.series.push(Series::new("held out", Tone::Main, line(|losses| losses.held_out)));
    page.chart(&chart);
    let row = |losses: &Losses| {
        vec![
            losses.epoch.to_string(),
            format!("{:.6}", losses.training),
            format!("{:.6}", losses.held_out),
        ]
    };
    page.table(&["epoch", "training", "held out"], &curve.iter().map(row).collect::<Vec<_>>());
    page.html()
}
