//! What the search reads from the transposition table and writes to it. A position met before
//! has a move to begin with, an evaluation, and often a score. Fails only where two positions share
//! a key, or the same position has other draws ahead.
//! CITE: chessprogramming.org/Transposition_Table

use chess::{Move, Position};

use super::context::{NodeContext, TtHit};
use super::{NodeKind, Searcher};
use crate::probe::Probe;
use crate::score::Score;
use crate::tt::{Bound, Bounded, Entry};
use crate::window::Window;

impl<P: Probe> Searcher<'_, P> {
    /// Opens a node: what it was asked, and what the table knows of it.
    #[inline]
    pub(super) fn probe_table<'a, K: NodeKind>(
        &mut self,
        position: &'a Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) -> NodeContext<'a> {
        // A singular search must not find the entry of the node that it is part of.
        let tt = if excluded.is_none() { self.look_up(position, depth, ply) } else { None };
        let tt_move = match K::ROOT {
            true => Some(self.root.current()),
            false => tt.and_then(|tt| tt.entry.mv).filter(|&mv| position.is_legal(mv)),
        };
        let tt_pv = K::PV
            || match excluded {
                Some(_) => self.stack.at(ply).tt_pv,
                None => tt.is_some_and(|tt| tt.entry.pv),
            };
        NodeContext {
            position,
            ply,
            depth,
            window,
            pv: K::PV,
            cut,
            excluded,
            tt,
            tt_move,
            tt_pv,
            raw_eval: None,
            static_eval: None,
            improving: false,
        }
    }

    pub(super) fn look_up(&mut self, position: &Position, depth: i32, ply: usize) -> Option<TtHit> {
        if !self.knobs.use_transposition_table {
            return None;
        }
        let entry = self.table.probe(self.key(position));
        self.probe.table(depth, entry.is_some());
        entry.map(|entry| TtHit {
            entry,
            result: entry.result.map(|Bounded { score, bound }| {
                let clock = self.trail.halfmove_clock();
                Bounded { score: Score::from_table(score, ply, clock), bound }
            }),
        })
    }

    /// Offers an entry for `position` to the table.
    pub(super) fn save(&mut self, position: &Position, entry: Entry) {
        if self.knobs.use_transposition_table {
            let became = self.table.store(self.key(position), entry);
            self.probe.stored(became);
        }
    }

    /// Stores an evaluation where the table had no entry.
    pub(super) fn store_eval(&mut self, position: &Position, tt: Option<TtHit>, eval: Score) {
        if tt.is_none() && self.knobs.table_store_eval {
            let entry = Entry { mv: None, result: None, eval: Some(eval), depth: -1, pv: false };
            self.save(position, entry);
        }
    }

    /// Stores that the node is worth at least `score`.
    pub(super) fn store_lower_bound(
        &mut self,
        node: &NodeContext<'_>,
        score: Score,
        mv: Option<Move>,
        depth: i32,
    ) {
        let entry = Entry {
            mv,
            result: Some(Bounded { score: score.to_table(node.ply), bound: Bound::Lower }),
            eval: node.raw_eval,
            depth,
            pv: node.tt_pv,
        };
        self.save(node.position, entry);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        table_key(position.key(), self.trail.halfmove_clock())
    }

    /// Fetches the table's entry of the next position, which probably has this `key`, while the
    /// search does something else.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if !self.knobs.use_table_prefetch {
            return;
        }
        let clock = self.trail.halfmove_clock().saturating_add(1);
        self.table.prefetch(table_key(key, clock));
    }
}

/// The key of a position in the table: its own, and roughly how close the fifty-move rule is.
#[inline]
pub(crate) fn table_key(key: u64, clock: u16) -> u64 {
    if clock < CLOCK_MATTERS {
        return key;
    }
    let group = usize::from((clock - CLOCK_MATTERS) / CLOCK_GROUP);
    key ^ CLOCK_KEYS[group.min(CLOCK_KEYS.len() - 1)]
}

/// From this clock on, positions with clocks far apart have different keys,
const CLOCK_MATTERS: u16 = 14;
/// in groups of this many plies.
const CLOCK_GROUP: u16 = 8;

static CLOCK_KEYS: [u64; 16] = {
    let mut keys = [0; 16];
    let mut state = 0x00c1_0c4b_1756_3a2du64;
    let mut i = 0;
    while i < keys.len() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        keys[i] = state;
        i += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_change_with_the_clock_in_groups_of_eight_plies() {
        let key = 0x1234_5678_9abc_def0;
        assert!((0..14).all(|clock| table_key(key, clock) == key));
        let late: Vec<u64> = (14..142).map(|clock| table_key(key, clock)).collect();
        for group in late.chunks(8) {
            assert!(group.iter().all(|&other| other == group[0] && other != key));
        }
        let mut groups: Vec<u64> = late.chunks(8).map(|group| group[0]).collect();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), 16);
        assert_eq!(table_key(key, 500), late[127]);
    }
}

#[cfg(test)]
mod driver_tests;
