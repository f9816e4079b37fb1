//! Watching the search. A probe receives everything that happens; `Silent` ignores it all, and
//! every call to it vanishes.

mod ledger;
pub mod tree;
mod view;

pub use ledger::{Cuts, Ledger, Slack};
pub use view::{Claim, Comparison, Decision, MoveView, NodeEnd, NodeView};

use chess::Move;

use crate::heuristics::Heuristic;
use crate::score::Score;
use crate::tt::{Stored, Table};

/// What a heuristic reports of one node or move, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// It was switched on and deep or shallow enough: it looked at the node or move.
    Asked,
    /// It made a search of its own.
    Made,
    /// That search failed high.
    FailedHigh,
    /// A further search confirmed the result.
    Verified,
    /// A further search refuted it: the heuristic did not act.
    Refuted,
    /// It acted: it cut, skipped, reduced or extended.
    Acted,
    /// It cut, and its settings did not let it write the cut to the table.
    NotStored,
}

impl Event {
    pub const ALL: [Event; 7] = [
        Event::Asked,
        Event::Made,
        Event::FailedHigh,
        Event::Verified,
        Event::Refuted,
        Event::Acted,
        Event::NotStored,
    ];
    pub const COUNT: usize = Event::ALL.len();
}

/// Receives what happens in a search. Every thread has a probe of its own; the answer holds their sum.
pub trait Probe: Default + Send + 'static {
    /// Whether it wants facts that the search does not need and must look up for it.
    const WATCHES: bool = true;

    /// Whether the probe receives nodes, moves and decisions in detail. Only then are they built.
    const DETAILED: bool = false;

    /// A node was entered, in the main search or in quiescence.
    #[inline(always)]
    fn entered(&mut self, _node: &NodeView<'_>) {}

    /// The node entered last and not yet left is left: with a score, or because the search was
    /// stopped.
    #[inline(always)]
    fn exited(&mut self, _ply: usize, _score: Option<Score>) {}

    /// A node has a score for a reason that is no heuristic.
    #[inline(always)]
    fn ended(&mut self, _ply: usize, _end: NodeEnd) {}

    /// The reasons to leave a node before its first move were asked; one of them may have left it
    /// with a score.
    #[inline(always)]
    fn opened(&mut self, _node: &NodeView<'_>, _left: Option<Score>) {}

    /// The reasons not to search a move were asked; one of them may have skipped it.
    #[inline(always)]
    fn considered(&mut self, _node: &NodeView<'_>, _mv: &MoveView, _skipped: bool) {}

    /// A heuristic compared a value with its threshold and decided. It acts if this returns `true`:
    /// a probe that only watches returns the decision as it is. A probe can spare a node or a move,
    /// but not make a heuristic act.
    #[inline(always)]
    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        decision.acts
    }

    /// A reduced search of a move failed low, and the move is not searched to its planned depth.
    #[inline(always)]
    fn reduction_trusted(&mut self, _node: &NodeView<'_>, _mv: Move, _reduced: i32, _planned: i32) {
    }

    /// A move or a null move was made: the nodes that UCI counts.
    #[inline(always)]
    fn move_made(&mut self) {}

    /// A node of the main search was visited with `depth` plies left. There are more visits than
    /// moves made: a move may be searched again, and some searches begin at the node itself.
    #[inline(always)]
    fn node(&mut self, _depth: i32) {}

    /// A node of quiescence was visited.
    #[inline(always)]
    fn quiescence_node(&mut self) {}

    /// A heuristic reports an event at a node with `depth` plies left; 0 is quiescence.
    #[inline(always)]
    fn event(&mut self, _heuristic: Heuristic, _depth: i32, _event: Event) {}

    /// How far beyond its threshold a heuristic was when it acted: centipawns, moves or history
    /// points, whatever its threshold counts. Nothing is reported where it has none.
    #[inline(always)]
    fn slack(&mut self, _heuristic: Heuristic, _depth: i32, _slack: i32) {}

    /// Nodes of a heuristic's own searches.
    #[inline(always)]
    fn spent(&mut self, _heuristic: Heuristic, _nodes: u64) {}

    /// The table was probed at a node with `depth` plies left.
    #[inline(always)]
    fn table(&mut self, depth: i32, hit: bool) {
        self.asked(Heuristic::TranspositionTable, depth);
        if hit {
            self.acted(Heuristic::TranspositionTable, depth, None);
        }
    }

    /// An entry was offered to the table.
    #[inline(always)]
    fn stored(&mut self, _became: Stored) {}

    /// The `index`th move, counted from one, cut the node.
    #[inline(always)]
    fn cut(&mut self, _index: usize, _was_table_move: bool) {}

    /// A reduced search was made, and perhaps a second one.
    #[inline(always)]
    fn reduced(&mut self, _again: bool) {}

    /// An iteration of `depth` ended after `nodes` of its thread.
    #[inline(always)]
    fn iteration(&mut self, _depth: i32, _nodes: u64) {}

    /// Adds what the probe of a helper thread has seen in the same search.
    #[inline(always)]
    fn merge(&mut self, _helper: Self) {}

    /// All threads have ended and leave the table like this. Called once for each search, on the sum
    /// of its probes.
    #[inline(always)]
    fn finished(&mut self, _table: &Table) {}

    #[inline(always)]
    fn asked(&mut self, heuristic: Heuristic, depth: i32) {
        self.event(heuristic, depth, Event::Asked);
    }

    /// A heuristic acted, with its distance from the threshold if it has one.
    #[inline(always)]
    fn acted(&mut self, heuristic: Heuristic, depth: i32, slack: Option<i32>) {
        self.event(heuristic, depth, Event::Acted);
        if let Some(slack) = slack {
            self.slack(heuristic, depth, slack);
        }
    }

    /// A heuristic made a search of its own that visited `nodes`.
    #[inline(always)]
    fn made(&mut self, heuristic: Heuristic, depth: i32, nodes: u64) {
        self.event(heuristic, depth, Event::Made);
        self.spent(heuristic, nodes);
    }

    #[inline(always)]
    fn failed_high(&mut self, heuristic: Heuristic, depth: i32) {
        self.event(heuristic, depth, Event::FailedHigh);
    }

    #[inline(always)]
    fn not_stored(&mut self, heuristic: Heuristic, depth: i32) {
        self.event(heuristic, depth, Event::NotStored);
    }

    /// A further search confirmed the result, or did not.
    #[inline(always)]
    fn verified(&mut self, heuristic: Heuristic, depth: i32, confirmed: bool) {
        self.event(heuristic, depth, if confirmed { Event::Verified } else { Event::Refuted });
    }
}

/// Ignores everything.
#[derive(Default)]
pub struct Silent;

impl Probe for Silent {
    const WATCHES: bool = false;
}
