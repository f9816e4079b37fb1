//! `secateur forge texel`: weighs the terms of the classical evaluation by games.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use forge::texel::{
    Losses, Material, Recipe, Selection, Share, WEIGHTS_BEGINNING, Weights, read, tune,
    weights_file,
};
use lab::machine;
use lab::report::{Chart, Page, Series, Tone};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::filter_args::FilterArgs;
use super::overwriting;
use crate::commands::interrupt;

const PAGE_BEGINNING: &[u8] = b"<!DOCTYPE html>";

/// Where the weights come from that are improved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Start {
    /// Nothing is known yet
    Zero,
    /// Those that this program was built with
    Current,
}

/// Each position is reduced to what the evaluation counts in it; the weights that foretell the
/// results of the games best are found by going downhill. Games are held out to see when it no
/// longer helps. Writes the file that the engine is built with.
#[derive(Args, Debug)]
pub(super) struct TexelArgs {
    /// Files of games as 'secateur forge selfplay' writes them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Where to write the weights; the engine reads crates/engine/src/eval/classical/weights.rs
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A page with the curve of the losses
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    #[arg(long, value_enum, default_value = "current")]
    from: Start,

    /// Times that all positions are gone through
    #[arg(long, value_name = "N", default_value_t = Recipe::default().epochs,
        value_parser = at_least_one)]
    epochs: usize,

    /// Positions for each step
    #[arg(long, value_name = "N", default_value_t = Recipe::default().batch,
        value_parser = at_least_one)]
    batch: usize,

    /// The first step, in centipawns
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Recipe::default().rate,
        value_parser = positive)]
    rate: f32,

    /// How often a weight must be met to count as much as the belief that it is nought
    #[arg(long, value_name = "TIMES", default_value_t = Recipe::default().prior,
        value_parser = positive)]
    prior: f32,

    /// How much of a target is the result of the game, from 0 to 1; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    result_share: f64,

    /// Positions of a game, at most
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one)]
    per_game: usize,

    /// One game of so many is held out
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(2..=1000))]
    held_out: u32,

    /// Another number shuffles otherwise
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to work with; all of the machine's if not given
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
    overwriting::check(&args.out, WEIGHTS_BEGINNING.as_bytes(), "weights")?;
    if let Some(report) = &args.report {
        overwriting::check(report, PAGE_BEGINNING, "a page")?;
    }
    let archives = super::open(&args.files)?;
    let selection = Selection {
        filter: args.filter.filter(),
        per_game: args.per_game,
        held_out: args.held_out,
        share: Share(args.result_share),
    };
    let material = read(&archives, &selection, threads.get())?;
    let Material { learned, held_out, steepness, games, cut_games, faults } = &material;
    println!(
        "{games} games: {} positions to learn from, {} held out; steepness {steepness:.5} per centipawn",
        learned.len(),
        held_out.len()
    );
    super::tell_cut(&mut io::stdout(), *cut_games)?;
    for (file, fault) in faults {
        super::tell(file, fault);
    }
    if learned.is_empty() || held_out.is_empty() {
        bail!("too few positions; expected at least some in games to learn from and some held out");
    }
    let start = match args.from {
        Start::Zero => Weights::zero(),
        Start::Current => Weights::current(),
    };
    let recipe = Recipe {
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
    let weights = tune(learned, held_out, start, &recipe, *steepness, |losses: Losses| {
        println!(
            "epoch {:>3}  loss {:.6}  held out {:.6}",
            losses.epoch, losses.learned, losses.held_out
        );
        curve.push(losses);
        !stop.is_requested()
    });
    let best = curve.iter().map(|losses| losses.held_out).fold(f64::INFINITY, f64::min);
    let origin = format!(
        "Tuned on {} positions of {games}\n//! games of our own; error held out {best:.6}.",
        learned.len()
    );
    write(&args.out, &weights_file(&weights, &origin))?;
    println!("weights  {}", args.out.display());
    if let Some(path) = &args.report {
        write(path, &page(&curve, &material))?;
        println!("report   {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    write_whole(path, text.as_bytes()).with_context(|| path.display().to_string())
}

fn page(curve: &[Losses], material: &Material) -> String {
    let subtitle = format!(
        "{} positions of {} games, {} more held out",
        material.learned.len(),
        material.games,
        material.held_out.len()
    );
    let mut page = Page::new("Texel tuning", &subtitle);
    let line = |loss: fn(&Losses) -> f64| {
        // The first losses are those of the start and would hide the rest.
        curve.iter().skip(1).map(|losses| (losses.epoch as f64, loss(losses))).collect()
    };
    let mut chart = Chart::new("Mean squared error", "epoch", "error");
    chart.series.push(Series::new("learned from", Tone::Faint, line(|losses| losses.learned)));
    chart.series.push(Series::new("held out", Tone::Main, line(|losses| losses.held_out)));
    page.chart(&chart);
    let row = |losses: &Losses| {
        vec![
            losses.epoch.to_string(),
            format!("{:.6}", losses.learned),
            format!("{:.6}", losses.held_out),
        ]
    };
    page.table(&["epoch", "learned from", "held out"], &curve.iter().map(row).collect::<Vec<_>>());
    page.html()
}
