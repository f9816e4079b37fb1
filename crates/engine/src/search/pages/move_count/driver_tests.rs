//! The comparison with the limit, who is spared, and where nothing is skipped.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::MoveCount;

#[test]
fn every_depth_has_its_own_limit() {
    let k = Knobs {
        move_count_limit1: 11,
        move_count_limit2: 12,
        move_count_limit3: 13,
        move_count_limit4: 14,
        move_count_limit5: 15,
        move_count_limit6: 16,
        move_count_limit7: 17,
        move_count_limit8: 18,
        move_count_improving_ratio: 50,
        ..Knobs::default()
    };
    let limits =
        |improving| [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|depth| limit(&k, depth, improving));
    assert_eq!(limits(true), [11, 11, 12, 13, 14, 15, 16, 17, 18, 18]);
    assert_eq!(limits(false), [5, 5, 6, 6, 7, 7, 8, 8, 9, 9]);
}

/// Ten moves at depth 3 when improving, five when not; up to depth 4.
fn plain() -> Knobs {
    Knobs {
        move_count_max_depth: 4,
        move_count_limit3: 10,
        move_count_limit4: 20,
        move_count_improving_ratio: 50,
        ..Knobs::default()
    }
}

/// Whether a move of an improving node at depth 3 is skipped, with the events and the slack.
fn skips(
    k: Knobs,
    number: usize,
    change: impl Fn(&mut NodeContext<'_>, &mut MoveContext),
) -> (bool, Vec<Event>, Vec<i32>) {
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    let mut node = NodeContext {
        static_eval: Some(cp(0)),
        improving: true,
        ..NodeContext::plain(&position, 3)
    };
    let mut this = MoveContext { number, ..MoveContext::plain(fixture.mv("a2a3")) };
    change(&mut node, &mut this);
    let mut search = fixture.searcher();
    let skips = search.move_count(&node, &this);
    (skips, search.probe.events(PAGE), search.probe.slacks(PAGE))
}

#[test]
fn the_limit_is_the_first_move_that_is_skipped() {
    let acted = vec![Event::Asked, Event::Acted];
    assert_eq!(skips(plain(), 9, |_, _| {}), (false, vec![Event::Asked], vec![]));
    assert_eq!(skips(plain(), 10, |_, _| {}), (true, acted.clone(), vec![0]));
    assert_eq!(skips(plain(), 12, |_, _| {}), (true, acted, vec![2]));
}

#[test]
fn a_node_that_does_not_improve_skips_sooner() {
    let at = |number| skips(plain(), number, |node, _| node.improving = false).0;
    assert_eq!([4, 5].map(at), [false, true]);
}

#[test]
fn the_deepest_node_that_skips_is_the_limit() {
    let at = |depth| skips(plain(), 60, |node, _| node.depth = depth).0;
    assert_eq!([3, 4, 5].map(at), [true, true, false]);
}

#[test]
fn a_node_in_check_skips_nothing() {
    assert_eq!(skips(plain(), 60, |node, _| node.static_eval = None), (false, vec![], vec![]));
}

#[test]
fn killers_and_countermoves_are_spared_if_set() {
    let at = |k, refutes| skips(k, 60, |_, this| this.refutes = refutes).0;
    let sparing = Knobs { move_count_spare_killers: true, ..plain() };
    assert!(at(plain(), true) && at(sparing, false) && !at(sparing, true));
}

#[test]
fn what_was_compared_is_reported() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let this = MoveContext { number: 12, ..MoveContext::plain(fixture.mv("a2a3")) };
    let node = NodeContext {
        static_eval: Some(cp(0)),
        improving: true,
        ..NodeContext::plain(&position, 3)
    };
    let mut search = fixture.searcher();
    search.move_count(&node, &this);
    assert_eq!(search.probe.decisions(PAGE), [(12, 10, true)]);
}
