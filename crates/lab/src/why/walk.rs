//! A walk through a recorded tree, below one root move. One side, the hero, plays the true moves; the
//! other side plays what the search believed. The walk ends where the search left the true line.

use chess::{Color, Game, Move, Position};
use engine::heuristics::Heuristic;
use engine::probe::NodeEnd;
use engine::probe::tree::{Arrival, ITERATION, Node, NodeId, NodeType, Reason, Tree};

use super::pardon::Pardon;
use super::searches::Interrupted;
use super::truth::Truth;
use crate::tree::{RecordedTree, reason_words};

/// Steps of a walk at most.
const MAX_STEPS: usize = 80;

/// A decision that may have hidden the truth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Suspect {
    pub pardon: Pardon,
    /// The moves to the position that it is about.
    pub line: Vec<Move>,
    pub mv: Option<Move>,
    /// The depth of the node.
    pub depth: i32,
    /// The value that was compared and its threshold, if the tree holds them.
    pub compared: Option<[i32; 2]>,
}

/// A node of the walk.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub line: Vec<Move>,
    /// The key of the position.
    pub key: u64,
    pub node: Node,
    /// The hero is to move.
    pub is_hero: bool,
    /// The move that leads to the next step.
    pub mv: Option<Move>,
    /// A search of the same position whose score the table returned.
    pub from_table: bool,
}

/// Where a walk ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WalkEnd {
    /// A heuristic left the node or skipped the true move.
    Cut(Suspect),
    /// The node was evaluated by quiescence.
    DepthUsedUp,
    /// Mate, stalemate, a draw, or a result that the tablebases know.
    GameOver,
    /// The root move was not searched in the iteration.
    NotSearched,
}

/// What a walk met.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub root_move: Move,
    pub steps: Vec<Step>,
    pub end: WalkEnd,
    /// Suspects in tiers, those to pardon first in front.
    pub tiers: Vec<Vec<Suspect>>,
}

impl Walk {
    /// A walk below a root move that was not recorded.
    pub(super) fn empty(root_move: Move) -> Walk {
        Walk { root_move, steps: Vec::new(), end: WalkEnd::NotSearched, tiers: Vec::new() }
    }

    /// The moves of the walk.
    pub(super) fn line(&self) -> Vec<Move> {
        let last = self.steps.last();
        last.map_or_else(Vec::new, |step| step.line.iter().copied().chain(step.mv).collect())
    }

    /// What ended it, in words.
    pub(super) fn end_words(&self) -> String {
        match &self.end {
            WalkEnd::Cut(suspect) => {
                format!("{:?}", suspect.pardon.heuristic)
            }
            WalkEnd::DepthUsedUp => "depth used up".to_owned(),
            WalkEnd::GameOver => match self.steps.last() {
                Some(step) => reason_words(step.node.reason),
                None => "the game is over".to_owned(),
            },
            WalkEnd::NotSearched => "not searched".to_owned(),
        }
    }
}

/// The last search of the root that has finished with this move, and the last search of the move.
fn root_child(tree: &Tree, mv: Move) -> Option<NodeId> {
    let roots: Vec<NodeId> = tree.children(ITERATION).collect();
    roots.into_iter().rev().find_map(|root| last_search(tree, root, mv))
}

/// The last finished search of a move of a node.
fn last_search(tree: &Tree, id: NodeId, mv: Move) -> Option<NodeId> {
    let children = tree.children(id).filter_map(|child| tree.node(child));
    let searches = children.filter(|child| {
        child.arrival == Arrival::Move && child.mv == Some(mv) && child.score.is_some()
    });
    searches.last().map(|child| child.id)
}

/// Whether a tree holds a finished search of a root move.
pub(super) fn knows(tree: &Tree, mv: Move) -> bool {
    root_child(tree, mv).is_some()
}

/// The node of the same position that was searched before this one and may have stored its score.
fn source(tree: &Tree, node: &Node) -> Option<NodeId> {
    let is_source = |&id: &NodeId| {
        tree.node(id).is_some_and(|other| {
            other.depth >= node.depth
                && other.score.is_some()
                && other.arrival != Arrival::Excluded
                && other.reason != Reason::Left(Heuristic::TableCutoff)
        })
    };
    tree.with_key(node.key).rev().filter(|&id| id < node.id).find(is_source)
}

pub(super) struct Walker<'a> {
    pub recorded: &'a RecordedTree,
    pub game: &'a Game,
    pub truth: &'a mut Truth,
    pub hero: Color,
}

impl Walker<'_> {
    /// Walks below a move of the root.
    pub(super) fn walk(&mut self, first: Move) -> Result<Walk, Interrupted> {
        let tree = self.recorded.tree();
        let root = *self.game.position();
        let mut walk = Walk::empty(first);
        let Some(mut at) = root_child(tree, first) else { return Ok(walk) };
        let mut path = Path { game: self.game.clone(), line: Vec::new(), reductions: Vec::new() };
        path.follow(tree, at, first, &root);
        let mut tables = Vec::new();
        while walk.steps.len() < MAX_STEPS {
            let Some(node) = tree.node(at) else { break };
            let position = *path.game.position();
            let is_hero = position.turn() == self.hero;
            let line = path.line.clone();
            let key = position.key();
            let mut step = Step { line, key, node, is_hero, mv: None, from_table: false };
            if node.reason == Reason::Left(Heuristic::TableCutoff)
                && let Some(source) = source(tree, &node)
            {
                tables.push(path.suspect(&node, Heuristic::TableCutoff, None, None));
                step.from_table = true;
                walk.steps.push(step);
                at = source;
                continue;
            }
            let next = match is_hero {
                true => self.hero_move(&node, &path)?,
                false => believed(&node, &path),
            };
            match next {
                Next::Follow(mv) => {
                    step.mv = Some(mv);
                    walk.steps.push(step);
                    let Some(child) = last_search(tree, at, mv) else {
                        walk.end = WalkEnd::DepthUsedUp;
                        break;
                    };
                    path.follow(tree, child, mv, &position);
                    at = child;
                }
                Next::End(end) => {
                    if let WalkEnd::Cut(suspect) = &end {
                        step.mv = suspect.mv;
                    }
                    walk.steps.push(step);
                    walk.end = end;
                    break;
                }
            }
        }
        walk.tiers = tiers(&walk, path, tables);
        Ok(walk)
    }

    /// What became of the hero's true move at a node.
    fn hero_move(&mut self, node: &Node, path: &Path) -> Result<Next, Interrupted> {
        let tree = self.recorded.tree();
        if let Some(end) = ended(node, path) {
            return Ok(Next::End(end));
        }
        let Some(mv) = self.truth.answer(&path.game)? else {
            return Ok(Next::End(WalkEnd::GameOver));
        };
        if last_search(tree, node.id, mv).is_some() {
            return Ok(Next::Follow(mv));
        }
        let mut skipped = tree.skipped(node.id);
        let quiet = !mv.is_noisy();
        let rule = skipped.find(|skipped| skipped.mv == mv || skipped.and_later_quiets && quiet);
        if let Some(rule) = rule {
            let compared = Some([rule.comparison.value, rule.comparison.threshold]);
            let suspect = path.suspect(node, rule.heuristic, Some(mv), compared);
            return Ok(Next::End(WalkEnd::Cut(suspect)));
        }
        if node.node_type == NodeType::Quiescence {
            return Ok(Next::End(WalkEnd::DepthUsedUp));
        }
        // Another move of the hero reached beta first: the search agrees with the hero here.
        Ok(believed(node, path))
    }
}

enum Next {
    Follow(Move),
    End(WalkEnd),
}

/// The end of a node that no move decided.
fn ended(node: &Node, path: &Path) -> Option<WalkEnd> {
    match node.reason {
        Reason::Left(heuristic) => Some(WalkEnd::Cut(path.suspect(node, heuristic, None, None))),
        Reason::Ended(NodeEnd::Draw | NodeEnd::NoMoves | NodeEnd::Tablebase) => {
            Some(WalkEnd::GameOver)
        }
        Reason::Ended(NodeEnd::StandPat | NodeEnd::PlyLimit) => Some(WalkEnd::DepthUsedUp),
        Reason::AllMoves | Reason::Cutoff | Reason::Stopped => None,
    }
}

/// What the search believed to be the best move of a node.
fn believed(node: &Node, path: &Path) -> Next {
    match (ended(node, path), node.best) {
        (Some(end), _) => Next::End(end),
        (None, Some(mv)) => Next::Follow(mv),
        (None, None) => Next::End(WalkEnd::DepthUsedUp),
    }
}

/// The position that a walk has reached.
struct Path {
    game: Game,
    line: Vec<Move>,
    /// Reductions of the moves of the line that were never searched again in full.
    reductions: Vec<Suspect>,
}

impl Path {
    fn follow(&mut self, tree: &Tree, child: NodeId, mv: Move, before: &Position) {
        if let Some(node) = tree.node(child)
            && node.reduction > 0
        {
            let planned = node.depth + node.reduction;
            self.reductions.push(Suspect {
                pardon: Pardon::decision(Heuristic::Reductions, before.key(), Some(mv)),
                line: self.line.clone(),
                mv: Some(mv),
                depth: planned + 1,
                compared: Some([node.depth, planned]),
            });
        }
        // A move of the tree is legal.
        let _ = self.game.play(mv);
        self.line.push(mv);
    }

    fn suspect(
        &self,
        node: &Node,
        heuristic: Heuristic,
        mv: Option<Move>,
        compared: Option<[i32; 2]>,
    ) -> Suspect {
        let key = self.game.position().key();
        Suspect {
            pardon: Pardon::decision(heuristic, key, mv),
            line: self.line.clone(),
            mv,
            depth: node.depth,
            compared,
        }
    }
}

/// Suspects in the order in which to pardon them: the cut that ends the walk, then the reductions on
/// the way, the table's scores, and what else made the nodes on the way less deep.
fn tiers(walk: &Walk, path: Path, tables: Vec<Suspect>) -> Vec<Vec<Suspect>> {
    let mut tiers = Vec::new();
    if let WalkEnd::Cut(suspect) = &walk.end {
        tiers.push(vec![suspect.clone()]);
    }
    tiers.push(path.reductions);
    tiers.push(tables);
    let shallower = walk.steps.iter().flat_map(|step| {
        [Heuristic::Iir, Heuristic::Hindsight].map(|heuristic| Suspect {
            pardon: Pardon::decision(heuristic, step.key, None),
            line: step.line.clone(),
            mv: None,
            depth: step.node.depth,
            compared: None,
        })
    });
    tiers.push(shallower.collect());
    tiers
}
