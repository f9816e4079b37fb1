//! Reports of a running search: the callbacks of the engine.

use chess::Move;

use crate::root_move::RootMove;
use crate::tt::{Bound, Table};

/// The state of a search when it reports.
pub struct Progress<'a> {
    /// The iteration, in plies.
    pub depth: i32,
    /// The lines to show, best first.
    pub moves: &'a [RootMove],
    /// Whether the score of the first line is exact or only a bound.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions of all threads that the tablebases knew.
    pub tablebase_hits: u64,
    pub(crate) table: &'a Table,
}

impl Progress<'_> {
    /// Slots of the table filled by this search, in thousandths. Counted on demand: in a short
    /// search the count takes longer than the rest of the report.
    pub fn permille_used(&self) -> usize {
        self.table.permille_used()
    }
}

/// Receives reports from the main thread while it searches.
pub trait Listener {
    /// An iteration has ended, or its score fell outside the aspiration window.
    fn progress(&mut self, progress: &Progress<'_>);

    /// The search starts on the `number`th root move. Reported only once the search takes long.
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
}

/// Ignores every report.
impl Listener for () {
    fn progress(&mut self, _: &Progress<'_>) {}
}
