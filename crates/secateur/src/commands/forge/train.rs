//! `secateur forge train`: trains a network from a training cache.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use forge::train::{
    CHECKPOINT, Cache, Config, Entry, Finish, LOG, RECIPE, Requirements, StepReport, Training,
    read_log,
};
use indicatif::ProgressBar;
use lab::machine;
use lab::report::{Chart, PAGE, Page, Series, Tone};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::reading;
use crate::commands::interrupt::{INTERRUPTED, listen};
use crate::commands::progress;
use crate::memory;

/// Train a network, from a recipe and a training cache.
///
/// The folder gets a checkpoint, the complete recipe, the log of the losses as lines of JSON, and a
/// page that shows them. When interrupted, it stops after the current step. The same command with
/// --resume continues; with as many threads, it gives the same network as without the interruption.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// The recipe: the network's shape and its training, in TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,

    /// The training cache made by 'forge pack'
    #[arg(long, value_name = "CACHE")]
    data: PathBuf,

    /// The cache of held-out positions
    #[arg(long, value_name = "CACHE")]
    held_out: PathBuf,

    /// The folder of the training
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Continue the training in the folder
    #[arg(long)]
    resume: bool,

    /// Start from the trained network of another folder instead of random weights
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    after: Option<PathBuf>,

    /// Maximum threads; one for each core by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,
}

pub(super) fn run(args: &TrainArgs) -> Result<ExitCode> {
    let text = fs::read_to_string(&args.config)
        .with_context(|| format!("--config {}", args.config.display()))?;
    // Parsed first: people write this file by hand.
    let config =
        Config::parse(&text).with_context(|| format!("--config {}", args.config.display()))?;
    let open = |path: &Path| Cache::open(path).with_context(|| path.display().to_string());
    let (mut data, mut held_out) = (open(&args.data)?, open(&args.held_out)?);
    if data.positions() > 0 && data.header() == held_out.header() {
        bail!(
            "--data {} and --held-out {} are the same positions; expected those of other games",
            args.data.display(),
            args.held_out.display()
        );
    }
    let offered = args.threads.map_or_else(machine::cores, |threads| threads as usize);
    let Requirements { threads, bytes } =
        Requirements::of(&config, data.positions(), held_out.positions(), offered);
    memory::check_for("a training", bytes.div_ceil(1 << 20))
        .with_context(|| format!("--config {}, on {threads} threads", args.config.display()))?;
    reading::verify(&mut data)?;
    reading::verify(&mut held_out)?;
    let mut training = match args.resume {
        true => Training::resume(&args.out, &text, data, held_out, threads),
        false => Training::begin(&args.out, &text, data, held_out, threads, args.after.as_deref()),
    }?;

    let name = args.config.file_stem().unwrap_or_default().to_string_lossy();
    let stop = StopAll::default();
    listen(&stop)?;
    let mut view = TrainingView::new(&training, threads);
    let finish = training.run(|step| {
        view.show(&step);
        if step.report.is_some() {
            // The page can be made again later, so a failure does not stop the training.
            let _ = write_page(&args.out, &name, &config);
        }
        match stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    view.bar.finish_and_clear();
    let finish = finish?;
    write_page(&args.out, &name, &config)?;
    let mut out = io::stdout().lock();
    for file in [CHECKPOINT, RECIPE, LOG, PAGE] {
        writeln!(out, "{}", args.out.join(file).display())?;
    }
    if finish == Finish::Complete {
        return Ok(ExitCode::SUCCESS);
    }
    let (step, steps) = (training.step(), training.steps());
    writeln!(
        out,
        "stopped after step {step} of {steps}; the same command with --resume continues"
    )?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// A progress bar on a terminal, and a line for each report.
struct TrainingView {
    bar: ProgressBar,
    start: Instant,
    /// Steps made before this run.
    before: u64,
    /// Positions of this run.
    positions: u64,
    held_out: Option<f64>,
}

impl TrainingView {
    fn new(training: &Training, threads: usize) -> TrainingView {
        let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} steps\n{msg}");
        bar.set_length(training.steps());
        bar.set_position(training.step());
        let (step, steps) = (training.step(), training.steps());
        let threads = match threads {
            1 => "one thread".to_owned(),
            _ => format!("{threads} threads"),
        };
        let text = match step {
            0 => format!("{steps} steps on {threads}"),
            _ => format!("continued after step {step} of {steps}, on {threads}"),
        };
        progress::line(&bar, &text);
        TrainingView { bar, start: Instant::now(), before: step, positions: 0, held_out: None }
    }

    fn show(&mut self, step: &StepReport<'_>) {
        self.positions += step.positions;
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let speed = self.positions as f64 / seconds / 1e6;
        let left = (step.steps - step.step) as f64;
        let to_go = progress::span(seconds * left / (step.step - self.before).max(1) as f64);
        if let Some(Entry { superbatch, epoch, rate, loss, held_out, .. }) = step.report {
            self.held_out = Some(*held_out);
            let text = format!(
                "superbatch {superbatch:>4}  epoch {epoch:>6.2}  loss {loss:.6}  held out \
                 {held_out:.6}  rate {rate:.1e}  {speed:.2} M positions/s, {to_go} to go"
            );
            progress::line(&self.bar, &text);
        }
        self.bar.set_position(step.step);
        if !self.bar.is_hidden() {
            let held_out =
                self.held_out.map_or(String::new(), |loss| format!(", held out {loss:.6}"));
            let loss = step.loss;
            self.bar.set_message(format!(
                "{speed:.2} M positions/s, {to_go} to go; loss {loss:.6}{held_out}"
            ));
        }
    }
}

fn write_page(folder: &Path, name: &str, config: &Config) -> Result<()> {
    let log = folder.join(LOG);
    let entries = read_log(&log).with_context(|| log.display().to_string())?;
    let page = folder.join(PAGE);
    write_whole(&page, page_of(name, &entries, config).as_bytes())
        .with_context(|| page.display().to_string())
}

fn page_of(name: &str, entries: &[Entry], config: &Config) -> String {
    let last = entries.last();
    let positions = last.map_or(0.0, |entry| entry.positions as f64 / 1e6);
    let mut page =
        Page::new(&format!("Training of {name}"), &format!("{positions:.1} M positions"));
    if let Some(entry) = last {
        page.figures(&[
            ("loss", format!("{:.6}", entry.loss)),
            ("held out", format!("{:.6}", entry.held_out)),
            ("epochs", format!("{:.2}", entry.epoch)),
            ("positions/s", format!("{:.2} M", entry.positions_per_second / 1e6)),
        ]);
    }
    let line = |height: fn(&Entry) -> f64| -> Vec<(f64, f64)> {
        entries.iter().map(|entry| (entry.superbatch as f64, height(entry))).collect()
    };
    let mut losses = Chart::new("Loss", "superbatch", "mean loss");
    losses.series.push(Series::new("training", Tone::Faint, line(|entry| entry.loss)));
    losses.series.push(Series::new("held out", Tone::Main, line(|entry| entry.held_out)));
    page.chart(&losses);
    let mut rates = Chart::new("Learning rate", "superbatch", "rate");
    rates.series.push(Series::new("rate", Tone::Main, line(|entry| entry.rate.into())));
    rates.must_show = vec![0.0];
    page.chart(&rates);
    page.heading("Recipe");
    page.table(&["key", "value"], &config.rows());
    page.html()
}
