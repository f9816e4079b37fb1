//! What the search does after the gate: the pass, its verification, and when it does neither.

use super::*;
use crate::probe::Event;
use crate::search::fixture::{Entered, Fixture, below, bounded, cp, exact, hit};
use crate::tt::Bound;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::NullMove;

/// Three plies less, asked from depth 3 on wherever the evaluation reaches beta; no verification.
fn plain() -> Knobs {
    Knobs {
        null_move_min_depth: 3,
        null_move_reduction_base: 3,
        null_move_depth_divisor: 0,
        null_move_eval_plies: 0,
        null_move_gate: NullMoveGate::Eval,
        null_move_material: 0,
        null_move_verification: false,
        ..Knobs::default()
    }
}

fn evals(eval: i32) -> Evals {
    Evals { static_eval: cp(eval), adjusted: cp(eval) }
}

/// A fixture on the initial position in which the search after a pass returns `score` for the side
/// that passed, and the node itself is worth `own`.
fn after_pass(k: Knobs, score: i32, own: i32) -> Fixture {
    let fixture = Fixture::new(START, k);
    fixture.know(&fixture.position.after_null(), 1, exact(-score, 100));
    fixture.know(&fixture.position, 0, exact(own, 100));
    fixture
}

#[test]
fn the_pass_is_searched_less_deep_with_a_zero_window_below_beta() {
    // Two plies are left, and none.
    for (depth, reduced) in [(5, 2), (3, 0)] {
        let mut fixture = after_pass(plain(), 120, 0);
        let position = fixture.position;
        let node = NodeContext { cut: true, ..below(&position, depth, 50) };
        let mut search = fixture.searcher();
        assert_eq!(search.null_move(&node, evals(50)).unwrap(), Some(cp(120)));
        let pass = Entered {
            ply: 2,
            depth: reduced,
            window: [-50, -49],
            pv: false,
            cut: false,
            excluded: None,
            last_move: None,
        };
        assert_eq!(search.probe.entered, [pass]);
        assert_eq!(search.nodes, 1);
        assert_eq!(search.trail.halfmove_clock(), 0, "the pass was taken back");
        assert_eq!(search.stack.at(1).piece_to, PieceTo::NONE);
    }
}

#[test]
fn the_parent_of_the_pass_expects_the_opposite_of_the_node() {
    for cut in [false, true] {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let node = NodeContext { cut, ..below(&position, 5, 50) };
        let mut search = fixture.searcher();
        search.null_move(&node, evals(50)).unwrap();
        assert_eq!(search.probe.entered[0].cut, !cut);
    }
}

#[test]
fn a_pass_that_stays_below_beta_cuts_nothing() {
    for (score, cut) in [(49, None), (50, Some(cp(50))), (51, Some(cp(51)))] {
        let mut fixture = after_pass(plain(), score, 0);
        let position = fixture.position;
        let mut search = fixture.searcher();
        assert_eq!(search.null_move(&below(&position, 3, 50), evals(50)).unwrap(), cut);
        assert_eq!(search.probe.decisions(PAGE), [(score, 50, cut.is_some())]);
        let expected: &[Event] = match cut {
            None => &[Event::Asked, Event::Made],
            Some(_) => &[Event::Asked, Event::Made, Event::FailedHigh, Event::Acted],
        };
        assert_eq!(search.probe.events(PAGE), expected);
        assert_eq!(search.probe.slacks(PAGE), Vec::from_iter(cut.map(|cut| cut.raw() - 50)));
        assert_eq!(search.probe.spent(PAGE), [1]);
    }
}

#[test]
fn a_mate_after_a_pass_is_not_believed() {
    // The table counts mates from the node: this one is three plies away from ply 2.
    let mut fixture = after_pass(plain(), Score::mate_at(3).raw(), 0);
    let position = fixture.position;
    let mut search = fixture.searcher();
    assert_eq!(search.null_move(&below(&position, 3, 50), evals(50)).unwrap(), Some(cp(50)));
    assert_eq!(search.probe.slacks(PAGE), [0]);
}

#[test]
fn nodes_below_the_least_depth_do_not_pass() {
    for (depth, asked) in [(2, false), (3, true), (4, true)] {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.null_move(&below(&position, depth, 50), evals(50)).unwrap();
        assert_eq!(!search.probe.events(PAGE).is_empty(), asked, "depth {depth}");
        assert_eq!(!search.probe.entered.is_empty(), asked, "depth {depth}");
    }
}

#[test]
fn nobody_passes_twice_in_a_row() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.stack.at_mut(0).mv = None;
    assert_eq!(search.null_move(&below(&position, 5, 50), evals(900)).unwrap(), None);
    assert!(search.probe.events(PAGE).is_empty() && search.probe.entered.is_empty());
}

#[test]
fn the_table_may_say_that_a_pass_is_useless() {
    for (tt, gate, asked) in [
        (hit(49, Bound::Upper, 0), true, false),
        (hit(49, Bound::Exact, 0), true, false),
        (hit(50, Bound::Upper, 0), true, true),
        (hit(49, Bound::Lower, 0), true, true),
        (None, true, true),
        (hit(49, Bound::Upper, 0), false, true),
    ] {
        let mut fixture = Fixture::new(START, Knobs { null_move_table_gate: gate, ..plain() });
        let position = fixture.position;
        let mut search = fixture.searcher();
        let node = NodeContext { tt, ..below(&position, 5, 50) };
        search.null_move(&node, evals(900)).unwrap();
        assert_eq!(!search.probe.events(PAGE).is_empty(), asked);
    }
}

#[test]
fn null_moves_are_banned_below_the_ply_of_a_verification() {
    for (from, asked) in [(Some(2), false), (Some(1), true), (Some(0), true), (None, true)] {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.null_move_from = from;
        search.null_move(&below(&position, 5, 50), evals(900)).unwrap();
        assert_eq!(!search.probe.events(PAGE).is_empty(), asked, "{from:?}");
    }
}

#[test]
fn a_beta_that_is_a_mate_is_asked_about_only_if_mates_are_pruned() {
    for (prune_at_mates, made) in [(false, false), (true, true)] {
        let mut fixture = Fixture::new(START, Knobs { prune_at_mates, ..plain() });
        let position = fixture.position;
        let mut search = fixture.searcher();
        let node = below(&position, 5, Score::mated_at(9).raw());
        search.null_move(&node, evals(0)).unwrap();
        assert_eq!(search.probe.events(PAGE)[0], Event::Asked);
        assert_eq!(!search.probe.entered.is_empty(), made);
    }
}

#[test]
fn the_gate_and_the_material_are_asked() {
    let pawns = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    for (fen, eval, made) in [(START, 50, true), (START, 49, false), (pawns, 900, false)] {
        let mut fixture = Fixture::new(fen, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.null_move(&below(&position, 5, 50), evals(eval)).unwrap();
        assert_eq!(!search.probe.entered.is_empty(), made);
        assert_eq!(search.probe.events(PAGE)[0], Event::Asked);
    }
}

#[test]
fn an_evaluation_above_beta_saves_plies() {
    let k = Knobs { null_move_eval_plies: 3, null_move_eval_margin: 100, ..plain() };
    for (eval, depth) in [(149, 6), (150, 5), (250, 4)] {
        let mut fixture = Fixture::new(START, k);
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.null_move(&below(&position, 9, 50), evals(eval)).unwrap();
        assert_eq!(search.probe.entered[0].depth, depth);
    }
}

/// Verifies cuts from depth 6 on.
fn verifying() -> Knobs {
    Knobs {
        null_move_verification: true,
        null_move_verify_depth: 6,
        null_move_verify_endgame_depth: 6,
        null_move_reduction_base: 6,
        ..plain()
    }
}

#[test]
fn a_deep_cut_is_verified_and_may_be_refuted() {
    for (own, cut, event) in [(49, None, Event::Refuted), (50, Some(cp(120)), Event::Verified)] {
        let mut fixture = after_pass(verifying(), 120, own);
        let position = fixture.position;
        let mut search = fixture.searcher();
        assert_eq!(search.null_move(&below(&position, 6, 50), evals(50)).unwrap(), cut);
        let mut expected = vec![Event::Asked, Event::Made, Event::FailedHigh, event];
        expected.extend(cut.map(|_| Event::Acted));
        assert_eq!(search.probe.events(PAGE), expected);
        let verification = search.probe.entered[1];
        assert_eq!((verification.ply, verification.depth), (1, 0));
        assert_eq!(verification.window, [49, 50]);
        assert_eq!(search.probe.decisions(PAGE), [(120, 50, cut.is_some())]);
        assert_eq!(search.null_move_from, None);
    }
}

#[test]
fn a_shallow_cut_is_not_verified() {
    let mut fixture = after_pass(verifying(), 120, -900);
    let position = fixture.position;
    let mut search = fixture.searcher();
    assert_eq!(search.null_move(&below(&position, 5, 50), evals(50)).unwrap(), Some(cp(120)));
    assert_eq!(search.probe.entered.len(), 1);
}

#[test]
fn a_cut_within_a_verification_is_not_verified_again() {
    let mut fixture = after_pass(verifying(), 120, -900);
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.null_move_from = Some(1);
    assert_eq!(search.null_move(&below(&position, 6, 50), evals(50)).unwrap(), Some(cp(120)));
    assert_eq!(search.probe.entered.len(), 1);
}

#[test]
fn a_verification_searches_the_node_at_the_depth_of_the_pass_and_keeps_its_frame() {
    let mut fixture = Fixture::new(START, plain());
    fixture.know(&fixture.position, 0, bounded(70, Bound::Upper, 100));
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.stack.at_mut(1).static_eval = Some(cp(7));
    search.stack.at_mut(1).cutoffs = 3;
    let node = NodeContext { cut: true, ..below(&position, 9, 80) };
    assert_eq!(search.verify(&node, 6).unwrap(), cp(70));
    let entered = search.probe.entered[0];
    assert_eq!((entered.ply, entered.depth, entered.cut, entered.pv), (1, 6, false, false));
    assert_eq!(entered.window, [79, 80]);
    assert_eq!((search.stack.at(1).static_eval, search.stack.at(1).cutoffs), (Some(cp(7)), 3));
}

/// A search that is stopped at once leaves the ban as it was made.
#[test]
fn null_moves_are_banned_for_three_quarters_of_a_verification() {
    for (ply, depth, from) in [(1, 12, 11), (1, 8, 8), (1, 5, 5), (1, 4, 5), (1, -3, 2), (6, 8, 13)]
    {
        let mut fixture = Fixture::new(START, plain());
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.control.stop();
        let node = NodeContext { ply, ..below(&position, 14, 50) };
        assert_eq!(search.verify(&node, depth), Err(Stopped));
        assert_eq!(search.null_move_from, Some(from), "depth {depth}");
    }
}

#[test]
fn the_thresholds_of_material_belong_to_the_middlegame_and_to_the_endgame() {
    // A rook: 500.
    let rook = Fixture::new("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", plain()).position;
    let verify = |threshold| {
        let k = Knobs {
            null_move_endgame_threshold: threshold,
            null_move_verify_depth: 14,
            null_move_verify_endgame_depth: 8,
            ..plain()
        };
        verify_depth(&k, &rook)
    };
    assert_eq!((verify(500), verify(501)), (14, 8), "an endgame is below its threshold");
    let passes = |material| has_material(&Knobs { null_move_material: material, ..plain() }, &rook);
    assert!(passes(499) && !passes(500), "the material must exceed its threshold");
}

#[test]
fn the_nodes_of_a_pass_are_those_since_it_was_made() {
    let mut fixture = after_pass(plain(), 120, 0);
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.nodes = 40;
    search.null_move(&below(&position, 3, 50), evals(50)).unwrap();
    assert_eq!((search.nodes, search.probe.spent(PAGE)), (41, vec![1]));
}
