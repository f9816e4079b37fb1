//! `secateur lab`: games that settle arguments. What is done is done in the crate of that name;
//! here it is asked for and shown.

mod args;
mod calc;
mod climb;
mod doctor;
mod doctor_view;
mod keeper;
mod limits;
mod openbench;
mod report;
mod session;
mod suite;
mod summary;
mod values;
mod view;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use lab::adjudication::Adjudication;
use lab::plan::{Kind, Opening, Plan, SprtPlan};
use lab::player::Waiting;

pub(crate) use args::LabArgs;
use args::{Bounds, Common, LabTool};
use keeper::Keeper;

/// Games for each two who meet, where nothing else is asked for.
const MATCH_GAMES: u32 = 200;
/// An SPRT ends by itself long before.
const SPRT_GAMES: u32 = 400_000;

pub(crate) fn run(args: &LabArgs) -> Result<ExitCode> {
    let _keeper = args.tool.starts_engines().then(Keeper::start);
    match &args.tool {
        LabTool::Match(args) => {
            let players = [args.players.a.clone().unwrap_or_default(), args.players.b.clone()];
            play(&args.common, |common| plan(common, Kind::Match, &players, MATCH_GAMES))
        }
        LabTool::Sprt(args) => {
            let players = [args.players.a.clone().unwrap_or_default(), args.players.b.clone()];
            play(&args.common, |common| {
                let plan = plan(common, Kind::Sprt, &players, SPRT_GAMES)?;
                Ok(Plan { sprt: Some(sprt(&args.bounds)), ..plan })
            })
        }
        LabTool::Gauntlet(args) => {
            let kind = if args.round_robin { Kind::RoundRobin } else { Kind::Gauntlet };
            play(&args.common, |common| plan(common, kind, &args.engines, MATCH_GAMES))
        }
        LabTool::Suite(args) => suite::run(args),
        LabTool::SprtCalc(args) => calc::run(&args.pairs, sprt(&args.bounds)),
        LabTool::Spsa(args) => climb::run(args),
        LabTool::Report(args) => report::run(args),
        LabTool::Openbench(args) => openbench::run(args),
        LabTool::Doctor(args) => doctor::run(args),
        #[cfg(target_os = "linux")]
        LabTool::Keeper(args) => keeper::run(args),
    }
}

fn play(common: &Common, plan: impl FnOnce(&Common) -> Result<Plan>) -> Result<ExitCode> {
    match &common.resume {
        Some(folder) => session::resume(folder, common.concurrency, common.force),
        None => session::begin(plan(common)?, common.out.clone(), common.concurrency),
    }
}

fn sprt(bounds: &Bounds) -> SprtPlan {
    let &Bounds { elo0, elo1, alpha, beta, model } = bounds;
    SprtPlan { elo0, elo1, alpha, beta, model }
}

fn book(openings: &str) -> Result<Opening> {
    Ok(match openings {
        "random" => Opening::Random,
        // Whoever goes on with the run may stand elsewhere.
        path => Opening::Book(
            std::path::absolute(path)
                .ok()
                .and_then(|path| path.into_os_string().into_string().ok())
                .with_context(|| format!("--openings {path}: expected a name in UTF-8"))?,
        ),
    })
}

fn plan(common: &Common, kind: Kind, players: &[String], games: u32) -> Result<Plan> {
    let openings = book(&common.openings)?;
    let players = players.iter().map(|player| lab::preset::expanded(player));
    let players = players.collect::<Result<Vec<String>, _>>()?;
    if let (Opening::Random, Some(_)) = (&openings, common.order) {
        bail!("--order is that of a book, and openings are random; expected --openings BOOK too");
    }
    if common.max_plies == 0 {
        bail!("--max-plies 0: expected at least 1");
    }
    let Waiting { ready, stall, .. } = common.waits.waiting();
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
        chess960: common.chess960,
        sprt: None,
        ready_ms: ready.as_millis() as u64,
        stall_ms: stall.as_millis() as u64,
    };
    if let Some(limit) = common.limits.given()
        && plan.own_limits().all(|own| own.is_some())
    {
        bail!("{limit}: every player has a limit of his own; expected none for all");
    }
    Ok(plan)
}
