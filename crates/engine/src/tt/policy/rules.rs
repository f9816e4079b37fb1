//! The rules of the other policies, case by case.

use super::super::tests::{entry, moveless};
use super::*;

/// A table of one cluster with another policy than the default.
fn table(policy: Policy) -> Table {
    let mut table = Table::new(0).unwrap();
    table.set_policy(policy, 1);
    table
}

fn with(replacement: TableReplacement) -> Policy {
    Policy { replacement, slots: 1, ..Policy::DEFAULT }
}

#[test]
fn another_policy_empties_the_table_and_the_same_does_not() {
    let policy = with(TableReplacement::Always);
    let mut table = table(policy);
    assert_eq!(table.policy(), policy);
    table.store(4, entry(5, Bound::Lower));
    table.set_policy(policy, 1);
    assert!(table.probe(4).is_some());
    table.set_policy(Policy::DEFAULT, 1);
    assert!(table.probe(4).is_none() && table.policy() == Policy::DEFAULT);
}

#[test]
fn positions_are_spread_over_the_buckets_of_a_cluster() {
    for (slots, kept) in [(1, [true; 4]), (2, [true; 4]), (4, [true; 4])] {
        let table = table(Policy { slots, ..with(TableReplacement::Always) });
        for key in 0..4 {
            table.store(key, entry(5, Bound::Lower));
        }
        assert_eq!([0, 1, 2, 3].map(|key| table.probe(key).is_some()), kept, "{slots}");
        // Key 4 shares its slots with key 0.
        table.store(4, entry(5, Bound::Lower));
        let others = [1, 2, 3].map(|key| table.probe(key).is_some());
        assert!(table.probe(4).is_some() && table.probe(0).is_none());
        assert_eq!(others, [true; 3], "{slots}");
    }
}

#[test]
fn the_place_of_a_position_follows_from_its_key() {
    let place = |slots, key: u64| {
        let table = table(Policy { slots, ..with(TableReplacement::Always) });
        table.store(key, entry(5, Bound::Lower));
        table.cluster(key).0.iter().position(|slot| slot.load().1.is_written()).unwrap()
    };
    assert_eq!([4, 5, 6, 7].map(|key| place(1, key)), [0, 1, 2, 3]);
    assert_eq!([4, 5, 6, 7].map(|key| place(2, key)), [0, 2, 0, 2]);
    assert_eq!([4, 5, 6, 7].map(|key| place(4, key)), [0, 0, 0, 0]);
}

#[test]
fn the_protected_policy_wants_two_plies_more_of_another_position_without_a_move() {
    let kept = |new: Entry| {
        let table = table(with(TableReplacement::Protected));
        table.store(4, entry(6, Bound::Lower));
        table.store(8, new)
    };
    assert_eq!(kept(moveless(7, Bound::Lower)), Stored::Refused);
    assert_eq!(kept(moveless(8, Bound::Lower)), Stored::OverPresent);
    assert_eq!(kept(entry(0, Bound::Lower)), Stored::OverPresent);
}

#[test]
fn the_protected_policy_keeps_the_better_bound_of_equal_depth() {
    let kept = |old: Option<Bound>, new: Option<Bound>, depth| {
        let table = table(with(TableReplacement::Protected));
        table.store(4, entry(6, old));
        table.store(4, entry(depth, new)) == Stored::Renewed
    };
    let (upper, lower, exact) = (Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact));
    assert!(kept(upper, lower, 6) && kept(lower, upper, 6) && kept(lower, exact, 6));
    assert!(!kept(exact, lower, 6) && !kept(exact, upper, 6) && kept(exact, exact, 6));
    assert!(kept(exact, lower, 7) && kept(None, upper, 6) && !kept(lower, None, 9));
}

#[test]
fn a_store_says_what_it_replaced() {
    let table = table(with(TableReplacement::Always));
    assert_eq!(table.store(4, entry(5, Bound::Lower)), Stored::Empty);
    assert_eq!(table.store(4, entry(5, Bound::Lower)), Stored::Renewed);
    assert_eq!(table.store(8, entry(5, Bound::Lower)), Stored::OverPresent);
    table.next_age();
    assert_eq!(table.store(12, entry(5, Bound::Lower)), Stored::OverOld);
}

/// How many entries of each depth stay, of two of depth 0, three of depth 1, two of 5 and one of 9.
fn kept_of(wanted: usize) -> ([usize; 4], usize) {
    let mut table = Table::new(1).unwrap();
    table.set_policy(Policy { entry_limit: Some(1_000), ..Policy::DEFAULT }, 1);
    let key = |number: usize| (number as u64) << 52;
    let depths = [0, -1, 1, 1, 1, 5, 5, 9];
    for (number, depth) in depths.into_iter().enumerate() {
        table.store(key(number), entry(depth, Bound::Lower));
    }
    let left = table.keep_deepest(wanted);
    let found = |depth: i32| {
        let all = (0..depths.len()).filter_map(|number| table.probe(key(number)));
        all.filter(|entry| entry.depth.max(0) == depth).count()
    };
    ([0, 1, 5, 9].map(found), left)
}

#[test]
fn the_deepest_entries_stay_and_of_the_last_depth_as_many_as_fit() {
    for (wanted, kept) in [
        (9, [2, 3, 2, 1]),
        (8, [2, 3, 2, 1]),
        (7, [1, 3, 2, 1]),
        (6, [0, 3, 2, 1]),
        (5, [0, 2, 2, 1]),
        (3, [0, 0, 2, 1]),
        (2, [0, 0, 1, 1]),
        (0, [0, 0, 0, 0]),
    ] {
        assert_eq!(kept_of(wanted), (kept, kept.iter().sum()), "{wanted}");
    }
}

#[test]
fn entries_are_counted_again_after_a_removal() {
    let mut table = Table::new(1).unwrap();
    table.set_policy(Policy { entry_limit: Some(10), ..Policy::DEFAULT }, 1);
    let count = |table: &Table| table.entries.load(Relaxed);
    for number in 1..=10u64 {
        table.store(number << 50, entry(5, Bound::Lower));
        assert_eq!(count(&table), number as usize);
    }
    table.store(1 << 50, entry(6, Bound::Lower));
    assert_eq!(count(&table), 10, "a renewed entry is not new");
    table.store(11 << 50, entry(5, Bound::Lower));
    assert_eq!(count(&table), 8, "four fifths of eleven");
    table.clear(1);
    assert_eq!(count(&table), 0);
}
