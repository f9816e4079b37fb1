//! `secateur lab`: the command line of the lab. The crate `lab` does the work.

mod ablate;
mod args;
mod audit;
mod command_line;
mod compare;
mod doctor;
mod doctor_view;
mod limits;
mod openbench;
mod plan;
mod reaper;
mod report;
mod run_view;
mod session;
mod sprt_calc;
mod spsa;
mod study;
mod study_args;
mod study_view;
mod suite;
mod summary;
mod why;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use lab::adjudication::Adjudication;
use lab::plan::{CheckedPlan, OpeningChoice, Plan, RunKind, SprtPlan};
use lab::player::Timeouts;

pub(crate) use args::LabArgs;
use args::{Bounds, Common, LabTool};
use command_line::CommandLine;
use reaper::Reaper;

/// Default maximum of games per pairing.
const MATCH_GAMES: u32 = 200;
/// Default maximum of an SPRT, which usually ends long before.
const SPRT_GAMES: u32 = 400_000;

pub(crate) fn run(args: &LabArgs) -> Result<ExitCode> {
    run_tool(args, &CommandLine::of_process())
}

/// Runs a tool; `line` is the command as reports write it.
fn run_tool(args: &LabArgs, line: &CommandLine) -> Result<ExitCode> {
    let _reaper = args.tool.starts_engines().then(Reaper::start);
    match &args.tool {
        LabTool::Match(args) => {
            let players = [args.players.a.clone().unwrap_or_default(), args.players.b.clone()];
            play(&args.common, |common| run_plan(common, RunKind::Match, &players, None))
        }
        LabTool::Sprt(args) => {
            let players = [args.players.a.clone().unwrap_or_default(), args.players.b.clone()];
            play(&args.common, |common| {
                run_plan(common, RunKind::Sprt, &players, Some(sprt(&args.bounds)))
            })
        }
        LabTool::Gauntlet(args) => {
            let kind = if args.round_robin { RunKind::RoundRobin } else { RunKind::Gauntlet };
            play(&args.common, |common| run_plan(common, kind, &args.engines, None))
        }
        LabTool::Suite(args) => suite::run(args, line),
        LabTool::Audit(args) => audit::run(args, line),
        LabTool::Ablate(args) => ablate::run(args, line),
        LabTool::Compare(args) => compare::run(args, line),
        LabTool::Why(args) => why::run(args, line),
        LabTool::Plan(args) => plan::run(args),
        LabTool::SprtCalc(args) => sprt_calc::run(args),
        LabTool::Spsa(args) => spsa::run(args),
        LabTool::Report(args) => report::run(args),
        LabTool::Openbench(args) => openbench::run(args),
        LabTool::Doctor(args) => doctor::run(args),
        #[cfg(target_os = "linux")]
        LabTool::Reaper(args) => reaper::run(args),
    }
}

fn play(common: &Common, plan: impl FnOnce(&Common) -> Result<CheckedPlan>) -> Result<ExitCode> {
    match &common.resume {
        Some(folder) => session::resume(folder, common.concurrency, common.force),
        None => session::begin(plan(common)?, common.out.clone(), common.concurrency),
    }
}

fn sprt(bounds: &Bounds) -> SprtPlan {
    let &Bounds { elo0, elo1, alpha, beta, model } = bounds;
    SprtPlan { elo0, elo1, alpha, beta, model }
}

fn opening_choice(openings: &str) -> Result<OpeningChoice> {
    Ok(match openings {
        "random" => OpeningChoice::Random,
        // The run may be resumed from another directory.
        path => OpeningChoice::Book(
            std::path::absolute(path)
                .ok()
                .and_then(|path| path.into_os_string().into_string().ok())
                .with_context(|| format!("--openings {path}: expected a path in UTF-8"))?,
        ),
    })
}

/// The same folders with absolute paths: the run may be resumed from another directory.
fn absolute_folders(folders: &str) -> Result<String> {
    let absolute: Vec<_> = std::env::split_paths(folders)
        .map(std::path::absolute)
        .collect::<Result<_, _>>()
        .with_context(|| format!("--tables {folders}"))?;
    std::env::join_paths(absolute)
        .ok()
        .and_then(|folders| folders.into_string().ok())
        .with_context(|| format!("--tables {folders}: expected paths in UTF-8"))
}

fn run_plan(
    common: &Common,
    kind: RunKind,
    players: &[String],
    sprt: Option<SprtPlan>,
) -> Result<CheckedPlan> {
    let games = if sprt.is_some() { SPRT_GAMES } else { MATCH_GAMES };
    let openings = opening_choice(&common.openings)?;
    let players = players.iter().map(|player| lab::preset::expanded(player));
    let players = players.collect::<Result<Vec<String>, _>>()?;
    if let (OpeningChoice::Random, Some(_)) = (&openings, common.order) {
        bail!("--order needs a book, and openings are random; expected --openings BOOK too");
    }
    if common.max_plies == 0 {
        bail!("--max-plies 0: expected at least 1");
    }
    let Timeouts { ready, stall, .. } = common.timeouts.timeouts();
    let plan = Plan {
        kind,
        players,
        pairs: common.pairs.unwrap_or(common.games.unwrap_or(games).div_ceil(2)),
        limit: common.limits.limit(),
        margin_ms: common.margin.0.as_millis() as u64,
        openings,
        order: common.order.unwrap_or_default(),
        seed: common.seed,
        adjudication: Adjudication {
            resign: common.resign.0,
            draw: common.draw.0,
            max_plies: common.max_plies,
        },
        tables: common.tables.as_deref().map(absolute_folders).transpose()?,
        chess960: common.chess960,
        sprt,
        ready_ms: ready.as_millis() as u64,
        stall_ms: stall.as_millis() as u64,
    };
    let plan = CheckedPlan::try_from(plan)?;
    if let Some(limit) = common.limits.given()
        && plan.own_limits().iter().all(Option::is_some)
    {
        bail!("{limit}: every player sets its own limit; remove the global one");
    }
    Ok(plan)
}
