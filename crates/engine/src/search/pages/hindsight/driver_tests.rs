//! How the depth of a node changes.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The depth of a node of depth 5 after hindsight, and whether it was asked.
fn depth(k: Knobs, depth: i32, reduction: i32, own: i32, parent: Option<i32>) -> (i32, bool) {
    let mut fixture = Fixture::new(START, Knobs { hindsight_margin: 100, ..k });
    let position = fixture.position;
    let mut node = NodeContext::plain(&position, depth);
    let mut search = fixture.searcher();
    search.stack.at_mut(0).static_eval = parent.map(cp);
    search.hindsight(&mut node, cp(own), reduction);
    let events = search.probe.events(Heuristic::Hindsight);
    assert_eq!(events.contains(&Event::Acted), node.depth != depth);
    (node.depth, !events.is_empty())
}

#[test]
fn a_reduced_node_gets_a_ply_back_or_loses_one() {
    let k = Knobs::default();
    assert_eq!(depth(k, 5, 3, -50, Some(0)), (6, true));
    assert_eq!(depth(k, 5, 2, 80, Some(30)), (4, true));
    assert_eq!(depth(k, 5, 2, 80, Some(20)), (5, true));
    assert_eq!(depth(k, 5, 3, -50, None), (5, true));
}

#[test]
fn the_last_ply_stays() {
    assert_eq!(depth(Knobs::default(), 2, 2, 500, Some(500)), (1, true));
    assert_eq!(depth(Knobs::default(), 1, 2, 500, Some(500)), (1, true));
}

#[test]
fn a_node_that_was_not_reduced_is_not_asked_about() {
    assert_eq!(depth(Knobs::default(), 5, 0, 500, Some(500)), (5, false));
    assert_eq!(depth(Knobs::default(), 5, -1, 500, Some(500)), (5, false));
    assert_eq!(depth(Knobs::default(), 5, 1, 500, Some(500)), (5, true));
    let off = Knobs { use_hindsight: false, ..Knobs::default() };
    assert_eq!(depth(off, 5, 3, -50, Some(0)), (5, false));
}
