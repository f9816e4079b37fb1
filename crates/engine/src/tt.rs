//! The transposition table: results of positions searched before, shared by all threads.
//!
//! Four slots fill a cache line, so a probe touches memory once. A slot is two words: the data, and
//! the key xor the data. A torn write makes the words disagree and reads as a miss, so relaxed
//! atomics are enough and no lock is needed.
//! CITE: Robert Hyatt, Tim Mann, "A lockless transposition table implementation for parallel
//! search" (2002)

mod entry;
mod memory;
mod policy;

pub use entry::{Bound, Bounded, Entry};
use memory::Clusters;
pub use policy::Policy;

use core::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::prefetch::prefetch;
use entry::{AGES, Packed};

const SLOTS: usize = 4;

/// A new entry of the same position may be this many plies shallower than the old one: the newer
/// bound fits the present window better.
const SHALLOWER_BY: i32 = 4;
/// An entry of a principal variation may be shallower by as many plies more: the search returns to
/// it in every iteration.
const SHALLOWER_BY_PV: i32 = 2;

#[derive(Default)]
struct Slot {
    /// The key xor the data.
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

    fn clear(&self) {
        self.lock.store(0, Relaxed);
        self.data.store(0, Relaxed);
    }
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Cluster([Slot; SLOTS]);

const _: () = assert!(size_of::<Cluster>() == 64 && align_of::<Cluster>() == 64);

/// The transposition table.
pub struct Table {
    clusters: Clusters,
    /// The generation of the present search, 1 to 31; 0 marks slots never written.
    age: AtomicU8,
    policy: Policy,
    /// Whether the policy is the default one, which `store` knows by heart.
    default_policy: bool,
    /// Entries, counted only if the policy limits them.
    entries: AtomicUsize,
}

/// The memory for a table could not be allocated.
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

/// What `Table::store` did with an entry. Only the statistics read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stored {
    /// It filled an empty slot.
    Empty,
    /// It replaced an older entry of the same position.
    Renewed,
    /// It replaced an entry of another position from an earlier search.
    OverOld,
    /// It replaced an entry of another position from this search: a collision.
    OverPresent,
    /// It was rejected: the old entries are worth more.
    Refused,
}

impl Stored {
    pub const ALL: [Stored; 5] =
        [Stored::Empty, Stored::Renewed, Stored::OverOld, Stored::OverPresent, Stored::Refused];
    pub const COUNT: usize = Stored::ALL.len();
}

impl Table {
    /// An empty table.
    pub fn new(megabytes: usize) -> Result<Table, NoMemory> {
        let bytes = megabytes.checked_mul(1 << 20).ok_or(NoMemory { megabytes })?;
        let count = (bytes / size_of::<Cluster>()).max(1);
        let clusters = Clusters::zeroed(count).ok_or(NoMemory { megabytes })?;
        Ok(Table {
            clusters,
            age: AtomicU8::new(1),
            policy: Policy::DEFAULT,
            default_policy: true,
            entries: AtomicUsize::new(0),
        })
    }

    /// The size of the table.
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Empties the table, using up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        *self.age.get_mut() = 1;
        *self.entries.get_mut() = 0;
        self.clusters.clear(threads);
    }

    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Another policy finds entries elsewhere, or counts them: the table is cleared.
    pub fn set_policy(&mut self, policy: Policy, threads: usize) {
        if policy != self.policy {
            self.default_policy = policy == Policy::DEFAULT;
            self.policy = policy;
            self.clear(threads);
        }
    }

    /// Starts the generation of a new search: entries of older ones are replaced first.
    pub fn next_age(&self) {
        self.age.store(self.age() % AGES + 1, Relaxed);
    }

    #[inline]
    fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    /// The cluster of a key. The high half of the product spreads keys evenly over any number of
    /// clusters.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let entry = |slot: &Slot| {
            let (stored, packed) = slot.load();
            (stored == key && packed.is_written()).then(|| packed.unpack())
        };
        // Written out for the default, so that the loop has a fixed length.
        match self.default_policy {
            true => self.cluster(key).0.iter().find_map(entry),
            false => self.bucket(key).iter().find_map(entry),
        }
    }

    /// Stores `new` unless the old entries are worth more. Inlined, so that callers that discard the
    /// outcome pay nothing for it.
    #[inline(always)]
    pub fn store(&self, key: u64, mut new: Entry) -> Stored {
        if !self.default_policy {
            return self.store_by_policy(key, new);
        }
        let age = self.age();
        let slots = &self.cluster(key).0;
        let (mut victim, mut replaced) = (&slots[0], Packed(0));
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
                (victim, replaced, least) = (slot, old, worth);
            }
        }
        // An entry without a move must be deeper than the one it replaces.
        if new.mv.is_none() && new.depth <= least {
            return Stored::Refused;
        }
        victim.store(key, Packed::pack(&new, age));
        match replaced.is_written() {
            false => Stored::Empty,
            true if replaced.distance(age) > 0 => Stored::OverOld,
            true => Stored::OverPresent,
        }
    }

    /// Slots written by the present search, in thousandths, sampled from the first 1000 clusters.
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

/// Whether a new entry replaces the old one of the same position: it is exact, the old one is from
/// an earlier search, or it is not much shallower. At no greater depth, an entry without a move does
/// not replace one with a move, and a bound does not replace an exact score.
#[inline]
fn replaces_same(new: &Entry, old: &Entry, distance: i32) -> bool {
    let (Some(new_bound), old_bound) = (new.bound(), old.bound()) else {
        return old.result.is_none();
    };
    if new.mv.is_none() && old.mv.is_some() && new.depth <= old.depth && distance == 0 {
        return false;
    }
    new_bound == Bound::Exact
        || distance > 0
        || new.depth + SHALLOWER_BY + SHALLOWER_BY_PV * i32::from(new.pv) > old.depth
            && !(new.depth <= old.depth && old_bound == Some(Bound::Exact))
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod rules;
