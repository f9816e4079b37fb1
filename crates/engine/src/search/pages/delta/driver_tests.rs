//! What the search compares, with and without mates.

use super::*;
use crate::knobs::ExchangeScale;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

/// A pawn takes a queen, 900 by the textbook.
const QUEEN: &str = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";

/// 975 for a node, and 200 for a capture.
fn plain() -> Knobs {
    Knobs {
        delta_node_margin: 975,
        delta_margin: 200,
        exchange_scale: ExchangeScale::Textbook,
        ..Knobs::default()
    }
}

/// A value, its threshold, and whether the heuristic wanted to act.
type Compared = (i32, i32, bool);

fn leaves(k: Knobs, eval: i32, alpha: Score) -> (bool, Vec<i32>, Vec<Compared>) {
    let mut fixture = Fixture::new(QUEEN, k);
    let position = fixture.position;
    let mut search = fixture.searcher();
    let leaves = search.delta_node(&position, cp(eval), Window::above(alpha), 1);
    let events = search.probe.events(Heuristic::DeltaNode);
    assert_eq!(events.contains(&Event::Acted), leaves);
    assert_eq!(events.contains(&Event::Asked), k.use_delta_node);
    (
        leaves,
        search.probe.slacks(Heuristic::DeltaNode),
        search.probe.decisions(Heuristic::DeltaNode),
    )
}

#[test]
fn a_node_is_left_if_its_margin_does_not_reach_alpha() {
    assert_eq!(leaves(plain(), -875, cp(100)), (false, vec![], vec![(100, 100, false)]));
    assert_eq!(leaves(plain(), -876, cp(100)), (true, vec![1], vec![(99, 100, true)]));
    let off = Knobs { use_delta_node: false, ..plain() };
    assert!(!leaves(off, -20_000, cp(100)).0);
}

#[test]
fn a_node_whose_alpha_is_a_mate_is_left_only_if_set() {
    let mate = Score::mate_at(9);
    assert!(!leaves(plain(), 0, mate).0);
    assert!(leaves(Knobs { prune_at_mates: true, ..plain() }, 0, mate).0);
}

fn skips(k: Knobs, eval: i32, alpha: Score) -> (Option<i32>, Vec<i32>, Vec<Compared>) {
    let mut fixture = Fixture::new(QUEEN, k);
    let position = fixture.position;
    let mv = fixture.mv("e4d5");
    let mut search = fixture.searcher();
    let reach = search.delta_move(&position, mv, cp(eval), Window::above(alpha), 1);
    let events = search.probe.events(Heuristic::Delta);
    assert_eq!(events.contains(&Event::Acted), reach.is_some());
    assert_eq!(events.contains(&Event::Asked), k.use_delta_pruning);
    let slacks = search.probe.slacks(Heuristic::Delta);
    (reach.map(Score::raw), slacks, search.probe.decisions(Heuristic::Delta))
}

#[test]
fn a_capture_is_skipped_if_victim_and_margin_do_not_exceed_alpha() {
    assert_eq!(skips(plain(), -999, cp(100)), (None, vec![], vec![(101, 100, false)]));
    assert_eq!(skips(plain(), -1_000, cp(100)), (Some(100), vec![0], vec![(100, 100, true)]));
    let strict = Knobs { delta_strict: true, ..plain() };
    assert_eq!(skips(strict, -1_000, cp(100)).0, None);
    assert_eq!(skips(strict, -1_001, cp(100)), (Some(99), vec![0], vec![(99, 100, true)]));
}

#[test]
fn a_capture_is_skipped_against_a_mate_only_if_set() {
    let mate = Score::mate_at(9);
    assert_eq!(skips(plain(), 0, mate).0, None);
    assert_eq!(skips(Knobs { prune_at_mates: true, ..plain() }, 0, mate).0, Some(1_100));
    let off = Knobs { use_delta_pruning: false, ..plain() };
    assert_eq!(skips(off, -20_000, cp(100)).0, None);
}
