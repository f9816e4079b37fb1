//! The tree of a search: every node, why it ended, and the moves that were never searched.
//!
//! Nodes stand in the order in which they were entered, so that a subtree is one run of them: its
//! end gives its size, the next sibling and the answer to "is this below that". A node takes 32
//! bytes, a skipped move 16.

mod recorder;

pub use recorder::{DEFAULT_NODES, TreeRecorder};

use chess::Move;

use super::{Comparison, NodeEnd};
use crate::heuristics::Heuristic;
use crate::score::Score;

/// The place of a node in its tree. The first is the iteration itself; searches of the root are its
/// children.
pub type NodeId = u32;

/// The first node of every tree.
pub const ITERATION: NodeId = 0;

/// What a node of the tree is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum NodeType {
    /// On the principal variation.
    Pv,
    /// The parent expected a cutoff.
    Cut,
    /// The parent expected none.
    All,
    Quiescence,
}

/// How a search came to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Arrival {
    /// By a move, or as the root.
    Move,
    /// By passing.
    NullMove,
    /// The parent searched its own position again: to verify a null move, to find a move, or by
    /// quiescence.
    Again,
    /// The parent searched its own position without one move.
    Excluded,
}

/// Why a node has its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its moves were searched, and none reached beta.
    AllMoves,
    /// A move reached beta.
    Cutoff,
    Ended(NodeEnd),
    /// A heuristic left the node.
    Left(Heuristic),
    /// The search was stopped within it.
    Stopped,
}

/// A move that was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub mv: Move,
    pub heuristic: Heuristic,
    pub comparison: Comparison,
    /// All later quiet moves were skipped with it.
    pub and_later_quiets: bool,
}

/// A node as it is stored. `NONE` stands for a missing move, evaluation or score.
#[derive(Clone, Copy)]
struct Record {
    parent: NodeId,
    /// The first node after its subtree; `OPEN` while it is searched.
    end: NodeId,
    /// Nodes below it that were counted and not kept.
    folded: u32,
    key: u32,
    mv: u16,
    best: u16,
    alpha: i16,
    beta: i16,
    score: i16,
    eval: i16,
    depth: i8,
    reduction: i8,
    /// The type in the low half, the arrival in the high half.
    kind: u8,
    reason: u8,
}

const _: () = assert!(size_of::<Record>() == 32);

const OPEN: NodeId = NodeId::MAX;
const NO_SCORE: i16 = i16::MIN;

/// Numbers of `Reason`: heuristics follow the others.
const FIRST_HEURISTIC: u8 = 8;

impl Reason {
    fn code(self) -> u8 {
        match self {
            Reason::AllMoves => 0,
            Reason::Cutoff => 1,
            Reason::Stopped => 2,
            Reason::Ended(NodeEnd::Draw) => 3,
            Reason::Ended(NodeEnd::NoMoves) => 4,
            Reason::Ended(NodeEnd::StandPat) => 5,
            Reason::Ended(NodeEnd::PlyLimit) => 6,
            Reason::Ended(NodeEnd::Tablebase) => 7,
            Reason::Left(heuristic) => FIRST_HEURISTIC + heuristic as u8,
        }
    }

    fn from_code(code: u8) -> Reason {
        match code {
            0 => Reason::AllMoves,
            1 => Reason::Cutoff,
            3 => Reason::Ended(NodeEnd::Draw),
            4 => Reason::Ended(NodeEnd::NoMoves),
            5 => Reason::Ended(NodeEnd::StandPat),
            6 => Reason::Ended(NodeEnd::PlyLimit),
            7 => Reason::Ended(NodeEnd::Tablebase),
            code => {
                let index = usize::from(code).checked_sub(usize::from(FIRST_HEURISTIC));
                let heuristic = index.and_then(|index| Heuristic::ALL.get(index));
                heuristic.map_or(Reason::Stopped, |&heuristic| Reason::Left(heuristic))
            }
        }
    }
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    pub id: NodeId,
    /// `None` for the iteration.
    pub parent: Option<NodeId>,
    pub node_type: NodeType,
    pub arrival: Arrival,
    /// The move that led here; `None` at the root, after a pass, and where a position was searched
    /// again.
    pub mv: Option<Move>,
    pub best: Option<Move>,
    pub alpha: Score,
    pub beta: Score,
    /// `None` if the search was stopped within it.
    pub score: Option<Score>,
    /// The corrected evaluation, if it is known.
    pub eval: Option<Score>,
    /// The depth it was entered with.
    pub depth: i32,
    /// Plies by which its parent reduced it.
    pub reduction: i32,
    pub reason: Reason,
    /// Nodes of its subtree, itself included, kept or not.
    pub nodes: u64,
    /// Nodes of its subtree that are below no child that was kept: they were only counted.
    pub folded: u32,
    /// The low half of its position's key.
    pub key: u32,
}

#[derive(Clone, Copy)]
struct SkippedRecord {
    node: NodeId,
    mv: u16,
    heuristic: u8,
    and_later_quiets: bool,
    comparison: Comparison,
}

const _: () = assert!(size_of::<SkippedRecord>() == 16);

/// The tree of one iteration.
#[derive(Clone, Default)]
pub struct Tree {
    /// The depth of the iteration.
    depth: i32,
    records: Vec<Record>,
    /// By node, in the order of their moves.
    skipped: Vec<SkippedRecord>,
    /// Nodes with less depth than this were folded into their parents.
    folded_below: i32,
}

impl Tree {
    /// Nodes that were kept, the iteration included.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The depth of the iteration.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// Nodes with less depth than this were counted and not kept; 0 if all were kept.
    pub fn folded_below(&self) -> i32 {
        self.folded_below
    }

    /// Memory in use.
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
            + self.skipped.capacity() * size_of::<SkippedRecord>()
    }

    /// Nodes that were searched, kept or not.
    pub fn searched(&self) -> u64 {
        self.subtree_nodes(ITERATION).saturating_sub(1)
    }

    fn end(&self, id: NodeId) -> NodeId {
        (self.records[id as usize].end).min(self.records.len() as NodeId)
    }

    fn subtree_nodes(&self, id: NodeId) -> u64 {
        let subtree = &self.records[id as usize..self.end(id) as usize];
        match self.folded_below {
            0 => subtree.len() as u64,
            _ => subtree.iter().map(|record| 1 + u64::from(record.folded)).sum(),
        }
    }

    /// A node by its place, or `None` if there is none.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        const TYPES: [NodeType; 4] =
            [NodeType::Pv, NodeType::Cut, NodeType::All, NodeType::Quiescence];
        const ARRIVALS: [Arrival; 4] =
            [Arrival::Move, Arrival::NullMove, Arrival::Again, Arrival::Excluded];
        let record = self.records.get(id as usize)?;
        let score = |raw: i16| (raw != NO_SCORE).then(|| Score::from_raw(i32::from(raw)));
        Some(Node {
            id,
            parent: (id != ITERATION).then_some(record.parent),
            node_type: TYPES[usize::from(record.kind & 3)],
            arrival: ARRIVALS[usize::from(record.kind >> 4 & 3)],
            mv: Move::from_bits(record.mv),
            best: Move::from_bits(record.best),
            alpha: Score::from_raw(i32::from(record.alpha)),
            beta: Score::from_raw(i32::from(record.beta)),
            score: score(record.score),
            eval: score(record.eval),
            depth: i32::from(record.depth),
            reduction: i32::from(record.reduction),
            reason: Reason::from_code(record.reason),
            nodes: self.subtree_nodes(id),
            folded: record.folded,
            key: record.key,
        })
    }

    /// Why a node has its score; `None` for the iteration.
    pub fn reason(&self, id: NodeId) -> Option<Reason> {
        let record = self.records.get(id as usize).filter(|_| id != ITERATION)?;
        Some(Reason::from_code(record.reason))
    }

    /// How often each reason ended a node of a subtree, the most frequent first. Folded nodes are
    /// not among them.
    pub fn reasons(&self, id: NodeId) -> Vec<(Reason, u64)> {
        let mut counts = [0; 1 << u8::BITS];
        let subtree = self.subtree(id);
        for record in &self.records[subtree.start.max(1) as usize..subtree.end.max(1) as usize] {
            counts[usize::from(record.reason)] += 1;
        }
        let met = (0..=u8::MAX).zip(counts).filter(|&(_, count)| count > 0);
        let mut reasons: Vec<(Reason, u64)> =
            met.map(|(code, count)| (Reason::from_code(code), count)).collect();
        reasons.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
        reasons
    }

    /// The move that led to a node, if one did.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        Move::from_bits(self.records.get(id as usize)?.mv)
    }

    /// The nodes whose positions have this low half of a key, in the order in which they were
    /// entered.
    pub fn with_key(&self, key: u32) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        let nodes = self.records.iter().enumerate().skip(1);
        nodes.filter(move |(_, record)| record.key == key).map(|(id, _)| id as NodeId)
    }

    /// A node and everything below it, in the order in which they were entered.
    pub fn subtree(&self, id: NodeId) -> core::ops::Range<NodeId> {
        match (id as usize) < self.len() {
            true => id..self.end(id),
            false => 0..0,
        }
    }

    /// The children of a node, in the order in which they were searched.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = if self.is_empty() { 0 } else { self.end(id) };
        let first = (id + 1 < end).then_some(id + 1);
        core::iter::successors(first, move |&child| {
            let next = self.end(child);
            (next < end).then_some(next)
        })
    }

    /// A page of the children, those with the most nodes first.
    pub fn largest_children(&self, id: NodeId, skip: usize, count: usize) -> Vec<Node> {
        let mut children: Vec<(u64, NodeId)> =
            self.children(id).map(|child| (self.subtree_nodes(child), child)).collect();
        children.sort_by_key(|&(nodes, child)| (core::cmp::Reverse(nodes), child));
        let page = children.into_iter().skip(skip).take(count);
        page.filter_map(|(_, child)| self.node(child)).collect()
    }

    /// The moves of a node that were never searched, in the order in which they came.
    pub fn skipped(&self, id: NodeId) -> impl Iterator<Item = Skipped> + '_ {
        let first = self.skipped.partition_point(|record| record.node < id);
        self.skipped[first..].iter().take_while(move |record| record.node == id).filter_map(
            |record| {
                Some(Skipped {
                    mv: Move::from_bits(record.mv)?,
                    heuristic: *Heuristic::ALL.get(usize::from(record.heuristic))?,
                    comparison: record.comparison,
                    and_later_quiets: record.and_later_quiets,
                })
            },
        )
    }

    /// The nodes from the iteration down to a node, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while at != ITERATION {
            at = self.records[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        path
    }
}
