//! `secateur forge relabel`: the scores of recorded games, as this engine has them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Context, Result};
use clap::Args;
use engine::crew;
use engine::halt::Halt;
use forge::archive::{Archive, Fault};
use forge::format::Header;
use forge::selfplay::{Goal, Run};
use forge::settings::Settings;
use lab::machine;

use super::thinker_args::ThinkerArgs;
use super::view::View;
use crate::commands::interrupt::listen;
use crate::memory;

/// Search every position of recorded games again, and keep the new scores.
///
/// Moves and results stay as they were. Broken off in whatever way, the same command goes on; at
/// most the games under way are lost.
#[derive(Args, Debug)]
pub(super) struct RelabelArgs {
    /// A file of games as 'secateur forge selfplay' writes them
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The file to write, begun or gone on with
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Nodes for each position; the iteration at hand is finished, up to eight times as many. As
    /// many as the games were played with if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: Option<u32>,

    /// How many games at once; one for each core if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    #[command(flatten)]
    thinker: ThinkerArgs,
}

pub(super) fn run(args: &RelabelArgs) -> Result<ExitCode> {
    let archive = Archive::open(&args.file).with_context(|| args.file.display().to_string())?;
    let threads = args.threads.map_or_else(machine::cores, |threads| threads as usize);
    let old = &archive.header().settings;
    let nodes = args.nodes.unwrap_or(old.soft_nodes);
    let limits = Settings::with_nodes(nodes);
    let settings = Settings {
        soft_nodes: limits.soft_nodes,
        hard_nodes: limits.hard_nodes,
        relabelled: true,
        ..old.clone()
    };
    memory::check(settings.hash_megabytes.saturating_mul(threads as u32))?;
    let thinker = args.thinker.thinker()?;
    let header = Header { maker: super::maker(&thinker)?, settings };
    let mut run =
        Run::open(&args.out, header).with_context(|| args.out.display().to_string())?.with(thinker);
    for fault in run.faults() {
        super::tell(&args.out, fault);
    }
    let halt = Halt::default();
    listen(&halt)?;
    let games = archive.games().with_context(|| args.file.display().to_string())?;
    let unread = Mutex::new(None);
    let games = games.filter_map(|game| {
        match game {
            Ok(game) => return Some(game),
            Err(Fault::Io(error)) => *crew::lock(&unread) = Some(error),
            Err(fault) => super::tell(&args.file, &fault),
        }
        None
    });
    let mut view = View::new(Goal::default(), run.totals());
    view.begin(&args.out, threads);
    let finish = run.relabel(games, threads, &halt, |totals, effort| view.show(totals, effort));
    view.end();
    let finish = finish.with_context(|| args.out.display().to_string())?;
    if let Some(error) = crew::lock(&unread).take() {
        return Err(error).with_context(|| args.file.display().to_string());
    }
    super::conclude(&args.out, &view, finish)
}
