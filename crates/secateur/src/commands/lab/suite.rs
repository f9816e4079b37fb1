//! `secateur lab suite`: positions with known answers, put to one player or several.

mod again;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::contender::Contender;
use lab::limit::Limit;
use lab::machine;
use lab::player::Waiting;
use lab::report::PAGE;
use lab::suite::{ANSWERS, Exam, Examinee, Finish, Suite, read_suites};
use toolkit::stop::StopAll;

use super::limits::WaitArgs;
use super::report;
use super::session;
use crate::commands::{interrupt, note, progress};

/// Nodes for each position, where nothing else is asked for.
const NODES: u64 = 100_000;
/// Slips of a file that are told one by one.
const MOST_SLIPS: usize = 10;

/// Put positions with known answers to players, and compare what they find.
///
/// Files are EPD: `bm` names moves that solve a position, `am` moves that do not; `c8` and `c9`,
/// or `c0` as in `f5=10, e5=2`, give points to moves; with `dm` the score must tell a mate in so
/// many moves. Every player begins every position afresh. Answers are kept in the folder of the
/// run: the same command with the same `--out` goes on where it was broken off.
#[derive(Args, Debug)]
pub(super) struct SuiteArgs {
    /// Files of positions
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// A player, written as for `lab match`; give this several times to compare
    #[arg(long = "engine", value_name = "PLAYER", default_value = "self")]
    engines: Vec<String>,

    #[command(flatten)]
    limits: SuiteLimits,

    /// How many positions at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    #[command(flatten)]
    waits: WaitArgs,

    /// The folder of the run; a new one below runs/ if not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[group(multiple = false)]
struct SuiteLimits {
    /// Nodes for each position; 100000 if nothing limits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time for each position with its unit, such as 500ms
    #[arg(long, value_name = "TIME", value_parser = crate::duration::parse)]
    movetime: Option<Duration>,

    /// Plies for each position
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

pub(super) fn run(args: &SuiteArgs) -> Result<ExitCode> {
    let waiting = args.waits.waiting();
    let (suites, tasks) = read_suites(&args.files)?;
    tell_slips(&args.files, &suites);
    let examinees = examinees(&args.engines, waiting)?;
    let workers = session::workers(args.concurrency);
    let players: Vec<Contender> = examinees.iter().map(|it| it.contender.clone()).collect();
    lab::open_files::allow(workers, &players)?;
    if workers > machine::cores() {
        note(format_args!("{workers} positions at once on {} cores", machine::cores()));
    }
    let folder = args.out.clone().unwrap_or_else(|| session::new_folder("suite", &machine::now()));
    let exam = Exam::open(&folder, &suites, tasks, examinees, args.limits.limit())?;
    if exam.strangers() > 0 {
        note(format_args!(
            "{} holds {} answers to other questions (another player, program, position or limit); \
             they are left alone",
            folder.join(ANSWERS).display(),
            exam.strangers()
        ));
    }
    take(exam, &folder, workers, waiting)
}

fn tell_slips(files: &[PathBuf], suites: &[Suite]) {
    for (file, suite) in files.iter().zip(suites) {
        for slip in suite.problems.iter().take(MOST_SLIPS) {
            note(format_args!("{}: {slip}", file.display()));
        }
        let more = suite.problems.len().saturating_sub(MOST_SLIPS);
        if more > 0 {
            note(format_args!("{}: and {more} more like these", file.display()));
        }
    }
}

/// Starts every player once: whatever cannot be asked is found out before the first question.
fn examinees(engines: &[String], waiting: Waiting) -> Result<Vec<Examinee>> {
    let own = std::env::current_exe().ok().and_then(|path| machine::fingerprint(&path).ok());
    let mut examinees: Vec<Examinee> = Vec::new();
    for text in engines {
        let text = lab::preset::expanded(text)?;
        let contender = Contender::under_one_limit(&text);
        let contender = contender.with_context(|| format!("--engine '{text}'"))?;
        if examinees.iter().any(|other| other.contender.to_string() == contender.to_string()) {
            bail!("--engine '{text}': it is there already; expected different players");
        }
        let (name, unlisted) =
            contender.try_out(waiting).with_context(|| format!("--engine '{text}'"))?;
        for option in unlisted {
            note(format_args!("{name} does not list the option '{option}'"));
        }
        let program = match contender.program() {
            Some(program) => machine::fingerprint(&machine::find_program(Path::new(program))).ok(),
            None => own.clone(),
        };
        examinees.push(Examinee { contender, name, program });
    }
    Ok(lab::suite::with_distinct_names(examinees))
}

fn take(mut exam: Exam, folder: &Path, workers: usize, waiting: Waiting) -> Result<ExitCode> {
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let bar = progress::ticking("{wide_bar} {pos}/{len} answers, {eta} to go\n{msg}");
    bar.set_length(exam.sheet().questions() as u64);
    bar.set_position(exam.sheet().answered() as u64);
    bar.reset_eta();
    let mut shown = Instant::now();
    let finish = exam.take(workers, waiting, &stop, |sheet| {
        if shown.elapsed() < progress::interval(&bar) {
            return;
        }
        shown = Instant::now();
        let (answered, questions) = (sheet.answered(), sheet.questions());
        if bar.is_hidden() {
            // Nobody reads it: that is no reason to stop.
            let line = format!("{answered}/{questions} answers, {}", table::in_a_line(sheet));
            let _ = writeln!(io::stderr(), "{line}");
        } else {
            bar.set_position(answered as u64);
            bar.set_message(table::in_a_line(sheet));
        }
    });
    bar.finish_and_clear();
    report::write_of_suite(folder, exam.sheet())?;
    let mut out = io::stdout().lock();
    table::write(&mut out, exam.sheet())?;
    writeln!(out, "\nanswers  {}", folder.join(ANSWERS).display())?;
    writeln!(out, "report   {}", folder.join(PAGE).display())?;
    let how = || again::command(std::env::args_os(), folder);
    let finish =
        finish.with_context(|| format!("the run has stopped; to go on with it: {}", how()))?;
    if finish == Finish::Halted {
        writeln!(out, "\nstopped; to go on: {}", how())?;
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}
