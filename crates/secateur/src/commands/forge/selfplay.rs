//! `secateur forge selfplay`: games of the engine against itself, into a file.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::halt::Halt;
use forge::filter::Filter;
use forge::format::Header;
use forge::selfplay::{Finish, Goal, Run};
use forge::settings::Settings;
use lab::machine;

use super::rules_args::RulesArgs;
use super::thinker_args::ThinkerArgs;
use super::view::View;
use crate::commands::interrupt::listen;
use crate::memory;

/// Let the engine play against itself, and keep every ply.
///
/// The file only grows. Broken off in whatever way, the same command goes on with it; at most
/// the games under way are lost. Without --games and --positions it plays until interrupted.
#[derive(Args, Debug)]
pub(super) struct SelfplayArgs {
    /// The file of games, begun or gone on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many games the file is to hold in the end
    #[arg(long, value_name = "N", conflicts_with = "positions", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// How many quiet positions the file is to hold in the end, at least; those of games that are
    /// cut do not count
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,

    /// Nodes for each move; the iteration at hand is finished, up to --hard-nodes
    #[arg(long, value_name = "N", default_value_t = Settings::default().soft_nodes,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,

    /// Nodes at which a search is cut short; eight times --nodes if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=800_000_000))]
    hard_nodes: Option<u32>,

    /// How many games at once; one for each core if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    /// Another number gives other openings
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,

    /// Random moves at the beginning; half of the games have one more
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=40))]
    random_plies: u32,

    /// How far from even a search may find an opening; others are drawn instead
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Settings::default().opening_limit,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=32_000))]
    opening_limit: u32,

    /// Begin from random arrangements of the pieces
    #[arg(long)]
    chess960: bool,

    /// Megabytes for the hash table of each game at once
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash_megabytes,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=super::MAX_HASH))]
    hash: u32,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    thinker: ThinkerArgs,
}

impl SelfplayArgs {
    fn settings(&self) -> Result<Settings> {
        let usual = Settings::with_nodes(self.nodes);
        let hard_nodes = self.hard_nodes.unwrap_or(usual.hard_nodes);
        if hard_nodes < self.nodes {
            bail!(
                "--hard-nodes {hard_nodes} is below --nodes {}; expected at least as many",
                self.nodes
            );
        }
        let rules = self.rules.rules();
        self.check_length(rules.max_plies)?;
        Ok(Settings {
            hard_nodes,
            hash_megabytes: self.hash,
            seed: self.seed,
            chess960: self.chess960,
            random_plies: self.random_plies,
            opening_limit: self.opening_limit,
            rules,
            ..usual
        })
    }

    /// Refuses games too short for what is asked for: they would be played for ever.
    fn check_length(&self, max_plies: u32) -> Result<()> {
        let opening = self.random_plies + 1;
        if max_plies <= opening {
            bail!(
                "--max-plies {max_plies} leaves no move after openings of up to {opening} plies; \
                 expected at least {}",
                opening + 1
            );
        }
        let from = Filter::default().min_ply;
        if self.positions.is_some() && max_plies <= from {
            bail!(
                "--positions counts from ply {from} of a game on, and --max-plies {max_plies} ends \
                 them all before; expected at least {}, or --games",
                from + 1
            );
        }
        Ok(())
    }
}

pub(super) fn run(args: &SelfplayArgs) -> Result<ExitCode> {
    let settings = args.settings()?;
    let threads = args.threads.map_or_else(machine::cores, |threads| threads as usize);
    memory::check(args.hash.saturating_mul(threads as u32)).context("--hash, for each thread")?;
    let thinker = args.thinker.thinker()?;
    let header = Header { maker: super::maker(&thinker)?, settings };
    let name = args.out.display();
    let mut run = Run::open(&args.out, header).with_context(|| name.to_string())?.with(thinker);
    for fault in run.faults() {
        super::tell(&args.out, fault);
    }
    let goal = Goal { games: args.games, positions: args.positions };
    let halt = Halt::default();
    listen(&halt)?;
    let mut view = View::new(goal, run.totals());
    view.begin(&args.out, threads);
    let finish = run.play(goal, threads, &halt, |totals, effort| view.show(totals, effort));
    view.end();
    let finish = finish.with_context(|| format!("{name}: stopped; the same command goes on"))?;
    // Without a goal, being stopped is how it ends.
    let endless = goal.games.is_none() && goal.positions.is_none();
    super::conclude(&args.out, &view, if endless { Finish::Reached } else { finish })
}
