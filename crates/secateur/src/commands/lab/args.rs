//! The command line of the lab.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lab::adjudication::{Adjudication, Draw, Resign};
use lab::game::Rules;
use lab::openings::Order;
use lab::stats::{EloModel, Pentanomial};

use super::climb::SpsaArgs;
use super::doctor::DoctorArgs;
use super::limits::{LimitArgs, WaitArgs};
use super::openbench::OpenBenchArgs;
use super::report::ReportArgs;
use super::suite::SuiteArgs;
use super::values::five;
use crate::commands::or_off::{OrOff, or_off};
use crate::duration::{self, Time};

#[derive(Args, Debug)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(super) tool: LabTool,
}

#[derive(Subcommand, Debug)]
pub(super) enum LabTool {
    /// Play a match between two players
    Match(MatchArgs),
    /// Play until it is clear whether one player is stronger
    Sprt(SprtArgs),
    /// Play several players against each other and rate them
    Gauntlet(GauntletArgs),
    /// Put positions with known answers to players, and compare what they find
    Suite(SuiteArgs),
    /// Say what counts of pairs mean, without playing
    SprtCalc(CalcArgs),
    /// Tune numbers of our own engine by games
    Spsa(SpsaArgs),
    /// Write the page of a run anew
    Report(ReportArgs),
    /// Write what the OpenBench framework wants to know of the engine
    Openbench(OpenBenchArgs),
    /// Examine a UCI engine: what it does wrong, and which clients break over it
    Doctor(DoctorArgs),
    /// Wait for the end of a lab and end what its engines have left; the lab starts it itself
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Keeper(super::keeper::KeeperArgs),
}

impl LabTool {
    /// Whether engines of their own may be started, and so leave something behind.
    pub(super) fn starts_engines(&self) -> bool {
        use LabTool::{Doctor, Gauntlet, Match, Sprt, Suite};
        matches!(self, Match(_) | Sprt(_) | Gauntlet(_) | Suite(_) | Doctor(_))
    }
}

/// Two players, who meet in pairs of games with the same opening and colours swapped.
///
/// A player is `self`, our own engine within this process, perhaps with settings as in
/// `--b "self UseNullMove=false Hash=32"`, or any UCI engine, as in
/// `--b "cmd=./engine args='--quiet' option.Hash=16 name=rival"`. For odds, either may have a limit
/// of its own, as in `--b "self nodes=2000"`.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    pub(super) players: Two,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct Two {
    /// The player that is asked about
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

/// Play until it is clear whether `--a` is better than `--b` by about `--elo1` or hardly by
/// `--elo0`. Players are written as for `lab match`.
#[derive(Args, Debug)]
// The calculator takes bounds too, and knows nothing of runs.
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
    /// The difference that is not worth having
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(super) elo0: f64,

    /// The difference that is
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    pub(super) elo1: f64,

    /// The chance to accept what is worth only --elo0
    #[arg(long, default_value_t = 0.05)]
    pub(super) alpha: f64,

    /// The chance to reject what is worth --elo1
    #[arg(long, default_value_t = 0.05)]
    pub(super) beta: f64,

    /// What Elo means: normalized or logistic
    #[arg(long, default_value_t = EloModel::Normalized)]
    pub(super) model: EloModel,
}

/// The first player against each of the others, or everybody against everybody. Players are
/// written as for `lab match`.
#[derive(Args, Debug)]
pub(super) struct GauntletArgs {
    /// A player; give this at least twice
    #[arg(
        long = "engine",
        value_name = "PLAYER",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    pub(super) engines: Vec<String>,

    /// Everybody against everybody
    #[arg(long, conflicts_with = "resume")]
    pub(super) round_robin: bool,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Args, Debug)]
pub(super) struct CalcArgs {
    /// Pairs that brought 0, 1, 2, 3 and 4 half points
    #[arg(long, value_name = "N,N,N,N,N", value_parser = five)]
    pub(super) pairs: Pentanomial,

    #[command(flatten)]
    pub(super) bounds: Bounds,
}

#[derive(Args, Debug)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Games at most, for each two who meet; an odd number is raised by one
    #[arg(long, value_name = "N", conflicts_with = "pairs",
        value_parser = clap::value_parser!(u32).range(1..=2_000_000_000))]
    pub(super) games: Option<u32>,

    /// Pairs of games at most, for each two who meet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(super) pairs: Option<u32>,

    /// How many games at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) concurrency: Option<u32>,

    /// random, or a book: a file of FEN, EPD or PGN, or a zip archive of such
    #[arg(long, value_name = "BOOK", default_value = "random")]
    pub(super) openings: String,

    /// The order of a book: random, as it is if not given, or sequential
    #[arg(long)]
    pub(super) order: Option<Order>,

    /// Another number gives other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// When both players see a win: after so many moves of so many centipawns, or off
    #[arg(long, value_name = "MOVES:CENTIPAWNS", default_value_t = OrOff(Some(Resign::DEFAULT)),
        value_parser = or_off::<Resign>)]
    pub(super) resign: OrOff<Resign>,

    /// When both see nothing: from which move on, after so many moves, within so many
    /// centipawns, or off
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS", default_value_t = OrOff(Some(Draw::DEFAULT)),
        value_parser = or_off::<Draw>)]
    pub(super) draw: OrOff<Draw>,

    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = Adjudication::DEFAULT.max_plies)]
    pub(super) max_plies: usize,

    /// Random arrangements of the pieces, and castling as Chess960 writes it
    #[arg(long)]
    pub(super) chess960: bool,

    /// What a clock may be overdrawn by before it costs the game
    #[arg(long, value_name = "TIME", default_value_t = Time(Rules::MARGIN),
        value_parser = duration::parse_or_none)]
    pub(super) margin: Time,

    #[command(flatten)]
    pub(super) waits: WaitArgs,

    /// The folder of the run; a new one below runs/ if not given
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,

    /// Go on with the run in this folder, as it was begun
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["tc", "movetime", "nodes",
        "soft_nodes", "depth", "games", "pairs", "openings", "order", "seed", "resign", "draw",
        "max_plies", "chess960", "margin", "ready_time", "stall_time", "out"])]
    pub(super) resume: Option<PathBuf>,

    /// Go on even if a program or the book is no longer the same
    #[arg(long, requires = "resume")]
    pub(super) force: bool,
}
