//! How the table chooses what to keep. The default policy is part of `Table::store`; the others
//! are here, so that they cost it nothing.

use core::sync::atomic::Ordering::Relaxed;

use super::entry::Packed;
use super::{Bound, Entry, SLOTS, Slot, Stored, Table, replaces_same};
use crate::knobs::{Knobs, TableReplacement, TableSlots};

/// The choices of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    pub replacement: TableReplacement,
    /// Slots that a position may be in: 1, 2 or 4.
    pub slots: usize,
    /// An entry without a move keeps the move that the same position had.
    pub keep_move: bool,
    /// Plies by which an entry of another position may be shallower than the one it replaces, if
    /// depth is preferred.
    pub depth_slack: i32,
    /// The most entries; beyond, the shallowest fifth is removed.
    pub entry_limit: Option<usize>,
}

impl Policy {
    pub const DEFAULT: Policy = Policy::new(&Knobs::DEFAULT);

    pub const fn new(k: &Knobs) -> Policy {
        Policy {
            replacement: k.table_replacement,
            slots: match k.table_slots {
                TableSlots::One => 1,
                TableSlots::Two => 2,
                TableSlots::Four => 4,
            },
            keep_move: k.table_keep_move,
            depth_slack: k.table_depth_slack,
            entry_limit: match k.table_entry_limit {
                0 => None,
                limit => Some(limit as usize),
            },
        }
    }

    /// The first slot of a position among those of its cluster.
    fn first(&self, key: u64) -> usize {
        key as usize % (SLOTS / self.slots) * self.slots
    }

    /// Whether news of a position replace what is known of it.
    fn replaces_same(&self, new: &Entry, old: &Entry, distance: i32) -> bool {
        let deep_enough = distance > 0 || new.depth >= old.depth;
        match self.replacement {
            TableReplacement::Present => replaces_same(new, old, distance),
            // An evaluation alone is worth less than any score.
            _ if new.result.is_none() => old.result.is_none(),
            TableReplacement::Always => true,
            TableReplacement::DepthPreferred => deep_enough,
            TableReplacement::Protected => {
                let loses_move = new.mv.is_none() && old.mv.is_some() && new.depth <= old.depth;
                let loses_bound = new.depth == old.depth && quality(new) < quality(old);
                deep_enough && !loses_move && !loses_bound
            }
        }
    }

    /// Whether a position replaces another one.
    fn replaces_other(&self, new: &Entry, victim: Packed, age: u8) -> bool {
        if !victim.is_written() {
            return true;
        }
        let old = victim.distance(age) > 0;
        let depth = victim.unpack().depth;
        match self.replacement {
            TableReplacement::Present => new.mv.is_some() || new.depth > victim.worth(age),
            TableReplacement::Always => true,
            TableReplacement::DepthPreferred => old || new.depth + self.depth_slack >= depth,
            TableReplacement::Protected => {
                old || new.mv.is_some() || new.depth >= depth + CLEARLY_DEEPER
            }
        }
    }
}

/// Plies by which an entry without a move must be deeper than another position that it replaces.
const CLEARLY_DEEPER: i32 = 2;
/// The part of the entries that stays when there are too many, in percent.
const KEPT: usize = 80;

/// Exact scores say more than bounds, and bounds more than evaluations.
fn quality(entry: &Entry) -> i32 {
    match entry.bound() {
        None => 0,
        Some(Bound::Upper | Bound::Lower) => 1,
        Some(Bound::Exact) => 2,
    }
}

impl Table {
    /// The slots that a position may be in.
    pub(super) fn bucket(&self, key: u64) -> &[Slot] {
        let first = self.policy.first(key);
        &self.cluster(key).0[first..first + self.policy.slots]
    }

    /// `Table::store` for every policy but the default one.
    #[inline(never)]
    pub(super) fn store_by_policy(&self, key: u64, mut new: Entry) -> Stored {
        let (age, policy) = (self.age(), &self.policy);
        let bucket = self.bucket(key);
        let found = bucket.iter().map(|slot| (slot, slot.load()));
        let same = found.clone().find(|(_, (stored, old))| *stored == key && old.is_written());
        if let Some((slot, (_, old))) = same {
            let old_entry = old.unpack();
            if !policy.replaces_same(&new, &old_entry, old.distance(age)) {
                return Stored::Refused;
            }
            if policy.keep_move {
                new.mv = new.mv.or(old_entry.mv);
            }
            slot.store(key, Packed::pack(&new, age));
            return Stored::Renewed;
        }
        let Some((slot, (_, victim))) = found.min_by_key(|(_, (_, old))| old.worth(age)) else {
            return Stored::Refused;
        };
        if !policy.replaces_other(&new, victim, age) {
            return Stored::Refused;
        }
        slot.store(key, Packed::pack(&new, age));
        match victim.is_written() {
            false => {
                self.count_entry();
                Stored::Empty
            }
            true if victim.distance(age) > 0 => Stored::OverOld,
            true => Stored::OverPresent,
        }
    }

    /// Counts an entry more, and removes the shallowest if there are too many.
    fn count_entry(&self) {
        let entries = 1 + self.entries.fetch_add(1, Relaxed);
        if let Some(limit) = self.policy.entry_limit
            && entries > limit
        {
            self.entries.store(self.keep_deepest(entries * KEPT / 100), Relaxed);
        }
    }

    /// Removes the shallowest entries until at most `wanted` are left; says how many are.
    fn keep_deepest(&self, wanted: usize) -> usize {
        let slots = || self.clusters.iter().flat_map(|cluster| &cluster.0);
        let depth = |slot: &Slot| {
            let (_, packed) = slot.load();
            packed.is_written().then(|| packed.unpack().depth.clamp(0, DEEPEST as i32) as usize)
        };
        let mut by_depth = [0; DEEPEST + 1];
        slots().filter_map(depth).for_each(|depth| by_depth[depth] += 1);
        // All entries deeper than `last` stay, and of that depth as many as there is room for.
        let (mut last, mut deeper) = (DEEPEST, 0);
        while last > 0 && deeper + by_depth[last] <= wanted {
            deeper += by_depth[last];
            last -= 1;
        }
        let mut room = wanted.saturating_sub(deeper);
        for slot in slots() {
            match depth(slot) {
                Some(depth) if depth == last && room > 0 => room -= 1,
                Some(depth) if depth <= last => slot.clear(),
                _ => {}
            }
        }
        slots().filter_map(depth).count()
    }
}

const DEEPEST: usize = 255;

#[cfg(test)]
mod tests {
    use super::super::tests::{entry, moveless};
    use super::*;

    fn policy(replacement: TableReplacement) -> Policy {
        Policy { replacement, slots: 1, ..Policy::DEFAULT }
    }

    fn table(policy: Policy) -> Table {
        let mut table = Table::new(1).unwrap();
        table.set_policy(policy, 1);
        table
    }

    /// Two keys of one slot.
    const KEY: u64 = 4;
    const OTHER: u64 = 8;

    /// What becomes of `new` after `old`, for the same position and for another one, in this search
    /// and in the next.
    fn fates(replacement: TableReplacement, old: Entry, new: Entry) -> [bool; 4] {
        let kept = |key, aged| {
            let table = table(policy(replacement));
            table.store(KEY, old);
            if aged {
                table.next_age();
            }
            table.store(key, new) != Stored::Refused
        };
        [kept(KEY, false), kept(KEY, true), kept(OTHER, false), kept(OTHER, true)]
    }

    #[test]
    fn each_policy_keeps_other_entries() {
        use TableReplacement::{Always, DepthPreferred, Present, Protected};
        let (lower, exact) = (Bound::Lower, Bound::Exact);
        for (old, new, expected) in [
            // Shallower by a ply, with a move.
            (
                entry(6, lower),
                entry(5, lower),
                [
                    (Present, [true, true, true, true]),
                    (Always, [true, true, true, true]),
                    (DepthPreferred, [false, true, false, true]),
                    (Protected, [false, true, true, true]),
                ],
            ),
            // As deep, without a move.
            (
                entry(6, lower),
                moveless(6, lower),
                [
                    (Present, [false, true, false, true]),
                    (Always, [true, true, true, true]),
                    (DepthPreferred, [true, true, true, true]),
                    (Protected, [false, false, false, true]),
                ],
            ),
            // As deep, a bound over an exact score.
            (
                entry(6, exact),
                entry(6, lower),
                [
                    (Present, [false, true, true, true]),
                    (Always, [true, true, true, true]),
                    (DepthPreferred, [true, true, true, true]),
                    (Protected, [false, false, true, true]),
                ],
            ),
            // A ply deeper, without a move, over an entry that has none either.
            (
                moveless(6, lower),
                moveless(7, lower),
                [
                    (Present, [true, true, true, true]),
                    (Always, [true, true, true, true]),
                    (DepthPreferred, [true, true, true, true]),
                    (Protected, [true, true, false, true]),
                ],
            ),
        ] {
            for (replacement, fate) in expected {
                assert_eq!(fates(replacement, old, new), fate, "{replacement:?} {new:?}");
            }
        }
    }

    #[test]
    fn the_policy_of_the_settings_behaves_as_the_built_in_one() {
        let (built_in, by_policy) = (Table::new(1).unwrap(), Table::new(1).unwrap());
        let mut random = chess::Random::new(9);
        for _ in 0..300_000 {
            let key = ((random.word() % 0x4_0000) << 46) | (random.word() % 7);
            let bound =
                [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)][random.below(4)];
            let depth = random.below(12) as i32 - 1;
            let new =
                if random.below(2) == 0 { entry(depth, bound) } else { moveless(depth, bound) };
            assert_eq!(built_in.store(key, new), by_policy.store_by_policy(key, new));
            assert_eq!(built_in.probe(key), by_policy.probe(key));
            if random.below(30_000) == 0 {
                built_in.next_age();
                by_policy.next_age();
            }
        }
    }

    #[test]
    fn a_position_has_as_many_slots_as_set() {
        for slots in [1, 2, 4] {
            let table = table(Policy { slots, ..policy(TableReplacement::Always) });
            // Keys of one cluster that share their slots whatever the number.
            let keys = (1..=8).map(|number| 4 * number);
            for key in keys.clone() {
                table.store(key, entry(5, Bound::Exact));
            }
            assert_eq!(keys.filter(|&key| table.probe(key).is_some()).count(), slots);
        }
    }

    #[test]
    fn a_shallower_entry_of_another_position_may_replace_one_within_the_slack() {
        let kept = |depth_slack, depth| {
            let table = table(Policy { depth_slack, ..policy(TableReplacement::DepthPreferred) });
            table.store(KEY, entry(8, Bound::Exact));
            table.store(OTHER, entry(depth, Bound::Exact)) != Stored::Refused
        };
        assert!(kept(0, 8) && !kept(0, 7));
        assert!(kept(2, 6) && !kept(2, 5));
    }

    #[test]
    fn a_move_is_kept_only_if_set() {
        for (keep_move, mv) in [(true, entry(0, None).mv), (false, None)] {
            let table = table(Policy { keep_move, ..policy(TableReplacement::Always) });
            table.store(KEY, entry(5, Bound::Lower));
            table.store(KEY, moveless(5, Bound::Upper));
            assert_eq!(table.probe(KEY).unwrap().mv, mv);
        }
    }

    #[test]
    fn beyond_the_limit_the_deepest_four_fifths_stay() {
        let limit = Policy { entry_limit: Some(1_000), slots: 4, ..Policy::DEFAULT };
        let table = table(limit);
        let key = |number: u64| (number << 50) | 1;
        for number in 0..1_000 {
            table.store(key(number), entry((number % 10) as i32, Bound::Exact));
        }
        let found = |depth| {
            let stored = (0..1_000).filter_map(|number| table.probe(key(number)));
            stored.filter(|entry| entry.depth == depth).count()
        };
        assert_eq!((0..10).map(found).collect::<Vec<_>>(), [100; 10]);
        table.store(key(1_000), entry(9, Bound::Exact));
        // 800 of 1,001 stay: the shallowest two hundred and one go.
        let left: Vec<usize> = (0..10).map(found).collect();
        assert_eq!(left[..2], [0, 0]);
        assert_eq!(
            left.iter().sum::<usize>() + usize::from(table.probe(key(1_000)).is_some()),
            800
        );
    }
}

#[cfg(test)]
mod rules;
