//! `secateur forge selfplay`: plays games of the engine against itself into a file.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use forge::filter::Filter;
use forge::format::Header;
use forge::selfplay::{Finish, Goal, Run};
use forge::settings::{Endgame, NodeBudget, OpeningLimit, Settings};
use lab::machine;
use toolkit::stop::StopAll;

use super::engine_args::EngineArgs;
use super::number_range::{NumberRange, Plies};
use super::rules_args::RulesArgs;
use super::selfplay_view::SelfplayView;
use crate::commands::interrupt::listen;
use crate::memory;

/// Generate training data: self-play games, stored move by move.
///
/// The file only grows. After any interruption the same command continues it; only unfinished
/// games are lost. Without --games and --positions it plays until interrupted.
#[derive(Args, Debug)]
pub(super) struct SelfplayArgs {
    /// The file of games to create or to continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Stop when the file holds N games
    #[arg(long, value_name = "N", conflicts_with = "positions", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Stop when the file holds N quiet positions; truncated games do not count
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,

    /// Nodes of a search; it finishes its iteration, up to --hard-nodes
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes.soft,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,

    /// Nodes at which a search stops at once; 8 times --nodes by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=800_000_000))]
    hard_nodes: Option<u32>,

    /// Nodes of a search in endgames, as --nodes; by default 500, or --nodes if that is more. The
    /// hard limit is 8 times as many
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    endgame_nodes: Option<u32>,

    /// A position with at most N pieces is an endgame: --endgame-nodes apply, and no draw is
    /// adjudicated; 0 turns both off
    #[arg(long, value_name = "N", default_value_t = Endgame::default().pieces,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=32))]
    endgame_pieces: u32,

    /// Games played at the same time; one for each core by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,

    /// Random moves at the start, N or MIN-MAX; each game draws its own number
    #[arg(long, value_name = "PLIES", default_value_t = NumberRange(Settings::default().random_plies),
        allow_negative_numbers = true)]
    random_plies: Plies,

    /// Reject openings whose score is beyond this limit, in raw centipawns with all pieces on the
    /// board. With less material the limit is the score that wins as often
    #[arg(long, value_name = "CENTIPAWNS",
        default_value_t = Settings::default().opening_limit.centipawns(),
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=32_000))]
    opening_limit: u32,

    /// Percent of the openings within the limit that are played although they are decided: their
    /// score wins more than half of the games
    #[arg(long, value_name = "PERCENT", default_value_t = Settings::default().decided_percent,
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=100))]
    decided_openings: u32,

    /// Start from random arrangements of the pieces
    #[arg(long)]
    chess960: bool,

    /// Size of each thread's hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash_megabytes,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=super::MAX_HASH))]
    hash: u32,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

/// The least nodes of a search in an endgame by default.
const ENDGAME_NODES: u32 = 500;

impl SelfplayArgs {
    fn settings(&self) -> Result<Settings> {
        let mut nodes = NodeBudget::new(self.nodes);
        nodes.hard = self.hard_nodes.unwrap_or(nodes.hard);
        if nodes.hard < nodes.soft {
            bail!(
                "--hard-nodes {} is below --nodes {}; expected at least as many",
                nodes.hard,
                nodes.soft
            );
        }
        let rules = self.rules.rules();
        self.check_length(rules.max_plies)?;
        Ok(Settings {
            nodes,
            endgame: self.endgame()?,
            hash_megabytes: self.hash,
            seed: self.seed,
            chess960: self.chess960,
            relabelled: false,
            random_plies: self.random_plies.0.clone(),
            opening_limit: OpeningLimit::FullBoard(self.opening_limit),
            decided_percent: self.decided_openings,
            rules,
        })
    }

    fn endgame(&self) -> Result<Option<Endgame>> {
        if self.endgame_pieces == 0 {
            if let Some(nodes) = self.endgame_nodes {
                bail!(
                    "--endgame-nodes {nodes} has no effect with --endgame-pieces 0; expected one \
                     of them"
                );
            }
            return Ok(None);
        }
        let soft = self.endgame_nodes.unwrap_or(self.nodes.max(ENDGAME_NODES));
        Ok(Some(Endgame { pieces: self.endgame_pieces, nodes: NodeBudget::new(soft) }))
    }

    /// Refuses games that are too short for the goal: the run would never end.
    fn check_length(&self, max_plies: u32) -> Result<()> {
        let opening = *self.random_plies.0.end();
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
                 every game before; expected at least {}, or --games",
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
    let setup = args.engine.setup()?;
    let header = Header { maker: super::maker(&setup)?, settings };
    let name = args.out.display();
    let mut run = Run::open(&args.out, header).with_context(|| name.to_string())?.with_setup(setup);
    for fault in run.faults() {
        super::report_fault(&args.out, fault);
    }
    let goal = Goal { games: args.games, positions: args.positions };
    let stop = StopAll::default();
    listen(&stop)?;
    let mut view = SelfplayView::new(goal, run.totals());
    view.begin(&args.out, threads);
    let finish = run.play(goal, threads, &stop, |totals, effort| view.show(totals, effort));
    view.end();
    let finish = finish.with_context(|| format!("{name}: stopped; the same command continues"))?;
    // Without a goal, a stop is the normal end.
    let endless = goal.games.is_none() && goal.positions.is_none();
    super::conclude(&args.out, &view, if endless { Finish::Reached } else { finish })
}
