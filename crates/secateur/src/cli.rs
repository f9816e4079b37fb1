//! The command line.

use clap::{Parser, Subcommand};

use crate::commands::BenchArgs;
use crate::commands::analyze::AnalyzeArgs;
use crate::commands::docs::DocsArgs;
use crate::commands::forge::ForgeArgs;
use crate::commands::lab::LabArgs;
use crate::commands::perft::PerftArgs;
use crate::commands::presets::PresetsArgs;
use crate::commands::stats::StatsArgs;
use crate::commands::tb::TbArgs;
use crate::commands::tree::TreeArgs;

/// A UCI chess engine with a laboratory to measure it.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are not a
/// subcommand are executed as lines of UCI, as in
/// `secateur "position startpos moves e2e4" d "go perft 4"`.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct Cli {
    /// List every tunable among the UCI options
    ///
    /// In a terminal the options are printed. For a client on the other side of a pipe, or with the
    /// subcommand 'uci', the command 'uci' lists them all.
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
    /// Search positions and count the events of each heuristic, by depth
    Stats(StatsArgs),
    /// Look at the tree of a search: what was searched, what was cut, and by which rule
    Tree(TreeArgs),
    /// Look positions up in Syzygy tablebases, or check their files
    Tb(TbArgs),
    /// List the presets: the rules of other engines as settings of ours
    Presets(PresetsArgs),
    /// Matches, SPRT, SPSA, ratings, ablations, test suites and checks of UCI engines
    Lab(Box<LabArgs>),
    /// Self-play games, training data, and tuning of evaluations
    Forge(Box<ForgeArgs>),
    /// Generate the documents that list heuristics, knobs and evaluation terms
    Docs(DocsArgs),
    /// Print the tunables as lines of SPSA input
    SpsaParams,
    #[command(external_subcommand)]
    Lines(Vec<String>),
}
