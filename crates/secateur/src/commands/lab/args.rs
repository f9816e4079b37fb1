//! The command line of the lab.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lab::adjudication::{Adjudication, Draw, Resign};
use lab::game::Rules;
use lab::openings::Order;
use lab::stats::EloModel;

use super::ablate::AblateArgs;
use super::audit::AuditArgs;
use super::compare::CompareArgs;
use super::doctor::DoctorArgs;
use super::limits::{LimitArgs, TimeoutArgs};
use super::openbench::OpenBenchArgs;
use super::plan::PlanArgs;
use super::report::ReportArgs;
use super::sprt_calc::CalcArgs;
use super::spsa::SpsaArgs;
use super::suite::SuiteArgs;
use super::why::WhyArgs;
use crate::commands::or_off::{OrOff, or_off};
use crate::duration::{self, Time};

#[derive(Args, Debug)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(super) tool: LabTool,
}

// The help text of each tool stands at its arguments.
#[derive(Subcommand, Debug)]
pub(super) enum LabTool {
    Match(MatchArgs),
    Sprt(SprtArgs),
    Gauntlet(GauntletArgs),
    Suite(SuiteArgs),
    Audit(AuditArgs),
    Ablate(Box<AblateArgs>),
    Compare(Box<CompareArgs>),
    Why(WhyArgs),
    Plan(PlanArgs),
    SprtCalc(CalcArgs),
    Spsa(SpsaArgs),
    Report(ReportArgs),
    Openbench(OpenBenchArgs),
    Doctor(DoctorArgs),
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Reaper(super::reaper::ReaperArgs),
}

impl LabTool {
    /// Whether the tool may start engine processes, which may leave others behind.
    pub(super) fn starts_engines(&self) -> bool {
        use LabTool::{Doctor, Gauntlet, Match, Sprt, Suite};
        matches!(self, Match(_) | Sprt(_) | Gauntlet(_) | Suite(_) | Doctor(_))
    }
}

/// Play a match between two players
///
/// Games come in pairs with the same opening and colours swapped. A player is `self`, our own
/// engine in this process, perhaps with settings as in `--b "self UseNullMove=false Hash=32"` or
/// with a preset as in `--b "self preset=laser"`, or any UCI engine, as in
/// `--b "cmd=./engine args='--quiet' option.Hash=16 name=rival"`. For odds, a player may set its own
/// limit, as in `--b "self nodes=2000"`.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    pub(super) players: Two,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct Two {
    /// The player under test
    #[arg(
        long,
        value_name = "PLAYER",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    pub(super) a: Option<String>,

    /// Its opponent
    #[arg(long, value_name = "PLAYER", default_value = "self", conflicts_with = "resume")]
    pub(super) b: String,
}

/// Run a sequential probability ratio test between two players
///
/// The test plays until the LLR accepts H1, that `--a` is better than `--b` by `--elo1`, or H0,
/// that it is better by only `--elo0`. Players are written as for `lab match`.
#[derive(Args, Debug)]
// The calculator shares these options but has no runs to resume.
#[command(mut_arg("resume", |resume| {
    resume.conflicts_with_all(["elo0", "elo1", "alpha", "beta", "model"])
}))]
pub(super) struct SprtArgs {
    #[command(flatten)]
    pub(super) players: Two,

    #[command(flatten)]
    pub(super) bounds: Bounds,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct Bounds {
    /// Elo difference of H0
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(super) elo0: f64,

    /// Elo difference of H1
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    pub(super) elo1: f64,

    /// Probability to accept H1 if H0 is true
    #[arg(long, default_value_t = 0.05)]
    pub(super) alpha: f64,

    /// Probability to accept H0 if H1 is true
    #[arg(long, default_value_t = 0.05)]
    pub(super) beta: f64,

    /// Elo model: normalized or logistic
    #[arg(long, default_value_t = EloModel::Normalized)]
    pub(super) model: EloModel,
}

/// Play a gauntlet or a round robin and rate the players
///
/// The first player meets each of the others, or every player meets every other. Players are
/// written as for `lab match`.
#[derive(Args, Debug)]
pub(super) struct GauntletArgs {
    /// Add a player; give this option at least twice
    #[arg(
        long = "engine",
        value_name = "PLAYER",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    pub(super) engines: Vec<String>,

    /// Play every player against every other
    #[arg(long, conflicts_with = "resume")]
    pub(super) round_robin: bool,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Maximum games per pairing; an odd number is rounded up
    #[arg(long, value_name = "N", conflicts_with = "pairs",
        value_parser = clap::value_parser!(u32).range(1..=2_000_000_000))]
    pub(super) games: Option<u32>,

    /// Maximum pairs of games per pairing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(super) pairs: Option<u32>,

    /// Number of concurrent games; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) concurrency: Option<u32>,

    /// Openings: random, or a book in FEN, EPD or PGN, plain or in a zip archive
    #[arg(long, value_name = "BOOK", default_value = "random")]
    pub(super) openings: String,

    /// Order of the book: random or sequential; default: random
    #[arg(long)]
    pub(super) order: Option<Order>,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Adjudicate a win after MOVES moves with both scores beyond CENTIPAWNS; off disables it
    #[arg(long, value_name = "MOVES:CENTIPAWNS", default_value_t = OrOff(Some(Resign::DEFAULT)),
        value_parser = or_off::<Resign>)]
    pub(super) resign: OrOff<Resign>,

    /// Adjudicate a draw from move FROM on, after MOVES moves with both scores within CENTIPAWNS;
    /// off disables it
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS", default_value_t = OrOff(Some(Draw::DEFAULT)),
        value_parser = or_off::<Draw>)]
    pub(super) draw: OrOff<Draw>,

    /// Adjudicate a draw when a game reaches N plies
    #[arg(long, value_name = "N", default_value_t = Adjudication::DEFAULT.max_plies)]
    pub(super) max_plies: usize,

    /// End games that the Syzygy tablebases in these folders know; separate folders as in PATH
    #[arg(long, value_name = "FOLDERS")]
    pub(super) tables: Option<String>,

    /// Play Chess960: random start positions and Chess960 castling notation
    #[arg(long)]
    pub(super) chess960: bool,

    /// Time by which a player may exceed its limit before it loses
    #[arg(long, value_name = "TIME", default_value_t = Time(Rules::MARGIN),
        value_parser = duration::parse_or_none)]
    pub(super) margin: Time,

    #[command(flatten)]
    pub(super) timeouts: TimeoutArgs,

    /// Folder of the run; default: a new folder in runs/
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,

    /// Resume the run in this folder with its stored options
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["tc", "movetime", "nodes",
        "soft_nodes", "depth", "games", "pairs", "openings", "order", "seed", "resign", "draw",
        "max_plies", "tables", "chess960", "margin", "ready_time", "stall_time", "out"])]
    pub(super) resume: Option<PathBuf>,

    /// Resume even if a program, a network or the book has changed
    #[arg(long, requires = "resume")]
    pub(super) force: bool,
}
