//! The transposition table: what is known of positions met before, shared by all threads.
//!
//! Four slots fill a cache line, so a look touches memory once. A slot is two words, and the
//! first is the key crossed with the second: a torn write makes them disagree and reads as a
//! miss. Relaxed atomics are all that takes, and no lock.
//! CITE: Robert Hyatt, Tim Mann, "A lockless transposition table implementation for parallel
//! search" (2002)

mod entry;
mod memory;
mod stored;

pub use entry::{Bound, Entry};
use memory::Clusters;
pub use stored::Stored;

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::prefetch::prefetch;
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

const _: () = assert!(size_of::<Cluster>() == 64 && align_of::<Cluster>() == 64);

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
        prefetch(self.cluster(key));
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let (stored, packed) = slot.load();
            (stored == key && packed.is_written()).then(|| packed.unpack())
        })
    }

    /// Keeps `new` unless what stands there is worth more. Part of its caller, so that who does
    /// not ask what became of it does not pay for the answer.
    #[inline(always)]
    pub fn store(&self, key: u64, mut new: Entry) -> Stored {
        let age = self.age();
        let slots = &self.cluster(key).0;
        let (mut victim, mut thrown_out) = (&slots[0], Packed(0));
        let mut least = i32::MAX;
        for slot in slots {
            let (stored, old) = slot.load();
            if stored == key && old.is_written() {
                let old_entry = old.unpack();
                if !replaces_same(&new, &old_entry, old.distance(age)) {
                    return Stored::Refused;
                }
                new.mv = new.mv.or(old_entry.mv);
                slot.store(key, Packed::pack(&new, age));
                return Stored::Renewed;
            }
            let worth = old.worth(age);
            if worth < least {
                (victim, thrown_out, least) = (slot, old, worth);
            }
        }
        // A visit without a move must be deeper than what it throws out.
        if new.mv.is_none() && new.depth <= least {
            return Stored::Refused;
        }
        victim.store(key, Packed::pack(&new, age));
        match thrown_out.is_written() {
            false => Stored::Empty,
            true if thrown_out.distance(age) > 0 => Stored::OverOld,
            true => Stored::OverPresent,
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
mod tests;
