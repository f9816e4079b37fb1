//! The guarantees of the table.

use super::*;
use crate::score::Score;
use chess::{Move, MoveKind, Square};

pub(super) fn entry(depth: i32, bound: impl Into<Option<Bound>>) -> Entry {
    Entry {
        mv: Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)),
        result: bound.into().map(|bound| Bounded { score: 17, bound }),
        eval: Some(Score::evaluation(-5)),
        depth,
        pv: depth % 2 == 0,
    }
}

pub(super) fn moveless(depth: i32, bound: impl Into<Option<Bound>>) -> Entry {
    Entry { mv: None, ..entry(depth, bound) }
}

#[test]
fn a_stored_entry_is_found() {
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
fn the_move_survives_a_deeper_entry_without_one() {
    let table = Table::new(1).unwrap();
    table.store(42, entry(5, Bound::Lower));
    table.store(42, Entry { mv: None, ..entry(6, Bound::Upper) });
    let found = table.probe(42).unwrap();
    assert_eq!((found.depth, found.mv), (6, entry(0, None).mv));
}

#[test]
fn a_bound_does_not_replace_an_exact_score_of_equal_depth() {
    let table = Table::new(1).unwrap();
    table.store(42, entry(6, Bound::Exact));
    table.store(42, entry(6, Bound::Lower));
    assert_eq!(table.probe(42).unwrap().bound(), Some(Bound::Exact));
    table.store(42, entry(7, Bound::Lower));
    assert_eq!(table.probe(42).unwrap().bound(), Some(Bound::Lower));
}

#[test]
fn deep_entries_of_old_searches_are_replaced() {
    let table = Table::new(1).unwrap();
    let keys = |salt: u64| {
        (0..200_000u64).map(move |i| (i ^ salt << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    for new in [entry(3, Bound::Upper), moveless(3, Bound::Upper)] {
        for key in keys(1) {
            table.store(key, entry(40, Bound::Exact));
        }
        for generation in 2..12 {
            table.next_age();
            for key in keys(generation) {
                table.store(key, new);
            }
        }
        let kept = keys(11).filter(|&key| table.probe(key).is_some()).count();
        assert!(kept > 50_000, "only {kept} shallow entries of the present search were kept");
        table.next_age();
    }
}

#[test]
fn any_size_works_and_absurd_sizes_are_refused() {
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
fn keys_spread_over_all_clusters_of_an_odd_size() {
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

#[test]
fn an_entry_without_a_move_needs_more_depth_to_replace_one_with_a_move() {
    let table = Table::new(1).unwrap();
    table.store(42, entry(6, Bound::Lower));
    for depth in [4, 5, 6] {
        assert_eq!(table.store(42, moveless(depth, Bound::Upper)), Stored::Refused);
    }
    assert_eq!(table.probe(42), Some(entry(6, Bound::Lower)));
    assert_eq!(table.store(42, moveless(7, Bound::Upper)), Stored::Renewed);
}

#[test]
fn an_evaluation_alone_never_replaces_a_bound() {
    let table = Table::new(1).unwrap();
    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
        table.store(42, entry(0, bound));
        table.next_age();
        assert_eq!(table.store(42, moveless(30, None)), Stored::Refused);
        assert_eq!(table.probe(42).unwrap().bound(), Some(bound));
    }
}

#[test]
fn an_entry_without_move_bound_or_key_is_not_mistaken_for_an_empty_slot() {
    let table = Table::new(0).unwrap();
    let bare = Entry { mv: None, result: None, eval: None, depth: -2, pv: false };
    assert_eq!(table.probe(0), None);
    assert_eq!(table.store(0, bare), Stored::Empty);
    assert_eq!(table.probe(0), Some(bare));
    assert_eq!(table.permille_used(), 250);
}

/// Small keys all fall into the first cluster.
#[test]
fn old_entries_are_replaced_first_and_then_the_shallowest() {
    let table = Table::new(1).unwrap();
    for (key, depth) in [(1, 9), (2, 12), (3, 7), (4, 5)] {
        assert_eq!(table.store(key, entry(depth, Bound::Lower)), Stored::Empty);
    }
    let has = |keys: [u64; 4]| keys.iter().all(|&key| table.probe(key).is_some());
    assert_eq!(table.store(5, entry(6, Bound::Lower)), Stored::OverPresent);
    assert!(has([1, 2, 3, 5]));
    table.next_age();
    for (key, left) in [(6, [1, 2, 3, 6]), (7, [1, 2, 6, 7]), (8, [2, 6, 7, 8])] {
        assert_eq!(table.store(key, entry(4, Bound::Lower)), Stored::OverOld);
        assert!(has(left), "{key}");
    }
}

#[test]
fn an_entry_without_a_move_replaces_only_shallower_or_older_positions() {
    let table = Table::new(1).unwrap();
    for key in 1..=4 {
        table.store(key, entry(5, Bound::Lower));
    }
    assert_eq!(table.store(5, moveless(5, Bound::Upper)), Stored::Refused);
    assert_eq!(table.store(5, moveless(6, Bound::Upper)), Stored::OverPresent);
    table.next_age();
    assert_eq!(table.store(6, moveless(0, Bound::Upper)), Stored::OverOld);
}

#[test]
fn deep_entries_of_this_search_outlive_a_flood_of_shallow_ones() {
    let table = Table::new(1).unwrap();
    let keys = |salt: u64, count: u64| {
        (0..count).map(move |i| (i ^ salt << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    for key in keys(1, 16_384) {
        table.store(key, entry(12, Bound::Lower));
    }
    for key in keys(2, 1_000_000) {
        table.store(key, entry(1, Bound::Lower));
    }
    let kept = keys(1, 16_384).filter(|&key| table.probe(key).is_some()).count();
    assert!(kept > 16_384 * 4 / 5, "{kept}");
}

#[test]
fn threads_never_read_mixed_entries() {
    let table = Table::new(0).unwrap();
    // Every field follows from the key, so that a mixture of two entries would show.
    let of = |key: u64| Entry {
        result: Some(Bounded { score: key as i16, bound: Bound::Exact }),
        eval: Some(Score::evaluation((key * 7) as i32)),
        ..entry((key % 50) as i32, Bound::Exact)
    };
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let table = &table;
            scope.spawn(move || {
                for turn in 0..50_000u64 {
                    let key = (turn * 5 + thread) % 64;
                    table.store(key, of(key));
                    let other = (key + turn) % 64;
                    if let Some(found) = table.probe(other) {
                        assert_eq!(found, of(other));
                    }
                }
            });
        }
    });
}
