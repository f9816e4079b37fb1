//! Which entries end a node, and what the move of one learns.

use super::*;
use crate::history::PieceTo;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::{Fixture, below, cp, hit};
use crate::tt::Bound;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::TableCutoff;

/// The score that ends a node which is asked whether it reaches 50.
fn ended(tt: Option<TtHit>, depth: i32, cut: bool, clock: u16) -> Option<i32> {
    let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {clock} 80");
    let mut fixture = Fixture::new(&fen, Knobs::default());
    let position = fixture.position;
    let node = NodeContext { tt, cut, ..below(&position, depth, 50) };
    fixture.searcher().table_cutoff(&node).map(Score::raw)
}

#[test]
fn to_fail_high_an_entry_must_be_a_ply_deeper_than_the_node() {
    assert_eq!(ended(hit(60, Bound::Lower, 4), 4, true, 0), None);
    assert_eq!(ended(hit(60, Bound::Lower, 5), 4, true, 0), Some(60));
}

#[test]
fn to_fail_low_an_entry_must_be_as_deep_as_the_node() {
    assert_eq!(ended(hit(40, Bound::Upper, 3), 4, false, 0), None);
    assert_eq!(ended(hit(40, Bound::Upper, 4), 4, false, 0), Some(40));
}

#[test]
fn up_to_depth_5_an_entry_ends_a_node_only_as_the_parent_expects() {
    for (depth, unexpected) in [(1, false), (5, false), (6, true)] {
        let high = |cut| ended(hit(60, Bound::Lower, 100), depth, cut, 0).is_some();
        let low = |cut| ended(hit(40, Bound::Upper, 100), depth, cut, 0).is_some();
        assert!(high(true) && low(false));
        assert_eq!([high(false), low(true)], [unexpected; 2], "depth {depth}");
    }
}

#[test]
fn near_the_fifty_move_rule_no_entry_ends_a_node() {
    let at = |clock| ended(hit(60, Bound::Lower, 100), 4, true, clock);
    assert_eq!([89, 90, 91].map(at), [Some(60), None, None]);
}

#[test]
fn a_node_that_the_table_does_not_know_is_not_ended() {
    assert_eq!(ended(None, 4, true, 0), None);
    let eval_only = hit(60, Bound::Lower, 100).map(|tt| TtHit { result: None, ..tt });
    assert_eq!(ended(eval_only, 4, true, 0), None);
}

#[test]
fn the_switch_ends_no_node_and_leaves_the_entry() {
    let k = Knobs { use_table_cutoff: false, ..Knobs::default() };
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    let mut search = fixture.searcher();
    let tt = hit(60, Bound::Lower, 100);
    let node = NodeContext { tt, cut: true, ..below(&position, 4, 50) };
    assert_eq!(search.table_cutoff(&node), None);
    assert_eq!(search.quiescence_table_cutoff(&position, tt.unwrap(), node.window, 1), None);
    assert!(search.probe.events(PAGE).is_empty());
}

#[test]
fn the_slack_is_the_distance_from_the_side_that_is_settled() {
    for (tt, cut, slack, bound) in
        [(hit(63, Bound::Lower, 100), true, 13, 50), (hit(40, Bound::Upper, 100), false, 9, 49)]
    {
        let mut fixture = Fixture::new(START, Knobs::default());
        let position = fixture.position;
        let mut search = fixture.searcher();
        let node = NodeContext { tt, cut, ..below(&position, 4, 50) };
        let score = search.table_cutoff(&node).unwrap();
        assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Acted]);
        assert_eq!(search.probe.slacks(PAGE), [slack]);
        assert_eq!(search.probe.decisions(PAGE), [(score.raw(), bound, true)]);
    }
}

#[test]
fn a_quiet_table_move_that_fails_high_gets_the_bonus_of_its_depth() {
    let k = Knobs { history_bonus: 100, history_bonus_offset: 30, ..Knobs::default() };
    let fen = "4k3/8/8/3p4/4P3/8/8/R3K2R w - - 0 1";
    for (uci, tt, cut, bonus) in [
        ("a1a2", hit(60, Bound::Lower, 100), true, 370),
        ("a1a2", hit(40, Bound::Upper, 100), false, 0),
        ("e4d5", hit(60, Bound::Lower, 100), true, 0),
    ] {
        let mut fixture = Fixture::new(fen, k);
        let position = fixture.position;
        let mv = fixture.mv(uci);
        let mut search = fixture.searcher();
        let node = NodeContext { tt, cut, tt_move: Some(mv), ..below(&position, 4, 50) };
        assert!(search.table_cutoff(&node).is_some());
        assert_eq!(search.histories.quiet(&position, mv, &[PieceTo::NONE; 3]), bonus);
    }
}

#[test]
fn in_quiescence_every_depth_and_either_side_is_enough() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let (position, window) = (fixture.position, Window::below(cp(50)));
    let mut search = fixture.searcher();
    let mut ended =
        |tt: Option<TtHit>| search.quiescence_table_cutoff(&position, tt.unwrap(), window, 1);
    assert_eq!(ended(hit(55, Bound::Lower, 0)), Some(cp(55)));
    assert_eq!(ended(hit(40, Bound::Upper, 0)), Some(cp(40)));
    assert_eq!(ended(hit(40, Bound::Lower, 9)), None);
    assert_eq!(search.probe.slacks(PAGE), [5, 9]);
}
