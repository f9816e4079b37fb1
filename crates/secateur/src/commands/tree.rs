//! `secateur tree`: searches a position and looks at the tree of the last iteration.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use ::lab::tree::{ChildOrder, NodeRow, Page, PageRange, RecordedTree};
use anyhow::{Context, Result, bail};
use chess::{Game, Move, Piece, Position};
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

    /// List the nodes below where this move was searched or skipped; a move of either side, in SAN
    /// or as UCI writes it, as it is legal at the node shown
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,

    /// Order of the children: as they were searched, or those with the most nodes first
    #[arg(long, value_name = "ORDER", default_value = "nodes")]
    sort: Sort,

    /// Print how many nodes were kept, in how much memory, and how long this page took
    #[arg(long)]
    info: bool,

    /// Children on a page, and rows of a list
    #[arg(long, value_name = "N", default_value_t = 20)]
    children: usize,

    /// Leave out the first N children
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,

    /// Write the page as JSON to this file; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Sort {
    Order,
    Nodes,
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
    let order = match args.sort {
        Sort::Order => ChildOrder::Searched,
        Sort::Nodes => ChildOrder::Nodes,
    };
    let range = PageRange { skip: args.skip, count: args.children, order };
    let start = Instant::now();
    let Some(page) = recorded.page(id, range) else {
        bail!("--node {id}: no such node; expected 0 to {}", tree.len() - 1);
    };
    let page_time = start.elapsed();
    let mv = args.mv.as_deref().map(|word| move_of_either(&recorded.position(id), word));
    let mv = mv.transpose()?;
    let json = args.json.as_deref().map(|path| (path, path.as_os_str() == "-"));
    let mut out = io::stdout().lock();
    if !json.is_some_and(|(_, on_output)| on_output) {
        let searched = tree.searched();
        writeln!(out, "depth {}, {searched} nodes entered in the last iteration", tree.depth())?;
        if args.info {
            let (nodes, megabytes) = (tree.len(), tree.bytes() as f64 / 1e6);
            let milliseconds = page_time.as_secs_f64() * 1e3;
            writeln!(out, "{nodes} nodes kept in {megabytes:.1} MB, page in {milliseconds:.1} ms")?;
        }
        show(&mut out, &page)?;
        if let Some((mv, piece)) = mv {
            list_move(&mut out, &recorded, id, (mv, piece), args.children)?;
        }
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

/// A move of the side to move or, after a pass, of the other, with the piece that makes it.
fn move_of_either(position: &Position, word: &str) -> Result<(Move, Piece)> {
    let read = |position: &Position| {
        let san = position.parse_san(word);
        let mv = san.or_else(|error| position.parse_uci(word).map_err(|_| error));
        mv.map(|mv| (mv, position.piece_on(mv.from())))
    };
    let mut mv = read(position);
    if mv.is_err() && !position.in_check() {
        mv = read(&position.after_null()).or(mv);
    }
    let (mv, piece) = mv.with_context(|| format!("--move {word}"))?;
    Ok((mv, piece.with_context(|| format!("--move {word}: no piece to move"))?))
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

/// The depth of a node, with the plies by which it was reduced.
fn depth(row: &NodeRow) -> String {
    match row.reduction {
        0 => row.depth.to_string(),
        reduction => format!("{}-{reduction}", row.depth),
    }
}

/// Words for a column of a table, which must fit 80 columns.
fn short(words: &str) -> &str {
    match words {
        "all moves searched" => "all moves",
        "a move reached beta" => "cutoff",
        "quiescence" => "qs",
        "same position again" => "again",
        "same position, table move left out" => "without best",
        words => words,
    }
}

fn cells(row: &NodeRow) -> Vec<String> {
    vec![
        short(&row.mv).to_owned(),
        short(row.kind).to_owned(),
        short(&row.reason).to_owned(),
        or_dash(&row.best),
        depth(row),
        format!("{} {}", row.alpha, row.beta),
        or_dash(&row.score),
        or_dash(&row.eval),
        row.nodes.to_string(),
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
            "move", "kind", "ended by", "best", "depth", "window", "score", "eval", "nodes", "node",
        ];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(page.children.iter().map(cells));
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

/// The first nodes where a move was searched or skipped.
fn list_move(
    out: &mut impl Write,
    recorded: &RecordedTree,
    id: NodeId,
    (mv, piece): (Move, Piece),
    count: usize,
) -> Result<()> {
    let mut rows = vec![
        ["node", "depth", "score", "what happened", "below, after"].map(str::to_owned).to_vec(),
    ];
    let shown = recorded.line(id).len();
    let mut all = recorded.with_move(id, mv, piece);
    for found in all.by_ref().take(count) {
        let (plies, score, what) = match (&found.child, &found.skipped) {
            (Some(child), _) => {
                (depth(child), or_dash(&child.score), short(&child.reason).to_owned())
            }
            (None, Some(rule)) => {
                let what = format!("{} {}/{}", rule.heuristic, rule.value, rule.threshold);
                ("-".to_owned(), "-".to_owned(), format!("skipped: {what}"))
            }
            (None, None) => continue,
        };
        let below = found.line.get(shown..).unwrap_or_default();
        let after = if below.is_empty() { "this node".to_owned() } else { below.join(" ") };
        rows.push(vec![found.node.to_string(), plies, score, what, after]);
    }
    let rest = all.count();
    writeln!(
        out,
        "\nnodes below where {} was searched or skipped:",
        mv.uci(chess::CastlingNotation::Standard)
    )?;
    if rows.len() == 1 {
        writeln!(out, "none")?;
        return Ok(());
    }
    table::aligned(out, &rows, 5)?;
    if rest > 0 {
        writeln!(out, "and {rest} more: --children")?;
    }
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
