//! The tree of a search: recorded once, then looked at page by page.

use std::sync::Arc;
use std::time::Instant;

use chess::{CastlingField, Setup};
use engine::probe::tree::{NodeId, TreeRecorder};
use engine::{Limits, Listener, Progress};
use lab::tree::{ChildOrder, NodeRow, PageRange, RecordedTree};
use serde_json::{Value, json};
use toolkit::stop::StopAll;

use crate::board::Board;
use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::place::Place;
use crate::refusal::{Answer, Refusal};
use crate::search_settings::SearchSettings;

/// The greatest depth of a recorded search.
const MAX_DEPTH: i32 = 60;
/// Its depth, if neither depth nor nodes are given.
const DEFAULT_DEPTH: i32 = 10;
/// Children on a page.
const PAGE: usize = 50;
/// The most levels and cells of an icicle.
const MAX_LEVELS: usize = 24;
const MAX_CELLS: usize = 5_000;

/// Searches and records the tree of the last iteration.
pub(crate) fn record(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let game = Place::read(fields)?.game;
    let nodes = fields.optional_number("nodes", 1..=1_000_000_000)?;
    let depth = fields.optional_number("depth", 1..=MAX_DEPTH)?;
    let depth = depth.or_else(|| nodes.is_none().then_some(DEFAULT_DEPTH));
    let limits = Limits { depth, nodes, ..Limits::default() };
    let settings = SearchSettings::read(fields, 1)?;
    let board = Arc::clone(board);
    let work = move |reports: &Reports, stop: &StopAll| {
        let start = Instant::now();
        let mut engine = settings.engine(&board.network)?;
        let control = stop.handle().next_control();
        let mut watcher = DepthReports(reports);
        let answer = engine.go::<TreeRecorder>(&game, &limits, &control, &mut watcher);
        let best = answer.best.ok_or_else(|| Refusal::new("there is no legal move to search"))?;
        let best = game.position().san(best).to_string();
        let tree = RecordedTree::new(&game, answer.probe.into_tree(), engine.knobs.evaluator);
        let (name, tree) = board.trees.add(tree);
        let root = tree.root();
        let page =
            one_page(&tree, root, PageRange { skip: 0, count: 0, order: ChildOrder::Nodes })?;
        Ok(json!({
            "tree": name,
            "root": root,
            "nodes": tree.tree().searched(),
            "kept": tree.tree().len(),
            "folded_below": tree.tree().folded_below(),
            "bytes": tree.tree().bytes(),
            "best": best,
            "score": page.node.score,
            "depth": tree.tree().depth(),
            "seconds": start.elapsed().as_secs_f64(),
            "reasons": page.reasons,
            "stopped": stop.is_requested(),
        }))
    };
    Ok(Box::new(work))
}

struct DepthReports<'a>(&'a Reports);

impl Listener for DepthReports<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.0.send(json!({"depth": progress.depth, "nodes": progress.nodes}));
    }
}

/// The tree and the node that a request names.
fn node_of(board: &Board, fields: &Fields) -> Result<(Arc<RecordedTree>, NodeId), Refusal> {
    let tree = board.trees.get(fields.text("tree")?)?;
    let last = tree.tree().len().saturating_sub(1) as NodeId;
    let node = fields.optional_number("node", 0..=last)?.unwrap_or_else(|| tree.root());
    Ok((tree, node))
}

fn one_page(
    tree: &RecordedTree,
    node: NodeId,
    range: PageRange,
) -> Result<lab::tree::Page, Refusal> {
    tree.page(node, range).ok_or_else(|| Refusal::new("node: expected one of the tree"))
}

/// A node with a page of its children.
pub(crate) fn page(board: &Board, fields: &Fields) -> Answer {
    let (tree, node) = node_of(board, fields)?;
    let order = match fields.optional_text("order")?.unwrap_or("nodes") {
        "nodes" => ChildOrder::Nodes,
        "searched" => ChildOrder::Searched,
        _ => return Err(Refusal::new("order: expected nodes or searched")),
    };
    let skip = fields.optional_number("skip", 0..=usize::MAX >> 1)?.unwrap_or(0);
    let mut page =
        serde_json::to_value(one_page(&tree, node, PageRange { skip, count: PAGE, order })?)?;
    page["fen"] = json!(Setup::from(tree.position(node)).to_fen(CastlingField::XFen));
    Ok(page)
}

/// The largest branches below a node, nested, for a picture whose areas are nodes.
pub(crate) fn icicle(board: &Board, fields: &Fields) -> Answer {
    let (tree, node) = node_of(board, fields)?;
    let levels = fields.optional_number("levels", 1..=MAX_LEVELS)?.unwrap_or(8);
    let share = fields.optional_real("min_share", 0.0..=1.0)?.unwrap_or(0.001);
    let none = PageRange { skip: 0, count: 0, order: ChildOrder::Nodes };
    let row = one_page(&tree, node, none)?.node;
    let least = ((row.nodes as f64 * share).ceil() as u64).max(1);
    let mut cells = 0;
    Ok(branch(&tree, &row, levels, least, &mut cells))
}

/// A node with its children of at least `least` nodes; `rest` are the nodes of the others.
fn branch(
    tree: &RecordedTree,
    row: &NodeRow,
    levels: usize,
    least: u64,
    cells: &mut usize,
) -> Value {
    *cells += 1;
    let mut rest = row.nodes.saturating_sub(1);
    let mut children = Vec::new();
    if levels > 1 && rest > 0 && *cells < MAX_CELLS {
        let range = PageRange { skip: 0, count: PAGE, order: ChildOrder::Nodes };
        let page = tree.page(row.id, range);
        for child in page.iter().flat_map(|page| &page.children) {
            if child.nodes < least || *cells >= MAX_CELLS {
                break;
            }
            rest = rest.saturating_sub(child.nodes);
            children.push(branch(tree, child, levels - 1, least, cells));
        }
    }
    json!({
        "id": row.id, "mv": row.mv, "uci": row.uci, "nodes": row.nodes, "reason": row.reason,
        "kind": row.kind, "score": row.score, "children": children, "rest": rest,
    })
}

/// The node after a line of moves, or what is missing.
pub(crate) fn find(board: &Board, fields: &Fields) -> Answer {
    let tree = board.trees.get(fields.text("tree")?)?;
    let mut position = tree.position(tree.root());
    let mut moves = Vec::new();
    for text in fields.texts("moves")? {
        let mv = position.parse_uci(text).map_err(|why| Refusal(format!("moves: {why}")))?;
        position = position.after(mv);
        moves.push(mv);
    }
    Ok(match tree.follow(&moves) {
        Ok(node) => json!({"node": node, "line": tree.line(node)}),
        Err(not) => json!({"missing": {
            "searched": not.searched, "missing": not.missing, "skipped": not.skipped,
        }}),
    })
}
