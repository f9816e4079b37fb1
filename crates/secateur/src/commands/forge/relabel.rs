//! `secateur forge relabel`: replaces the scores of recorded games by those of this engine.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Context, Result};
use clap::Args;
use forge::archive::{Archive, Fault, Games};
use forge::format::{GameRecord, Header};
use forge::selfplay::{Goal, Run};
use forge::settings::{NodeBudget, Settings};
use lab::machine;
use toolkit::stop::StopAll;
use toolkit::workers;

use super::engine_args::EngineArgs;
use super::selfplay_view::SelfplayView;
use crate::commands::interrupt::listen;
use crate::memory;

/// Search the quiet positions of recorded games again, and store the new scores.
///
/// Moves and results stay as they are. A position in which the engine now prefers a capture or a
/// promotion gets no score. After any interruption the same command continues; only unfinished
/// games are lost.
#[derive(Args, Debug)]
pub(super) struct RelabelArgs {
    /// A file of games made by 'forge selfplay'
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The file of games to create or to continue
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Nodes of every search, in endgames too; it finishes its iteration, up to 8 times as many. By
    /// default the budget of the games
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: Option<u32>,

    /// Games searched at the same time; one for each core by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    /// Size of each thread's hash table in megabytes; by default that of the games
    #[arg(long, value_name = "MB", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=super::MAX_HASH))]
    hash: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,
}

pub(super) fn run(args: &RelabelArgs) -> Result<ExitCode> {
    let archive = Archive::open(&args.file).with_context(|| args.file.display().to_string())?;
    let threads = args.threads.map_or_else(machine::cores, |threads| threads as usize);
    let old = &archive.header().settings;
    let settings = Settings {
        nodes: args.nodes.map_or(old.nodes, NodeBudget::new),
        endgame: old.endgame.filter(|_| args.nodes.is_none()),
        hash_megabytes: args.hash.unwrap_or(old.hash_megabytes),
        relabelled: true,
        ..old.clone()
    };
    memory::check(settings.hash_megabytes.saturating_mul(threads as u32))
        .context("--hash, for each thread")?;
    let setup = args.engine.setup()?;
    let header = Header { maker: super::maker(&setup)?, settings };
    let mut run = Run::open(&args.out, header)
        .with_context(|| args.out.display().to_string())?
        .with_setup(setup);
    for fault in run.faults() {
        super::report_fault(&args.out, fault);
    }
    let games = || archive.games().with_context(|| args.file.display().to_string());
    let read_error = ReadError::default();
    if run.totals().games > 0 {
        // Checked before anything is added. Damage is reported when the games are searched.
        let same = run.check_source(whole_games(games()?, &read_error, |_| ()));
        read_error.take().with_context(|| args.file.display().to_string())?;
        same.with_context(|| args.out.display().to_string())?;
    }
    let stop = StopAll::default();
    listen(&stop)?;
    let games = whole_games(games()?, &read_error, |fault| super::report_fault(&args.file, fault));
    let mut view = SelfplayView::new(Goal::default(), run.totals());
    view.begin(&args.out, threads);
    let finish = run.relabel(games, threads, &stop, |totals, effort| view.show(totals, effort));
    view.end();
    let finish = finish.with_context(|| args.out.display().to_string())?;
    read_error.take().with_context(|| args.file.display().to_string())?;
    super::conclude(&args.out, &view, finish)
}

/// Why the source could not be read any further.
#[derive(Default)]
struct ReadError(Mutex<Option<io::Error>>);

impl ReadError {
    fn take(&self) -> io::Result<()> {
        workers::lock(&self.0).take().map_or(Ok(()), Err)
    }
}

/// The whole games of a file; `on_fault` is called for damaged ones.
fn whole_games(
    games: Games,
    read_error: &ReadError,
    on_fault: impl Fn(&Fault),
) -> impl Iterator<Item = GameRecord> {
    games.filter_map(move |game| {
        match game {
            Ok(game) => return Some(game),
            Err(Fault::Io(error)) => *workers::lock(&read_error.0) = Some(error),
            Err(fault) => on_fault(&fault),
        }
        None
    })
}
