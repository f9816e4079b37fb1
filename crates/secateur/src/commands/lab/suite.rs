//! `secateur lab suite`: positions with known answers, put to one player or several.

mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::limit::Limit;
use lab::machine;
use lab::player::{PlayerSpec, Timeouts};
use lab::report::PAGE;
use lab::suite::{ANSWERS, Suite, SuiteFinish, SuitePlayer, SuiteRun, read_suites};
use toolkit::stop::StopAll;

use super::command_line::CommandLine;
use super::limits::TimeoutArgs;
use super::report;
use super::session;
use crate::commands::{interrupt, note, progress};

/// Default nodes per position.
const NODES: u64 = 100_000;
/// Maximum faulty lines of a file that are reported one by one.
const MAX_PROBLEMS: usize = 10;

/// Solve positions with known answers and compare players
///
/// Files are EPD: `bm` names moves that solve a position, `am` moves that do not; `c8` and `c9`, or
/// `c0` as in `f5=10, e5=2`, give points to moves; with `dm` the score must show a mate in that
/// number of moves. Every position starts a new game. Answers are stored in the
/// folder of the run: the same command with the same `--out` resumes it.
#[derive(Args, Debug)]
pub(super) struct SuiteArgs {
    /// Files of positions in EPD
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Add a player, written as for `lab match`; may be given several times
    #[arg(long = "engine", value_name = "PLAYER", default_value = "self")]
    engines: Vec<String>,

    #[command(flatten)]
    limits: SuiteLimits,

    /// Number of concurrent positions; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    #[command(flatten)]
    timeouts: TimeoutArgs,

    /// Folder of the run; default: a new folder in runs/
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct SuiteLimits {
    /// Nodes per position; default: 100000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time per position with its unit, such as 500ms
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    movetime: Option<Duration>,

    /// Depth per position
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
}

impl SuiteLimits {
    fn limit(&self) -> Limit {
        let time = self.movetime.map(Limit::MoveTime);
        let depth = self.depth.map(Limit::Depth);
        time.or(depth).unwrap_or(Limit::Nodes(self.nodes.unwrap_or(NODES)))
    }
}

pub(super) fn run(args: &SuiteArgs, line: &CommandLine) -> Result<ExitCode> {
    let timeouts = args.timeouts.timeouts();
    let (suites, tasks) = read_suites(&args.files)?;
    report_problems(&args.files, &suites);
    let players = start_once(&args.engines, timeouts)?;
    let workers = session::workers(args.concurrency);
    let specs: Vec<PlayerSpec> = players.iter().map(|player| player.spec.clone()).collect();
    lab::open_files::allow(workers, &specs)?;
    if workers > machine::cores() {
        note(format_args!("{workers} concurrent positions on {} cores", machine::cores()));
    }
    let folder = args.out.clone().unwrap_or_else(|| session::new_folder("suite", &machine::now()));
    let run = SuiteRun::open(&folder, &suites, tasks, players, args.limits.limit())?;
    if run.foreign_answers() > 0 {
        note(format_args!(
            "{} holds {} answers to other questions (another player, program, position or limit); \
             they are ignored",
            folder.join(ANSWERS).display(),
            run.foreign_answers()
        ));
    }
    play(run, &folder, workers, timeouts, line)
}

pub(super) fn report_problems(files: &[PathBuf], suites: &[Suite]) {
    for (file, suite) in files.iter().zip(suites) {
        for problem in suite.problems.iter().take(MAX_PROBLEMS) {
            note(format_args!("{}: {problem}", file.display()));
        }
        let more = suite.problems.len().saturating_sub(MAX_PROBLEMS);
        if more > 0 {
            note(format_args!("{}: and {more} more", file.display()));
        }
    }
}

/// Starts every player once, so that faults are found before the first question.
fn start_once(engines: &[String], timeouts: Timeouts) -> Result<Vec<SuitePlayer>> {
    let own = std::env::current_exe().ok().and_then(|path| machine::fingerprint(&path).ok());
    let mut players: Vec<SuitePlayer> = Vec::new();
    for text in engines {
        let text = lab::preset::expanded(text)?;
        let spec = PlayerSpec::under_one_limit(&text);
        let spec = spec.with_context(|| format!("--engine '{text}'"))?;
        if players.iter().any(|other| other.spec.to_string() == spec.to_string()) {
            bail!("--engine '{text}' is given twice; expected different players");
        }
        let (name, unlisted) =
            spec.try_out(timeouts).with_context(|| format!("--engine '{text}'"))?;
        for option in unlisted {
            note(format_args!("{name} does not list the option '{option}'"));
        }
        let program = match spec.program() {
            Some(program) => machine::fingerprint(&machine::find_program(Path::new(program))).ok(),
            None => own.clone(),
        };
        players.push(SuitePlayer { spec, name, program });
    }
    Ok(lab::suite::with_distinct_names(players))
}

fn play(
    mut run: SuiteRun,
    folder: &Path,
    workers: usize,
    timeouts: Timeouts,
    line: &CommandLine,
) -> Result<ExitCode> {
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let bar = progress::ticking("{wide_bar} {pos}/{len} answers, {eta} to go\n{msg}");
    bar.set_length(run.sheet().questions() as u64);
    bar.set_position(run.sheet().answered() as u64);
    bar.reset_eta();
    let mut shown = Instant::now();
    let finish = run.play(workers, timeouts, &stop, |sheet| {
        if shown.elapsed() < progress::interval(&bar) {
            return;
        }
        shown = Instant::now();
        let (answered, questions) = (sheet.answered(), sheet.questions());
        if bar.is_hidden() {
            // A closed standard error must not stop the run.
            let line = format!("{answered}/{questions} answers, {}", table::in_a_line(sheet));
            let _ = writeln!(io::stderr(), "{line}");
        } else {
            bar.set_position(answered as u64);
            bar.set_message(table::in_a_line(sheet));
        }
    });
    bar.finish_and_clear();
    report::write_of_suite(folder, run.sheet())?;
    let mut out = io::stdout().lock();
    table::write(&mut out, run.sheet())?;
    writeln!(out, "\nanswers  {}", folder.join(ANSWERS).display())?;
    writeln!(out, "report   {}", folder.join(PAGE).display())?;
    let resume = || line.resuming(folder);
    let finish = finish.with_context(|| format!("the run has stopped; to resume: {}", resume()))?;
    if finish == SuiteFinish::Stopped {
        writeln!(out, "\nstopped; to resume: {}", resume())?;
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}
