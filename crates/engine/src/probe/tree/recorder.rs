//! The probe that records the tree: the last finished iteration and the one in progress. A tree that
//! grows too large is folded: first quiescence, then the nodes with the least depth are only counted.
//! Only the main thread's tree is recorded.

use super::{
    Arrival, ITERATION, NO_SCORE, NodeId, NodeType, OPEN, Reason, Record, SkippedRecord, Tree,
};
use crate::heuristics::Heuristic;
use crate::probe::{Decision, NodeEnd, NodeView, Probe};
use crate::score::Score;

/// Nodes that are kept at most, unless the recorder is told otherwise: 96 MB with their skipped moves.
pub const DEFAULT_NODES: usize = 2_000_000;

/// After folding, at most this part of the nodes is left, so that folding is rare.
const LEFT_AFTER_FOLDING: [usize; 2] = [3, 4];

/// A node that is being searched.
struct OpenNode {
    id: NodeId,
    ply: usize,
    reason: Option<Reason>,
}

/// Records the tree of a search.
pub struct TreeRecorder {
    finished: Option<Tree>,
    running: Tree,
    open: Vec<OpenNode>,
    /// Nodes entered and not left below the last open one that are only counted.
    hidden: usize,
    /// The reduction of the next node, if its parent has just decided on one.
    reduction: i32,
    most_nodes: usize,
}

impl Default for TreeRecorder {
    fn default() -> TreeRecorder {
        TreeRecorder::new(DEFAULT_NODES)
    }
}

impl TreeRecorder {
    /// A recorder that keeps at most about `most_nodes` of each iteration.
    pub fn new(most_nodes: usize) -> TreeRecorder {
        TreeRecorder {
            finished: None,
            running: Tree::begun(),
            open: Vec::new(),
            hidden: 0,
            reduction: 0,
            most_nodes,
        }
    }

    /// The last finished iteration, or the first if none was finished.
    pub fn into_tree(mut self) -> Tree {
        self.running.close();
        self.finished.unwrap_or(self.running)
    }

    /// Both trees: the last finished iteration and the one that was stopped.
    pub fn into_trees(mut self) -> (Option<Tree>, Tree) {
        self.running.close();
        (self.finished, self.running)
    }

    /// The node that a decision is about, unless it is only counted.
    fn current(&mut self) -> Option<&mut OpenNode> {
        if self.hidden > 0 { None } else { self.open.last_mut() }
    }
}

/// Whether a heuristic that acts on a node ends it.
fn ends_node(heuristic: Heuristic) -> bool {
    !matches!(heuristic, Heuristic::Iir | Heuristic::Hindsight)
}

impl Probe for TreeRecorder {
    const DETAILED: bool = true;

    fn entered(&mut self, node: &NodeView<'_>) {
        let is_main = node.depth > 0;
        let reduction = core::mem::take(&mut self.reduction);
        if self.hidden == 0 && is_main && self.running.is_full(self.most_nodes) {
            self.running.fold(self.most_nodes, &mut self.open);
        }
        let parent = self.open.last().map_or(ITERATION, |open| open.id);
        if self.hidden > 0 || node.depth < self.running.folded_below {
            self.running.records[parent as usize].folded += 1;
            self.hidden += 1;
            return;
        }
        let again = self.open.last().is_some_and(|open| open.ply == node.ply);
        let arrival = match (again, node.excluded) {
            (true, Some(_)) => Arrival::Excluded,
            (true, None) => Arrival::Again,
            (false, _) if node.ply > 0 && node.last_move.is_none() => Arrival::NullMove,
            (false, _) => Arrival::Move,
        };
        let node_type = match (is_main, node.pv, node.cut) {
            (false, ..) => NodeType::Quiescence,
            (true, true, _) => NodeType::Pv,
            (true, false, true) => NodeType::Cut,
            (true, false, false) => NodeType::All,
        };
        let mv = node.last_move.filter(|_| arrival == Arrival::Move && node.ply > 0);
        let id = self.running.records.len() as NodeId;
        self.running.records.push(Record {
            parent,
            end: OPEN,
            folded: 0,
            key: node.position.key() as u32,
            mv: mv.map_or(0, |mv| mv.bits()),
            best: 0,
            alpha: node.alpha.raw() as i16,
            beta: node.beta.raw() as i16,
            score: NO_SCORE,
            eval: NO_SCORE,
            depth: node.depth.clamp(0, i32::from(i8::MAX)) as i8,
            reduction: reduction as i8,
            kind: node_type as u8 | (arrival as u8) << 4,
            reason: Reason::Stopped.code(),
        });
        self.open.push(OpenNode { id, ply: node.ply, reason: None });
    }

    fn exited(&mut self, _ply: usize, score: Option<Score>) {
        if self.hidden > 0 {
            self.hidden -= 1;
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let end = self.running.records.len() as NodeId;
        let best = self.running.best_child(open.id, end);
        let record = &mut self.running.records[open.id as usize];
        record.end = end;
        let Some(score) = score else { return };
        record.score = score.raw() as i16;
        let searched = match record.score >= record.beta {
            true => Reason::Cutoff,
            false => Reason::AllMoves,
        };
        record.reason = open.reason.unwrap_or(searched).code();
        if open.reason.is_none() {
            record.best = best;
        }
    }

    fn ended(&mut self, _ply: usize, end: NodeEnd) {
        if let Some(open) = self.current() {
            open.reason = Some(Reason::Ended(end));
        }
    }

    fn opened(&mut self, node: &NodeView<'_>, _left: Option<Score>) {
        if let (Some(eval), Some(open)) = (node.static_eval, self.current()) {
            let id = open.id as usize;
            self.running.records[id].eval = eval.raw() as i16;
        }
    }

    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        let Decision { heuristic, mv, comparison, acts, .. } = *decision;
        if !acts {
            return acts;
        }
        let Some(open) = self.current() else { return acts };
        match mv {
            None if ends_node(heuristic) => open.reason = Some(Reason::Left(heuristic)),
            None => {}
            Some(_) if heuristic == Heuristic::Reductions => {
                self.reduction = comparison.threshold - comparison.value;
            }
            Some(mv) => {
                let node = open.id;
                self.running.skipped.push(SkippedRecord {
                    node,
                    mv: mv.bits(),
                    heuristic: heuristic as u8,
                    and_later_quiets: heuristic == Heuristic::MoveCount,
                    comparison,
                });
            }
        }
        acts
    }

    fn iteration(&mut self, depth: i32, _nodes: u64) {
        let mut tree = core::mem::replace(&mut self.running, Tree::begun());
        tree.depth = depth;
        tree.close();
        self.finished = Some(tree);
    }
}

impl Tree {
    /// A tree that holds only its iteration.
    fn begun() -> Tree {
        let iteration = Record {
            parent: ITERATION,
            end: OPEN,
            folded: 0,
            key: 0,
            mv: 0,
            best: 0,
            alpha: Score::MINUS_INFINITE.raw() as i16,
            beta: Score::INFINITE.raw() as i16,
            score: NO_SCORE,
            eval: NO_SCORE,
            depth: 0,
            reduction: 0,
            kind: NodeType::Pv as u8,
            reason: Reason::AllMoves.code(),
        };
        Tree { records: vec![iteration], ..Tree::default() }
    }

    /// Makes a tree ready to be read.
    fn close(&mut self) {
        let end = self.records.len() as NodeId;
        for record in &mut self.records {
            record.end = record.end.min(end);
        }
        // Stable: the moves of a node keep their order.
        self.skipped.sort_by_key(|record| record.node);
        self.records.shrink_to_fit();
        self.skipped.shrink_to_fit();
    }

    /// The move to the child with the highest score; of a move that was searched several times, the
    /// last search counts.
    fn best_child(&self, id: NodeId, end: NodeId) -> u16 {
        let (mut best, mut highest) = (0, i32::MIN);
        let mut last = (0, i32::MIN);
        let mut at = id + 1;
        while at < end {
            let child = &self.records[at as usize];
            at = child.end;
            // Not a move: a pass, or the same position again.
            if child.mv == 0 {
                continue;
            }
            if child.mv != last.0 && last.1 > highest {
                (best, highest) = last;
            }
            let value = if child.score == NO_SCORE { i32::MIN } else { -i32::from(child.score) };
            last = (child.mv, value);
        }
        if last.1 > highest { last.0 } else { best }
    }

    /// Whether there are this many nodes, or half as many again with the skipped moves, each of which
    /// takes half the memory of a node.
    fn is_full(&self, nodes: usize) -> bool {
        let (len, skipped) = (self.records.len(), self.skipped.len());
        len >= nodes || 2 * len + skipped >= 3 * nodes
    }

    /// Folds nodes into their parents, the shallowest first, until enough of them are gone.
    fn fold(&mut self, most_nodes: usize, open: &mut [OpenNode]) {
        let [part, of] = LEFT_AFTER_FOLDING;
        while self.is_full(most_nodes / of * part) && self.folded_below < i32::from(i8::MAX) {
            self.folded_below += 1;
            self.remove_folded(open);
        }
    }

    /// Removes finished nodes with too little depth, and counts them in their parents.
    fn remove_folded(&mut self, open: &mut [OpenNode]) {
        let old = core::mem::take(&mut self.records);
        // The new place of each node, or of the next one that is kept.
        let mut places = Vec::with_capacity(old.len() + 1);
        let mut kept: Vec<Record> = Vec::with_capacity(old.len() / 2);
        let mut skipped_nodes = Vec::with_capacity(old.len());
        let mut at = 0;
        while at < old.len() {
            let record = old[at];
            let folds = at > 0 && record.end != OPEN && i32::from(record.depth) < self.folded_below;
            if !folds {
                places.push(kept.len() as NodeId);
                skipped_nodes.push(true);
                kept.push(record);
                at += 1;
                continue;
            }
            let subtree = &old[at..record.end as usize];
            let nodes: u32 = subtree.iter().map(|node| 1 + node.folded).sum();
            kept[places[record.parent as usize] as usize].folded += nodes;
            places.extend(subtree.iter().map(|_| kept.len() as NodeId));
            skipped_nodes.extend(subtree.iter().map(|_| false));
            at = record.end as usize;
        }
        places.push(kept.len() as NodeId);
        for record in &mut kept {
            record.parent = places[record.parent as usize];
            if record.end != OPEN {
                record.end = places[record.end as usize];
            }
        }
        self.skipped.retain(|record| skipped_nodes[record.node as usize]);
        for record in &mut self.skipped {
            record.node = places[record.node as usize];
        }
        for node in open {
            node.id = places[node.id as usize];
        }
        self.records = kept;
    }
}
