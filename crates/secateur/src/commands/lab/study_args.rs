//! Command-line options that `lab ablate` and `lab compare` share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use chess::CastlingField;
use clap::Args;
use lab::adjudication::Adjudication;
use lab::limit::Limit;
use lab::openings::Order;
use lab::study::{StudyBudget, StudyKind, StudyPlan, StudyPlayer};

use super::limits::clock;
use super::opening_choice;
use crate::commands::positions;
use crate::{bench, duration};

#[derive(Args, Debug)]
pub(super) struct StudyArgs {
    /// Nodes per move of the games
    #[arg(long, value_name = "N", default_value_t = 4_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Clock of the games in seconds instead of nodes, such as 8+0.08
    #[arg(long, value_name = "CLOCK", value_parser = clock, conflicts_with_all = ["nodes", "resume"])]
    tc: Option<Limit>,

    /// Games in all; default without --budget and --until-error: the minimum of each
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Running time in all, such as 90m or 8h, measurements included
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    budget: Option<Duration>,

    /// Play no more games where the error is at most ELO
    #[arg(long, value_name = "ELO")]
    until_error: Option<f64>,

    /// Games of each pairing before the widest error decides
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "resume")]
    min_games: u64,

    /// Openings: random, or a book in FEN, EPD or PGN, plain or in a zip archive
    #[arg(long, value_name = "BOOK", default_value = "random", conflicts_with = "resume")]
    openings: String,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "resume")]
    seed: u64,

    /// Depth of the searches of single positions; 0 searches none
    #[arg(long, value_name = "PLIES", default_value_t = 12, conflicts_with = "resume",
        allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(0..=200))]
    depth: i32,

    /// Search the positions of this EPD file instead of those of `secateur bench`
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    epd: Option<PathBuf>,

    /// Measure the time to that depth too, in ROUNDS interleaved rounds; needs a quiet machine
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "5",
        conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(5..=1000))]
    time: Option<u32>,

    /// Solve the positions of this suite; may be given several times
    #[arg(long = "suite", value_name = "FILE", conflicts_with = "resume")]
    suites: Vec<PathBuf>,

    /// Nodes per position of a suite
    #[arg(long, value_name = "N", default_value_t = 100_000, conflicts_with = "resume",
        value_parser = clap::value_parser!(u64).range(1..))]
    suite_nodes: u64,

    /// Number of concurrent games and searches; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) concurrency: Option<u32>,

    /// Folder of the run; default: a new folder in runs/. A run in it is resumed
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    pub(super) out: Option<PathBuf>,

    /// Resume the run in this folder with its stored options; --games, --budget and --until-error
    /// may change
    #[arg(long, value_name = "FOLDER")]
    pub(super) resume: Option<PathBuf>,

    /// Resume even if the program, a network, the book or a suite has changed
    #[arg(long)]
    pub(super) force: bool,
}

impl StudyArgs {
    pub(super) fn plan(&self, kind: StudyKind, players: Vec<StudyPlayer>) -> Result<StudyPlan> {
        Ok(StudyPlan {
            kind,
            players,
            limit: self.tc.unwrap_or(Limit::Nodes(self.nodes)),
            openings: opening_choice(&self.openings)?,
            order: Order::Random,
            seed: self.seed,
            adjudication: Adjudication::DEFAULT,
            minimum: self.min_games.div_ceil(2),
            positions: self.positions()?,
            depth: self.depth,
            timing_rounds: self.time.unwrap_or(0),
            suites: self.suites.iter().map(|path| absolute(path)).collect::<Result<_>>()?,
            suite_nodes: self.suite_nodes,
        })
    }

    /// The budget given, each part that is not from `stored`.
    pub(super) fn budget(&self, stored: StudyBudget) -> StudyBudget {
        StudyBudget {
            games: self.games.or(stored.games),
            seconds: self.budget.map(|time| time.as_secs_f64()).or(stored.seconds),
            until_error: self.until_error.or(stored.until_error),
        }
    }

    fn positions(&self) -> Result<Vec<String>> {
        if self.depth == 0 {
            return Ok(Vec::new());
        }
        let setups = match &self.epd {
            Some(path) => {
                positions::read(path).with_context(|| format!("--epd {}", path.display()))?
            }
            None => bench::setups()?,
        };
        Ok(setups.iter().map(|setup| setup.to_fen(CastlingField::XFen)).collect())
    }
}

/// The run may be resumed from another directory.
fn absolute(path: &Path) -> Result<String> {
    let text = std::path::absolute(path).ok();
    text.and_then(|path| path.into_os_string().into_string().ok())
        .with_context(|| format!("{}: expected a path in UTF-8", path.display()))
}
