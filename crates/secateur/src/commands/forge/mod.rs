//! `secateur forge`: the material that evaluations learn from, and their teaching. What is done is
//! done in the crate of that name; here it is asked for and shown.

mod export;
mod filter_args;
mod outcomes;
mod overwriting;
mod pack;
mod ply_range;
mod quantise;
mod reading;
mod relabel;
mod rules_args;
mod selfplay;
mod spread;
mod stats;
mod texel;
mod thinker_args;
mod train;
mod view;
mod whole_cache;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use forge::archive::{Archive, Fault};
use forge::format::{Header, Maker};
use forge::selfplay::{Finish, Thinker};
use forge::settings::{Endgame, OpeningLimit, Rules, Settings};
use indicatif::HumanCount;

use super::interrupt::INTERRUPTED;
use super::note;
use crate::bench;
use export::ExportArgs;
use outcomes::OutcomesArgs;
use pack::PackArgs;
use ply_range::PlyRange;
use quantise::QuantiseArgs;
use relabel::RelabelArgs;
use selfplay::SelfplayArgs;
use spread::SpreadArgs;
use stats::StatsArgs;
use texel::TexelArgs;
use train::TrainArgs;
use view::View;

/// Megabytes of hash that a game may have, at most.
const MAX_HASH: i64 = 65_536;

#[derive(Args, Debug)]
pub(crate) struct ForgeArgs {
    #[command(subcommand)]
    tool: ForgeTool,
}

#[derive(Subcommand, Debug)]
enum ForgeTool {
    /// Generate training data: self-play games, stored move by move
    Selfplay(SelfplayArgs),
    /// Score recorded games anew
    Relabel(RelabelArgs),
    /// Say what files of games are made of
    Stats(StatsArgs),
    /// Say what scores come to in results
    Outcomes(OutcomesArgs),
    /// Write positions for other programs
    Export(ExportArgs),
    /// Weigh the terms of the classical evaluation by games
    Texel(TexelArgs),
    /// Say how far a search moves away from the evaluation
    Spread(SpreadArgs),
    /// Write training caches from files of games
    Pack(PackArgs),
    /// Teach a network
    Train(TrainArgs),
    /// Make a network for the engine from what was learned
    Quantise(QuantiseArgs),
}

pub(crate) fn run(args: &ForgeArgs) -> Result<ExitCode> {
    match &args.tool {
        ForgeTool::Selfplay(args) => selfplay::run(args),
        ForgeTool::Relabel(args) => relabel::run(args),
        ForgeTool::Stats(args) => stats::run(args),
        ForgeTool::Outcomes(args) => outcomes::run(args),
        ForgeTool::Export(args) => export::run(args),
        ForgeTool::Texel(args) => texel::run(args),
        ForgeTool::Spread(args) => spread::run(args),
        ForgeTool::Pack(args) => pack::run(args),
        ForgeTool::Train(args) => train::run(args),
        ForgeTool::Quantise(args) => quantise::run(args),
    }
}

/// Opens every file before the first is read: who mistypes the last need not wait for the others.
/// Games that come twice count twice, so each may be named once.
fn open(files: &[PathBuf]) -> Result<Vec<Archive>> {
    let mut places = HashSet::new();
    let open = |path: &PathBuf| {
        let name = || path.display().to_string();
        let archive = Archive::open(path).with_context(name)?;
        if !places.insert(path.canonicalize().with_context(name)?) {
            bail!("{}: named twice; expected every file once", path.display());
        }
        Ok(archive)
    };
    files.iter().map(open).collect()
}

/// What is wrong within a file is told, and the rest of it is still good.
fn tell(file: &Path, fault: &Fault) {
    note(format_args!("{}: {fault}", file.display()));
}

/// Says of how many games nothing is kept, if of any.
fn tell_cut(out: &mut impl Write, games: u64) -> io::Result<()> {
    match games {
        0 => Ok(()),
        _ => writeln!(
            out,
            "{} games were cut at their longest and are left out; --cut-games keeps them",
            HumanCount(games)
        ),
    }
}

/// What made the games of a file, and with which settings. The bench identifies the search and its
/// evaluation.
fn origin(header: &Header) -> String {
    let Header { maker: Maker { version, bench, evaluator }, settings } = header;
    let Settings { nodes, endgame, hash_megabytes, seed, random_plies, rules, .. } = settings;
    let evaluator = thinker_args::name(*evaluator);
    let mut text = format!("version {version} with bench {bench} ({evaluator}), ");
    text += &format!("{} nodes (hard limit {})", nodes.soft, nodes.hard);
    if let Some(Endgame { pieces, nodes }) = endgame {
        let (soft, hard) = (nodes.soft, nodes.hard);
        text +=
            &format!(", {soft} nodes ({hard}) and no drawn verdicts with {pieces} pieces or fewer");
    }
    text += &format!(
        ", hash {hash_megabytes} MB, seed {seed}, {} random plies",
        PlyRange(random_plies.clone())
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
    text += &format!(", {}", verdicts(rules));
    text += if settings.chess960 { ", chess960" } else { "" };
    text += if settings.relabelled { ", relabelled" } else { "" };
    text
}

/// When games end before the rules of chess end them.
fn verdicts(rules: &Rules) -> String {
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

/// Who makes games: the nodes of a short bench name the search and its evaluation.
fn maker(thinker: &Thinker) -> Result<Maker> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let bench = bench::short(&mut thinker.engine(bench::HASH as usize)?)?;
    Ok(Maker { version, bench, evaluator: thinker.evaluator })
}

/// What is of no use unless it is whole has been given up.
fn stopped() -> Result<ExitCode> {
    writeln!(io::stdout(), "stopped; nothing was written")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// What was done, and whether there is more to do.
fn conclude(file: &Path, view: &View, finish: Finish) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", view.summary())?;
    let bytes = HumanCount(file.metadata().map_or(0, |it| it.len()));
    writeln!(out, "{}: {bytes} bytes", file.display())?;
    if finish == Finish::Halted {
        writeln!(out, "stopped; the same command goes on")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}
