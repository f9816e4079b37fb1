//! What the search does with the margin, the guard and the return value.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Fixture, below, cp, evaluated, hit};
use crate::tt::{Bound, Bounded};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::StaticNull;

/// A margin of 100 a ply up to depth 4, no guard, and the evaluation is returned.
fn plain() -> Knobs {
    Knobs {
        null_move_static_margin: 100,
        static_null_max_depth: 4,
        static_null_guard: StaticNullGuard::None,
        static_null_return: StaticNullReturn::Eval,
        ..Knobs::default()
    }
}

fn evals(eval: i32) -> Evals {
    Evals { static_eval: cp(eval), adjusted: cp(eval) }
}

#[test]
fn the_deepest_node_that_may_be_cut_is_the_limit() {
    for (depth, cut) in [(3, Some(cp(900))), (4, Some(cp(900))), (5, None)] {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        assert_eq!(search.static_null(&below(&position, depth, 50), evals(900)), cut);
        assert_eq!(search.probe.events(PAGE).is_empty(), cut.is_none(), "depth {depth}");
    }
}

#[test]
fn a_switch_that_is_off_cuts_nothing() {
    let mut fixture = Fixture::new(START, Knobs { use_static_null: false, ..plain() });
    let position = fixture.position;
    assert_eq!(fixture.searcher().static_null(&below(&position, 1, 50), evals(900)), None);
}

#[test]
fn the_margin_is_measured_from_beta_and_the_slack_from_the_margin() {
    for (eval, cut, slack) in
        [(349, None, None), (350, Some(350), Some(0)), (357, Some(357), Some(7))]
    {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        let score = search.static_null(&below(&position, 3, 50), evals(eval));
        assert_eq!(score.map(Score::raw), cut);
        assert_eq!(search.probe.slacks(PAGE), Vec::from_iter(slack));
        assert_eq!(search.probe.decisions(PAGE), [(eval - 300, 50, cut.is_some())]);
    }
}

#[test]
fn an_improving_node_needs_a_ply_less() {
    let knobs = Knobs { static_null_improving: true, ..plain() };
    let mut fixture = Fixture::new(START, knobs);
    let position = fixture.position;
    let improving = NodeContext { improving: true, ..below(&position, 3, 50) };
    let mut search = fixture.searcher();
    assert_eq!(search.static_null(&improving, evals(250)), Some(cp(250)));
    assert_eq!(search.static_null(&below(&position, 3, 50), evals(250)), None);
}

#[test]
fn a_strict_margin_counts_one_centipawn_less_of_slack() {
    let strict = Knobs { static_null_strict: true, ..plain() };
    let mut fixture = Fixture::new(START, strict);
    let position = fixture.position;
    let mut search = fixture.searcher();
    assert_eq!(search.static_null(&below(&position, 3, 50), evals(350)), None);
    assert_eq!(search.static_null(&below(&position, 3, 50), evals(351)), Some(cp(351)));
    assert_eq!(search.probe.slacks(PAGE), [0]);
}

/// Former principal variations and nodes with a quiet move from the table are spared.
fn sparing() -> Knobs {
    Knobs { static_null_spare_tt_pv: true, static_null_spare_quiet_move: true, ..plain() }
}

#[test]
fn a_spared_node_is_not_asked() {
    let mut fixture = Fixture::new(START, sparing());
    let position = fixture.position;
    let quiet = fixture.mv("e2e4");
    let mut search = fixture.searcher();
    let was_pv = NodeContext { tt_pv: true, ..below(&position, 3, 50) };
    let has_quiet = NodeContext { tt_move: Some(quiet), ..below(&position, 3, 50) };
    assert_eq!(search.static_null(&was_pv, evals(900)), None);
    assert_eq!(search.static_null(&has_quiet, evals(900)), None);
    assert!(search.probe.events(PAGE).is_empty());
}

#[test]
fn a_capture_from_the_table_does_not_spare_a_node() {
    let mut fixture = Fixture::new("4k3/8/8/3p4/4P3/8/8/R3K2R w - - 0 1", sparing());
    let position = fixture.position;
    let capture = NodeContext { tt_move: Some(fixture.mv("e4d5")), ..below(&position, 3, 50) };
    assert_eq!(fixture.searcher().static_null(&capture, evals(900)), Some(cp(900)));
}

#[test]
fn a_lost_beta_is_cut_only_if_mates_are_pruned() {
    let lost = Score::mated_at(9);
    for (prune_at_mates, cut) in [(false, None), (true, Some(cp(0)))] {
        let mut fixture = Fixture::new(START, Knobs { prune_at_mates, ..plain() });
        let position = fixture.position;
        let node = below(&position, 3, lost.raw());
        assert_eq!(fixture.searcher().static_null(&node, evals(0)), cut);
    }
}

#[test]
fn the_pre_check_compares_material_with_beta() {
    // White is a knight ahead: 320.
    let fen = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1".replace("1nbq", "2bq");
    for (beta, cut) in [(519, true), (520, false)] {
        let k = Knobs { static_null_pre_check: true, static_null_pre_check_margin: 200, ..plain() };
        let mut fixture = Fixture::new(&fen, k);
        let position = fixture.position;
        let score = fixture.searcher().static_null(&below(&position, 1, beta), evals(2_000));
        assert_eq!(score.is_some(), cut, "beta {beta}");
    }
}

#[test]
fn a_cut_is_stored_as_a_lower_bound_of_beta_at_depth_0_without_a_move() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let node = NodeContext { raw_eval: Some(cp(812)), ..below(&position, 2, 50) };
    let mut search = fixture.searcher();
    search.static_null(&node, evals(900));
    assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Acted]);
    let stored = fixture.known(&position, 0).unwrap();
    assert_eq!(stored.result, Some(Bounded { score: 50, bound: Bound::Lower }));
    assert_eq!((stored.depth, stored.mv, stored.eval), (0, None, Some(cp(812))));
}

#[test]
fn a_cut_below_the_store_depth_is_counted_and_not_stored() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    assert!(search.static_null(&below(&position, 1, 50), evals(900)).is_some());
    assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Acted, Event::NotStored]);
    assert_eq!(fixture.known(&position, 0), None);
}

#[test]
fn an_entry_of_the_table_keeps_a_cut_from_being_stored_unless_set() {
    for (store, stored) in [(StaticNullStore::Unknown, false), (StaticNullStore::Always, true)] {
        let mut fixture = Fixture::new(START, Knobs { static_null_store: store, ..plain() });
        let position = fixture.position;
        fixture.know(&position, 0, evaluated(900));
        let tt = hit(900, Bound::Exact, -1).map(|tt| TtHit { result: None, ..tt });
        let node = NodeContext { tt, ..below(&position, 3, 50) };
        assert!(fixture.searcher().static_null(&node, evals(900)).is_some());
        assert_eq!(fixture.known(&position, 0).unwrap().result.is_some(), stored);
    }
}

#[test]
fn each_guard_keeps_the_search_from_cutting() {
    // White has a queen, 900; Black a knight, 320.
    let fen = "n3k3/pppppppp/8/8/8/8/PPPPPPPP/Q3K3 w - - 0 1";
    for (guard, cut) in [
        (StaticNullGuard::None, true),
        (StaticNullGuard::Piece, true),
        (StaticNullGuard::Mover, true),
        (StaticNullGuard::Either, false),
        (StaticNullGuard::Both, true),
        (StaticNullGuard::Weak, true),
        (StaticNullGuard::Shallow, false),
    ] {
        let k = Knobs {
            static_null_guard: guard,
            static_null_mover_threshold: 830,
            static_null_endgame_threshold: 850,
            static_null_endgame_max_depth: 3,
            ..plain()
        };
        let mut fixture = Fixture::new(fen, k);
        let position = fixture.position;
        let score = fixture.searcher().static_null(&below(&position, 4, 50), evals(900));
        assert_eq!(score.is_some(), cut, "{guard:?}");
    }
}

#[test]
fn each_return_value_leaves_the_search_with_its_own_score() {
    for (form, score) in [
        (StaticNullReturn::Margin, 600),
        (StaticNullReturn::Eval, 900),
        (StaticNullReturn::Beta, 50),
        (StaticNullReturn::Blend, 333),
    ] {
        let mut fixture = Fixture::new(START, Knobs { static_null_return: form, ..plain() });
        let position = fixture.position;
        let found = fixture.searcher().static_null(&below(&position, 3, 50), evals(900));
        assert_eq!(found, Some(cp(score)), "{form:?}");
    }
}

#[test]
fn a_side_with_exactly_the_threshold_is_not_in_an_endgame() {
    use StaticNullGuard::{Both, Either, Weak};
    let guarded = |board: &str, guard, threshold| {
        let k = Knobs {
            static_null_guard: guard,
            static_null_endgame_threshold: threshold,
            static_null_mover_threshold: 0,
            ..plain()
        };
        is_guarded(&k, &Fixture::new(&format!("{board} w - - 0 1"), k).position, 4)
    };
    // A queen is 900 and a rook 500; White is to move.
    for (board, guard, threshold) in [
        ("q3k3/pppp4/8/8/8/8/PPPP4/Q3K3", Either, 900),
        ("q3k3/pppp4/8/8/8/8/PPPP4/Q3K3", Both, 900),
        ("q3k3/pppp4/8/8/8/8/PPPP4/Q3K3", Weak, 900),
        ("r3k3/pppp4/8/8/8/8/PPPP4/Q3K3", Either, 500),
        ("q3k3/pppp4/8/8/8/8/PPPP4/R3K3", Either, 500),
        ("r3k3/pppp4/8/8/8/8/PPPP4/Q3K3", Both, 900),
        ("q3k3/pppp4/8/8/8/8/PPPP4/R3K3", Both, 900),
    ] {
        let found = [threshold, threshold + 1].map(|at| guarded(board, guard, at));
        assert_eq!(found, [false, true], "{board} {guard:?}");
    }
}
