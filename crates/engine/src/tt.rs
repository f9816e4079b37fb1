//! The transposition table: what is known of positions met before, shared by all threads.
//!
//! Four slots fill a cache line, so a look touches memory once. A slot is two words, and the
//! first is the key crossed with the second: a torn write makes them disagree and reads as a
//! miss. Relaxed atomics are all that takes, and no lock.
//! CITE: Robert Hyatt, Tim Mann, "A lockless transposition table implementation for parallel
//! search" (2002)

mod entry;
mod memory;

pub use entry::{Bound, Entry};
use memory::Clusters;

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use entry::{AGES, Packed};

const SLOTS: usize = 4;

#[derive(Default)]
struct Slot {
    lock: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, Packed) {
        let data = self.data.load(Relaxed);
        (self.lock.load(Relaxed) ^ data, Packed(data))
    }

    #[inline]
    fn store(&self, key: u64, entry: Packed) {
        self.lock.store(key ^ entry.0, Relaxed);
        self.data.store(entry.0, Relaxed);
    }
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Cluster([Slot; SLOTS]);

const _: () = assert!(size_of::<Cluster>() == 64);

pub struct Table {
    clusters: Clusters,
    /// The present generation, 1 to 31; zero marks slots never written.
    age: AtomicU8,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    pub megabytes: usize,
}

impl core::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "no memory for a hash table of {} MB", self.megabytes)
    }
}

impl core::error::Error for NoMemory {}

impl Table {
    pub fn new(megabytes: usize) -> Result<Table, NoMemory> {
        let bytes = megabytes.checked_mul(1 << 20).ok_or(NoMemory { megabytes })?;
        let count = (bytes / size_of::<Cluster>()).max(1);
        let clusters = Clusters::zeroed(count).ok_or(NoMemory { megabytes })?;
        Ok(Table { clusters, age: AtomicU8::new(1) })
    }

    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, the work shared by `threads`.
    pub fn clear(&mut self, threads: usize) {
        *self.age.get_mut() = 1;
        self.clusters.clear(threads);
    }

    /// A new search begins: what older ones left may go first.
    pub fn next_age(&self) {
        self.age.store(self.age() % AGES + 1, Relaxed);
    }

    #[inline]
    fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    /// The high half of the product spreads keys evenly over any number of clusters.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks for the cache line of `key` before it is needed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.cluster(key));
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let (stored, packed) = slot.load();
            (stored == key && packed.is_written()).then(|| packed.unpack())
        })
    }

    /// Keeps `new` unless what stands there is worth more.
    pub fn store(&self, key: u64, mut new: Entry) {
        let age = self.age();
        let slots = &self.cluster(key).0;
        let mut victim = &slots[0];
        let mut least = i32::MAX;
        for slot in slots {
            let (stored, old) = slot.load();
            if stored == key && old.is_written() {
                let old_entry = old.unpack();
                if !replaces_same(&new, &old_entry, old.distance(age)) {
                    return;
                }
                new.mv = new.mv.or(old_entry.mv);
                return slot.store(key, Packed::pack(&new, age));
            }
            let worth = old.worth(age);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        // A visit without a move must be clearly deeper than what it throws out.
        if new.mv.is_some() || new.depth > least {
            victim.store(key, Packed::pack(&new, age));
        }
    }

    /// Slots of the present generation, in thousandths, by the first thousand clusters.
    pub fn permille_used(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let (_, packed) = slot.load();
                packed.is_written() && packed.distance(self.age()) == 0
            })
            .count();
        used * 1000 / (sample.len() * SLOTS)
    }
}

/// Whether news of the same position are worth more than what is known: anything exact, from
/// an older search, or not much shallower. A visit that found no move does not erase one that
/// did at no less depth, nor a bound an exact score.
#[inline]
fn replaces_same(new: &Entry, old: &Entry, distance: i32) -> bool {
    if new.bound == Bound::None {
        return old.bound == Bound::None;
    }
    if new.mv.is_none() && old.mv.is_some() && new.depth <= old.depth && distance == 0 {
        return false;
    }
    new.bound == Bound::Exact
        || distance > 0
        || new.depth + 4 + 2 * i32::from(new.pv) > old.depth
            && !(new.depth <= old.depth && old.bound == Bound::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use chess::{Move, MoveKind, Square};

    fn entry(depth: i32, bound: Bound) -> Entry {
        Entry {
            mv: Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)),
            score: 17,
            eval: Some(Score::evaluation(-5)),
            depth,
            bound,
            pv: depth % 2 == 0,
        }
    }

    #[test]
    fn what_was_stored_is_found() {
        let mut table = Table::new(1).unwrap();
        for key in (1..2000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let new = entry((key % 60) as i32, Bound::Lower);
            table.store(key, new);
            assert_eq!(table.probe(key), Some(new));
        }
        table.clear(3);
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
        assert_eq!(table.permille_used(), 0);
    }

    #[test]
    fn a_torn_write_reads_as_a_miss() {
        let table = Table::new(1).unwrap();
        table.store(42, entry(5, Bound::Exact));
        let slot = &table.cluster(42).0[0];
        slot.data.store(slot.data.load(Relaxed) ^ 1 << 20, Relaxed);
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn the_move_survives_a_visit_without_one() {
        let table = Table::new(1).unwrap();
        table.store(42, entry(5, Bound::Lower));
        table.store(42, Entry { mv: None, ..entry(6, Bound::Upper) });
        let found = table.probe(42).unwrap();
        assert_eq!((found.depth, found.mv), (6, entry(0, Bound::None).mv));
    }

    #[test]
    fn an_exact_score_is_not_lost_to_a_bound_of_equal_depth() {
        let table = Table::new(1).unwrap();
        table.store(42, entry(6, Bound::Exact));
        table.store(42, entry(6, Bound::Lower));
        assert_eq!(table.probe(42).unwrap().bound, Bound::Exact);
        table.store(42, entry(7, Bound::Lower));
        assert_eq!(table.probe(42).unwrap().bound, Bound::Lower);
    }

    #[test]
    fn deep_entries_of_old_searches_do_not_lock_the_table() {
        let table = Table::new(1).unwrap();
        let keys = |salt: u64| {
            (0..200_000u64).map(move |i| (i ^ salt << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        keys(1).for_each(|key| table.store(key, entry(40, Bound::Exact)));
        for generation in 2..12 {
            table.next_age();
            keys(generation).for_each(|key| table.store(key, entry(3, Bound::Upper)));
        }
        let kept = keys(11).filter(|&key| table.probe(key).is_some()).count();
        assert!(kept > 50_000, "only {kept} shallow entries of the present search found room");
    }

    #[test]
    fn any_size_is_possible_and_absurd_ones_are_refused() {
        for megabytes in [1, 2, 3, 7, 33, 100] {
            let table = Table::new(megabytes).unwrap();
            assert_eq!(table.megabytes(), megabytes);
            for key in [0, 1, u64::MAX / 3, u64::MAX - 1, u64::MAX] {
                table.store(key, entry(9, Bound::Lower));
                assert_eq!(table.probe(key), Some(entry(9, Bound::Lower)));
            }
        }
        assert_eq!(Table::new(0).unwrap().clusters.len(), 1);
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 36).is_err());
    }

    #[test]
    fn keys_are_spread_over_the_whole_of_an_odd_size() {
        let table = Table::new(3).unwrap();
        let len = table.clusters.len();
        let mut visits = vec![0; len];
        for key in (0..4 * len as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let offset = core::ptr::from_ref(table.cluster(key)) as usize
                - core::ptr::from_ref(&table.clusters[0]) as usize;
            visits[offset / size_of::<Cluster>()] += 1;
        }
        assert!(visits.iter().all(|&visits| (1..=8).contains(&visits)));
    }
}
