//! A study on the command line: started or resumed, watched, and stopped by Ctrl-C.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use lab::machine;
use lab::report::{PAGE, page_of_ablation, page_of_comparison};
use lab::study::{
    AblationResults, Audit, ComparisonResults, RESULTS, StudyBudget, StudyFinish, StudyKind,
    StudyManifest, StudyPlan, StudyRun, StudyState,
};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::command_line::CommandLine;
use super::session;
use super::study_args::StudyArgs;
use super::study_view::{self, StudyBar};
use crate::commands::{interrupt, note};

/// Starts the study of `plan`, or resumes the one that the arguments name.
pub(super) fn run(
    args: &StudyArgs,
    kind: StudyKind,
    audits: Vec<Audit>,
    line: &CommandLine,
    plan: impl FnOnce() -> Result<StudyPlan>,
) -> Result<ExitCode> {
    let command = line.repeating();
    let now = |plan, budget, command| -> Result<StudyManifest> {
        Ok(StudyManifest::new(plan, budget, session::program(true)?, command)?)
    };
    let (folder, manifest) = match &args.resume {
        Some(folder) => {
            let stored = StudyManifest::read(folder)?;
            if stored.plan.kind != kind {
                let other = name(stored.plan.kind);
                bail!("{}: expected 'secateur lab {other}'", folder.display());
            }
            (folder.clone(), resumed(args, folder, stored, now)?)
        }
        None => {
            let plan = plan()?;
            let folder = args.out.clone();
            let folder = folder.unwrap_or_else(|| session::new_folder(name(kind), &machine::now()));
            let manifest = match StudyManifest::find(&folder, &plan)? {
                Some(stored) => resumed(args, &folder, stored, now)?,
                None => now(plan, args.budget(StudyBudget::default()), command)?,
            };
            (folder, manifest)
        }
    };
    let workers = session::workers(args.concurrency);
    if manifest.plan.limit.is_timed() && workers > machine::cores() {
        note(format_args!("{workers} concurrent games on {} cores", machine::cores()));
    }
    play(StudyRun::open(&folder, manifest.with_audits(audits))?, workers)
}

/// The stored manifest with the budget of the arguments, if nothing else has changed.
fn resumed(
    args: &StudyArgs,
    folder: &Path,
    stored: StudyManifest,
    now: impl FnOnce(StudyPlan, StudyBudget, String) -> Result<StudyManifest>,
) -> Result<StudyManifest> {
    let budget = args.budget(stored.budget);
    let today = now(stored.plan.clone(), budget, stored.command.clone())?;
    session::refuse(folder, &stored.changes(&today), args.force)?;
    Ok(stored.with_budget(budget))
}

/// The subcommand of a kind.
fn name(kind: StudyKind) -> &'static str {
    match kind {
        StudyKind::Ablation => "ablate",
        StudyKind::Comparison => "compare",
    }
}

fn play(mut run: StudyRun, workers: usize) -> Result<ExitCode> {
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let folder = run.folder().to_owned();
    let mut bar = StudyBar::new(&run)?;
    let finish = run.play(workers, &stop, |view| bar.show(view));
    bar.end();
    let mut out = io::stdout().lock();
    study_view::write(&mut out, run.manifest(), run.state())?;
    write_output(&folder, run.manifest(), run.state())?;
    writeln!(out, "\nresults  {}", folder.join(RESULTS).display())?;
    writeln!(out, "report   {}", folder.join(PAGE).display())?;
    let kind = name(run.manifest().plan.kind);
    let resume = format!("secateur lab {kind} --resume {}", folder.display());
    let finish = finish.with_context(|| format!("the run has stopped; to resume: {resume}"))?;
    match finish {
        StudyFinish::Complete => Ok(ExitCode::SUCCESS),
        StudyFinish::TimeUp => {
            writeln!(out, "\nthe time is used up; for more: {resume} --budget TIME")?;
            Ok(ExitCode::SUCCESS)
        }
        StudyFinish::Stopped => {
            writeln!(out, "\nstopped; to resume: {resume}")?;
            Ok(ExitCode::from(interrupt::INTERRUPTED))
        }
    }
}

/// Writes the results and the page of a study into its folder.
pub(super) fn write_output(
    folder: &Path,
    manifest: &StudyManifest,
    state: &StudyState,
) -> Result<()> {
    let (json, page) = match manifest.plan.kind {
        StudyKind::Ablation => {
            let results = AblationResults::new(manifest, state)?;
            (serde_json::to_string_pretty(&results)?, page_of_ablation(&results))
        }
        StudyKind::Comparison => {
            let results = ComparisonResults::new(manifest, state)?;
            (serde_json::to_string_pretty(&results)?, page_of_comparison(&results))
        }
    };
    for (name, text) in [(RESULTS, json + "\n"), (PAGE, page)] {
        let path = folder.join(name);
        write_whole(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
