//! `secateur stats`: searches positions and counts the events of each heuristic.

mod json;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use chess::{CastlingField, CastlingNotation, Game, Setup};
use clap::Args;
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::knobs::DEFAULT_HASH;
use engine::probe::{Event, Ledger};
use engine::{Answer, Engine, Listener, Progress};
use indicatif::ProgressBar;
use lab::study::find_heuristic;
use serde::Serialize;
use toolkit::stop::StopAll;
use uci::ScoreValue;

use super::interrupt::{self, INTERRUPTED};
use super::positions::PositionArgs;
use super::presets::PresetArg;
use super::{note, progress, settings};
use crate::ledger_view::LedgerView;
use crate::session::score_value;
use crate::{bench, memory};
use json::{LedgerJson, RunJson};

/// Without positions, the initial one is searched. Every position starts a new game. The limits are those of UCI's `go`, and so are scores and
/// nodes: a session with the same options reports the same.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    positions: PositionArgs,

    /// Depth of each search in plies [default: that of `secateur bench`, unless there is --nodes]
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,

    /// Search each position to every depth up to that one, each time as a new game; counts are those
    /// of the deepest search
    #[arg(long, conflicts_with = "nodes")]
    each_depth: bool,

    /// Show in each line how often this heuristic acted; may be given several times
    #[arg(long, value_name = "HEURISTIC")]
    show: Vec<String>,

    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Number of threads; the counts are the sum over all of them
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: u32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    #[command(flatten)]
    preset: PresetArg,

    /// Set an option of the search, as in UseNullMove=false; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Write everything as JSON to this file; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl StatsArgs {
    fn limits(&self) -> Limits {
        let default = self.nodes.is_none().then_some(bench::DEPTH as i32);
        Limits { depth: self.depth.or(default), nodes: self.nodes, ..Limits::default() }
    }

    /// The searches of each position.
    fn searches(&self) -> Vec<Limits> {
        let last = self.limits();
        match (self.each_depth, last.depth) {
            (true, Some(depth)) => {
                (1..=depth).map(|depth| Limits { depth: Some(depth), ..last.clone() }).collect()
            }
            _ => vec![last],
        }
    }

    fn shown(&self) -> Result<Vec<Heuristic>> {
        let heuristic = |name: &String| {
            find_heuristic(name).with_context(|| format!("--show: '{name}' is no heuristic"))
        };
        self.show.iter().map(heuristic).collect()
    }

    /// Whether standard output is for JSON.
    fn json_on_output(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }
}

/// The result of one position.
#[derive(Serialize)]
struct SearchedPosition {
    fen: String,
    /// `None` if there is no legal move.
    best: Option<String>,
    score: PositionScore,
    /// The last completed iteration.
    depth: i32,
    nodes: u64,
    /// Another best move than that of the search before, one ply shallower.
    #[serde(skip_serializing_if = "is_false")]
    changed: bool,
    /// How often the heuristics of `--show` acted.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    acted: BTreeMap<String, u64>,
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

/// For the side to move, as UCI reports it.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PositionScore {
    Cp(i32),
    Mate(i32),
}

impl core::fmt::Display for PositionScore {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            PositionScore::Cp(centipawns) => write!(f, "cp {centipawns}"),
            PositionScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl SearchedPosition {
    fn new(engine: &Engine, game: &Game, answer: &Answer<Ledger>) -> SearchedPosition {
        let position = game.position();
        let notation = match position.needs_chess960() {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        };
        let score = match score_value(&engine.scale(position), answer.score) {
            ScoreValue::Centipawns(centipawns) => PositionScore::Cp(centipawns),
            ScoreValue::Mate(moves) => PositionScore::Mate(moves),
        };
        SearchedPosition {
            fen: game.fen(CastlingField::XFen).to_string(),
            best: answer.best.map(|mv| mv.uci(notation).to_string()),
            score,
            depth: answer.depth,
            nodes: answer.nodes,
            changed: false,
            acted: BTreeMap::new(),
        }
    }

    fn counting(mut self, shown: &[Heuristic], ledger: &Ledger) -> SearchedPosition {
        let acted = |heuristic: &Heuristic| {
            let depths = 0..Ledger::DEPTHS;
            let count = depths.map(|depth| ledger.count(*heuristic, depth, Event::Acted)).sum();
            (format!("{heuristic:?}"), count)
        };
        self.acted = shown.iter().map(acted).collect();
        self
    }
}

impl core::fmt::Display for SearchedPosition {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let SearchedPosition { fen, best, score, depth, nodes, changed, acted } = self;
        let best = best.as_deref().unwrap_or("none");
        write!(f, "bestmove {best} score {score} depth {depth} nodes {nodes}")?;
        for (heuristic, count) in acted {
            write!(f, " {heuristic} {count}")?;
        }
        write!(f, "{}  {fen}", if *changed { " changed" } else { "" })
    }
}

pub(crate) fn run(args: &StatsArgs) -> Result<ExitCode> {
    let mut positions = args.positions.all()?;
    if positions.is_empty() {
        positions.push(Setup::initial());
    }
    memory::check(args.hash).context("--hash")?;
    let mut engine = Engine::new(args.hash as usize).context("--hash")?;
    engine.knobs = args.preset.knobs()?;
    settings::apply(&args.set, &mut engine.knobs)?;
    let wanted = args.threads as usize;
    let threads = engine.set_threads(wanted);
    if threads < wanted {
        note(format!("--threads {wanted}: the system allows {threads}"));
    }
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let (searched, ledger) = search_all(args, &mut engine, &positions, &stop)?;

    let interrupted = stop.is_requested();
    if interrupted {
        note(format!("interrupted after {} of {} positions", searched.len(), positions.len()));
    }
    if !args.json_on_output() {
        writeln!(io::stdout(), "\n{}", LedgerView(&ledger))?;
    }
    if let Some(path) = &args.json {
        let Limits { depth, nodes, .. } = args.limits();
        let run = RunJson {
            version: env!("CARGO_PKG_VERSION"),
            depth,
            nodes,
            threads,
            hash: args.hash,
            preset: args.preset.name(),
            settings: &args.set,
            interrupted,
            positions: &searched,
            ledger: LedgerJson::new(&ledger, &engine.knobs),
        };
        let text = serde_json::to_string_pretty(&run)? + "\n";
        match args.json_on_output() {
            true => io::stdout().write_all(text.as_bytes())?,
            false => {
                fs::write(path, text).with_context(|| format!("--json {}", path.display()))?;
            }
        }
    }
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Searches the positions until a stop is requested, and prints a line for each. The counts include
/// those of a search that was stopped.
fn search_all(
    args: &StatsArgs,
    engine: &mut Engine,
    positions: &[Setup],
    stop: &StopAll,
) -> Result<(Vec<SearchedPosition>, Ledger)> {
    let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} {msg}");
    bar.set_length(positions.len() as u64);
    let handle = stop.handle();
    let (searches, shown_heuristics) = (args.searches(), args.shown()?);
    let (mut searched, mut sum) = (Vec::new(), Ledger::default());
    for setup in positions {
        if stop.is_requested() {
            break;
        }
        let game = Game::new(setup.clone());
        let mut before = None;
        for (place, limits) in searches.iter().enumerate() {
            engine.new_game();
            let mut shown = DepthOnBar(bar.clone());
            let answer = engine.go::<Ledger>(&game, limits, &handle.next_control(), &mut shown);
            if place + 1 == searches.len() || stop.is_requested() {
                sum += &answer.probe;
            }
            let position = SearchedPosition::new(engine, &game, &answer);
            let mut position = position.counting(&shown_heuristics, &answer.probe);
            position.changed = before.is_some_and(|before| before != answer.best);
            before = Some(answer.best);
            if !args.json_on_output() {
                bar.suspend(|| writeln!(io::stdout(), "{position}"))?;
            }
            searched.push(position);
            if stop.is_requested() {
                break;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok((searched, sum))
}

/// Shows the depth of the search on the progress bar.
struct DepthOnBar(ProgressBar);

impl Listener for DepthOnBar {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.0.set_message(format!("depth {}", progress.depth));
    }
}
