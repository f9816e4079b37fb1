//! Where the evaluation of a node comes from, and what it is compared with.

use super::*;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp, evaluated, exact, hit};
use crate::tt::{Bound, Entry};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The table's answer with an evaluation.
fn known(eval: i32) -> Option<TtHit> {
    let entry = Entry { eval: Some(cp(eval)), ..evaluated(eval) };
    hit(0, Bound::Upper, 0).map(|tt| TtHit { entry, ..tt })
}

#[test]
fn the_evaluation_of_the_table_is_taken_if_set() {
    for (set, taken) in [(true, true), (false, false)] {
        let mut fixture = Fixture::new(START, Knobs { use_table_eval: set, ..Knobs::default() });
        let position = fixture.position;
        let mut node = NodeContext { tt: known(777), ..NodeContext::plain(&position, 4) };
        let mut search = fixture.searcher();
        search.evaluate_node(&mut node);
        assert_eq!(node.raw_eval == Some(cp(777)), taken);
        assert_eq!(node.static_eval, node.raw_eval, "nothing has been learned yet");
        let acted = search.probe.events(Heuristic::TableEval).contains(&Event::Acted);
        assert_eq!(acted, taken);
    }
}

#[test]
fn a_node_in_check_has_no_evaluation_and_does_not_improve() {
    let mut fixture = Fixture::new("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Knobs::default());
    let position = fixture.position;
    let mut node = NodeContext { tt: known(777), ..NodeContext::plain(&position, 4) };
    fixture.searcher().evaluate_node(&mut node);
    assert_eq!((node.raw_eval, node.static_eval, node.improving), (None, None, false));
    assert_eq!(fixture.known(&position, 0), None);
}

#[test]
fn a_singular_search_takes_the_evaluation_of_its_node() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let position = fixture.position;
    let excluded = Some(fixture.mv("e2e4"));
    let mut node = NodeContext { excluded, ..NodeContext::plain(&position, 4) };
    let mut search = fixture.searcher();
    search.stack.at_mut(1).static_eval = Some(cp(33));
    search.evaluate_node(&mut node);
    assert_eq!((node.raw_eval, node.static_eval), (None, Some(cp(33))));
    assert_eq!(fixture.known(&position, 0), None, "nothing is stored");
}

#[test]
fn a_new_evaluation_is_stored() {
    let mut fixture = Fixture::new(START, Knobs::default());
    let position = fixture.position;
    let mut node = NodeContext::plain(&position, 4);
    fixture.searcher().evaluate_node(&mut node);
    assert_eq!(fixture.known(&position, 0).unwrap().eval, node.raw_eval);
    // An entry that is there already stays.
    let mut fixture = Fixture::new(START, Knobs::default());
    fixture.know(&position, 0, exact(5, 3));
    let mut node = NodeContext { tt: hit(5, Bound::Exact, 3), ..NodeContext::plain(&position, 4) };
    fixture.searcher().evaluate_node(&mut node);
    assert_eq!(fixture.known(&position, 0), Some(exact(5, 3)));
}

#[test]
fn a_side_improves_if_it_stands_better_than_two_plies_ago_or_four_after_a_check() {
    for (two, four, improving) in [
        (Some(99), Some(500), true),
        (Some(100), Some(0), false),
        (Some(101), None, false),
        (None, Some(99), true),
        (None, Some(100), false),
        (None, None, true),
    ] {
        let mut fixture = Fixture::new(START, Knobs::default());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.stack.at_mut(7).static_eval = two.map(cp);
        search.stack.at_mut(5).static_eval = four.map(cp);
        let mut node = NodeContext { ply: 9, tt: known(100), ..NodeContext::plain(&position, 4) };
        search.evaluate_node(&mut node);
        assert_eq!(node.improving, improving, "{two:?} {four:?}");
    }
}

#[test]
fn what_was_learned_corrects_the_evaluation_if_set() {
    for (set, corrected) in [(true, true), (false, false)] {
        let k = Knobs { use_correction_history: set, ..Knobs::default() };
        let mut fixture = Fixture::new(START, k);
        let position = fixture.position;
        let mut node = NodeContext { tt: known(100), ..NodeContext::plain(&position, 4) };
        let mut search = fixture.searcher();
        let [last, before, _] = search.stack.previous_moves(1);
        search.histories.corrections.learn(&position, last, before, 8, 200);
        search.evaluate_node(&mut node);
        assert_eq!(node.raw_eval, Some(cp(100)));
        assert_eq!(node.static_eval > node.raw_eval, corrected);
    }
}
