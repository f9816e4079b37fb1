//! The limits of a search.

use std::time::Duration;

use chess::Move;

/// The limits a client sets. A limit that is not set does not apply.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<i32>,
    /// Exact: the search stops at this node.
    pub nodes: Option<u64>,
    /// Checked between iterations only.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time left, per side.
    pub time: [Option<Duration>; 2],
    /// Time added after each move, per side.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<i32>,
    /// The clock does not limit the search.
    pub infinite: bool,
    /// The search starts by pondering.
    pub ponder: bool,
    /// Restricts the root to these moves; empty means all.
    pub search_moves: Vec<Move>,
    /// Time lost between the engine and the arbiter on every move.
    pub overhead: Duration,
    /// The client lets the engine ponder, which saves time later, so a move may take longer now.
    pub will_ponder: bool,
}
