//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::bench;

/// A UCI chess engine with a laboratory to measure it.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are not a
/// subcommand are executed as lines of UCI, as in
/// `secateur "position startpos moves e2e4" d "go perft 4"`.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct Cli {
    /// List every tunable among the UCI options
    #[arg(long)]
    pub(crate) all_options: bool,

    #[command(subcommand)]
    pub(crate) tool: Option<Tool>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Tool {
    /// Speak UCI on standard input and output
    Uci,
    /// Count the leaves of the legal move tree
    Perft(PerftArgs),
    /// Search fixed positions: the node count identifies the search, the time measures it
    Bench(BenchArgs),
    /// Analyse a position, or every move of a game
    ///
    /// The search of a position ends at the first limit it reaches. Scores are in pawns, from
    /// White's point of view. A move that loses 50 centipawns or more against the best one is marked
    /// '?!', from 100 '?', from 300 '??'; scores beyond ten pawns count as ten.
    Analyze(AnalyzeArgs),
    /// Search one position and count the events of each heuristic
    Stats(StatsArgs),
    /// Run the bench with each heuristic switched off in turn, or on if its default is off
    Ablation(AblationArgs),
    /// Matches, SPRT, SPSA, ratings, test suites and checks of UCI engines
    Lab(Box<crate::commands::lab::LabArgs>),
    /// Self-play games, training data, and tuning of evaluations
    Forge(Box<crate::commands::forge::ForgeArgs>),
    /// Generate the documents that list heuristics, knobs and evaluation terms
    Docs(DocsArgs),
    /// Print the tunables as lines of SPSA input
    SpsaParams,
    #[command(external_subcommand)]
    Lines(Vec<String>),
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// Depth in plies
    #[arg(default_value_t = 6, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(chess::perft::MAX_DEPTH)))]
    pub(crate) depth: u32,

    /// Start from this position instead of the initial one
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Print the count of each root move
    #[arg(long)]
    pub(crate) divide: bool,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Size of the hash table in megabytes; 0 for none
    #[arg(long, value_name = "MB", default_value_t = 0, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,

    /// Write castling as in Chess960: the king takes its own rook
    #[arg(long)]
    pub(crate) chess960: bool,

    /// Count twelve known positions and compare: the test of the move generator
    #[arg(long, conflicts_with_all = ["depth", "fen", "divide", "chess960"])]
    pub(crate) signature: bool,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Depth of each search in plies
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) depth: u32,

    /// Number of threads
    #[arg(default_value_t = bench::THREADS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Size of the hash table in megabytes
    #[arg(default_value_t = bench::HASH,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// Analyse this position instead of the initial one
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    pub(crate) fen: Option<String>,

    /// Analyse the games of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Analyse only this game of the file, counted from 1
    #[arg(long, value_name = "N", requires = "pgn", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) game: Option<u32>,

    /// Time for each position, such as 500ms or 2s; 1s if there is no other limit
    #[arg(long, value_name = "TIME", allow_hyphen_values = true,
        value_parser = crate::duration::parse)]
    pub(crate) time: Option<Duration>,

    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: Option<i32>,

    /// Nodes for each position
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(1..))]
    pub(crate) nodes: Option<i64>,

    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "pgn",
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_MULTI_PV)))]
    pub(crate) multipv: u32,

    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    pub(crate) threads: u32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Search this position instead of the initial one
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,

    /// Depth of the search in plies
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: i32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct AblationArgs {
    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", default_value_t = 14, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    pub(crate) depth: i32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = bench::HASH, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    pub(crate) hash: u32,
}

#[derive(Args, Debug)]
pub(crate) struct DocsArgs {
    /// Folder of the documents
    #[arg(default_value = "docs")]
    pub(crate) folder: PathBuf,

    /// Write nothing; fail if a document is not up to date
    #[arg(long)]
    pub(crate) check: bool,
}
