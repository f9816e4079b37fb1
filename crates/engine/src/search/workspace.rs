//! What a thread works with: made once, kept from search to search.

use chess::Move;

use super::picker::MoveBuffer;
use super::pv::PvTable;
use super::stack::Stack;
use crate::eval::Evaluation;
use crate::history::Histories;

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

    /// Starts another game: only the histories matter, the rest is written before it is read.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
    }
}
