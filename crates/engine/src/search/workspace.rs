//! What a thread works with: made once, kept from search to search.

use super::node::Tried;
use super::picker::Room;
use super::pv::PvTable;
use super::stack::Stack;
use crate::eval::Evaluation;
use crate::history::Histories;

pub(crate) struct Workspace {
    pub(super) histories: Histories,
    pub(super) eval: Evaluation,
    pub(super) stack: Box<Stack>,
    pub(super) pv: PvTable,
    pub(super) rooms: Vec<Room>,
    pub(super) tried: Vec<Tried>,
}

impl Workspace {
    pub(crate) fn new() -> Workspace {
        Workspace {
            histories: Histories::new(),
            eval: Evaluation::default(),
            stack: Box::default(),
            pv: PvTable::new(),
            rooms: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Another game begins: only what was learned matters, the rest is written before it is read.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
    }
}
