//! `secateur tree`: searches a position and looks at the tree of the last iteration.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use ::lab::tree::{NodeRow, Page, PageRange, RecordedTree};
use anyhow::{Context, Result, bail};
use chess::{Game, Move, Position};
use clap::Args;
use engine::Engine;
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::probe::tree::{NodeId, TreeRecorder};
use toolkit::stop::StopAll;

use super::interrupt::{self, INTERRUPTED};
use super::presets::PresetArg;
use super::{note, settings, table};
use crate::memory;

/// Shows one node of the tree: its largest children, the moves that were never searched with rule,
/// value and threshold, and what ended the nodes below it. One thread, a fresh table.
#[derive(Args, Debug)]
pub(crate) struct TreeArgs {
    /// Search this position [default: the initial position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Depth of the search in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: i32,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    #[command(flatten)]
    preset: PresetArg,

    /// Set an option of the search, as in UseNullMove=false; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Show the node after these moves, in SAN or as UCI writes them, as in "e4 e5"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    line: String,

    /// Show the node with this number instead
    #[arg(long, value_name = "ID", conflicts_with = "line")]
    node: Option<NodeId>,

    /// List the nodes below that this heuristic ended or whose moves it skipped
    #[arg(long, value_name = "HEURISTIC")]
    by: Option<String>,

    /// Children on a page, those with the most nodes first
    #[arg(long, value_name = "N", default_value_t = 20)]
    children: usize,

    /// Leave out the first N children
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,

    /// Write the page as JSON to this file; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(args: &TreeArgs) -> Result<ExitCode> {
    let game = Game::new(super::setup(args.fen.as_deref())?);
    let moves = line(*game.position(), &args.line)?;
    let by = args.by.as_deref().map(heuristic).transpose()?;
    memory::check(args.hash).context("--hash")?;
    let mut engine = Engine::new(args.hash as usize).context("--hash")?;
    engine.knobs = args.preset.knobs()?;
    settings::apply(&args.set, &mut engine.knobs)?;
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let control = stop.handle().next_control();
    let answer = engine.go::<TreeRecorder>(&game, &limits, &control, &mut ());
    let recorded = RecordedTree::new(&game, answer.probe.into_tree(), engine.knobs.evaluator);
    let tree = recorded.tree();
    if stop.is_requested() {
        note(format!("interrupted; this is the tree of depth {}", tree.depth()));
    }
    if tree.folded_below() > 0 {
        let depth = tree.folded_below();
        note(format!("nodes with less depth than {depth} were counted and not kept"));
    }
    let id = match args.node {
        Some(id) => id,
        None => recorded.follow(&moves)?,
    };
    let range = PageRange { skip: args.skip, count: args.children };
    let Some(page) = recorded.page(id, range) else {
        bail!("--node {id}: no such node; expected 0 to {}", tree.len() - 1);
    };
    let json = args.json.as_deref().map(|path| (path, path.as_os_str() == "-"));
    let mut out = io::stdout().lock();
    if !json.is_some_and(|(_, on_output)| on_output) {
        let searched = tree.searched();
        writeln!(out, "depth {}, {searched} nodes entered in the last iteration", tree.depth())?;
        show(&mut out, &page)?;
        if let Some(heuristic) = by {
            list_cuts(&mut out, &recorded, id, heuristic, args.children)?;
        }
    }
    if let Some((path, on_output)) = json {
        let text = serde_json::to_string_pretty(&page)? + "\n";
        match on_output {
            true => out.write_all(text.as_bytes())?,
            false => fs::write(path, text).with_context(|| format!("--json {}", path.display()))?,
        }
    }
    Ok(if stop.is_requested() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Reads a line of moves, in SAN or as UCI writes them.
fn line(mut position: Position, text: &str) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = position
            .parse_san(word)
            .or_else(|error| position.parse_uci(word).map_err(|_| error))
            .with_context(|| format!("--line: '{word}'"))?;
        moves.push(mv);
        position = position.after(mv);
    }
    Ok(moves)
}

/// The heuristic with this name, in any case.
fn heuristic(name: &str) -> Result<Heuristic> {
    let names = || Heuristic::ALL.iter().map(|heuristic| format!("{heuristic:?}"));
    match Heuristic::ALL.iter().zip(names()).find(|(_, known)| known.eq_ignore_ascii_case(name)) {
        Some((&heuristic, _)) => Ok(heuristic),
        None => bail!("--by {name}: expected one of {}", names().collect::<Vec<_>>().join(", ")),
    }
}

fn or_dash(text: &Option<String>) -> String {
    text.clone().unwrap_or_else(|| "-".to_owned())
}

fn cells(row: &NodeRow, of: u64) -> Vec<String> {
    let share = 100.0 * row.nodes as f64 / of.max(1) as f64;
    vec![
        row.mv.clone(),
        row.kind.to_owned(),
        row.reason.clone(),
        or_dash(&row.best),
        row.depth.to_string(),
        row.reduction.to_string(),
        format!("{} {}", row.alpha, row.beta),
        or_dash(&row.score),
        or_dash(&row.eval),
        row.nodes.to_string(),
        format!("{share:.1}"),
        row.id.to_string(),
    ]
}

fn show(out: &mut impl Write, page: &Page) -> Result<()> {
    let line = if page.line.is_empty() { "the root".to_owned() } else { page.line.join(" ") };
    let node = &page.node;
    writeln!(out, "\n{line}: {} node of depth {}, {}", node.kind, node.depth, node.reason)?;
    let (score, eval) = (or_dash(&node.score), or_dash(&node.eval));
    writeln!(
        out,
        "window {} {}, score {score}, evaluation {eval}, {} nodes",
        node.alpha, node.beta, node.nodes
    )?;
    if !page.children.is_empty() {
        let header = [
            "move", "kind", "ended by", "best", "depth", "less", "window", "score", "eval",
            "nodes", "%", "node",
        ];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(page.children.iter().map(|row| cells(row, node.nodes)));
        writeln!(out)?;
        table::aligned(out, &rows, 4)?;
        if page.more_children > 0 {
            writeln!(out, "and {} more: --skip, --children", page.more_children)?;
        }
    }
    if !page.skipped.is_empty() {
        let header = ["never searched", "rule", "value", "threshold"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(page.skipped.iter().map(|row| {
            let later = if row.and_later_quiets { " and later quiet moves" } else { "" };
            let mv = format!("{}{later}", row.mv);
            vec![mv, row.heuristic.clone(), row.value.to_string(), row.threshold.to_string()]
        }));
        writeln!(out)?;
        table::aligned(out, &rows, 2)?;
    }
    writeln!(out, "\nwhat ended the nodes below:")?;
    let rows: Vec<Vec<String>> =
        page.reasons.iter().map(|row| vec![row.reason.clone(), row.nodes.to_string()]).collect();
    table::aligned(out, &rows, 1)?;
    Ok(())
}

/// The first nodes that a heuristic cut.
fn list_cuts(
    out: &mut impl Write,
    recorded: &RecordedTree,
    id: NodeId,
    heuristic: Heuristic,
    count: usize,
) -> Result<()> {
    writeln!(out, "\n{heuristic:?} cut these nodes or skipped moves of them:")?;
    let mut rows = Vec::new();
    let mut all = recorded.cut_by(id, heuristic);
    for cut in all.by_ref().take(count) {
        let skipped = recorded.tree().skipped(cut);
        let moves = skipped.filter(|skipped| skipped.heuristic == heuristic).count();
        let what = if moves > 0 { format!("{moves} skipped") } else { "ended".to_owned() };
        rows.push(vec![cut.to_string(), what, recorded.line(cut).join(" ")]);
    }
    table::aligned(out, &rows, 3)?;
    let rest = all.count();
    if rest > 0 {
        writeln!(out, "and {rest} more: --children")?;
    }
    Ok(())
}
