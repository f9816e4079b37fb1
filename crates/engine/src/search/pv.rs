//! The triangular table of principal variations: for each ply its best move, followed by the line of
//! the next ply.

use chess::Move;

use crate::score::MAX_PLY;

/// One line per ply.
pub(crate) struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    pub(crate) fn new() -> PvTable {
        PvTable { lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(MAX_PLY)).collect() }
    }

    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv` the best move at `ply`, followed by the line of the next ply.
    pub(crate) fn set(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
