//! `secateur forge train`: a network learns from a training cache.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use forge::train::{
    Batch, CHECKPOINT, Cache, Config, Entry, Finish, LOG, Needs, RECIPE, Training, read_log,
};
use indicatif::ProgressBar;
use lab::machine;
use lab::report::{Chart, PAGE, Page, Series, Tone};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::whole_cache;
use crate::commands::interrupt::{INTERRUPTED, listen};
use crate::commands::progress;
use crate::memory;

/// Teach a network, from a configuration and a training cache.
///
/// The folder gets a checkpoint, the recipe with all its keys, the losses in lines of JSON, and a
/// page that shows them. Interrupted, it stops after the batch at hand, and the same command with
/// --resume goes on as if nothing had happened, if there are as many threads.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// What the network is to be like and how it is taught, in TOML
    #[arg(long, value_name = "FILE")]
    config: PathBuf,

    /// The positions to learn from, as 'forge pack' has made them
    #[arg(long, value_name = "CACHE")]
    data: PathBuf,

    /// The positions held out
    #[arg(long, value_name = "CACHE")]
    held_out: PathBuf,

    /// The folder of the training
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Go on with the training of the folder
    #[arg(long)]
    resume: bool,

    /// Begin with what the training of another folder has learned, instead of random weights
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    after: Option<PathBuf>,

    /// How many threads to work with, at most; one for each core if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,
}

pub(super) fn run(args: &TrainArgs) -> Result<ExitCode> {
    let text = fs::read_to_string(&args.config)
        .with_context(|| format!("--config {}", args.config.display()))?;
    // Said first, with the name of the file: it is what people write by hand.
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
    let Needs { threads, bytes } =
        Needs::of(&config, data.positions(), held_out.positions(), offered);
    memory::check_for("a training", bytes.div_ceil(1 << 20))
        .with_context(|| format!("--config {}, on {threads} threads", args.config.display()))?;
    whole_cache::verify(&mut data)?;
    whole_cache::verify(&mut held_out)?;
    let mut training = match args.resume {
        true => Training::resume(&args.out, &text, data, held_out, threads),
        false => Training::begin(&args.out, &text, data, held_out, threads, args.after.as_deref()),
    }?;

    let name = args.config.file_stem().unwrap_or_default().to_string_lossy();
    let stop = StopAll::default();
    listen(&stop)?;
    let mut view = View::new(&training, threads);
    let finish = training.go(|batch| {
        view.show(&batch);
        if batch.report.is_some() {
            // The page can be made again; that it cannot be written is no reason to stop.
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
    writeln!(out, "stopped after step {step} of {steps}; the same command with --resume goes on")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// A bar where somebody sits in front of a terminal, and a line for each report.
struct View {
    bar: ProgressBar,
    begun: Instant,
    /// Steps made before this began.
    before: u64,
    /// Positions since then.
    positions: u64,
    held_out: Option<f64>,
}

impl View {
    fn new(training: &Training, threads: usize) -> View {
        let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} steps\n{msg}");
        bar.set_length(training.steps());
        bar.set_position(training.step());
        let (step, steps) = (training.step(), training.steps());
        let begun = match step {
            0 => format!("{steps} steps on {threads} threads"),
            _ => format!("gone on with after step {step} of {steps}, on {threads} threads"),
        };
        progress::line(&bar, &begun);
        View { bar, begun: Instant::now(), before: step, positions: 0, held_out: None }
    }

    fn show(&mut self, batch: &Batch<'_>) {
        self.positions += batch.positions;
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let speed = self.positions as f64 / seconds / 1e6;
        let left = (batch.steps - batch.step) as f64;
        let to_go = progress::span(seconds * left / (batch.step - self.before).max(1) as f64);
        if let Some(Entry { superbatch, epoch, rate, loss, held_out, .. }) = batch.report {
            self.held_out = Some(*held_out);
            let text = format!(
                "superbatch {superbatch:>4}  epoch {epoch:>6.2}  loss {loss:.6}  held out \
                 {held_out:.6}  rate {rate:.1e}  {speed:.2} M positions/s, {to_go} to go"
            );
            progress::line(&self.bar, &text);
        }
        self.bar.set_position(batch.step);
        if !self.bar.is_hidden() {
            let held_out =
                self.held_out.map_or(String::new(), |loss| format!(", held out {loss:.6}"));
            let loss = batch.loss;
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
    losses.series.push(Series::new("learned from", Tone::Faint, line(|entry| entry.loss)));
    losses.series.push(Series::new("held out", Tone::Main, line(|entry| entry.held_out)));
    page.chart(&losses);
    let mut rates = Chart::new("Rate", "superbatch", "rate");
    rates.series.push(Series::new("rate", Tone::Main, line(|entry| entry.rate.into())));
    rates.must_show = vec![0.0];
    page.chart(&rates);
    page.heading("Configuration");
    page.table(&["key", "value"], &config.rows());
    page.html()
}
