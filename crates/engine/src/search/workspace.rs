//! The memory of one thread: allocated once and kept from search to search.

use chess::Move;

use super::picker::MoveBuffer;
use super::pv::PvTable;
use super::stack::Stack;
use crate::eval::Evaluation;
use crate::history::Histories;

/// The histories, caches and buffers of one thread.
pub(crate) struct Workspace {
    pub(super) histories: Histories,
    pub(super) eval: Evaluation,
    pub(super) stack: Box<Stack>,
    pub(super) pv: PvTable,
    pub(super) buffers: Vec<MoveBuffer>,
    pub(super) tried: Vec<Vec<Move>>,
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        Workspace {
            histories: Histories::new(),
            eval: Evaluation::default(),
            stack: Box::default(),
            pv: PvTable::new(),
            buffers: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// What the thread has learned.
    pub(crate) fn histories(&self) -> &Histories {
        &self.histories
    }

    /// Learns what another thread, or an earlier search, has learned.
    pub(crate) fn learn(&mut self, histories: &Histories) {
        self.histories.clone_from(histories);
    }

    /// Starts a new game. Only the histories are cleared: the rest is written before it is read, or
    /// caches what does not depend on the game.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
    }
}
