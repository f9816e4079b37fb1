//! Pardons: decisions that a search is not allowed to act on. A pardoned cut is searched instead,
//! so that a search shows what the cut has hidden.

use std::collections::HashMap;

use chess::Move;
use engine::heuristics::Heuristic;
use engine::probe::tree::{Tree, TreeRecorder};
use engine::probe::{Comparison, Decision, NodeEnd, NodeView, Probe};
use engine::score::Score;

/// Which decisions of a heuristic are pardoned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// The decision about the position with this key, or about one of its moves. Move-count pruning
    /// skips all later moves at once, so that its decisions are those of a position.
    Decision {
        key: u64,
        mv: Option<Move>,
    },
    /// Everything below these moves from the root, and what is decided about the last of them.
    Below(Vec<Move>),
    /// Everything else.
    NotBelow(Vec<Move>),
    Everywhere,
}

/// A heuristic and the decisions that it is not allowed to act on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pardon {
    pub heuristic: Heuristic,
    pub scope: Scope,
}

impl Pardon {
    pub fn decision(heuristic: Heuristic, key: u64, mv: Option<Move>) -> Pardon {
        let mv = mv.filter(|_| heuristic != Heuristic::MoveCount);
        Pardon { heuristic, scope: Scope::Decision { key, mv } }
    }

    pub fn below(heuristic: Heuristic, line: &[Move]) -> Pardon {
        Pardon { heuristic, scope: Scope::Below(line.to_vec()) }
    }

    pub fn everywhere(heuristic: Heuristic) -> Pardon {
        Pardon { heuristic, scope: Scope::Everywhere }
    }
}

/// Pardons with the places of those that concern a position or a heuristic.
#[derive(Clone, Default, Debug)]
struct PardonList {
    pardons: Vec<Pardon>,
    by_key: HashMap<u64, Vec<usize>>,
    wide: Vec<usize>,
}

impl PardonList {
    fn new(pardons: Vec<Pardon>) -> PardonList {
        let mut list = PardonList { pardons, ..PardonList::default() };
        for (place, pardon) in list.pardons.iter().enumerate() {
            match pardon.scope {
                Scope::Decision { key, .. } => list.by_key.entry(key).or_default().push(place),
                _ => list.wide.push(place),
            }
        }
        list
    }

    /// The place of a pardon for this decision.
    fn find(&self, decision: &Decision<'_>, path: &[Option<Move>]) -> Option<usize> {
        let is_wide = |&&place: &&usize| {
            let Pardon { heuristic, scope } = &self.pardons[place];
            *heuristic == decision.heuristic
                && match scope {
                    Scope::Everywhere => true,
                    Scope::Below(line) => is_below(line, decision, path),
                    Scope::NotBelow(line) => !is_below(line, decision, path),
                    Scope::Decision { .. } => false,
                }
        };
        if let Some(&place) = self.wide.iter().find(is_wide) {
            return Some(place);
        }
        let here = self.by_key.get(&decision.node.position.key())?;
        let is_single = |&&place: &&usize| {
            let wanted = Pardon::decision(decision.heuristic, 0, decision.mv);
            match (&self.pardons[place].scope, &wanted.scope) {
                (Scope::Decision { mv, .. }, Scope::Decision { mv: asked, .. }) => {
                    self.pardons[place].heuristic == decision.heuristic && mv == asked
                }
                _ => false,
            }
        };
        here.iter().find(is_single).copied()
    }
}

/// Whether a decision belongs to what a line of moves leads to.
fn is_below(line: &[Move], decision: &Decision<'_>, path: &[Option<Move>]) -> bool {
    let ply = decision.node.ply.min(path.len());
    let moves = path[..ply].iter().copied().chain([decision.mv]);
    line.len() <= ply + 1 && line.iter().zip(moves).all(|(&wanted, mv)| mv == Some(wanted))
}

/// Spares what is pardoned, and may record the tree.
#[derive(Default)]
pub struct PardonProbe {
    list: PardonList,
    recorder: Option<TreeRecorder>,
    /// The moves from the root to the node entered last; `None` for a pass.
    path: Vec<Option<Move>>,
    /// What each pardon spared.
    used: Vec<Option<Spared>>,
}

/// The last decision that a pardon spared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spared {
    pub comparison: Comparison,
    /// The depth of the node.
    pub depth: i32,
}

impl PardonProbe {
    pub fn new(pardons: Vec<Pardon>, records: bool) -> PardonProbe {
        PardonProbe {
            used: vec![None; pardons.len()],
            list: PardonList::new(pardons),
            recorder: records.then(TreeRecorder::default),
            path: Vec::new(),
        }
    }

    /// What each pardon spared, in their order; `None` for a pardon that was not used.
    pub fn used(&self) -> &[Option<Spared>] {
        &self.used
    }

    /// The last finished iteration and the one that was stopped, if they were recorded.
    pub fn into_trees(self) -> Option<(Option<Tree>, Tree)> {
        self.recorder.map(TreeRecorder::into_trees)
    }
}

impl Probe for PardonProbe {
    const DETAILED: bool = true;

    fn entered(&mut self, node: &NodeView<'_>) {
        self.path.truncate(node.ply.saturating_sub(1));
        if node.ply > 0 {
            self.path.push(node.last_move);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.entered(node);
        }
    }

    fn exited(&mut self, ply: usize, score: Option<Score>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.exited(ply, score);
        }
    }

    fn ended(&mut self, ply: usize, end: NodeEnd) {
        if let Some(recorder) = &mut self.recorder {
            recorder.ended(ply, end);
        }
    }

    fn opened(&mut self, node: &NodeView<'_>, left: Option<Score>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.opened(node, left);
        }
    }

    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        if !decision.acts {
            return false;
        }
        if let Some(place) = self.list.find(decision, &self.path) {
            let Decision { comparison, node, .. } = decision;
            self.used[place] = Some(Spared { comparison: *comparison, depth: node.depth });
            return false;
        }
        match &mut self.recorder {
            Some(recorder) => recorder.decided(decision),
            None => true,
        }
    }

    fn iteration(&mut self, depth: i32, nodes: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.iteration(depth, nodes);
        }
    }
}
