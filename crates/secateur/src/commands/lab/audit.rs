//! `secateur lab audit`: how often is each prune wrong, and what does it save?

mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use chess::Setup;
use clap::Args;
use engine::eval::nnue::Network;
use indicatif::ProgressBar;
use lab::audit::{AuditFinish, AuditPlan, AuditPlayer, AuditRun, AuditStep, RESULTS, SamplePlan};
use lab::machine;
use lab::player::PlayerSpec;
use lab::report::PAGE;
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::command_line::CommandLine;
use super::session;
use crate::bench;
use crate::commands::positions::PositionArgs;
use crate::commands::{interrupt, progress};

/// Default depth of the searches.
const DEPTH: i32 = 12;

/// How often is each prune wrong, and what does it save?
///
/// Searches positions and keeps a random sample of the cuts of each heuristic, and of decisions that
/// narrowly missed their threshold. Then searches what each cut has saved with an empty table and
/// that heuristic off. Sampling does not change the search. Judgements
/// are stored in the folder of the run: the same command with the same `--out` resumes it.
#[derive(Args, Debug)]
pub(super) struct AuditArgs {
    /// Audit these settings of our own engine, written as for `lab match`; may be given several
    /// times, as in "self preset=laser"
    #[arg(long = "engine", value_name = "PLAYER", default_value = "self")]
    engines: Vec<String>,

    #[command(flatten)]
    positions: PositionArgs,

    /// Depth of each search in plies; default: 12, unless there is --nodes
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: Option<i32>,

    /// Nodes of each search
    #[arg(long, value_name = "N", conflicts_with = "depth",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Cuts of each heuristic to judge
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,

    /// Cuts of each heuristic to judge at each depth
    #[arg(long, value_name = "N", default_value_t = 60)]
    by_depth: usize,

    /// Decisions of each heuristic to judge that narrowly missed their threshold
    #[arg(long, value_name = "N", default_value_t = 300)]
    near: usize,

    /// Cuts of each heuristic to compare also with a search two plies deeper without pruning
    #[arg(long, value_name = "N", default_value_t = 40)]
    deeper: usize,

    /// Positions for the regression of deep scores on shallow ones
    #[arg(long, value_name = "N", default_value_t = 400)]
    regression: usize,

    /// Abandon a judgement after N nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    most_nodes: u64,

    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of concurrent judgements; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Folder of the run; default: a new folder in runs/
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &AuditArgs, line: &CommandLine) -> Result<ExitCode> {
    let setups = args.positions.all()?;
    let setups = if setups.is_empty() { bench::setups()? } else { setups };
    let players = players(&args.engines)?;
    let folder = args.out.clone().unwrap_or_else(|| session::new_folder("audit", &machine::now()));
    let plan = plan(args, &setups, &players, line)?;
    let mut run = AuditRun::open(&folder, plan, players)?;
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} {msg}");
    let mut shown = Instant::now();
    let finish = run.run(session::workers(args.concurrency), &stop, |step| {
        show(&bar, step, &mut shown);
    });
    bar.finish_and_clear();
    let finish = finish.with_context(|| {
        format!(
            "the audit has stopped; the same command with --out {} resumes it",
            folder.display()
        )
    })?;
    let results = run.results();
    let page = folder.join(PAGE);
    write_whole(&page, lab::report::page_of_audit(&results).as_bytes())
        .with_context(|| page.display().to_string())?;
    let mut out = io::stdout().lock();
    table::write(&mut out, &results)?;
    writeln!(out, "\nresults  {}", folder.join(RESULTS).display())?;
    writeln!(out, "report   {}", page.display())?;
    if finish == AuditFinish::Stopped {
        let folder = folder.display();
        writeln!(out, "\nstopped; the same command with --out {folder} resumes it")?;
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(
    args: &AuditArgs,
    setups: &[Setup],
    players: &[AuditPlayer],
    line: &CommandLine,
) -> Result<AuditPlan> {
    let program = session::program(true)?;
    Ok(AuditPlan {
        players: players.iter().map(|player| player.text.clone()).collect(),
        fens: setups.iter().map(Setup::to_string).collect(),
        depth: args.depth.or(args.nodes.is_none().then_some(DEPTH)),
        nodes: args.nodes,
        samples: SamplePlan {
            seed: args.seed,
            cuts: args.samples as usize,
            cuts_by_depth: args.by_depth,
            near: args.near,
            positions: args.regression,
        },
        deeper: args.deeper,
        most_nodes: args.most_nodes,
        version: program.version,
        fingerprint: program.fingerprint,
        bench: program.bench.map(|bench| bench.nodes),
        command: line.repeating(),
    })
}

fn players(texts: &[String]) -> Result<Vec<AuditPlayer>> {
    let mut players: Vec<AuditPlayer> = Vec::new();
    for text in texts {
        let expanded = lab::preset::expanded(text)?;
        let spec = PlayerSpec::under_one_limit(&expanded);
        let spec = spec.with_context(|| format!("--engine '{text}'"))?;
        let Some(own) = spec.own_engine() else {
            bail!("--engine '{text}': only our own engine can be audited; expected 'self ...'");
        };
        if players.iter().any(|other| other.text == *text) {
            bail!("--engine '{text}' is given twice; expected different players");
        }
        let network = Network::named(&own.eval_file);
        let network = network.with_context(|| format!("--engine '{text}'"))?;
        players.push(AuditPlayer {
            name: spec.default_name(),
            text: text.clone(),
            knobs: own.knobs,
            network: Arc::new(network),
            megabytes: own.megabytes,
        });
    }
    Ok(players)
}

fn show(bar: &ProgressBar, step: AuditStep, shown: &mut Instant) {
    let (done, of, what) = match step {
        AuditStep::Sampling { player, done, of } => {
            (done, of, format!("positions searched (player {})", player + 1))
        }
        AuditStep::Judging { done, of } => (done, of, "judged".to_owned()),
    };
    if shown.elapsed() < progress::interval(bar) {
        return;
    }
    *shown = Instant::now();
    if bar.is_hidden() {
        // A closed standard error must not stop the run.
        let _ = writeln!(io::stderr(), "{done}/{of} {what}");
    } else {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        bar.set_message(what);
    }
}
