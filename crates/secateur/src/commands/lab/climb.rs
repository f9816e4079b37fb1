//! `secateur lab spsa`: settings of our own engine, tuned by games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::knobs::{Knob, Knobs};
use lab::limit::Limit;
use lab::report::{PAGE, page_of_climb};
use lab::spsa::{END_RATE, Parameter};
use lab::tune::{PATCH, PRESET, Progress, TuneManifest, TunePlan, Tuning, patch, preset};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::{book, session};
use crate::commands::{interrupt, note, progress};

/// Every parameter is nudged at once, up in one player and down in the other; the result of
/// their games moves all of them. Says at the end what it found, as a preset to play with and
/// as a patch of the defaults.
#[derive(Args, Debug)]
pub(super) struct SpsaArgs {
    /// Lines as 'secateur spsa-params' writes them: name, int, value, least, most, last nudge,
    /// last rate
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    parameters: Option<PathBuf>,

    /// A number to tune, as the engine declares it, perhaps from another value: NAME or
    /// NAME=VALUE; may be given several times
    #[arg(long = "knob", value_name = "NAME", conflicts_with = "resume")]
    knobs: Vec<String>,

    /// The settings that stay as they are
    #[arg(long, value_name = "PLAYER", default_value = "self", conflicts_with = "resume")]
    player: String,

    #[arg(long, value_name = "N", default_value_t = 1_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,

    /// Pairs of games in each iteration
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "resume",
        value_parser = clap::value_parser!(u32).range(1..=100))]
    pairs: u32,

    /// The last rate of parameters given by --knob: how fast they move. Those of a file have
    /// their own
    #[arg(long, value_name = "RATE", default_value_t = END_RATE, requires = "knobs",
        conflicts_with = "resume")]
    rate: f64,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 5_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// random, or a book: a file of FEN, EPD or PGN, or a zip archive of such
    #[arg(long, value_name = "BOOK", default_value = "random", conflicts_with = "resume")]
    openings: String,

    /// Another number gives other nudges and openings
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,

    /// How many games at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// The folder of the climb; a new one below runs/ if not given
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Go on with the climb in this folder, as it was begun
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,

    /// Go on even if the program or the book is no longer the same
    #[arg(long, requires = "resume")]
    force: bool,
}

/// Between two lines where there is no progress bar.
const LINES: Duration = Duration::from_secs(30);

pub(super) fn run(args: &SpsaArgs) -> Result<ExitCode> {
    let workers = session::workers(args.concurrency);
    let tuning = match &args.resume {
        Some(folder) => {
            let manifest = TuneManifest::read(folder)?;
            let now = TuneManifest::new(manifest.plan.clone(), session::program(true)?);
            session::refuse(folder, &manifest.changes(&now), args.force)?;
            Tuning::open(folder, manifest)?
        }
        None => {
            let manifest = TuneManifest::new(plan(args)?, session::program(true)?);
            let folder =
                args.out.clone().unwrap_or_else(|| session::new_folder("spsa", &manifest.started));
            Tuning::create(&folder, manifest)?
        }
    };
    play(tuning, workers)
}

/// What is to be tuned: lines of a file, or knobs by name as the engine declares them.
fn plan(args: &SpsaArgs) -> Result<TunePlan> {
    let mut lines = Vec::new();
    if let Some(path) = &args.parameters {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        lines.extend(text.lines().map(str::to_owned));
    }
    let player = lab::preset::expanded(&args.player)?;
    let mut plan = TunePlan { player, ..TunePlan::default() };
    let knobs = plan.base()?.knobs;
    for name in &args.knobs {
        lines.push(declared(name, &knobs, args.rate)?);
    }
    if lines.is_empty() {
        bail!("nothing to tune; expected --parameters FILE or --knob NAME");
    }
    plan = TunePlan {
        lines,
        iterations: args.iterations,
        pairs: args.pairs,
        limit: Limit::Nodes(args.nodes),
        openings: book(&args.openings)?,
        seed: args.seed,
        ..plan
    };
    plan.parameters()?;
    plan.source()?;
    Ok(plan)
}

/// A knob as a parameter: from what the player has it at, or from what `NAME=VALUE` says.
fn declared(text: &str, player: &Knobs, rate: f64) -> Result<String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let Some(knob) = Knob::find(name) else { bail!("--knob {name}: {EXPECTED}") };
    let mut knobs = *player;
    if let Some(value) = value {
        knob.set(&mut knobs, value)?;
    }
    match Parameter::of(knob, &knobs, rate) {
        Some(parameter) => Ok(parameter.to_string()),
        None => bail!("--knob {name}: {EXPECTED}"),
    }
}

const EXPECTED: &str = "expected a name that 'secateur spsa-params' lists";

fn play(mut tuning: Tuning, workers: usize) -> Result<ExitCode> {
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let folder = tuning.folder().to_owned();
    let iterations = u64::from(tuning.manifest().plan.iterations);
    let bar = progress::ticking("{wide_bar} {pos}/{len} iterations, {eta} to go\n{msg}");
    bar.set_length(iterations);
    bar.suspend(|| {
        let _ = writeln!(io::stderr(), "climb: {}", folder.display());
    });
    let mut shown = Instant::now();
    let played = tuning.play(workers, &stop, |progress| {
        bar.set_position(progress.iterations() as u64);
        bar.set_message(values(progress));
        if bar.is_hidden() && shown.elapsed() >= LINES {
            shown = Instant::now();
            let done = progress.iterations();
            // Nobody reads it: that is no reason to stop.
            let _ = writeln!(io::stderr(), "{done}/{iterations}: {}", values(progress));
        }
    });
    bar.finish_and_clear();
    let how = format!("secateur lab spsa --resume {}", folder.display());
    write_outcome(&folder, tuning.manifest(), tuning.progress())?;

    let mut out = io::stdout().lock();
    let progress = tuning.progress();
    writeln!(out, "{:<28} {:>10} {:>10}", "parameter", "from", "to")?;
    for (parameter, value) in progress.climb.parameters().iter().zip(progress.climb.values()) {
        writeln!(out, "{:<28} {:>10} {value:>10.2}", parameter.name, parameter.value)?;
    }
    let done = progress.iterations();
    writeln!(out, "{done} of {iterations} iterations, {} games", progress.games)?;
    for file in [PRESET, PATCH, PAGE] {
        writeln!(out, "{}", folder.join(file).display())?;
    }
    played.with_context(|| format!("the climb has stopped; to go on with it: {how}"))?;
    if progress.is_complete() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "\nstopped; to go on: {how}")?;
    Ok(ExitCode::from(interrupt::INTERRUPTED))
}

fn values(progress: &Progress) -> String {
    let each = progress.climb.parameters().iter().zip(progress.climb.values());
    each.map(|(parameter, value)| format!("{} {value:.1}", parameter.name))
        .collect::<Vec<_>>()
        .join("  ")
}

/// The preset, the patch and the page of a climb, as it stands.
pub(super) fn write_outcome(
    folder: &Path,
    manifest: &TuneManifest,
    progress: &Progress,
) -> Result<()> {
    let patch = patch(&progress.climb);
    if !patch.missing.is_empty() {
        let names = patch.missing.join(", ");
        note(format_args!("{PATCH} lacks {names}: not found in the engine's table"));
    }
    let files: [(&str, String); 3] = [
        (PRESET, preset(&progress.climb)),
        (PATCH, patch.text),
        (PAGE, page_of_climb(manifest, progress)),
    ];
    for (name, content) in files {
        let path: PathBuf = folder.join(name);
        write_whole(&path, content.as_bytes()).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
