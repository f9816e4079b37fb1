//! When captures are asked, which of them, and what their success is worth.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Entered, Fixture, below, bounded, cp, exact, hit};
use crate::search::table_key;
use crate::tt::{Bound, Bounded};

/// A pawn takes a queen; the rook may take a pawn that is defended.
const QUEEN: &str = "4k3/8/8/p2q4/1p2P3/8/8/R3K3 w - - 0 1";
const PAGE: Heuristic = Heuristic::ProbCut;

/// From depth 5 on, beta is raised by 100, or by 70 if improving; four plies less.
fn plain() -> Knobs {
    Knobs {
        prob_cut_min_depth: 5,
        prob_cut_margin: 100,
        prob_cut_improving: 30,
        prob_cut_reduction: 4,
        ..Knobs::default()
    }
}

/// An expected cut node that is asked whether it reaches 50.
fn node(position: &chess::Position, depth: i32) -> NodeContext<'_> {
    NodeContext { cut: true, ..below(position, depth, 50) }
}

fn evals(eval: i32) -> Evals {
    Evals { static_eval: cp(eval), adjusted: cp(eval) }
}

/// A fixture in which the capture of the queen returns `score`.
fn winning(score: i32) -> Fixture {
    let fixture = Fixture::new(QUEEN, plain());
    fixture.decide("e4d5", score);
    fixture
}

#[test]
fn only_deep_nodes_that_expect_a_cut_are_asked() {
    for (depth, cut, asked) in
        [(4, true, false), (5, true, true), (6, true, true), (5, false, false)]
    {
        let mut fixture = winning(400);
        let position = fixture.position;
        let mut search = fixture.searcher();
        let found = search.prob_cut(&NodeContext { cut, ..node(&position, depth) }, evals(0));
        assert_eq!(found.unwrap().is_some(), asked, "depth {depth}");
        assert_eq!(!search.probe.events(PAGE).is_empty(), asked);
    }
}

#[test]
fn a_beta_that_is_a_mate_is_not_raised() {
    let mut fixture = winning(400);
    let position = fixture.position;
    let mut search = fixture.searcher();
    let lost = NodeContext { window: Window::below(Score::mated_at(9)), ..node(&position, 5) };
    assert_eq!(search.prob_cut(&lost, evals(0)).unwrap(), None);
    assert_eq!(search.probe.events(PAGE), [Event::Asked]);
}

#[test]
fn the_capture_is_tried_in_quiescence_and_then_at_reduced_depth() {
    let mut fixture = winning(400);
    let position = fixture.position;
    let taken = Some(fixture.mv("e4d5"));
    let mut search = fixture.searcher();
    assert_eq!(search.prob_cut(&node(&position, 7), evals(0)).unwrap(), Some(cp(300)));
    let quiescence = Entered {
        ply: 2,
        depth: 0,
        window: [-150, -149],
        pv: false,
        cut: false,
        excluded: None,
        last_move: taken,
    };
    assert_eq!(search.probe.entered, [quiescence, Entered { depth: 3, ..quiescence }]);
    let events = [Event::Asked, Event::Verified, Event::Made, Event::FailedHigh, Event::Acted];
    assert_eq!(search.probe.events(PAGE), events);
    assert_eq!(search.probe.slacks(PAGE), [250]);
    assert_eq!(search.probe.decisions(PAGE), [(400, 150, true)]);
    assert_eq!((search.nodes, search.probe.spent(PAGE)), (1, vec![1]));
    assert_eq!(search.trail.halfmove_clock(), 0);
}

#[test]
fn without_depth_left_quiescence_alone_decides() {
    let k = Knobs { prob_cut_reduction: 5, ..plain() };
    let mut fixture = Fixture::new(QUEEN, k);
    fixture.decide("e4d5", 400);
    let position = fixture.position;
    let mut search = fixture.searcher();
    assert_eq!(search.prob_cut(&node(&position, 5), evals(0)).unwrap(), Some(cp(300)));
    assert_eq!(search.probe.entered.len(), 1);
}

#[test]
fn the_raised_beta_must_be_reached() {
    for (score, found) in [(149, None), (150, Some(cp(50)))] {
        let mut fixture = winning(score);
        let position = fixture.position;
        assert_eq!(fixture.searcher().prob_cut(&node(&position, 5), evals(0)).unwrap(), found);
    }
}

#[test]
fn an_improving_node_raises_beta_less() {
    for (score, found) in [(119, None), (120, Some(cp(50)))] {
        let mut fixture = winning(score);
        let position = fixture.position;
        let improving = NodeContext { improving: true, ..node(&position, 5) };
        assert_eq!(fixture.searcher().prob_cut(&improving, evals(0)).unwrap(), found);
    }
}

#[test]
fn a_search_of_reduced_depth_may_refute_quiescence() {
    let mut fixture = winning(400);
    let position = fixture.position;
    // An entry of depth 0 ends quiescence and not a search of depth 1.
    let (next, clock) = fixture.child("e4d5");
    let known = bounded(-400, Bound::Upper, 0);
    let mut table = crate::tt::Table::new(1).unwrap();
    table.clear(1);
    table.store(table_key(next.key(), clock), known);
    let mut search = fixture.searcher();
    search.table = &table;
    // From the other side the position after the capture is worth little: beta is out of reach.
    let high = NodeContext { window: Window::below(cp(290)), ..node(&position, 5) };
    let found = search.prob_cut(&high, evals(200)).unwrap();
    let refuted = search.probe.events(PAGE).contains(&Event::Refuted);
    assert_eq!(found.is_none(), refuted);
    assert!(search.probe.entered.iter().any(|node| node.ply == 2 && node.depth == 1));
}

#[test]
fn a_table_score_below_the_raised_beta_forestalls_the_search_if_deep_enough() {
    for (tt, asked) in [
        (hit(149, Bound::Upper, 2), false),
        (hit(149, Bound::Upper, 1), true),
        (hit(150, Bound::Upper, 9), true),
        (hit(149, Bound::Lower, 9), false),
    ] {
        let mut fixture = winning(400);
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.prob_cut(&NodeContext { tt, ..node(&position, 5) }, evals(0)).unwrap();
        assert_eq!(!search.probe.entered.is_empty(), asked);
    }
}

#[test]
fn a_capture_must_win_what_the_evaluation_lacks() {
    // The raised beta is 150, and a queen is worth 1,300.
    for (eval, tried) in [(-1_150, true), (-1_151, false)] {
        let mut fixture = winning(400);
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.prob_cut(&node(&position, 5), evals(eval)).unwrap();
        assert_eq!(!search.probe.entered.is_empty(), tried, "{eval}");
        // Without a capture to try there is no search to report.
        let expected: &[u64] = if tried { &[1] } else { &[] };
        assert_eq!(search.probe.spent(PAGE), expected);
    }
}

#[test]
fn a_success_is_stored_as_a_lower_bound_a_ply_deeper_than_its_search() {
    let mut fixture = winning(400);
    let position = fixture.position;
    let node = NodeContext { raw_eval: Some(cp(11)), ..node(&position, 7) };
    fixture.searcher().prob_cut(&node, evals(0)).unwrap();
    let stored = fixture.known(&position, 0).unwrap();
    assert_eq!(stored.result, Some(Bounded { score: 400, bound: Bound::Lower }));
    assert_eq!((stored.depth, stored.mv), (4, Some(fixture.mv("e4d5"))));
    assert_eq!(stored.eval, Some(cp(11)));
}

#[test]
fn a_mate_is_returned_as_it_is() {
    let mut fixture = Fixture::new(QUEEN, plain());
    let (next, clock) = fixture.child("e4d5");
    fixture.know(&next, clock, exact(Score::mated_at(4).raw(), 100));
    let position = fixture.position;
    // From ply 2, where the table's distance counts from, four plies further.
    let found = fixture.searcher().prob_cut(&node(&position, 5), evals(0)).unwrap();
    assert_eq!(found, Some(Score::mate_at(6)));
}

#[test]
fn the_first_capture_that_succeeds_ends_it_and_the_next_is_tried_after_a_failure() {
    // The queen and a rook can be taken; the queen comes first.
    let fen = "4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1";
    for (queen, tried) in [(400, 1), (100, 2)] {
        let mut fixture = Fixture::new(fen, plain());
        fixture.decide("e4d5", queen);
        fixture.decide("e4f5", 300);
        let position = fixture.position;
        let mut search = fixture.searcher();
        assert!(search.prob_cut(&node(&position, 5), evals(0)).unwrap().is_some());
        assert_eq!(search.nodes, tried);
    }
}

#[test]
fn the_nodes_of_its_searches_are_those_since_they_began() {
    let mut fixture = winning(400);
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.nodes = 40;
    search.prob_cut(&node(&position, 5), evals(0)).unwrap();
    assert_eq!((search.nodes, search.probe.spent(PAGE)), (41, vec![1]));
}
