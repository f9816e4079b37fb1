//! A study on the command line: started or resumed, watched, and stopped by Ctrl-C.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use lab::machine;
use lab::stats::{Elo, EloValue};
use lab::study::{
    AblationResults, RESULTS, StudyBudget, StudyFinish, StudyKind, StudyManifest, StudyPlan,
    StudyRun, StudyState, StudyView,
};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::study_args::StudyArgs;
use super::{resume_command, session};
use crate::commands::table::aligned;
use crate::commands::{interrupt, note, progress};

/// Starts the study of `plan`, or resumes the one that the arguments name.
pub(super) fn run(
    args: &StudyArgs,
    kind: StudyKind,
    plan: impl FnOnce() -> Result<StudyPlan>,
) -> Result<ExitCode> {
    let command = resume_command::repeating(std::env::args_os());
    let now = |plan, budget, command| -> Result<StudyManifest> {
        Ok(StudyManifest::new(plan, budget, session::program(false)?, command)?)
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
    play(StudyRun::open(&folder, manifest)?, workers)
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
    let mut bar = StudyBar::new(&run);
    let finish = run.play(workers, &stop, |view| bar.show(view));
    bar.end();
    write_results(&folder, run.manifest(), run.state())?;
    let mut out = io::stdout().lock();
    write_table(&mut out, run.manifest(), run.state())?;
    writeln!(out, "\nresults  {}", folder.join(RESULTS).display())?;
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

fn write_results(folder: &Path, manifest: &StudyManifest, state: &StudyState) -> Result<()> {
    let results = AblationResults::new(manifest, state);
    let text = serde_json::to_string_pretty(&results)? + "\n";
    let path: PathBuf = folder.join(RESULTS);
    write_whole(&path, text.as_bytes()).with_context(|| path.display().to_string())
}

fn write_table(
    out: &mut impl Write,
    manifest: &StudyManifest,
    state: &StudyState,
) -> io::Result<()> {
    let results = AblationResults::new(manifest, state);
    let mut variants: Vec<_> = results.variants.iter().zip(&state.contests).collect();
    let elo = |variant: &lab::study::VariantResult| variant.games.elo.unwrap_or(f64::INFINITY);
    variants.sort_by(|one, two| elo(one.0).total_cmp(&elo(two.0)));
    let mut rows = vec![["switched", "to", "Elo", "games"].map(str::to_owned).to_vec()];
    for (variant, contest) in variants {
        let to: Vec<&str> =
            variant.switched.iter().map(|switch| if switch.on { "on" } else { "off" }).collect();
        rows.push(vec![
            variant.name.clone(),
            to.join("+"),
            contest.pairs.logistic().to_string(),
            variant.games.games.to_string(),
        ]);
    }
    aligned(out, &rows, 2)?;
    for interaction in &results.interactions {
        let elo = match (interaction.elo, interaction.error) {
            (Some(elo), Some(error)) => format!("{} ± {error:.1}", EloValue(elo)),
            _ => "unknown".to_owned(),
        };
        writeln!(out, "interaction of {}: {elo} Elo", interaction.pair)?;
    }
    Ok(())
}

/// The progress of a study, as a bar or as lines.
struct StudyBar {
    bar: ProgressBar,
    names: Vec<String>,
    shown: Instant,
    is_counted: bool,
}

impl StudyBar {
    fn new(run: &StudyRun) -> StudyBar {
        let plan = &run.manifest().plan;
        let name = |player: usize| plan.players[player].name.clone();
        let names = plan.contests().into_iter().map(|contest| match plan.kind {
            StudyKind::Ablation => name(contest.first),
            StudyKind::Comparison => format!("{}-{}", name(contest.first), name(contest.second)),
        });
        let bar = match run.planned_pairs() {
            Some(pairs) => {
                let bar = progress::ticking("{wide_bar} {pos}/{len} games, {eta} to go\n{msg}");
                bar.set_length(2 * pairs);
                bar
            }
            None => progress::ticking("{elapsed} {wide_bar} {pos}/{len} s\n{msg}"),
        };
        if let (None, Some(seconds)) = (run.planned_pairs(), run.manifest().budget.seconds) {
            bar.set_length(seconds as u64);
        }
        progress::line(&bar, &format!("run: {}", run.folder().display()));
        let is_counted = run.planned_pairs().is_some();
        StudyBar { bar, names: names.collect(), shown: Instant::now(), is_counted }
    }

    fn show(&mut self, view: &StudyView<'_>) {
        let state = view.state;
        let games = state.games().len();
        let position = if self.is_counted { games as u64 } else { state.spent / 1000 };
        self.bar.set_position(position);
        if self.shown.elapsed() < progress::interval(&self.bar) {
            return;
        }
        self.shown = Instant::now();
        let contest = &state.contests[view.contest];
        let elo = match contest.pairs.logistic() {
            Elo::TooFewPairs => String::new(),
            elo => format!(", {elo} Elo"),
        };
        let text = format!("{} after {} games{elo}", self.names[view.contest], contest.games);
        match self.bar.is_hidden() {
            // A closed standard error must not stop the run.
            true => drop(writeln!(io::stderr(), "{games} games; {text}")),
            false => self.bar.set_message(text),
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
