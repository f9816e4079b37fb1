//! `secateur forge relabel`: the scores of recorded games, as this engine has them.

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

use super::thinker_args::ThinkerArgs;
use super::view::View;
use crate::commands::interrupt::listen;
use crate::memory;

/// Search the quiet positions of recorded games again, and keep the new scores.
///
/// Moves and results stay as they were; where the engine would now take or promote, no score is
/// kept. Broken off in whatever way, the same command goes on; at most the games under way are
/// lost.
#[derive(Args, Debug)]
pub(super) struct RelabelArgs {
    /// A file of games as 'secateur forge selfplay' writes them
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The file to write, begun or gone on with
    #[arg(long, value_name = "OUT")]
    out: PathBuf,

    /// Nodes of every search, in endgames too; it finishes its iteration, up to 8 times as many.
    /// By default the budget of the games
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: Option<u32>,

    /// How many games at once; one for each core if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    /// Megabytes for the hash table of each game at once. As many as the games were played with if
    /// not given
    #[arg(long, value_name = "MB", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=super::MAX_HASH))]
    hash: Option<u32>,

    #[command(flatten)]
    thinker: ThinkerArgs,
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
    let thinker = args.thinker.thinker()?;
    let header = Header { maker: super::maker(&thinker)?, settings };
    let mut run =
        Run::open(&args.out, header).with_context(|| args.out.display().to_string())?.with(thinker);
    for fault in run.faults() {
        super::tell(&args.out, fault);
    }
    let games = || archive.games().with_context(|| args.file.display().to_string());
    let unread = Unread::default();
    if run.totals().games > 0 {
        // Before anything is added. What is wrong with the file is told when it is scored.
        let same = run.check_source(whole(games()?, &unread, |_| ()));
        unread.tell().with_context(|| args.file.display().to_string())?;
        same.with_context(|| args.out.display().to_string())?;
    }
    let stop = StopAll::default();
    listen(&stop)?;
    let games = whole(games()?, &unread, |fault| super::tell(&args.file, fault));
    let mut view = View::new(Goal::default(), run.totals());
    view.begin(&args.out, threads);
    let finish = run.relabel(games, threads, &stop, |totals, effort| view.show(totals, effort));
    view.end();
    let finish = finish.with_context(|| args.out.display().to_string())?;
    unread.tell().with_context(|| args.file.display().to_string())?;
    super::conclude(&args.out, &view, finish)
}

/// Why no more could be read, if it is so.
#[derive(Default)]
struct Unread(Mutex<Option<io::Error>>);

impl Unread {
    fn tell(&self) -> io::Result<()> {
        workers::lock(&self.0).take().map_or(Ok(()), Err)
    }
}

/// The games of a file that are whole; `tell` hears of the others.
fn whole(games: Games, unread: &Unread, tell: impl Fn(&Fault)) -> impl Iterator<Item = GameRecord> {
    games.filter_map(move |game| {
        match game {
            Ok(game) => return Some(game),
            Err(Fault::Io(error)) => *workers::lock(&unread.0) = Some(error),
            Err(fault) => tell(&fault),
        }
        None
    })
}
