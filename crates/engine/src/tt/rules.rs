//! The rules of the default policy, case by case, and the figures that the table reports.

use super::tests::{entry, moveless};
use super::*;

/// The table after `old` was offered and, perhaps a search later, `new` for the same position.
fn offered(old: Entry, new: Entry, searches: usize) -> Stored {
    let table = Table::new(0).unwrap();
    assert_eq!(table.store(42, old), Stored::Empty);
    for _ in 0..searches {
        table.next_age();
    }
    table.store(42, new)
}

fn of_pv(pv: bool, entry: Entry) -> Entry {
    Entry { pv, ..entry }
}

#[test]
fn a_bound_may_be_three_plies_shallower_and_five_on_a_principal_variation() {
    let old = entry(10, Bound::Lower);
    for (pv, depth, stored) in [
        (false, 7, Stored::Renewed),
        (false, 6, Stored::Refused),
        (true, 5, Stored::Renewed),
        (true, 4, Stored::Refused),
    ] {
        assert_eq!(offered(old, of_pv(pv, entry(depth, Bound::Lower)), 0), stored, "{pv} {depth}");
        assert_eq!(offered(old, of_pv(pv, entry(depth, Bound::Lower)), 1), Stored::Renewed);
    }
}

#[test]
fn an_exact_score_replaces_every_entry_of_its_position() {
    for old in [entry(90, Bound::Exact), entry(90, Bound::Lower), moveless(90, Bound::Upper)] {
        assert_eq!(offered(old, entry(0, Bound::Exact), 0), Stored::Renewed);
    }
}

#[test]
fn a_bound_replaces_an_exact_score_only_if_deeper_or_later() {
    let old = entry(10, Bound::Exact);
    assert_eq!(offered(old, entry(10, Bound::Lower), 0), Stored::Refused);
    assert_eq!(offered(old, entry(11, Bound::Lower), 0), Stored::Renewed);
    assert_eq!(offered(old, entry(10, Bound::Lower), 1), Stored::Renewed);
}

#[test]
fn an_entry_without_a_move_replaces_one_with_a_move_only_if_deeper_or_later() {
    let old = entry(10, Bound::Lower);
    assert_eq!(offered(old, moveless(10, Bound::Exact), 0), Stored::Refused);
    assert_eq!(offered(old, moveless(11, Bound::Lower), 0), Stored::Renewed);
    assert_eq!(offered(old, moveless(10, Bound::Lower), 1), Stored::Renewed);
    assert_eq!(offered(moveless(10, Bound::Lower), moveless(10, Bound::Lower), 0), Stored::Renewed);
}

#[test]
fn an_evaluation_replaces_an_evaluation_and_nothing_else() {
    assert_eq!(offered(moveless(-1, None), moveless(-1, None), 0), Stored::Renewed);
    assert_eq!(offered(entry(0, Bound::Upper), moveless(-1, None), 1), Stored::Refused);
    assert_eq!(offered(moveless(-1, None), entry(0, Bound::Upper), 0), Stored::Renewed);
}

#[test]
fn of_equally_worthless_entries_the_first_gives_way() {
    let table = Table::new(0).unwrap();
    for key in 1..=4 {
        table.store(key, entry(5, Bound::Lower));
    }
    table.store(5, entry(5, Bound::Lower));
    assert_eq!(
        (1..=5).map(|key| table.probe(key).is_some()).collect::<Vec<_>>(),
        [false, true, true, true, true]
    );
}

#[test]
fn every_search_costs_an_entry_eight_plies_of_its_worth() {
    for (depth, survives) in [(12, false), (14, true)] {
        let table = Table::new(0).unwrap();
        table.store(1, entry(depth, Bound::Lower));
        table.next_age();
        for key in 2..=4 {
            table.store(key, entry(5, Bound::Lower));
        }
        // Its worth is its depth less 8: below or above 5.
        table.store(9, entry(5, Bound::Lower));
        assert_eq!(table.probe(1).is_some(), survives, "{depth}");
    }
}

#[test]
fn an_entry_of_the_same_position_is_found_behind_worthless_slots() {
    let table = Table::new(0).unwrap();
    for key in 1..=3 {
        table.store(key, entry(0, Bound::Lower));
    }
    table.store(4, entry(9, Bound::Lower));
    assert_eq!(table.store(4, entry(10, Bound::Lower)), Stored::Renewed);
    assert!((1..=4).all(|key| table.probe(key).is_some()));
}

#[test]
fn generations_count_from_1_to_31_and_begin_again() {
    let mut table = Table::new(0).unwrap();
    let ages: Vec<u8> = (0..33)
        .map(|_| {
            let age = table.age();
            table.next_age();
            age
        })
        .collect();
    let expected: Vec<u8> = (1..=31).chain(1..=2).collect();
    assert_eq!(ages, expected);
    table.clear(1);
    assert_eq!(table.age(), 1);
}

#[test]
fn the_fill_counts_slots_of_this_search_in_the_first_thousand_clusters() {
    let table = Table::new(0).unwrap();
    assert_eq!(table.permille_used(), 0);
    for (key, permille) in [(1, 250), (2, 500), (3, 750), (4, 1_000)] {
        table.store(key, entry(5, Bound::Lower));
        assert_eq!(table.permille_used(), permille);
    }
    table.next_age();
    assert_eq!(table.permille_used(), 0);
    // One of 4,000 slots is nothing; forty are ten thousandths.
    let table = Table::new(1).unwrap();
    let clusters = table.clusters.len() as u64;
    let key_in = |cluster: u64| (u64::MAX / clusters) * cluster + 1_000;
    for cluster in 0..40 {
        table.store(key_in(cluster), entry(5, Bound::Lower));
    }
    assert_eq!(table.permille_used(), 10);
    table.store(key_in(1_500), entry(5, Bound::Lower));
    table.store(key_in(clusters - 1), entry(5, Bound::Lower));
    assert_eq!(table.permille_used(), 10);
}

#[test]
fn memory_that_cannot_be_had_is_named_in_megabytes() {
    let error = Table::new(usize::MAX).err().unwrap();
    assert_eq!(error.to_string(), format!("no memory for a hash table of {} MB", usize::MAX));
    assert_eq!(NoMemory { megabytes: 7 }.to_string(), "no memory for a hash table of 7 MB");
}
