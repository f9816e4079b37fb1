//! The moves of a game with all variations, as an arena: nodes refer to each other by number, so
//! neither walking nor dropping a deep tree needs a stack.

use super::MAX_NAGS;
use crate::Move;
use crate::sanitise::tidy;

/// A node of a [`Tree`]: the start of the game, or a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before the first move.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move with its comments and glyphs.
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
    /// The move; `None` at the root and for a null move.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The comment before the move, if the move begins a variation.
    pub fn intro(&self) -> &str {
        &self.intro
    }

    /// The comment after the move; at the root, before the first move.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Numeric annotation glyphs (NAGs): 1 is a good move, 2 a mistake, and so on.
    pub fn nags(&self) -> &[u16] {
        &self.nags
    }

    fn has_same_content(&self, other: &Node) -> bool {
        self.mv == other.mv
            && self.intro == other.intro
            && self.comment == other.comment
            && self.nags == other.nags
    }
}

/// The moves of a game with variations. The first child of a node continues the main line.
///
/// ```
/// use chess::pgn::{NodeId, PgnReader};
///
/// let text = "1. e4 (1. d4 d5) e5 *";
/// let game = PgnReader::new(text.as_bytes()).next().expect("a game")?;
/// let tree = game.tree();
/// assert_eq!((tree.len(), tree.main_line().count()), (4, 2));
/// assert_eq!(tree.children(NodeId::ROOT).count(), 2);
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
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
    /// The number of moves, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node with this number. A number from a larger tree gives the root.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.nodes[0])
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() { id.index() } else { 0 };
        &mut self.nodes[index]
    }

    /// The node of the move before; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The moves that follow a node, the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The nodes of the main line, one for each move.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        let first = self.node(NodeId::ROOT).first_child;
        core::iter::successors(first, |&id| self.node(id).first_child)
    }

    /// Adds a legal move after `parent`, or a null move.
    pub(super) fn add(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("far fewer moves than that"));
        self.nodes.push(Node { mv, parent: Some(parent), ..Node::default() });
        match self.node_mut(parent).last_child.replace(id) {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Appends to the comment after a move; at the root, before the first move.
    pub fn comment(&mut self, id: NodeId, text: &str) {
        append(&mut self.node_mut(id).comment, text);
    }

    /// Appends to the comment before a move that begins a variation. For any other move, this is
    /// the comment after the move before.
    pub fn introduce(&mut self, id: NodeId, text: &str) {
        match self.node(id).parent {
            Some(parent) if self.node(parent).first_child != Some(id) => {
                append(&mut self.node_mut(id).intro, text);
            }
            Some(parent) => self.comment(parent, text),
            None => self.comment(id, text),
        }
    }

    /// Annotates a move. Returns `false` if it already has [`MAX_NAGS`] glyphs. The root has no
    /// move, so a glyph there is dropped.
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

    /// The tree in the order of PGN: each move, then its variations, then what follows it.
    ///
    /// ```
    /// use chess::pgn::{Event, PgnReader};
    ///
    /// let text = "1. e4 (1. d4) e5 *";
    /// let game = PgnReader::new(text.as_bytes()).next().expect("a game")?;
    /// let depths = game.tree().walk().filter(|event| *event == Event::Open).count();
    /// assert_eq!((game.tree().walk().count(), depths), (5, 1));
    /// # Ok::<(), chess::pgn::PgnError>(())
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, branches: Vec::new(), next: Step::Continue(NodeId::ROOT) }
    }
}

/// Comments are stored with single spaces, and without the brace that would close them.
fn append(comment: &mut String, text: &str) {
    let text = tidy(text).replace('}', ")");
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Equal if they are written the same, whatever the order of insertion.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(mine, theirs)| match (mine, theirs) {
            (Event::Move(mine), Event::Move(theirs)) => {
                self.node(mine).has_same_content(other.node(theirs))
            }
            (mine, theirs) => mine == theirs,
        };
        self.len() == other.len()
            && self.node(NodeId::ROOT).has_same_content(other.node(NodeId::ROOT))
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for Tree {}

/// A step of a walk through a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A move.
    Move(NodeId),
    /// A variation begins: the next move replaces the last one.
    Open,
    /// The variation ends.
    Close,
}

/// The steps of a walk: see [`Tree::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree,
    /// For each open variation, the move it replaces and its own first move.
    branches: Vec<(NodeId, NodeId)>,
    next: Step,
}

#[derive(Clone, Copy, Debug)]
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
