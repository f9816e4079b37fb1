//! The search for a move, and the ply that its absence costs.

use super::*;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::{Entered, Fixture, bounded, cp};
use crate::tt::{Bound, Entry};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reduction from depth 4 on, deepening from depth 6 on.
fn both() -> Knobs {
    Knobs { use_iid: true, iid_min_depth: 6, iir_min_depth: 4, ..Knobs::default() }
}

fn reducing() -> Knobs {
    Knobs { use_iid: false, ..both() }
}

#[test]
fn a_deep_node_without_a_move_loses_a_ply() {
    for (depth, left) in [(3, 3), (4, 3), (5, 4), (9, 8)] {
        let mut fixture = Fixture::new(START, reducing());
        let position = fixture.position;
        let mut node = NodeContext::plain(&position, depth);
        let mut search = fixture.searcher();
        search.internal_iteration(&mut node).unwrap();
        assert_eq!((node.depth, node.tt_move), (left, None));
        let events: &[Event] = if left == depth { &[] } else { &[Event::Asked, Event::Acted] };
        assert_eq!(search.probe.events(Heuristic::Iir), events);
        assert!(search.probe.entered.is_empty());
    }
}

#[test]
fn deepening_searches_the_node_four_plies_shallower_above_alpha() {
    for cut in [false, true] {
        let mut fixture = Fixture::new(START, both());
        let position = fixture.position;
        let window = Window::new(cp(10), cp(90));
        let mut node = NodeContext { cut, window, ..NodeContext::plain(&position, 6) };
        let mut search = fixture.searcher();
        search.stack.at_mut(1).static_eval = Some(cp(7));
        search.nodes = 40;
        search.internal_iteration(&mut node).unwrap();
        let entered = Entered {
            ply: 1,
            depth: 2,
            window: [10, 11],
            pv: false,
            cut,
            excluded: None,
            last_move: search.stack.at(0).mv,
        };
        assert_eq!(search.probe.entered[0], entered);
        assert_eq!(search.stack.at(1).static_eval, Some(cp(7)));
        assert_eq!(search.probe.spent(Heuristic::Iid), [search.nodes - 40]);
    }
}

#[test]
fn deepening_begins_at_its_least_depth() {
    for (depth, asked) in [(5, false), (6, true)] {
        let mut fixture = Fixture::new(START, both());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.internal_iteration(&mut NodeContext::plain(&position, depth)).unwrap();
        assert_eq!(!search.probe.entered.is_empty(), asked, "depth {depth}");
    }
}

#[test]
fn a_move_that_deepening_finds_saves_the_ply() {
    let mut fixture = Fixture::new(START, both());
    let position = fixture.position;
    let mv = Some(fixture.mv("e2e4"));
    fixture.know(&position, 0, Entry { mv, ..bounded(5, Bound::Exact, 100) });
    let mut node = NodeContext {
        cut: true,
        window: Window::new(cp(0), cp(90)),
        ..NodeContext::plain(&position, 6)
    };
    let mut search = fixture.searcher();
    search.internal_iteration(&mut node).unwrap();
    assert_eq!((node.depth, node.tt_move), (6, mv));
    assert_eq!(search.probe.events(Heuristic::Iid), [Event::Asked, Event::Made, Event::Acted]);
    assert!(search.probe.events(Heuristic::Iir).is_empty());
}

#[test]
fn an_illegal_move_of_the_table_is_not_taken() {
    let mut fixture = Fixture::new(START, both());
    let position = fixture.position;
    // A move of another position.
    let mv = Fixture::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", both()).mv("a1a8");
    fixture.know(&position, 0, Entry { mv: Some(mv), ..bounded(5, Bound::Exact, 100) });
    let mut node = NodeContext {
        cut: true,
        window: Window::new(cp(0), cp(90)),
        ..NodeContext::plain(&position, 6)
    };
    let mut search = fixture.searcher();
    search.internal_iteration(&mut node).unwrap();
    assert_eq!((node.depth, node.tt_move), (5, None));
    assert_eq!(search.probe.events(Heuristic::Iid), [Event::Asked, Event::Made]);
}
