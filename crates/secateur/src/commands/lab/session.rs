//! A run from its first line to its last: begun or gone on with, watched, and stopped when
//! somebody wants it to.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use engine::Engine;
use lab::contender::Contender;
use lab::machine;
use lab::manifest::{Bench, Manifest, Program};
use lab::openings::Source;
use lab::plan::Plan;
use lab::report::PAGE;
use lab::run::{Finish, PGN, Run};
use toolkit::stop::StopAll;

use super::{report, summary, view::View};
use crate::bench;
use crate::commands::interrupt::{INTERRUPTED, listen};
use crate::commands::note;

pub(super) fn begin(
    plan: Plan,
    out: Option<PathBuf>,
    concurrency: Option<u32>,
) -> Result<ExitCode> {
    let (manifest, source) = prepare(plan, workers(concurrency))?;
    let folder = out.unwrap_or_else(|| {
        let kind = manifest.plan.kind.to_string().replace(' ', "-");
        new_folder(&kind, &manifest.started)
    });
    let run = Run::create(&folder, manifest)?;
    play(run, &source, workers(concurrency))
}

pub(super) fn resume(folder: &Path, concurrency: Option<u32>, force: bool) -> Result<ExitCode> {
    let manifest = Run::read_manifest(folder)?;
    let (now, source) = prepare(manifest.plan.clone(), workers(concurrency))?;
    refuse(folder, &manifest.changes(&now), force)?;
    play(Run::open(folder, manifest)?, &source, workers(concurrency))
}

pub(super) fn workers(concurrency: Option<u32>) -> usize {
    concurrency.map_or_else(machine::cores, |workers| workers as usize)
}

/// Starts every player once: whatever cannot be played is found out before the first game.
fn prepare(plan: Plan, workers: usize) -> Result<(Manifest, Source)> {
    plan.test()?;
    plan.games()?;
    let contenders = plan.contenders()?;
    lab::open_files::allow(workers, &contenders)?;
    let source = plan.source()?;
    let mut names = Vec::new();
    for contender in &contenders {
        let (name, unlisted) = contender.try_out(plan.waiting())?;
        for option in unlisted {
            note(format_args!("{name} does not list the option '{option}'"));
        }
        names.push(name);
    }
    let own = contenders.iter().any(Contender::is_own);
    let program = program(own)?;
    let manifest = Manifest::new(plan, program, &contenders, &names, &source, workers);
    for warning in &manifest.warnings {
        note(warning);
    }
    Ok((manifest, source))
}

/// This very program; its bench is only counted if our own engine plays.
pub(super) fn program(plays: bool) -> Result<Program> {
    Ok(Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: std::env::current_exe().ok().and_then(|path| machine::fingerprint(&path).ok()),
        bench: plays.then(count).transpose()?,
    })
}

/// Whoever goes on with a run that is not what it was must say so.
pub(super) fn refuse(folder: &Path, changes: &[String], force: bool) -> Result<()> {
    if !changes.is_empty() && !force {
        bail!(
            "{}: changed since the run began: {}; expected the same, or --force to mix them",
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

/// Named after what it is and when it began.
pub(super) fn new_folder(kind: &str, started: &str) -> PathBuf {
    let time: String = started.chars().filter(char::is_ascii_alphanumeric).collect();
    let base = Path::new("runs").join(format!("{kind}-{time}"));
    let numbered = (2..).map(|number| base.with_file_name(format!("{kind}-{time}-{number}")));
    let mut candidates = std::iter::once(base.clone()).chain(numbered);
    candidates.find(|folder| !folder.exists()).unwrap_or(base)
}

fn play(mut run: Run, source: &Source, workers: usize) -> Result<ExitCode> {
    let stop = StopAll::default();
    listen(&stop)?;
    let folder = run.folder().to_owned();
    let mut view = View::new(run.manifest())?;
    view.begin(&folder, run.manifest());
    let finish = run.play(source, workers, &stop, |_, state| view.show(state));
    view.end();
    if !run.left_out().is_empty() {
        let numbers: Vec<String> = run.left_out().iter().map(|n| (n + 1).to_string()).collect();
        note(format_args!(
            "{PGN} lacks game {}: what was kept of it cannot be played through again",
            numbers.join(", ")
        ));
    }
    let how = format!("secateur lab {} --resume {}", command(&run), folder.display());
    // What has been played is worth looking at, however it ended.
    let mut out = io::stdout().lock();
    summary::write(&mut out, &run, finish.as_ref().ok())?;
    let page = report::write(&folder);
    if page.is_ok() {
        writeln!(out, "report       {}", folder.join(PAGE).display())?;
    }
    let finish = finish.with_context(|| format!("the run has stopped; to go on with it: {how}"))?;
    page?;
    if finish == Finish::Halted {
        writeln!(out, "\nstopped; to go on: {how}")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The subcommand that goes on with a run.
fn command(run: &Run) -> &'static str {
    use lab::plan::Kind;
    match run.manifest().plan.kind {
        Kind::Match => "match",
        Kind::Sprt => "sprt",
        Kind::Gauntlet | Kind::RoundRobin => "gauntlet",
    }
}
