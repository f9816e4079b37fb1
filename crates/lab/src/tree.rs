//! The tree of a search as people look at it: a node with its largest children, the moves that were
//! never searched with rule, value and threshold, and what ended the nodes below it.

use core::fmt;

use chess::{Game, Move, Piece, Position};
use engine::ScoreScale;
use engine::heuristics::Heuristic;
use engine::knobs::Evaluator;
use engine::probe::NodeEnd;
use engine::probe::tree::{Arrival, ITERATION, Node, NodeId, NodeType, Reason, Skipped, Tree};
use serde::Serialize;

/// A recorded tree with the position that it starts from.
pub struct RecordedTree {
    root: Position,
    tree: Tree,
    /// The evaluation whose scores these are.
    evaluator: Evaluator,
}

/// A line that was not searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotInTree {
    /// The moves that were searched, in SAN.
    pub searched: Vec<String>,
    /// The first move that was not.
    pub missing: String,
    /// What skipped it, if a heuristic did.
    pub skipped: Option<String>,
}

impl fmt::Display for NotInTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = match self.searched.is_empty() {
            true => "at the root".to_owned(),
            false => format!("after {}", self.searched.join(" ")),
        };
        write!(f, "{} was not searched {after}", self.missing)?;
        match &self.skipped {
            Some(rule) => write!(f, ": {rule}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for NotInTree {}

/// A node as it is shown.
#[derive(Clone, Serialize, Debug)]
pub struct NodeRow {
    pub id: NodeId,
    /// The move that led here, in SAN; how else it was reached for other nodes.
    pub mv: String,
    /// The same as UCI writes it; `None` for other nodes.
    pub uci: Option<String>,
    pub kind: &'static str,
    pub depth: i32,
    pub reduction: i32,
    /// In normalised centipawns or moves to mate, for the side to move at this node.
    pub alpha: String,
    pub beta: String,
    pub score: Option<String>,
    pub eval: Option<String>,
    pub best: Option<String>,
    pub reason: String,
    pub nodes: u64,
    pub children: usize,
    pub skipped: usize,
}

/// A move that was never searched.
#[derive(Clone, Serialize, Debug)]
pub struct SkippedRow {
    pub mv: String,
    pub heuristic: String,
    pub value: i32,
    pub threshold: i32,
    /// All later quiet moves were skipped with it.
    pub and_later_quiets: bool,
}

/// How many nodes ended for one reason.
#[derive(Clone, Serialize, Debug)]
pub struct ReasonRow {
    pub reason: String,
    pub nodes: u64,
}

/// A node, a page of its children, and what was cut there.
#[derive(Clone, Serialize, Debug)]
pub struct Page {
    pub line: Vec<String>,
    pub node: NodeRow,
    pub children: Vec<NodeRow>,
    /// Children that are not on this page.
    pub more_children: usize,
    pub skipped: Vec<SkippedRow>,
    /// Why the nodes of this subtree have their scores, the most frequent reason first.
    pub reasons: Vec<ReasonRow>,
}

/// The order of the children on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildOrder {
    /// As they were searched.
    Searched,
    /// Those with the most nodes first.
    Nodes,
}

/// Which children a page shows.
#[derive(Clone, Copy, Debug)]
pub struct PageRange {
    pub skip: usize,
    pub count: usize,
    pub order: ChildOrder,
}

/// A node where a move was searched or skipped.
#[derive(Clone, Serialize, Debug)]
pub struct MoveRow {
    /// The node, and the moves to it.
    pub node: NodeId,
    pub line: Vec<String>,
    /// The search of the move; `None` if it was skipped.
    pub child: Option<NodeRow>,
    /// What skipped it.
    pub skipped: Option<SkippedRow>,
}

/// Why a node has its score, in a few words.
pub fn reason_words(reason: Reason) -> String {
    match reason {
        Reason::AllMoves => "all moves searched".to_owned(),
        Reason::Cutoff => "a move reached beta".to_owned(),
        Reason::Stopped => "search stopped".to_owned(),
        Reason::Ended(NodeEnd::Draw) => "draw".to_owned(),
        Reason::Ended(NodeEnd::NoMoves) => "no legal move".to_owned(),
        Reason::Ended(NodeEnd::StandPat) => "stands pat".to_owned(),
        Reason::Ended(NodeEnd::PlyLimit) => "ply limit".to_owned(),
        Reason::Ended(NodeEnd::Tablebase) => "tablebase".to_owned(),
        Reason::Left(heuristic) => format!("{heuristic:?}"),
    }
}

fn kind_words(node: &Node) -> &'static str {
    match node.node_type {
        NodeType::Pv => "PV",
        NodeType::Cut => "cut",
        NodeType::All => "all",
        NodeType::Quiescence => "quiescence",
    }
}

impl RecordedTree {
    /// The tree of a search of the last position of `game`.
    pub fn new(game: &Game, tree: Tree, evaluator: Evaluator) -> RecordedTree {
        RecordedTree { root: *game.position(), tree, evaluator }
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The last search of the root: earlier ones failed outside their windows.
    pub fn root(&self) -> NodeId {
        self.tree.children(ITERATION).last().unwrap_or(ITERATION)
    }

    /// The position of a node.
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.root;
        for node in self.tree.path(id).into_iter().filter_map(|id| self.tree.node(id)) {
            match (node.arrival, node.mv) {
                (Arrival::NullMove, _) => position = position.after_null(),
                (_, Some(mv)) => position = position.after(mv),
                _ => {}
            }
        }
        position
    }

    /// The moves to a node, in SAN; a pass is "--".
    pub fn line(&self, id: NodeId) -> Vec<String> {
        let mut position = self.root;
        let mut line = Vec::new();
        for node in self.tree.path(id).into_iter().filter_map(|id| self.tree.node(id)) {
            match (node.arrival, node.mv) {
                (Arrival::NullMove, _) => {
                    line.push("--".to_owned());
                    position = position.after_null();
                }
                (_, Some(mv)) => {
                    line.push(position.san(mv).to_string());
                    position = position.after(mv);
                }
                _ => {}
            }
        }
        line
    }

    /// The node after these moves from the root. A move may have been searched several times: the
    /// largest search counts.
    pub fn follow(&self, moves: &[Move]) -> Result<NodeId, NotInTree> {
        let (mut at, mut position) = (self.root(), self.root);
        for &mv in moves {
            let children = self.tree.children(at).filter_map(|id| self.tree.node(id));
            let searches = children.filter(|child| child.mv == Some(mv));
            let Some(child) = searches.max_by_key(|child| child.nodes) else {
                let skipped = self.tree.skipped(at).find(|skipped| skipped.mv == mv);
                return Err(NotInTree {
                    searched: self.line(at),
                    missing: position.san(mv).to_string(),
                    skipped: skipped.map(|skipped| skip_words(&skipped)),
                });
            };
            at = child.id;
            position = position.after(mv);
        }
        Ok(at)
    }

    /// A node with a page of its children.
    pub fn page(&self, id: NodeId, range: PageRange) -> Option<Page> {
        let node = self.tree.node(id)?;
        let position = self.position(id);
        let before = node.parent.map_or(position, |parent| self.position(parent));
        let PageRange { skip, count, order } = range;
        let children = match order {
            ChildOrder::Nodes => self.tree.largest_children(id, skip, count),
            ChildOrder::Searched => {
                let page = self.tree.children(id).skip(skip).take(count);
                page.filter_map(|child| self.tree.node(child)).collect()
            }
        };
        let all = self.tree.children(id).count();
        Some(Page {
            line: self.line(id),
            node: self.row(&node, &before),
            more_children: all - children.len(),
            children: children.iter().map(|child| self.row(child, &position)).collect(),
            skipped: self
                .tree
                .skipped(id)
                .map(|skipped| skipped_row(&skipped, &position))
                .collect(),
            reasons: self.reasons(id),
        })
    }

    /// How often each reason ended a node of this subtree. Folded nodes are not among them.
    fn reasons(&self, id: NodeId) -> Vec<ReasonRow> {
        let rows = self.tree.reasons(id).into_iter();
        rows.map(|(reason, nodes)| ReasonRow { reason: reason_words(reason), nodes }).collect()
    }

    /// The nodes below `id` that a heuristic ended, and those whose moves it skipped, in the order in
    /// which they were searched.
    pub fn cut_by(&self, id: NodeId, heuristic: Heuristic) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.subtree(id).filter(move |&id| {
            self.tree.reason(id) == Some(Reason::Left(heuristic))
                || self.tree.skipped(id).any(|skipped| skipped.heuristic == heuristic)
        })
    }

    /// The nodes below `id` where a piece of this type and colour makes the move, searched or
    /// skipped, in the order in which they were searched.
    pub fn with_move<'a>(
        &'a self,
        id: NodeId,
        mv: Move,
        piece: Piece,
    ) -> impl Iterator<Item = MoveRow> + 'a {
        let nodes = self.tree.subtree(id).filter(|&id| id != ITERATION);
        nodes.flat_map(move |id| self.uses(id, mv, piece))
    }

    /// The searches of a move of one node, or what skipped it.
    fn uses(&self, id: NodeId, mv: Move, piece: Piece) -> Vec<MoveRow> {
        let children: Vec<NodeId> =
            self.tree.children(id).filter(|&child| self.tree.mv(child) == Some(mv)).collect();
        let skipped = self.tree.skipped(id).find(|skipped| skipped.mv == mv);
        if children.is_empty() && skipped.is_none() {
            return Vec::new();
        }
        let position = self.position(id);
        if position.piece_on(mv.from()) != Some(piece) {
            return Vec::new();
        }
        let line = self.line(id);
        let row = |child, skipped| MoveRow { node: id, line: line.clone(), child, skipped };
        let searched = children.into_iter().filter_map(|child| self.tree.node(child));
        let searched = searched.map(|child| row(Some(self.row(&child, &position)), None));
        let skipped = skipped.map(|skipped| row(None, Some(skipped_row(&skipped, &position))));
        searched.chain(skipped).collect()
    }

    fn row(&self, node: &Node, before: &Position) -> NodeRow {
        let position = match (node.arrival, node.mv) {
            (Arrival::NullMove, _) => before.after_null(),
            (_, Some(mv)) => before.after(mv),
            _ => *before,
        };
        let scale = ScoreScale::new(self.evaluator, &position);
        let words = |score: engine::score::Score| match score.moves_to_mate() {
            Some(moves) => format!("#{moves}"),
            None => format!("{:+}", scale.normalised(score)),
        };
        let mv = match (node.arrival, node.mv) {
            (_, Some(mv)) => before.san(mv).to_string(),
            (Arrival::NullMove, _) => "pass".to_owned(),
            (Arrival::Again, _) => "same position again".to_owned(),
            (Arrival::Excluded, _) => "same position, table move left out".to_owned(),
            (Arrival::Move, None) => "root".to_owned(),
        };
        let notation = chess::CastlingNotation::Standard;
        NodeRow {
            id: node.id,
            mv,
            uci: node.mv.map(|mv| mv.uci(notation).to_string()),
            kind: kind_words(node),
            depth: node.depth,
            reduction: node.reduction,
            alpha: words(node.alpha),
            beta: words(node.beta),
            score: node.score.map(words),
            eval: node.eval.map(words),
            best: node.best.map(|mv| position.san(mv).to_string()),
            reason: reason_words(node.reason),
            nodes: node.nodes,
            children: self.tree.children(node.id).count(),
            skipped: self.tree.skipped(node.id).count(),
        }
    }
}

fn skipped_row(skipped: &Skipped, position: &Position) -> SkippedRow {
    SkippedRow {
        mv: position.san(skipped.mv).to_string(),
        heuristic: format!("{:?}", skipped.heuristic),
        value: skipped.comparison.value,
        threshold: skipped.comparison.threshold,
        and_later_quiets: skipped.and_later_quiets,
    }
}

/// A rule with what it compared.
pub fn skip_words(skipped: &Skipped) -> String {
    let Skipped { heuristic, comparison, .. } = skipped;
    format!("{heuristic:?} skipped it, {} against {}", comparison.value, comparison.threshold)
}
