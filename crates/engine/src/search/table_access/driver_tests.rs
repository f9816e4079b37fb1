//! What a node reads from the table, and what each store writes.

use super::*;
use crate::knobs::Knobs;
use crate::search::fixture::{Fixture, bounded, cp, evaluated, exact, hit};
use crate::search::{NonPv, Pv, Root};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A fixture whose table knows the position with a move of the principal variation.
fn known() -> Fixture {
    let fixture = Fixture::new(START, Knobs::default());
    let mv = Some(fixture.mv("e2e4"));
    fixture.know(&fixture.position, 0, Entry { mv, pv: true, ..exact(30, 7) });
    fixture
}

#[test]
fn a_node_begins_with_the_entry_its_move_and_its_mark() {
    let mut fixture = known();
    let (position, mv) = (fixture.position, fixture.mv("e2e4"));
    let mut search = fixture.searcher();
    let node = search.probe_table::<NonPv>(&position, Window::OPEN, 4, 1, true, None);
    assert_eq!((node.tt_move, node.tt_pv, node.pv, node.cut), (Some(mv), true, false, true));
    assert_eq!((node.depth, node.ply, node.window), (4, 1, Window::OPEN));
    assert_eq!(node.tt_result(), Some(Bounded { score: cp(30), bound: Bound::Exact }));
}

#[test]
fn a_singular_search_does_not_see_the_entry_and_keeps_the_mark_of_its_node() {
    for mark in [false, true] {
        let mut fixture = known();
        let (position, mv) = (fixture.position, fixture.mv("e2e4"));
        let mut search = fixture.searcher();
        search.stack.at_mut(1).tt_pv = mark;
        let node = search.probe_table::<NonPv>(&position, Window::OPEN, 4, 1, true, Some(mv));
        assert!(node.tt.is_none() && node.tt_move.is_none());
        assert_eq!((node.tt_pv, node.excluded), (mark, Some(mv)));
    }
}

#[test]
fn the_root_begins_with_its_best_move_and_a_principal_variation_is_marked() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let first = search.root.current();
    let root = search.probe_table::<Root>(&position, Window::OPEN, 4, 0, false, None);
    assert_eq!((root.tt_move, root.tt_pv, root.pv), (Some(first), true, true));
    let pv = search.probe_table::<Pv>(&position, Window::OPEN, 4, 1, false, None);
    assert_eq!((pv.tt_move, pv.tt_pv, pv.pv), (None, true, true));
    let other = search.probe_table::<NonPv>(&position, Window::OPEN, 4, 1, false, None);
    assert!(!other.tt_pv && !other.pv);
}

#[test]
fn an_illegal_move_is_not_taken_from_the_table() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let position = fixture.position;
    let mv = Fixture::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Knobs::default()).mv("a1a8");
    fixture.know(&position, 0, Entry { mv: Some(mv), ..exact(30, 7) });
    let mut search = fixture.searcher();
    let node = search.probe_table::<NonPv>(&position, Window::OPEN, 4, 1, true, None);
    assert!(node.tt.is_some() && node.tt_move.is_none());
}

#[test]
fn without_the_table_nothing_is_read_or_written() {
    let k = Knobs { use_transposition_table: false, ..Knobs::default() };
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.save(&position, exact(30, 7));
    assert!(search.look_up(&position, 4, 1).is_none());
    assert_eq!(fixture.known(&position, 0), None);
    fixture.know(&position, 0, exact(30, 7));
    assert!(fixture.searcher().look_up(&position, 4, 1).is_none());
}

#[test]
fn mates_are_stored_from_the_node_and_read_from_the_root() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let node = NodeContext { ply: 3, ..NodeContext::plain(&position, 4) };
    search.store_lower_bound(&node, Score::mate_at(9), None, 2);
    let read =
        |search: &mut Searcher<'_, _>, ply| search.look_up(&position, 4, ply).unwrap().result;
    let mate = |ply| Some(Bounded { score: Score::mate_at(ply), bound: Bound::Lower });
    assert_eq!((read(&mut search, 3), read(&mut search, 5)), (mate(9), mate(11)));
    let stored = fixture.known(&position, 0).unwrap();
    assert_eq!(stored.result.unwrap().score, Score::mate_at(6).raw() as i16);
}

#[test]
fn a_lower_bound_keeps_evaluation_move_depth_and_mark() {
    for pv in [false, true] {
        let mut fixture = Fixture::new(START, Knobs::default());
        let position = fixture.position;
        let mv = Some(fixture.mv("e2e4"));
        let raw_eval = Some(cp(12));
        let node = NodeContext { raw_eval, tt_pv: pv, ..NodeContext::plain(&position, 4) };
        fixture.searcher().store_lower_bound(&node, cp(70), mv, 3);
        let stored = fixture.known(&position, 0).unwrap();
        assert_eq!(stored, Entry { mv, eval: raw_eval, pv, ..bounded(70, Bound::Lower, 3) });
    }
}

#[test]
fn an_evaluation_is_stored_only_where_the_table_has_nothing() {
    for (set, tt, stored) in
        [(true, None, true), (true, hit(0, Bound::Upper, 1), false), (false, None, false)]
    {
        let k = Knobs { table_store_eval: set, ..Knobs::default() };
        let mut fixture = Fixture::new(START, k);
        let position = fixture.position;
        fixture.searcher().store_eval(&position, tt, cp(12));
        assert_eq!(fixture.known(&position, 0), stored.then(|| evaluated(12)));
    }
}

#[test]
fn the_clock_is_part_of_the_key() {
    let fen = "4k3/7r/8/8/8/8/R7/4K3 w - - 20 90";
    let mut fixture = Fixture::new(fen, Knobs::default());
    let position = fixture.position;
    fixture.searcher().save(&position, exact(30, 7));
    assert!(fixture.known(&position, 20).is_some() && fixture.known(&position, 0).is_none());
}
