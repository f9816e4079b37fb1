//! Reports of a running search.

use chess::Move;

use crate::root_move::RootMove;
use crate::tt::{Bound, Table};

/// How far a search has come.
pub struct Progress<'a> {
    pub depth: i32,
    /// Best first.
    pub moves: &'a [RootMove],
    /// Whether the first line is settled, or only a bound.
    pub bound: Bound,
    pub nodes: u64,
    pub(crate) table: &'a Table,
}

impl Progress<'_> {
    /// Slots of the table filled by this search, in thousandths. Counted on demand: in short
    /// searches without a listener it would take longer than everything else here.
    pub fn permille_used(&self) -> usize {
        self.table.permille_used()
    }
}

pub trait Listener {
    /// An iteration has ended, or the score has left its window.
    fn progress(&mut self, progress: &Progress<'_>);

    /// The search turns to the `number`th move at the root; reported only when it takes long.
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}
}

/// No listener.
impl Listener for () {
    fn progress(&mut self, _: &Progress<'_>) {}
}
