//! A hash table of counts, shared by all threads without locks.
//!
//! Two threads may write a slot at once and leave it with words of different counts. The first
//! word therefore holds the key xor the second: a torn slot matches no key and reads as a miss.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Position;

#[derive(Default)]
struct Slot {
    /// The key of position and depth, xor `data`.
    lock: AtomicU64,
    /// The count above, the depth in the lowest byte; zero in a slot never written.
    data: AtomicU64,
}

const DEPTH_BITS: u32 = 8;

/// Of each bucket, one slot keeps the deepest count and the other the latest.
const BUCKET: usize = 2;

/// A hash table of perft counts: see [`Effort`](super::Effort).
pub struct Table {
    slots: Vec<Slot>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("megabytes", &self.megabytes()).finish_non_exhaustive()
    }
}

/// There is not enough memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    /// The size that was asked for.
    pub megabytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MB; ask for less", self.megabytes)
    }
}

impl core::error::Error for TableTooLarge {}

impl Table {
    /// A table of `megabytes`, at least one.
    pub fn new(megabytes: usize) -> Result<Table, TableTooLarge> {
        let too_large = TableTooLarge { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        let count = bytes / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| too_large)?;
        slots.resize_with(count, Slot::default);
        Ok(Table { slots })
    }

    /// The size of the table.
    pub fn megabytes(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// The leaves below `position` at `depth`, if they are stored.
    pub(super) fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let key = key_of(position, depth);
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let hit = slot.lock.load(Relaxed) ^ data == key && depth_in(data) == depth;
            hit.then_some(data >> DEPTH_BITS)
        })
    }

    pub(super) fn put(&self, position: &Position, depth: u32, leaves: u64) {
        // Counts too large for their bits are rare, so counting them again costs little.
        if depth == 0 || depth >> DEPTH_BITS != 0 || leaves >> (64 - DEPTH_BITS) != 0 {
            return;
        }
        let key = key_of(position, depth);
        let [deepest, latest] = self.bucket(key);
        let slot = if depth_in(deepest.data.load(Relaxed)) <= depth { deepest } else { latest };
        let data = leaves << DEPTH_BITS | u64::from(depth);
        slot.lock.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let (buckets, _) = self.slots.as_chunks();
        // The high half of a product spreads keys evenly over any number of buckets.
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }
}

fn depth_in(data: u64) -> u32 {
    (data & ((1 << DEPTH_BITS) - 1)) as u32
}

/// The depth is part of the key: counts of one position at several depths use different slots.
fn key_of(position: &Position, depth: u32) -> u64 {
    position.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_count_is_found_at_its_depth_only() {
        let table = Table::new(1).unwrap();
        let position = Position::initial();
        assert_eq!(table.get(&position, 3), None);
        table.put(&position, 3, 8902);
        table.put(&position, 4, 0);
        assert_eq!(table.get(&position, 3), Some(8902));
        assert_eq!(table.get(&position, 4), Some(0));
        assert_eq!(table.get(&position, 5), None);
        assert_eq!(table.megabytes(), 1);
    }

    #[test]
    fn counts_that_do_not_fit_are_not_stored() {
        let table = Table::new(1).unwrap();
        let position = Position::initial();
        table.put(&position, 3, 1 << 56);
        table.put(&position, 256, 1);
        table.put(&position, 0, 1);
        assert_eq!(table.get(&position, 3), None);
        assert_eq!(table.get(&position, 0), None);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        let too_large = Table::new(usize::MAX >> 20).err();
        assert_eq!(too_large, Some(TableTooLarge { megabytes: usize::MAX >> 20 }));
        assert!(Table::new(usize::MAX).is_err());
    }

    #[test]
    fn a_torn_slot_reads_as_a_miss() {
        let table = Table::new(1).unwrap();
        let position = Position::initial();
        table.put(&position, 3, 8902);
        let [deepest, _] = table.bucket(key_of(&position, 3));
        deepest.data.store(8903 << DEPTH_BITS | 3, Relaxed);
        assert_eq!(table.get(&position, 3), None);
    }
}
