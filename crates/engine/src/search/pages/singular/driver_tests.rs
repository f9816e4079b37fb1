//! The search without the table's move, and what follows from it.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Entered, Fixture, below, cp, hit};
use crate::search::{Pv, Root};
use crate::tt::Bound;

/// The king has one legal move: without it, nothing is left.
const FORCED: &str = "8/8/8/8/8/r7/5k2/7K w - - 0 1";
const PAGE: Heuristic = Heuristic::Singular;

/// From depth 7 on, one centipawn a ply below the table's score.
fn plain() -> Knobs {
    Knobs {
        singular_depth_min: 7,
        singular_margin_base: 64,
        double_extension_margin: 0,
        double_extension_limit: 2,
        negative_extension: 2,
        ..Knobs::default()
    }
}

fn plies(verdict: Result<Verdict, Stopped>) -> i32 {
    match verdict {
        Ok(Verdict::Extend(plies)) => plies,
        _ => panic!("expected an extension"),
    }
}

/// A node of depth 8 with a score of 100 in the table, asked whether it reaches 200.
fn node(position: &chess::Position) -> NodeContext<'_> {
    NodeContext { tt: hit(100, Bound::Lower, 8), ..below(position, 8, 200) }
}

#[test]
fn the_forced_position_has_one_legal_move() {
    assert_eq!(Fixture::new(FORCED, plain()).position.count_legal(), 1);
}

#[test]
fn the_node_is_searched_without_the_move_at_half_depth_below_the_table_score() {
    let mut fixture = Fixture::new(FORCED, plain());
    let position = fixture.position;
    let mv = fixture.mv("h1h2");
    for cut in [false, true] {
        let mut search = fixture.searcher();
        search.stack.at_mut(1).static_eval = Some(cp(7));
        search.stack.at_mut(1).moves = 3;
        let node = NodeContext { cut, ..node(&position) };
        assert_eq!(plies(search.singular::<NonPv>(&node, mv)), 2);
        let entered = Entered {
            ply: 1,
            depth: 3,
            window: [91, 92],
            pv: false,
            cut,
            excluded: Some(mv),
            last_move: search.stack.at(0).mv,
        };
        assert_eq!(search.probe.entered, [entered]);
        assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Made, Event::Acted]);
        assert_eq!((search.probe.slacks(PAGE), search.probe.spent(PAGE)), (vec![1], vec![0]));
        assert_eq!((search.stack.at(1).static_eval, search.stack.at(1).moves), (Some(cp(7)), 3));
    }
}

#[test]
fn a_line_that_is_twice_as_long_as_the_iteration_is_not_extended() {
    for (ply, asked) in [(19, true), (20, false), (21, false)] {
        let mut fixture = Fixture::new(FORCED, plain());
        let position = fixture.position;
        let mv = fixture.mv("h1h2");
        let mut search = fixture.searcher();
        let node = NodeContext { ply, ..node(&position) };
        assert_eq!(plies(search.singular::<NonPv>(&node, mv)) > 0, asked, "ply {ply}");
        assert_eq!(!search.probe.events(PAGE).is_empty(), asked);
    }
}

#[test]
fn without_a_deep_lower_bound_there_is_no_question() {
    for tt in [None, hit(100, Bound::Upper, 8), hit(100, Bound::Lower, 4)] {
        let mut fixture = Fixture::new(FORCED, plain());
        let position = fixture.position;
        let mv = fixture.mv("h1h2");
        let mut search = fixture.searcher();
        assert_eq!(plies(search.singular::<NonPv>(&NodeContext { tt, ..node(&position) }, mv)), 0);
        assert!(search.probe.events(PAGE).is_empty());
    }
}

#[test]
fn double_extensions_are_limited_in_a_line_and_absent_on_the_principal_variation() {
    for (doubles, off_pv) in [(0, 2), (1, 2), (2, 1), (3, 1)] {
        let mut fixture = Fixture::new(FORCED, plain());
        let position = fixture.position;
        let mv = fixture.mv("h1h2");
        let mut search = fixture.searcher();
        search.stack.at_mut(0).doubles = doubles;
        assert_eq!(plies(search.singular::<NonPv>(&node(&position), mv)), off_pv);
        assert_eq!(plies(search.singular::<Pv>(&node(&position), mv)), 1);
        assert_eq!(plies(search.singular::<Root>(&node(&position), mv)), 1);
    }
}

/// White is far ahead whatever it plays.
const WON: &str = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";

#[test]
fn other_moves_that_beat_beta_cut_the_node() {
    let mut fixture = Fixture::new(WON, plain());
    let position = fixture.position;
    let mv = fixture.mv("a1a2");
    let mut search = fixture.searcher();
    search.nodes = 40;
    let Ok(Verdict::MultiCut(score)) = search.singular::<NonPv>(&node(&position), mv) else {
        panic!("expected a cut");
    };
    assert!(score >= cp(200) && !score.is_decisive());
    let events = search.probe.events(PAGE);
    assert_eq!(events[..3], [Event::Asked, Event::Made, Event::FailedHigh]);
    assert!(!events.contains(&Event::Acted));
    assert_eq!(search.probe.slacks(Heuristic::MultiCut), [score - cp(200)]);
    assert_eq!(search.probe.spent(PAGE), [search.nodes - 40]);
}

#[test]
fn other_moves_that_are_as_good_shorten_an_expected_cut() {
    let k = Knobs { use_multi_cut: false, ..plain() };
    for (cut, expected) in [(true, -2), (false, 0)] {
        let mut fixture = Fixture::new(WON, k);
        let position = fixture.position;
        let mv = fixture.mv("a1a2");
        let node = NodeContext { cut, ..node(&position) };
        let mut search = fixture.searcher();
        assert_eq!(plies(search.singular::<NonPv>(&node, mv)), expected);
        assert!(!search.probe.events(PAGE).contains(&Event::Acted));
    }
}

#[test]
fn a_double_extension_is_counted_on_top_of_those_of_the_line() {
    let mut fixture = Fixture::new(FORCED, plain());
    let mut search = fixture.searcher();
    search.stack.at_mut(3).doubles = 4;
    for (extension, doubles) in [(-2, 4), (0, 4), (1, 4), (2, 5)] {
        search.count_double_extension(4, extension);
        assert_eq!(search.stack.at(4).doubles, doubles);
    }
}
