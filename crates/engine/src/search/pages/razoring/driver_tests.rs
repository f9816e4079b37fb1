//! When quiescence is asked, in which window, and when it is believed.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp, exact};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::Razoring;
const NODE_PAGE: Heuristic = Heuristic::NodeFutility;

/// 200 below alpha at depth 1 and 450 at depth 2; node futility with 300 and 500.
fn plain() -> Knobs {
    Knobs {
        razor_max_depth: 2,
        razor_margin1: 200,
        razor_margin2: 450,
        node_futility: true,
        node_futility_max_depth: 2,
        node_futility_margin1: 300,
        node_futility_margin2: 500,
        ..Knobs::default()
    }
}

/// A node asked whether it is above 100.
fn node(position: &Position, depth: i32) -> NodeContext<'_> {
    NodeContext { window: Window::above(cp(100)), ..NodeContext::plain(position, depth) }
}

fn evals(static_eval: i32, adjusted: i32) -> Evals {
    Evals { static_eval: cp(static_eval), adjusted: cp(adjusted) }
}

/// The score of razoring where quiescence returns `quiescence`, and whether it was asked.
fn razored(k: Knobs, depth: i32, adjusted: i32, quiescence: i32) -> (Option<i32>, bool) {
    let mut fixture = Fixture::new(START, k);
    fixture.know(&fixture.position, 0, exact(quiescence, 0));
    let position = fixture.position;
    let mut search = fixture.searcher();
    let score = search.razoring(&node(&position, depth), evals(900, adjusted)).unwrap();
    (score.map(Score::raw), !search.probe.entered.is_empty())
}

#[test]
fn the_adjusted_evaluation_must_be_below_alpha_by_the_margin() {
    assert_eq!(razored(plain(), 1, -99, -30), (None, false));
    assert_eq!(razored(plain(), 1, -100, -30), (Some(-30), true));
    assert_eq!(razored(plain(), 2, -349, -30), (None, false));
    assert_eq!(razored(plain(), 2, -350, -30), (Some(-30), true));
    assert_eq!(razored(plain(), 3, -5_000, -30), (None, false));
}

#[test]
fn quiescence_must_agree() {
    assert_eq!(razored(plain(), 1, -500, 100), (Some(100), true));
    assert_eq!(razored(plain(), 1, -500, 101), (None, true));
}

#[test]
fn an_alpha_that_is_a_mate_is_not_razored() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let mate = NodeContext { window: Window::above(Score::mate_at(9)), ..node(&position, 1) };
    assert_eq!(search.razoring(&mate, evals(0, 0)).unwrap(), None);
    assert!(search.probe.entered.is_empty());
}

#[test]
fn endgames_below_the_threshold_are_not_razored() {
    for (threshold, asked) in [(0, true), (320, true), (321, false)] {
        let k = Knobs { razor_endgame_threshold: threshold, ..plain() };
        let mut fixture = Fixture::new("n3k3/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1", k);
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.razoring(&node(&position, 1), evals(-900, -900)).unwrap();
        assert_eq!(!search.probe.entered.is_empty(), asked, "{threshold}");
    }
}

#[test]
fn quiescence_is_asked_whether_the_node_is_above_alpha_and_leaves_its_frame() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.stack.at_mut(1).static_eval = Some(cp(7));
    search.razoring(&node(&position, 2), evals(0, -900)).unwrap();
    let entered = search.probe.entered[0];
    assert_eq!((entered.ply, entered.depth, entered.window), (1, 0, [100, 101]));
    assert_eq!(search.stack.at(1).static_eval, Some(cp(7)));
}

#[test]
fn what_razoring_compared_is_reported() {
    for (quiescence, events) in [
        (-30, [Event::Asked, Event::Made, Event::Acted]),
        (100, [Event::Asked, Event::Made, Event::Acted]),
        (130, [Event::Asked, Event::Made, Event::FailedHigh]),
    ] {
        let mut fixture = Fixture::new(START, plain());
        fixture.know(&fixture.position, 0, exact(quiescence, 0));
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.razoring(&node(&position, 1), evals(0, -110)).unwrap();
        assert_eq!(search.probe.events(PAGE), events);
        assert_eq!(search.probe.decisions(PAGE), [(90, 100, quiescence <= 100)]);
        let slack = (quiescence <= 100).then_some(10);
        assert_eq!(search.probe.slacks(PAGE), Vec::from_iter(slack));
        assert_eq!(search.probe.spent(PAGE), [0]);
    }
    // A node that is not far enough below is reported too.
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.razoring(&node(&position, 1), evals(0, 50)).unwrap();
    assert_eq!(search.probe.decisions(PAGE), [(250, 100, false)]);
}

#[test]
fn razoring_counts_the_nodes_of_its_quiescence() {
    let mut fixture = Fixture::new("4k3/8/8/3q4/4P3/8/8/4K2R w - - 0 1", plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.nodes = 40;
    search.razoring(&node(&position, 1), evals(0, -900)).unwrap();
    assert_eq!(search.probe.spent(PAGE), [search.nodes - 40]);
    assert!(search.nodes > 40);
}

/// The score of node futility where quiescence returns `quiescence`.
fn left(depth: i32, static_eval: i32, quiescence: i32) -> Option<i32> {
    let mut fixture = Fixture::new(START, plain());
    fixture.know(&fixture.position, 0, exact(quiescence, 0));
    let position = fixture.position;
    let evals = evals(static_eval, 5_000);
    let score = fixture.searcher().node_futility(&node(&position, depth), evals);
    score.unwrap().map(Score::raw)
}

#[test]
fn node_futility_believes_quiescence_whatever_it_says() {
    assert_eq!((left(1, -200, -30), left(1, -200, 700)), (Some(-30), Some(700)));
}

#[test]
fn node_futility_goes_by_the_static_evaluation_and_its_own_margins() {
    assert_eq!((left(1, -199, 0), left(1, -200, 0)), (None, Some(0)));
    assert_eq!((left(2, -399, 0), left(2, -400, 0)), (None, Some(0)));
    assert_eq!(left(3, -20_000, 0), None);
}

#[test]
fn what_node_futility_compared_is_reported() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.node_futility(&node(&position, 1), evals(-220, 0)).unwrap();
    search.node_futility(&node(&position, 1), evals(0, 0)).unwrap();
    search.node_futility(&node(&position, 3), evals(-9_000, 0)).unwrap();
    let expected = [Event::Asked, Event::Acted, Event::Made, Event::Asked];
    assert_eq!(search.probe.events(NODE_PAGE), expected);
    assert_eq!(search.probe.slacks(NODE_PAGE), [20]);
    assert_eq!(search.probe.decisions(NODE_PAGE), [(80, 100, true), (300, 100, false)]);
    assert_eq!(search.probe.entered[0].window, [100, 101]);
}
