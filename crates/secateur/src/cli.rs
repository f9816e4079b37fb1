//! The command line.

use clap::{Parser, Subcommand};

use crate::commands::BenchArgs;
use crate::commands::analyze::AnalyzeArgs;
use crate::commands::board::BoardArgs;
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
    /// Open the board in the browser: play, analyse, look inside the search
    ///
    /// Serves a page to this machine only, until Ctrl-C. The address contains a secret: a program that has
    /// it can use the board. The page works offline.
    Board(BoardArgs),
    /// Count the leaves of the legal move tree
    Perft(PerftArgs),
    /// Search fixed positions: the node count identifies the search, the time measures it
    Bench(BenchArgs),
    /// Analyse a position, or review every move of games
    ///
    /// The search of a position ends at the first limit it reaches. Scores are in pawns, from
    /// White's point of view. A move is judged by the expected points it loses (a win is 1, a draw
    /// half a point): from 0.05 it is marked '?!', from 0.10 '?', from 0.20 '??'.
    ///
    /// Examples:
    ///   secateur analyze games.pgn --time 0.5
    ///   secateur analyze games.pgn --game 2 --out annotated.pgn --report page.html
    ///   secateur analyze - --nodes 100000 --json - < games.pgn
    ///   secateur analyze startpos --depth 20 --multipv 3
    #[command(visible_alias = "analyse", verbatim_doc_comment)]
    Analyze(Box<AnalyzeArgs>),
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
