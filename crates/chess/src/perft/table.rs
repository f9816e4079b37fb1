//! Counts already made, shared by all threads without locks.
//!
//! Two threads may write one slot at once, and then its two words may come from different
//! counts. The first word therefore holds the key mixed with the second: a torn slot names no
//! position anybody asks for, and reads as a miss.

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

/// One slot keeps the deepest count it has seen, the other the latest.
const BUCKET: usize = 2;

pub struct Table {
    slots: Vec<Slot>,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    pub megabytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MB; ask for less", self.megabytes)
    }
}

impl core::error::Error for TableTooLarge {}

impl Table {
    /// A table that fills `megabytes`, at least one.
    pub fn new(megabytes: usize) -> Result<Table, TableTooLarge> {
        let too_large = TableTooLarge { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        let count = bytes / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| too_large)?;
        slots.resize_with(count, Slot::default);
        Ok(Table { slots })
    }

    pub fn megabytes(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// Leaves below `position`, if they have been counted `depth` plies deep.
    pub(super) fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let key = key_of(position, depth);
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let hit = slot.lock.load(Relaxed) ^ data == key && depth_in(data) == depth;
            hit.then_some(data >> DEPTH_BITS)
        })
    }

    pub(super) fn put(&self, position: &Position, depth: u32, leaves: u64) {
        // Counts too large for their bits are so rare that counting them again is no loss.
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

/// Counts of one position to several depths belong in different places.
fn key_of(position: &Position, depth: u32) -> u64 {
    position.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_back_what_it_was_given() {
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
    fn counts_that_do_not_fit_are_not_kept() {
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
