//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::bench;

/// A chess engine that explains every branch it cuts.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are no
/// subcommand are taken as lines of UCI and carried out one after the other, as in
/// `secateur "position startpos moves e2e4" d "go perft 4"`.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct Cli {
    /// List every tunable number among the UCI options
    #[arg(long)]
    pub(crate) all_options: bool,

    #[command(subcommand)]
    pub(crate) tool: Option<Tool>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Tool {
    /// Speak UCI on standard input and output
    Uci,
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// Search fixed positions: the node count names the search, the time its speed
    Bench(BenchArgs),
    /// Look at a position, or judge every move of a game
    Analyze(AnalyzeArgs),
    /// Search one position and show what each heuristic did
    Stats(StatsArgs),
    /// Bench with each heuristic in turn switched the other way
    Ablation(AblationArgs),
    /// Matches, tests and ratings: scale players against each other
    Lab(Box<crate::commands::lab::LabArgs>),
    /// Make the material that evaluations learn from
    Forge(Box<crate::commands::forge::ForgeArgs>),
    /// Write the documents that come from the engine's tables
    Docs(DocsArgs),
    /// Print the tunable numbers as lines of SPSA input
    SpsaParams,
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// How many plies deep to count
    #[arg(default_value_t = 6, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(chess::perft::MAX_DEPTH)))]
    pub(crate) depth: u32,

    /// The position to start from instead of the initial one
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Show the count below each root move
    #[arg(long)]
    pub(crate) divide: bool,

    /// How many threads to count with
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Megabytes for a table of counts already made; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,

    /// Write castling as Chess960 does: the king takes its own rook
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Count twelve known positions and compare: the proof of the move generator
    #[arg(long, conflicts_with_all = ["depth", "fen", "divide", "chess960"])]
    pub(crate) signature: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// How deep to search each position
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,

    /// How many threads to search with
    #[arg(default_value_t = bench::THREADS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Megabytes for the hash table
    #[arg(default_value_t = bench::HASH,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

/// Look at a position, or judge every move of a game.
///
/// Each position is searched until the first of the limits given is reached. Scores are told
/// from White's point of view, in pawns. A move that loses 50 centipawns or more against the best
/// one is marked '?!', from 100 '?', from 300 '??'; scores beyond ten pawns count as ten.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// The position to look at instead of the initial one
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    pub(crate) fen: Option<String>,

    /// A file of games whose moves to judge
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N", requires = "pgn", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) game: Option<u32>,

    /// Time for each position with its unit, such as 500ms or 2s; 1s if nothing limits
    #[arg(long, value_name = "TIME", allow_hyphen_values = true,
        value_parser = crate::duration::parse)]
    pub(crate) time: Option<Duration>,

    /// How deep to search each position
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: Option<i32>,

    /// How many nodes to visit for each position
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(1..))]
    pub(crate) nodes: Option<i64>,

    /// How many lines to show of a position
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "pgn",
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) multipv: u32,

    /// How many threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Megabytes for the hash table
    #[arg(long, value_name = "MB", default_value_t = 64, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// The position to search instead of the initial one
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// How deep to search
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: i32,

    /// Megabytes for the hash table
    #[arg(long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct AblationArgs {
    /// How deep to search each position
    #[arg(long, value_name = "PLIES", default_value_t = 14, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: i32,

    /// Megabytes for the hash table
    #[arg(long, value_name = "MB", default_value_t = bench::HASH, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct DocsArgs {
    /// Where the documents are
    #[arg(default_value = "docs")]
    pub(crate) folder: PathBuf,

    /// Change nothing, but fail if a document is not up to date
    #[arg(long)]
    pub(crate) check: bool,
}
