//! `secateur lab plan`: the steps of a plan file, one after the other.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Parser};
use lab::campaign::{
    CampaignLog, CampaignResults, PlanFile, RESULTS, Slice, Step, StepStatus, share,
};
use lab::manifest::MANIFEST;
use lab::report::{PAGE, page_of_campaign};
use toolkit::whole_file::write_whole;

use super::args::LabArgs;
use super::command_line::CommandLine;
use crate::commands::{interrupt, note};
use crate::duration;

/// Run the steps of a plan file
///
/// A plan asks a question and lists steps, each a command of the lab with its options; docs/lab.md
/// shows how to write one. Every step has a folder of its own in `--out`, and the page
/// shows all of them. The same command resumes a plan that was interrupted.
#[derive(Args, Debug)]
pub(super) struct PlanArgs {
    /// The plan, in TOML
    file: PathBuf,

    /// Running time of this call, such as 90m or 3h, shared among the steps that have not ended;
    /// without it every step runs to its end
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    budget: Option<Duration>,

    /// Run only this step; may be given several times
    #[arg(long = "step", value_name = "NAME")]
    steps: Vec<String>,

    /// Give a placeholder of the plan its value, as in wac=wac.epd; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Take over the steps that have ended in these results by the same command
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Check the plan and list its steps, run nothing
    #[arg(long)]
    list: bool,

    /// Number of concurrent games and searches; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Folder of the plan; default: runs/ and the name of the file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Resume steps even if the program, a network, a book or a suite has changed
    #[arg(long)]
    force: bool,
}

/// A command of the lab without the words before it.
#[derive(Parser)]
#[command(name = "secateur lab", no_binary_name = true)]
struct StepCommand {
    #[command(flatten)]
    lab: LabArgs,
}

pub(super) fn run(args: &PlanArgs) -> Result<ExitCode> {
    let shown = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| shown.to_string())?;
    let here = args.file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let here = here.unwrap_or(Path::new(".")).display().to_string();
    let plan = PlanFile::read(&text, &here, &values(&args.set)?);
    let plan = plan.with_context(|| shown.to_string())?;
    for step in &plan.steps {
        let command = StepCommand::try_parse_from(&step.words);
        command.with_context(|| format!("{shown}: step '{}'", step.name))?;
    }
    for name in &args.steps {
        if !plan.steps.iter().any(|step| step.name == *name) {
            let names: Vec<&str> = plan.steps.iter().map(|step| &*step.name).collect();
            bail!("--step {name}: expected one of {}", names.join(", "));
        }
    }
    if args.list {
        return list(&plan);
    }
    let folder = args.out.clone().unwrap_or_else(|| {
        Path::new("runs").join(args.file.file_stem().unwrap_or("plan".as_ref()))
    });
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let log = CampaignLog::read(&folder)?;
    for step in &plan.steps {
        log.check(step)?;
    }
    let known = args.known.as_deref().map(published).transpose()?;
    Campaign { args, plan, folder, log, known, spent: BTreeMap::new(), failed: Vec::new() }.run()
}

/// The results of a plan that ran elsewhere.
fn published(path: &Path) -> Result<CampaignResults> {
    let shown = path.display();
    let text = fs::read(path).with_context(|| format!("--known {shown}"))?;
    serde_json::from_slice(&text)
        .with_context(|| format!("--known {shown}: expected the {RESULTS} of a plan"))
}

fn values(set: &[String]) -> Result<BTreeMap<String, String>> {
    let mut values = BTreeMap::new();
    for text in set {
        let (name, value) = text
            .split_once('=')
            .with_context(|| format!("--set {text}: expected a name, '=' and a value"))?;
        values.insert(name.to_owned(), value.to_owned());
    }
    Ok(values)
}

fn list(plan: &PlanFile) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}\n{}", plan.title, plan.question)?;
    for step in &plan.steps {
        writeln!(out, "\n{}: {}", step.name, step.about)?;
        writeln!(out, "  {}", command(&step.shown).repeating())?;
        if !step.when.is_empty() {
            let conditions: Vec<String> = step.when.iter().map(ToString::to_string).collect();
            writeln!(out, "  runs if {}", conditions.join(" or "))?;
        }
        if !step.missing.is_empty() {
            writeln!(out, "  needs --set for {}", step.missing.join(", "))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn command(words: &[String]) -> CommandLine {
    let words = core::iter::once("lab").chain(words.iter().map(String::as_str));
    CommandLine::new(words.map(OsString::from))
}

struct Campaign<'a> {
    args: &'a PlanArgs,
    plan: PlanFile,
    folder: PathBuf,
    log: CampaignLog,
    known: Option<CampaignResults>,
    /// Running times in this call.
    spent: BTreeMap<String, Duration>,
    /// Steps that failed in this call.
    failed: Vec<String>,
}

impl Campaign<'_> {
    fn run(mut self) -> Result<ExitCode> {
        let deadline = self.args.budget.map(|budget| Instant::now() + budget);
        while !interrupt::asked() {
            let open = self.open_steps()?;
            let next = match deadline {
                None => open.first().map(|step| (step, None)),
                Some(deadline) => self.next(&open, deadline),
            };
            let Some((step, time)) = next else { break };
            self.step(step, time)?;
            self.write_results()?;
        }
        let results = self.write_results()?;
        self.summary(&results)
    }

    fn next<'s>(
        &self,
        open: &'s [Step],
        deadline: Instant,
    ) -> Option<(&'s Step, Option<Duration>)> {
        let slice = |step: &Step| Slice {
            spent: self.spent.get(&step.name).copied().unwrap_or_default(),
            weight: step.weight,
        };
        let slices: Vec<Slice> = open.iter().map(slice).collect();
        let (place, time) = share(deadline.saturating_duration_since(Instant::now()), &slices)?;
        Some((&open[place], Some(time)))
    }

    /// The steps that may run and have not ended.
    fn open_steps(&self) -> Result<Vec<Step>> {
        let results = self.results()?;
        let wanted = |step: &&Step| {
            let chosen = self.args.steps.is_empty() || self.args.steps.contains(&step.name);
            let allowed = step.when.is_empty()
                || step.when.iter().any(|one| one.holds(results.ended(&one.step)));
            chosen
                && allowed
                && step.missing.is_empty()
                && results.ended(&step.name).is_none()
                && !self.failed.contains(&step.name)
        };
        Ok(self.plan.steps.iter().filter(wanted).cloned().collect())
    }

    fn step(&mut self, step: &Step, time: Option<Duration>) -> Result<()> {
        let limit = time.map_or_else(String::new, |time| {
            format!(", {:.0} minutes", (time.as_secs_f64() / 60.0).ceil())
        });
        note(format_args!("step {}{limit}: {}", step.name, command(&step.words).repeating()));
        let folder = self.folder.join(&step.name);
        let words = self.words(step, &folder);
        let parsed = StepCommand::try_parse_from(&words)?;
        self.log.begin(step);
        self.log.write(&self.folder)?;
        let started = Instant::now();
        let exit = within(time, || super::run_tool(&parsed.lab, &command(&step.words)));
        let elapsed = started.elapsed();
        *self.spent.entry(step.name.clone()).or_default() += elapsed;
        let seconds = elapsed.as_secs_f64();
        match exit {
            Ok(code) if code == ExitCode::SUCCESS => {
                self.log.end(step, StepStatus::Ended, seconds, None);
            }
            Ok(_) => self.log.end(step, StepStatus::Begun, seconds, None),
            Err(error) => {
                let error = format!("{error:#}");
                note(format_args!("step {} failed: {error}", step.name));
                self.log.end(step, StepStatus::Failed, seconds, Some(error));
                self.failed.push(step.name.clone());
            }
        }
        Ok(self.log.write(&self.folder)?)
    }

    /// The words of a step's command, which creates its run or resumes it.
    fn words(&self, step: &Step, folder: &Path) -> Vec<OsString> {
        let is_study = matches!(step.run.as_str(), "ablate" | "compare");
        let is_game = matches!(step.run.as_str(), "match" | "sprt" | "gauntlet");
        let resumes = is_game && folder.join(MANIFEST).exists();
        let mut words: Vec<OsString> = match resumes {
            true => vec![step.run.clone().into(), "--resume".into(), folder.into()],
            false => {
                let mut words: Vec<OsString> = step.words.iter().map(OsString::from).collect();
                words.extend(["--out".into(), folder.into()]);
                words
            }
        };
        if let Some(concurrency) = self.args.concurrency {
            words.extend(["--concurrency".into(), concurrency.to_string().into()]);
        }
        if self.args.force && (resumes || is_study) {
            words.push("--force".into());
        }
        words
    }

    fn results(&self) -> Result<CampaignResults> {
        let command = |step: &Step| command(&step.shown).repeating();
        Ok(CampaignResults::read(
            &self.folder,
            &self.plan,
            &self.log,
            self.known.as_ref(),
            command,
        )?)
    }

    fn write_results(&self) -> Result<CampaignResults> {
        let results = self.results()?;
        let json = serde_json::to_string_pretty(&results)? + "\n";
        for (name, text) in [(RESULTS, json), (PAGE, page_of_campaign(&results))] {
            let path = self.folder.join(name);
            write_whole(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(results)
    }

    fn summary(&self, results: &CampaignResults) -> Result<ExitCode> {
        let mut out = io::stdout().lock();
        writeln!(out, "\n{}", results.title)?;
        let width = results.steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        for step in &results.steps {
            let sentence = step.outcome.as_ref().map_or("", |outcome| outcome.sentence.as_str());
            let open = step.open.as_deref().unwrap_or("");
            let gap = if open.is_empty() || sentence.is_empty() { "" } else { "; so far: " };
            writeln!(out, "{:width$}  {open}{gap}{sentence}", step.name)?;
        }
        writeln!(out, "\nresults  {}", self.folder.join(RESULTS).display())?;
        writeln!(out, "report   {}", self.folder.join(PAGE).display())?;
        if !self.failed.is_empty() {
            bail!("steps failed: {}", self.failed.join(", "));
        }
        if interrupt::asked() {
            writeln!(out, "\nstopped; the same command resumes it")?;
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Runs `work`, which is asked to stop when `time` is over.
fn within<T>(time: Option<Duration>, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                interrupt::stop_current();
            }
        });
        let result = work();
        drop(done);
        result
    })
}
