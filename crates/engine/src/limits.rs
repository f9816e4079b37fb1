//! What limits a search.

use std::time::Duration;

use chess::Move;

/// The limits a client sets. One that is not set does not limit the search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<i32>,
    /// Exact: the search stops at this node.
    pub nodes: Option<u64>,
    /// Checked between iterations only.
    pub soft_nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// Time left, per side.
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<i32>,
    pub infinite: bool,
    pub ponder: bool,
    /// Only these moves at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// Time lost between the engine and the arbiter on every move.
    pub overhead: Duration,
    /// The client lets the engine ponder: time spent now may be saved later.
    pub will_ponder: bool,
}
