//! A run of games on the command line: started or resumed, watched, and stopped by Ctrl-C.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use engine::Engine;
use lab::machine;
use lab::manifest::{Bench, Manifest, Program};
use lab::plan::{CheckedPlan, Lineup, RunKind};
use lab::player::PlayerSpec;
use lab::report::PAGE;
use lab::run::{PGN, Run, RunFinish};
use toolkit::stop::StopAll;

use super::run_view::RunView;
use super::{report, summary};
use crate::bench;
use crate::commands::interrupt::{INTERRUPTED, listen};
use crate::commands::note;

pub(super) fn begin(
    plan: CheckedPlan,
    out: Option<PathBuf>,
    concurrency: Option<u32>,
) -> Result<ExitCode> {
    let (manifest, lineup) = prepare(plan, workers(concurrency))?;
    let folder = out.unwrap_or_else(|| {
        let kind = manifest.plan.kind.to_string().replace(' ', "-");
        new_folder(&kind, &manifest.started)
    });
    let run = Run::create(&folder, manifest)?;
    play(run, &lineup, workers(concurrency))
}

pub(super) fn resume(folder: &Path, concurrency: Option<u32>, force: bool) -> Result<ExitCode> {
    let manifest = Run::read_manifest(folder)?;
    let (now, lineup) = prepare(manifest.plan.clone(), workers(concurrency))?;
    refuse(folder, &manifest.changes(&now), force)?;
    play(Run::open(folder, manifest)?, &lineup, workers(concurrency))
}

pub(super) fn workers(concurrency: Option<u32>) -> usize {
    concurrency.map_or_else(machine::cores, |workers| workers as usize)
}

/// Starts every player once, so that faults are found before the first game.
fn prepare(plan: CheckedPlan, workers: usize) -> Result<(Manifest, Lineup)> {
    let lineup = plan.lineup()?;
    lab::open_files::allow(workers, &lineup.players)?;
    let mut names = Vec::new();
    for spec in &lineup.players {
        let (name, unlisted) = spec.try_out(plan.timeouts())?;
        for option in unlisted {
            note(format_args!("{name} does not list the option '{option}'"));
        }
        names.push(name);
    }
    let own = lineup.players.iter().any(PlayerSpec::is_own);
    let program = program(own)?;
    let manifest = Manifest::new(plan, program, &lineup, &names, workers);
    for warning in &manifest.warnings {
        note(warning);
    }
    Ok((manifest, lineup))
}

/// This program. Its bench runs only if our own engine plays.
pub(super) fn program(plays: bool) -> Result<Program> {
    Ok(Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: std::env::current_exe().ok().and_then(|path| machine::fingerprint(&path).ok()),
        bench: plays.then(count).transpose()?,
    })
}

/// Refuses to resume a run whose programs or book have changed, unless forced.
pub(super) fn refuse(folder: &Path, changes: &[String], force: bool) -> Result<()> {
    if !changes.is_empty() && !force {
        bail!(
            "{}: changed since the run began: {}; expected no change, or --force to mix results",
            folder.display(),
            changes.join(", ")
        );
    }
    Ok(())
}

fn count() -> Result<Bench> {
    let mut engine = Engine::new(bench::HASH as usize)?;
    Ok(Bench { depth: bench::SHORT_DEPTH, nodes: bench::short(&mut engine)? })
}

/// A folder named after the kind and the start time of a run.
pub(super) fn new_folder(kind: &str, started: &str) -> PathBuf {
    let time: String = started.chars().filter(char::is_ascii_alphanumeric).collect();
    let base = Path::new("runs").join(format!("{kind}-{time}"));
    let numbered = (2..).map(|number| base.with_file_name(format!("{kind}-{time}-{number}")));
    let mut candidates = std::iter::once(base.clone()).chain(numbered);
    candidates.find(|folder| !folder.exists()).unwrap_or(base)
}

fn play(mut run: Run, lineup: &Lineup, workers: usize) -> Result<ExitCode> {
    let stop = StopAll::default();
    listen(&stop)?;
    let folder = run.folder().to_owned();
    let mut view = RunView::new(run.manifest());
    view.begin(&folder, run.manifest());
    let finish = run.play(lineup, workers, &stop, |_, state| view.show(state));
    view.end();
    if !run.left_out().is_empty() {
        let numbers: Vec<String> = run.left_out().iter().map(|n| (n + 1).to_string()).collect();
        note(format_args!(
            "{PGN} lacks game {}: the record cannot be replayed",
            numbers.join(", ")
        ));
    }
    let resume = format!("secateur lab {} --resume {}", command(&run), folder.display());
    // A failed run gets its summary and its report as well.
    let mut out = io::stdout().lock();
    summary::write(&mut out, &run, finish.as_ref().ok())?;
    let page = report::write(&folder);
    if page.is_ok() {
        writeln!(out, "report       {}", folder.join(PAGE).display())?;
    }
    let finish = finish.with_context(|| format!("the run has stopped; to resume: {resume}"))?;
    page?;
    if finish == RunFinish::Stopped {
        writeln!(out, "\nstopped; to resume: {resume}")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The subcommand that resumes a run.
fn command(run: &Run) -> &'static str {
    match run.manifest().plan.kind {
        RunKind::Match => "match",
        RunKind::Sprt => "sprt",
        RunKind::Gauntlet | RunKind::RoundRobin => "gauntlet",
    }
}
