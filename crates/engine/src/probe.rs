//! Who watches the search. `Silent` is empty: every call to it vanishes.

mod ledger;

pub use ledger::Ledger;

use crate::heuristics::Heuristic;
use crate::tt::{Stored, Table};

/// Told of everything that happens in a search.
pub trait Probe: Default + Send {
    /// A node of the main search was entered with `depth` plies left.
    #[inline(always)]
    fn node(&mut self, _depth: i32) {}

    #[inline(always)]
    fn quiescence_node(&mut self) {}

    /// A heuristic was asked.
    #[inline(always)]
    fn tried(&mut self, _heuristic: Heuristic, _depth: i32) {}

    /// A heuristic acted.
    #[inline(always)]
    fn fired(&mut self, _heuristic: Heuristic, _depth: i32) {}

    /// Nodes a heuristic spent on its own searches.
    #[inline(always)]
    fn spent(&mut self, _heuristic: Heuristic, _nodes: u64) {}

    /// The table was asked at a node with `depth` plies left.
    #[inline(always)]
    fn table(&mut self, _depth: i32, _hit: bool) {}

    /// An entry was offered to the table.
    #[inline(always)]
    fn stored(&mut self, _became: Stored) {}

    /// The `index`th move, counted from one, cut the node.
    #[inline(always)]
    fn cut(&mut self, _index: usize, _was_table_move: bool) {}

    /// A reduced search was made, and perhaps made again in full.
    #[inline(always)]
    fn reduced(&mut self, _again: bool) {}

    /// An iteration of `depth` ended after `nodes` in all.
    #[inline(always)]
    fn iteration(&mut self, _depth: i32, _nodes: u64) {}

    /// The search is over, and this is how it leaves the table.
    #[inline(always)]
    fn finished(&mut self, _table: &Table) {}
}

/// Nobody.
#[derive(Default)]
pub struct Silent;

impl Probe for Silent {}
