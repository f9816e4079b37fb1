//! `secateur lab spsa`: tuning our own engine by games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::knobs::{Knob, Knobs};
use lab::limit::Limit;
use lab::report::{PAGE, page_of_spsa};
use lab::spsa::{
    END_RATE, PATCH, PRESET, Parameter, SpsaManifest, SpsaPlan, SpsaProgress, SpsaRun, patch,
    preset,
};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::{opening_choice, session};
use crate::commands::{interrupt, note, progress};

/// Tune numbers of our own engine by SPSA
///
/// Each iteration perturbs every parameter at once, up in one player and down in the other, and the
/// result of their games moves all of them. The run writes its values as a preset to play with and
/// as a patch of the defaults.
#[derive(Args, Debug)]
pub(super) struct SpsaArgs {
    /// File of parameters in the format of 'secateur spsa-params': name, int, value, min, max,
    /// c_end, r_end
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    parameters: Option<PathBuf>,

    /// Tune this number of the engine, from its default or from a value: NAME or NAME=VALUE; may be
    /// given several times
    #[arg(long = "knob", value_name = "NAME", conflicts_with = "resume")]
    knobs: Vec<String>,

    /// Player with the settings that are not tuned
    #[arg(long, value_name = "PLAYER", default_value = "self", conflicts_with = "resume")]
    player: String,

    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 1_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,

    /// Pairs of games per iteration
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "resume",
        value_parser = clap::value_parser!(u32).range(1..=100))]
    pairs: u32,

    /// Step size r_end of parameters given by --knob; parameters of a file have their own
    #[arg(long, value_name = "RATE", default_value_t = END_RATE, requires = "knobs",
        conflicts_with = "resume")]
    rate: f64,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Openings: random, or a book in FEN, EPD or PGN, plain or in a zip archive
    #[arg(long, value_name = "BOOK", default_value = "random", conflicts_with = "resume")]
    openings: String,

    /// Seed of the perturbations and openings
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,

    /// Number of concurrent games; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Folder of the run; default: a new folder in runs/
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Resume the run in this folder with its stored options
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,

    /// Resume even if the program, the network or the book has changed
    #[arg(long, requires = "resume")]
    force: bool,
}

/// Interval of progress lines if there is no progress bar.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

pub(super) fn run(args: &SpsaArgs) -> Result<ExitCode> {
    let workers = session::workers(args.concurrency);
    let run = match &args.resume {
        Some(folder) => {
            let manifest = SpsaManifest::read(folder)?;
            let now = SpsaManifest::new(manifest.plan.clone(), session::program(true)?);
            session::refuse(folder, &manifest.changes(&now), args.force)?;
            SpsaRun::open(folder, manifest)?
        }
        None => {
            let manifest = SpsaManifest::new(plan(args)?, session::program(true)?);
            let folder =
                args.out.clone().unwrap_or_else(|| session::new_folder("spsa", &manifest.started));
            SpsaRun::create(&folder, manifest)?
        }
    };
    play(run, workers)
}

/// The parameters of a file and the knobs given by name.
fn plan(args: &SpsaArgs) -> Result<SpsaPlan> {
    let mut lines = Vec::new();
    if let Some(path) = &args.parameters {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        lines.extend(text.lines().map(str::to_owned));
    }
    let player = lab::preset::expanded(&args.player)?;
    let mut plan = SpsaPlan { player, ..SpsaPlan::default() };
    let knobs = plan.base()?.knobs;
    for name in &args.knobs {
        lines.push(declared(name, &knobs, args.rate)?);
    }
    if lines.is_empty() {
        bail!("nothing to tune; expected --parameters FILE or --knob NAME");
    }
    plan = SpsaPlan {
        lines,
        iterations: args.iterations,
        pairs: args.pairs,
        limit: Limit::Nodes(args.nodes),
        openings: opening_choice(&args.openings)?,
        seed: args.seed,
        ..plan
    };
    plan.parameters()?;
    plan.open_openings()?;
    Ok(plan)
}

/// A knob as a parameter, from the player's value or from `NAME=VALUE`.
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

fn play(mut run: SpsaRun, workers: usize) -> Result<ExitCode> {
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let folder = run.folder().to_owned();
    let iterations = u64::from(run.manifest().plan.iterations);
    let bar = progress::ticking("{wide_bar} {pos}/{len} iterations, {eta} to go\n{msg}");
    bar.set_length(iterations);
    bar.suspend(|| {
        let _ = writeln!(io::stderr(), "run: {}", folder.display());
    });
    let mut shown = Instant::now();
    let played = run.play(workers, &stop, |progress| {
        bar.set_position(progress.iterations() as u64);
        bar.set_message(values(progress));
        if bar.is_hidden() && shown.elapsed() >= LINE_INTERVAL {
            shown = Instant::now();
            let done = progress.iterations();
            // A closed standard error must not stop the run.
            let _ = writeln!(io::stderr(), "{done}/{iterations}: {}", values(progress));
        }
    });
    bar.finish_and_clear();
    let resume = format!("secateur lab spsa --resume {}", folder.display());
    write_output(&folder, run.manifest(), run.progress())?;

    let mut out = io::stdout().lock();
    let progress = run.progress();
    writeln!(out, "{:<28} {:>10} {:>10}", "parameter", "from", "to")?;
    for (parameter, value) in progress.spsa.parameters().iter().zip(progress.spsa.values()) {
        writeln!(out, "{:<28} {:>10} {value:>10.2}", parameter.name, parameter.value)?;
    }
    let done = progress.iterations();
    writeln!(out, "{done} of {iterations} iterations, {} games", progress.games)?;
    for file in [PRESET, PATCH, PAGE] {
        writeln!(out, "{}", folder.join(file).display())?;
    }
    played.with_context(|| format!("the run has stopped; to resume: {resume}"))?;
    if progress.is_complete() {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "\nstopped; to resume: {resume}")?;
    Ok(ExitCode::from(interrupt::INTERRUPTED))
}

fn values(progress: &SpsaProgress) -> String {
    let each = progress.spsa.parameters().iter().zip(progress.spsa.values());
    each.map(|(parameter, value)| format!("{} {value:.1}", parameter.name))
        .collect::<Vec<_>>()
        .join("  ")
}

/// Writes the preset, the patch and the report of a run.
pub(super) fn write_output(
    folder: &Path,
    manifest: &SpsaManifest,
    progress: &SpsaProgress,
) -> Result<()> {
    let patch = patch(&progress.spsa);
    if !patch.missing.is_empty() {
        let names = patch.missing.join(", ");
        note(format_args!("{PATCH} lacks {names}: the engine's table does not declare it"));
    }
    let files: [(&str, String); 3] = [
        (PRESET, preset(&progress.spsa)),
        (PATCH, patch.text),
        (PAGE, page_of_spsa(manifest, progress)),
    ];
    for (name, content) in files {
        let path: PathBuf = folder.join(name);
        write_whole(&path, content.as_bytes()).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
