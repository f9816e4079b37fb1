//! The moves of a game with all their variations, as an arena: nodes refer to each other by
//! number, so neither walking nor dropping a tree of any depth needs a stack.

use super::MAX_NAGS;
use crate::Move;
use crate::sanitise::tidy;

/// A place in a game: the start, or after some move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Before the first move.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move and what is said about it.
#[derive(Clone, Default, Debug)]
pub struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    intro: String,
    comment: String,
    nags: Vec<u16>,
}

impl Node {
    /// `None` at the root and for a null move.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// What stands before the move, if the move begins a variation.
    pub fn intro(&self) -> &str {
        &self.intro
    }

    /// What stands after the move; at the root, before the first move.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Numeric annotation glyphs: 1 is a good move, 2 a mistake, and so on.
    pub fn nags(&self) -> &[u16] {
        &self.nags
    }

    fn says_the_same(&self, other: &Node) -> bool {
        self.mv == other.mv
            && self.intro == other.intro
            && self.comment == other.comment
            && self.nags == other.nags
    }
}

/// The moves of a game. The first continuation of a place is its main line.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Places in the tree, the root not counted.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers come from this tree, or from a larger one: then the root is meant.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    /// The place before the move; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The moves noted at a place, the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The places of the main line, one for each move.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let first = self.node(NodeId::ROOT).first_child;
        core::iter::successors(first, |&id| self.node(id).first_child)
    }

    /// Adds a move, or a pass, that the position at `parent` allows.
    pub(super) fn add(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("far fewer moves than that"));
        self.nodes.push(Node { mv, parent: Some(parent), ..Node::default() });
        match self.node_mut(parent).last_child.replace(id) {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Adds to what is said after a move, or before the first one.
    pub fn comment(&mut self, id: NodeId, text: &str) {
        append(&mut self.node_mut(id).comment, text);
    }

    /// Adds to what is said before a move. Before a move that continues a line this is the
    /// same as after the move it follows.
    pub fn introduce(&mut self, id: NodeId, text: &str) {
        match self.node(id).parent {
            Some(parent) if self.node(parent).first_child != Some(id) => {
                append(&mut self.node_mut(id).intro, text);
            }
            Some(parent) => self.comment(parent, text),
            None => self.comment(id, text),
        }
    }

    /// Annotates a move. The start has no move, and a move no more glyphs than `MAX_NAGS`.
    /// Says whether there was room.
    pub fn annotate(&mut self, id: NodeId, nag: u16) -> bool {
        let node = self.node_mut(id);
        if node.parent.is_some() && !node.nags.contains(&nag) {
            if node.nags.len() == MAX_NAGS {
                return false;
            }
            node.nags.push(nag);
        }
        true
    }

    /// The tree in the order it is written: each move, then the variations from it, then what
    /// follows it.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, branches: Vec::new(), next: Step::Continue(NodeId::ROOT) }
    }
}

/// Comments are kept as words with single spaces, and cannot hold the sign that closes them.
fn append(comment: &mut String, text: &str) {
    let text = tidy(text).replace('}', ")");
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Equal if they are written the same, in whatever order they grew.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(mine, theirs)| match (mine, theirs) {
            (Event::Move(mine), Event::Move(theirs)) => {
                self.node(mine).says_the_same(other.node(theirs))
            }
            (mine, theirs) => mine == theirs,
        };
        self.len() == other.len()
            && self.node(NodeId::ROOT).says_the_same(other.node(NodeId::ROOT))
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for Tree {}

/// A step of a walk through a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Move(NodeId),
    /// The next move stands in place of the last one.
    Open,
    /// Back to where the variation began.
    Close,
}

/// Walks a tree in the order it is written.
pub struct Walk<'a> {
    tree: &'a Tree,
    /// For each open variation, the move it varies from and its own first move.
    branches: Vec<(NodeId, NodeId)>,
    next: Step,
}

#[derive(Clone, Copy)]
enum Step {
    Continue(NodeId),
    Open,
    Enter,
    Leave,
}

impl Iterator for Walk<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            match self.next {
                Step::Continue(parent) => {
                    let Some(child) = self.tree.node(parent).first_child else {
                        self.branches.last()?;
                        self.next = Step::Leave;
                        return Some(Event::Close);
                    };
                    self.next = match self.tree.node(child).next_sibling {
                        Some(variation) => {
                            self.branches.push((child, variation));
                            Step::Open
                        }
                        None => Step::Continue(child),
                    };
                    return Some(Event::Move(child));
                }
                Step::Open => {
                    self.next = Step::Enter;
                    return Some(Event::Open);
                }
                Step::Enter => {
                    let &(_, variation) = self.branches.last()?;
                    self.next = Step::Continue(variation);
                    return Some(Event::Move(variation));
                }
                Step::Leave => {
                    let (main, variation) = self.branches.pop()?;
                    self.next = match self.tree.node(variation).next_sibling {
                        Some(next) => {
                            self.branches.push((main, next));
                            Step::Open
                        }
                        None => Step::Continue(main),
                    };
                }
            }
        }
    }
}
