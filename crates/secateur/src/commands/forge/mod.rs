//! `secateur forge`: training data, tuning and networks. The crate `forge` does the work; this
//! module has the options and prints the results.

mod book;
mod engine_args;
mod export;
mod files;
mod filter_args;
mod number_range;
mod outcomes;
mod pack;
mod quantise;
mod reading;
mod relabel;
mod rules_args;
mod selfplay;
mod selfplay_view;
mod spread;
mod stats;
mod texel;
mod train;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use forge::archive::Fault;
use forge::format::{Header, Maker};
use forge::selfplay::{EngineSetup, Finish};
use forge::settings::{Endgame, OpeningLimit, Rules, Settings};
use indicatif::HumanCount;
use toolkit::error_chain;

use super::interrupt::INTERRUPTED;
use super::note;
use crate::bench;
use book::BookArgs;
use export::ExportArgs;
use number_range::NumberRange;
use outcomes::OutcomesArgs;
use pack::PackArgs;
use quantise::QuantiseArgs;
use relabel::RelabelArgs;
use selfplay::SelfplayArgs;
use selfplay_view::SelfplayView;
use spread::SpreadArgs;
use stats::StatsArgs;
use texel::TexelArgs;
use train::TrainArgs;

/// The largest hash table of a thread, in megabytes.
const MAX_HASH: i64 = 65_536;

#[derive(Args, Debug)]
pub(crate) struct ForgeArgs {
    #[command(subcommand)]
    tool: ForgeTool,
}

// Without doc comments here, the help of each command is that of its arguments.
#[derive(Subcommand, Debug)]
enum ForgeTool {
    Selfplay(SelfplayArgs),
    Relabel(RelabelArgs),
    Stats(StatsArgs),
    Outcomes(OutcomesArgs),
    Export(ExportArgs),
    Book(BookArgs),
    Texel(TexelArgs),
    Spread(SpreadArgs),
    Pack(PackArgs),
    Train(TrainArgs),
    Quantise(QuantiseArgs),
}

pub(crate) fn run(args: &ForgeArgs) -> Result<ExitCode> {
    match &args.tool {
        ForgeTool::Selfplay(args) => selfplay::run(args),
        ForgeTool::Relabel(args) => relabel::run(args),
        ForgeTool::Stats(args) => stats::run(args),
        ForgeTool::Outcomes(args) => outcomes::run(args),
        ForgeTool::Export(args) => export::run(args),
        ForgeTool::Book(args) => book::run(args),
        ForgeTool::Texel(args) => texel::run(args),
        ForgeTool::Spread(args) => spread::run(args),
        ForgeTool::Pack(args) => pack::run(args),
        ForgeTool::Train(args) => train::run(args),
        ForgeTool::Quantise(args) => quantise::run(args),
    }
}

/// Reports damage within a file; the rest of the file is used.
fn report_fault(file: &Path, fault: &Fault) {
    note(format_args!("{}: {}", file.display(), error_chain(fault)));
}

/// Prints how many games were excluded because they were truncated, if any.
fn report_truncated(out: &mut impl Write, games: u64) -> io::Result<()> {
    match games {
        0 => Ok(()),
        _ => writeln!(
            out,
            "{} games were truncated and are excluded; --truncated-games keeps them",
            HumanCount(games)
        ),
    }
}

/// The engine and the settings that made the games of a file. The bench identifies the engine.
fn origin(header: &Header) -> String {
    let Header { maker: Maker { version, bench, evaluator }, settings } = header;
    let Settings { nodes, endgame, hash_megabytes, seed, random_plies, rules, .. } = settings;
    let evaluator = engine_args::name(*evaluator);
    let mut text = format!("version {version} with bench {bench} ({evaluator}), ");
    text += &format!("{} nodes (hard limit {})", nodes.soft, nodes.hard);
    if let Some(Endgame { pieces, nodes }) = endgame {
        let (soft, hard) = (nodes.soft, nodes.hard);
        text += &format!(
            ", {soft} nodes ({hard}) and no adjudicated draws with {pieces} pieces or fewer"
        );
    }
    text += &format!(
        ", hash {hash_megabytes} MB, seed {seed}, {} random plies",
        NumberRange::<1, 40>(random_plies.clone())
    );
    text += &match settings.opening_limit {
        OpeningLimit::Fixed(limit) => format!(", openings within {limit} centipawns"),
        OpeningLimit::FullBoard(limit) => {
            let share = settings.decided_percent;
            format!(
                ", openings within {limit} centipawns on a full board ({share} % of the decided \
                 ones)"
            )
        }
    };
    text += &format!(", {}", adjudication(rules));
    text += if settings.chess960 { ", chess960" } else { "" };
    text += if settings.relabelled { ", relabelled" } else { "" };
    text
}

/// The rules of adjudication in words.
fn adjudication(rules: &Rules) -> String {
    let Rules { win_score, win_plies, draw_score, draw_plies, draw_from, max_plies } = rules;
    let won = match *win_score {
        Rules::NEVER => "never adjudicated as won".to_owned(),
        _ => format!("won after {win_plies} plies of {win_score} centipawns"),
    };
    let drawn = match *draw_from {
        Rules::NEVER => "never adjudicated as drawn".to_owned(),
        _ => format!("drawn after {draw_plies} plies of {draw_score} from ply {draw_from}"),
    };
    format!("{won}, {drawn}, truncated at {max_plies} plies")
}

/// The engine that makes games: the nodes of a short bench identify the search and its evaluation.
fn maker(setup: &EngineSetup) -> Result<Maker> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let bench = bench::short(&mut setup.engine(bench::HASH as usize)?)?;
    Ok(Maker { version, bench, evaluator: setup.evaluator })
}

/// The end of a stopped command whose output would be useless unless complete.
fn stopped() -> Result<ExitCode> {
    writeln!(io::stdout(), "stopped; nothing was written")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// Prints the summary of a run, and whether it can be continued.
fn conclude(file: &Path, view: &SelfplayView, finish: Finish) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", view.summary())?;
    let bytes = HumanCount(file.metadata().map_or(0, |it| it.len()));
    writeln!(out, "{}: {bytes} bytes", file.display())?;
    if finish == Finish::Stopped {
        writeln!(out, "stopped; the same command continues")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}
