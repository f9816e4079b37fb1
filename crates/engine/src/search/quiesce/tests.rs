//! The rules of quiescence, with evaluations and scores that the table supplies.

use super::*;
use crate::knobs::Knobs;
use crate::search::fixture::{Fixture, bounded, cp, evaluated, exact};
use crate::search::{NonPv, Pv};

/// Nothing to capture.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A pawn may take a knight or, first in order, a bishop; nothing can be taken afterwards.
const FORK: &str = "4k3/8/8/3n1b2/4P3/8/8/4K3 w - - 0 1";

/// No test of exchanges, no limit of moves, no checks, no delta pruning.
fn plain() -> Knobs {
    Knobs {
        quiescence_checks: 0,
        quiescence_max_moves: 0,
        quiescence_see: false,
        use_delta_node: false,
        use_delta_pruning: false,
        ..Knobs::default()
    }
}

fn window(alpha: i32, beta: i32) -> Window {
    Window::new(cp(alpha), cp(beta))
}

/// The score of quiescence where standing pat is worth `stand`, and the moves that it searched.
fn quiesced(fixture: &mut Fixture, stand: i32, asked: [i32; 2], plies: i32) -> (i32, Vec<String>) {
    let position = fixture.position;
    fixture.know(&position, 0, evaluated(stand));
    let mut search = fixture.searcher();
    let window = window(asked[0], asked[1]);
    let score = search.quiesce::<NonPv>(&position, window, 1, plies).unwrap();
    let moves = search.probe.moves_to(2).into_iter().flatten();
    (score.raw(), moves.map(|mv| format!("{mv:?}")).collect())
}

#[test]
fn standing_pat_at_beta_ends_the_node_halfway_between() {
    let mut fixture = Fixture::new(FORK, plain());
    assert_eq!(quiesced(&mut fixture, 100, [0, 50], 0), (75, vec![]));
    assert_eq!(quiesced(&mut fixture, 50, [0, 50], 0), (50, vec![]));
    let (_, moves) = quiesced(&mut Fixture::new(FORK, plain()), 49, [0, 50], 0);
    assert!(!moves.is_empty());
}

#[test]
fn standing_pat_is_stored_as_a_lower_bound_where_the_table_is_empty() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let score = search.quiesce::<NonPv>(&position, window(-900, -800), 1, 0).unwrap();
    let stored = fixture.known(&position, 0).unwrap();
    assert_eq!(stored.result, Some(Bounded { score: score.raw() as i16, bound: Bound::Lower }));
    assert_eq!((stored.depth, stored.mv), (0, None));
    assert!(stored.eval.is_some());
    // An entry that is there already stays.
    let mut fixture = Fixture::new(START, plain());
    quiesced(&mut fixture, 100, [0, 50], 0);
    assert_eq!(fixture.known(&fixture.position, 0).unwrap().result, None);
}

#[test]
fn the_best_of_standing_pat_and_the_captures_counts() {
    for (knight, bishop, score) in [(-80, -90, -20), (10, -90, 10), (-80, 30, 30)] {
        let mut fixture = Fixture::new(FORK, plain());
        fixture.decide("e4d5", knight);
        fixture.decide("e4f5", bishop);
        assert_eq!(quiesced(&mut fixture, -20, [-200, 200], 0).0, score);
    }
}

#[test]
fn a_capture_that_beats_beta_ends_the_node_halfway_between() {
    let mut fixture = Fixture::new(FORK, plain());
    fixture.decide("e4f5", 90);
    fixture.decide("e4d5", 95);
    let (score, moves) = quiesced(&mut fixture, 0, [-10, 50], 0);
    assert_eq!((score, moves.len()), (70, 1));
    let stored = fixture.known(&fixture.position, 0).unwrap();
    assert_eq!(stored.result, Some(Bounded { score: 70, bound: Bound::Lower }));
    assert_eq!(stored.mv, Some(fixture.mv("e4f5")));
}

#[test]
fn a_score_of_beta_is_a_cutoff_and_one_below_is_not() {
    for (bishop, searched) in [(50, 1), (49, 2)] {
        let mut fixture = Fixture::new(FORK, plain());
        fixture.decide("e4f5", bishop);
        fixture.decide("e4d5", 0);
        assert_eq!(quiesced(&mut fixture, 0, [-10, 50], 0).1.len(), searched);
    }
}

#[test]
fn a_node_that_fails_low_is_stored_as_an_upper_bound_without_a_move() {
    let mut fixture = Fixture::new(FORK, plain());
    fixture.decide("e4f5", -60);
    fixture.decide("e4d5", -70);
    assert_eq!(quiesced(&mut fixture, -80, [0, 50], 0).0, -60);
    let stored = fixture.known(&fixture.position, 0).unwrap();
    assert_eq!(stored.result, Some(Bounded { score: -60, bound: Bound::Upper }));
    assert_eq!((stored.mv, stored.eval), (None, Some(cp(-80))));
}

#[test]
fn captures_are_searched_in_the_window_above_the_best_score() {
    let mut fixture = Fixture::new(FORK, plain());
    fixture.decide("e4f5", 25);
    let position = fixture.position;
    fixture.know(&position, 0, evaluated(10));
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, window(-40, 70), 1, 0).unwrap();
    let children: Vec<_> = search.probe.entered.iter().filter(|node| node.ply == 2).collect();
    assert_eq!([children[0].window, children[1].window], [[-70, -10], [-70, -25]]);
    assert_eq!(search.trail.halfmove_clock(), 0);
}

#[test]
fn a_score_of_alpha_raises_nothing() {
    let mut fixture = Fixture::new(FORK, plain());
    fixture.decide("e4f5", 10);
    fixture.decide("e4d5", 10);
    quiesced(&mut fixture, 10, [-40, 70], 0);
    assert_eq!(fixture.known(&fixture.position, 0).unwrap().mv, None);
    // Above standing pat, but not above alpha.
    let mut fixture = Fixture::new(FORK, plain());
    fixture.decide("e4f5", 0);
    fixture.decide("e4d5", -70);
    assert_eq!(quiesced(&mut fixture, -80, [0, 50], 0).0, 0);
    assert_eq!(fixture.known(&fixture.position, 0).unwrap().mv, None);
}

#[test]
fn nothing_is_stored_if_so_set() {
    let k = Knobs { table_store_quiescence: false, table_store_eval: false, ..plain() };
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    fixture.searcher().quiesce::<NonPv>(&position, window(-900, -800), 1, 0).unwrap();
    assert_eq!(fixture.known(&position, 0), None);
}

#[test]
fn an_evaluation_is_stored_where_the_table_is_empty() {
    let k = Knobs { table_store_quiescence: false, ..plain() };
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    fixture.searcher().quiesce::<NonPv>(&position, window(900, 901), 1, 0).unwrap();
    let stored = fixture.known(&position, 0).unwrap();
    assert_eq!((stored.result, stored.eval.is_some(), stored.depth), (None, true, -1));
}

#[test]
fn the_table_ends_nodes_off_the_principal_variation() {
    let mut fixture = Fixture::new(FORK, plain());
    let position = fixture.position;
    fixture.know(&position, 0, exact(33, 0));
    let mut search = fixture.searcher();
    assert_eq!(search.quiesce::<NonPv>(&position, window(40, 41), 1, 0).unwrap(), cp(33));
    assert_eq!(search.probe.entered.len(), 1);
    search.quiesce::<Pv>(&position, window(40, 41), 1, 0).unwrap();
    assert!(search.probe.entered.len() > 2);
}

#[test]
fn the_table_score_corrects_standing_pat_where_its_bound_says_more() {
    // A lower bound above the evaluation, but not at beta: nothing is settled.
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let entry = Entry { eval: Some(cp(0)), ..bounded(30, Bound::Lower, 0) };
    fixture.know(&position, 0, entry);
    let score = fixture.searcher().quiesce::<NonPv>(&position, window(-40, 70), 1, 0).unwrap();
    assert_eq!(score, cp(30));
    assert_eq!(fixture.static_eval_at(1), Some(cp(0)));
}

#[test]
fn quiescence_ends_at_its_ply_limit() {
    let k = Knobs { quiescence_max_ply: 3, ..plain() };
    for (plies, searched) in [(0, 2), (2, 2), (3, 0), (4, 0)] {
        let mut fixture = Fixture::new(FORK, k);
        let (score, moves) = quiesced(&mut fixture, -20, [-200, 200], plies);
        assert_eq!(moves.len(), searched, "{plies}");
        assert!(searched > 0 || score == -20);
    }
}

#[test]
fn every_capture_is_one_ply_further_from_the_start_of_quiescence() {
    // The pawn takes the rook, a pawn takes back: with a limit of one ply it does not.
    let fen = "4k3/8/6p1/5r2/4P3/8/8/4K3 w - - 0 1";
    for (limit, deepest) in [(1, 2), (2, 3), (0, 3)] {
        let mut fixture = Fixture::new(fen, Knobs { quiescence_max_ply: limit, ..plain() });
        let position = fixture.position;
        let mut search = fixture.searcher();
        search.quiesce::<NonPv>(&position, window(-3_000, 3_000), 1, 0).unwrap();
        assert_eq!(search.probe.entered.iter().map(|node| node.ply).max(), Some(deepest));
    }
}

#[test]
fn a_switch_that_is_off_stands_pat() {
    let k = Knobs { use_quiescence: false, ..plain() };
    assert_eq!(quiesced(&mut Fixture::new(FORK, k), -20, [-200, 200], 0), (-20, vec![]));
}

#[test]
fn only_so_many_captures_are_searched_besides_checks() {
    // Four captures, none of which gives check.
    let fen = "4k3/8/8/1n1n1r1r/P1P1P1P1/8/8/4K3 w - - 0 1";
    for (limit, searched) in [(1, 1), (2, 2), (3, 3), (0, 6)] {
        let k = Knobs { quiescence_max_moves: limit, ..plain() };
        let mut fixture = Fixture::new(fen, k);
        for uci in ["a4b5", "c4b5", "c4d5", "e4d5", "e4f5", "g4f5", "g4h5"] {
            if fixture.position.parse_uci(uci).is_ok() {
                fixture.decide(uci, -100);
            }
        }
        let moves = quiesced(&mut fixture, -100, [-50, 50], 0).1.len();
        assert!(moves == searched || limit == 0 && moves > 3, "{limit}: {moves}");
    }
}

#[test]
fn a_capture_that_gives_check_does_not_count_against_the_limit() {
    // The pawn takes the rook first; the rook's capture on e7 gives check.
    let fen = "4k3/4n3/8/3q4/2P5/8/8/K3R3 w - - 0 1";
    for uci in ["c4d5", "e1e7"] {
        let mut fixture = Fixture::new(fen, Knobs { quiescence_max_moves: 1, ..plain() });
        fixture.decide("c4d5", -100);
        fixture.decide("e1e7", -100);
        let moves = quiesced(&mut fixture, -100, [-50, 50], 0).1;
        assert!(moves.contains(&uci.to_owned()), "{moves:?}");
    }
}

#[test]
fn quiet_checks_are_searched_in_the_first_plies_only() {
    // The rook may give check on e1; there is nothing to capture.
    let fen = "4k3/8/8/8/8/8/8/R2K4 w - - 0 1";
    for (checks, plies, searched) in [(0, 0, false), (1, 0, true), (1, 1, false), (2, 1, true)] {
        let k = Knobs { quiescence_checks: checks, ..plain() };
        let mut fixture = Fixture::new(fen, k);
        let moves = quiesced(&mut fixture, -20, [-200, 200], plies).1;
        assert_eq!(!moves.is_empty(), searched, "{checks} {plies}");
        assert!(moves.iter().all(|mv| mv == "a1a8"), "{moves:?}");
    }
}

#[test]
fn captures_that_lose_in_the_exchange_are_skipped_if_set() {
    // The rook takes a pawn that a pawn defends: it loses 580.
    let fen = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1";
    for (see, margin, searched) in [(false, 0, 1), (true, 0, 0), (true, 579, 0), (true, 580, 1)] {
        let k = Knobs { quiescence_see: see, quiescence_see_margin: margin, ..plain() };
        let moves = quiesced(&mut Fixture::new(fen, k), -20, [-200, 200], 0).1;
        assert_eq!(moves.len(), searched, "{margin}");
    }
}

#[test]
fn delta_pruning_skips_captures_and_counts_their_reach() {
    // A bishop is worth 440 and a knight 420: with 100 more they reach -460 and -480.
    let k = Knobs { use_delta_pruning: true, delta_margin: 100, ..plain() };
    let mut fixture = Fixture::new(FORK, k);
    assert_eq!(quiesced(&mut fixture, -1_000, [-100, 100], 0), (-460, vec![]));
    let (_, moves) = quiesced(&mut Fixture::new(FORK, k), -1_000, [-470, 100], 0);
    assert_eq!(moves, ["e4f5"]);
}

#[test]
fn delta_pruning_spares_captures_that_give_check_if_set() {
    let fen = "4k3/4n3/8/8/8/8/8/K3R3 w - - 0 1";
    for (spare, searched) in [(true, 1), (false, 0)] {
        let k = Knobs {
            use_delta_pruning: true,
            delta_margin: 0,
            delta_spare_checks: spare,
            ..plain()
        };
        let moves = quiesced(&mut Fixture::new(fen, k), -1_000, [-100, 100], 0).1;
        assert_eq!(moves.len(), searched);
    }
}

#[test]
fn a_hopeless_node_is_left_with_alpha() {
    let k = Knobs { use_delta_node: true, delta_node_margin: 900, ..plain() };
    assert_eq!(quiesced(&mut Fixture::new(FORK, k), -1_001, [-100, 100], 0), (-100, vec![]));
    assert!(!quiesced(&mut Fixture::new(FORK, k), -1_000, [-100, 100], 0).1.is_empty());
}

/// The rook gives check; the king has three squares, and the knight may take it or interpose.
const CHECKED: &str = "4k3/8/8/8/8/1N6/8/r3K2R w - - 0 1";

#[test]
fn in_check_all_evasions_are_searched_while_they_lose() {
    let mut fixture = Fixture::new(CHECKED, plain());
    let position = fixture.position;
    let count = position.count_legal() as usize;
    for mv in &position.legal_moves() {
        fixture.decide(&format!("{mv:?}"), Score::mated_at(9).raw());
    }
    let mut search = fixture.searcher();
    let score = search.quiesce::<NonPv>(&position, Window::OPEN, 1, 0).unwrap();
    assert!(score.is_loss());
    assert_eq!(search.probe.moves_to(2).len(), count);
    assert_eq!(search.stack.at(1).static_eval, None);
}

#[test]
fn after_an_evasion_that_does_not_lose_only_captures_are_searched() {
    // The capture comes first and fails low without losing.
    let mut fixture = Fixture::new(CHECKED, plain());
    let position = fixture.position;
    for mv in &position.legal_moves() {
        fixture.decide(&format!("{mv:?}"), -300);
    }
    let mut search = fixture.searcher();
    let score = search.quiesce::<NonPv>(&position, window(-10, 10), 1, 0).unwrap();
    assert_eq!((score, search.probe.moves_to(2).len()), (cp(-300), 1));
}

#[test]
fn in_check_there_is_no_ply_limit_and_no_limit_of_moves() {
    let k = Knobs { quiescence_max_ply: 1, quiescence_max_moves: 1, ..plain() };
    let mut fixture = Fixture::new(CHECKED, k);
    let position = fixture.position;
    for mv in &position.legal_moves() {
        fixture.decide(&format!("{mv:?}"), Score::mated_at(9).raw());
    }
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, Window::OPEN, 1, 5).unwrap();
    assert!(search.probe.moves_to(2).len() > 1);
}

#[test]
fn a_check_without_an_answer_is_mate() {
    let mut fixture = Fixture::new("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", plain());
    let position = fixture.position;
    let score = fixture.searcher().quiesce::<NonPv>(&position, Window::OPEN, 5, 0).unwrap();
    assert_eq!(score, Score::mated_at(5));
}

#[test]
fn draws_end_quiescence() {
    let mut fixture = Fixture::new("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", plain());
    let position = fixture.position;
    let score = fixture.searcher().quiesce::<NonPv>(&position, Window::OPEN, 1, 0).unwrap();
    assert_eq!(score, cp(1));
}

#[test]
fn the_table_move_is_tried_first_if_it_captures_and_is_legal() {
    // The knight would come second.
    for (uci, first) in [("e4d5", "e4d5"), ("e4f5", "e4f5"), ("e4e5", "e4f5")] {
        let mut fixture = Fixture::new(FORK, plain());
        let position = fixture.position;
        fixture.know(&position, 0, Entry { mv: Some(fixture.mv(uci)), ..evaluated(-20) });
        let mut search = fixture.searcher();
        search.quiesce::<NonPv>(&position, window(-200, 200), 1, 0).unwrap();
        let moves = search.probe.moves_to(2);
        assert_eq!(moves[0], Some(position.parse_uci(first).unwrap()));
        assert!(moves.len() == 2);
    }
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let illegal = Fixture::new(FORK, plain()).mv("e4f5");
    fixture.know(&position, 0, Entry { mv: Some(illegal), ..evaluated(-20) });
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, window(-200, 200), 1, 0).unwrap();
    assert!(search.probe.moves_to(2).is_empty());
}

#[test]
fn in_check_a_quiet_table_move_is_tried_first() {
    let mut fixture = Fixture::new(CHECKED, plain());
    let position = fixture.position;
    let mv = fixture.mv("e1f2");
    fixture.know(&position, 0, Entry { mv: Some(mv), ..bounded(0, Bound::Lower, -1) });
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, window(50, 60), 1, 0).unwrap();
    assert_eq!(search.probe.moves_to(2)[0], Some(mv));
}

#[test]
fn a_principal_variation_is_collected_and_marked_in_the_table() {
    let mut fixture = Fixture::new(FORK, plain());
    let position = fixture.position;
    let bishop = fixture.mv("e4f5");
    let mut search = fixture.searcher();
    search.quiesce::<Pv>(&position, Window::OPEN, 1, 0).unwrap();
    assert_eq!(search.pv.line(1), [bishop]);
    assert!(search.selective_depth >= 1);
    assert!(fixture.known(&position, 0).unwrap().pv);
    // Off the principal variation the mark of the entry is kept.
    for pv in [false, true] {
        let mut fixture = Fixture::new(FORK, plain());
        fixture.know(&position, 0, Entry { pv, ..evaluated(-20) });
        fixture.searcher().quiesce::<NonPv>(&position, window(-200, 200), 1, 0).unwrap();
        assert_eq!(fixture.known(&position, 0).unwrap().pv, pv);
    }
}

/// The events of quiescence other than being asked, and the nodes that it reports.
fn reported(scores: Option<[i32; 2]>, plies: i32) -> (Vec<Event>, Vec<u64>) {
    let mut fixture = Fixture::new(if scores.is_some() { FORK } else { START }, plain());
    if let Some([bishop, knight]) = scores {
        fixture.decide("e4f5", bishop);
        fixture.decide("e4d5", knight);
    }
    let position = fixture.position;
    fixture.know(&position, 0, evaluated(-20));
    let mut search = fixture.searcher();
    search.nodes = 40;
    search.quiesce::<NonPv>(&position, window(-10, 50), 1, plies).unwrap();
    let page = Heuristic::Quiescence;
    let mut events = search.probe.events(page);
    assert_eq!(events.remove(0), Event::Asked);
    events.retain(|&event| event != Event::Asked);
    (events, search.probe.spent(page))
}

#[test]
fn what_the_moves_gave_is_reported() {
    assert_eq!(reported(Some([-90, -95]), 0), (vec![Event::Made], vec![2]));
    assert_eq!(reported(Some([-90, 30]), 0), (vec![Event::Made, Event::Acted], vec![2]));
    let cut = vec![Event::Made, Event::FailedHigh, Event::Acted];
    assert_eq!(reported(Some([50, -90]), 0), (cut.clone(), vec![1]));
    assert_eq!(reported(Some([50, -90]), 1), (cut, vec![]), "later plies belong to the first");
    assert_eq!(reported(None, 0), (vec![], vec![]), "no move was made");
}

#[test]
fn quiescence_that_is_off_reports_nothing() {
    let k = Knobs { use_quiescence: false, ..plain() };
    let mut fixture = Fixture::new(CHECKED, k);
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, window(-10, 50), 1, 0).unwrap();
    assert!(search.nodes > 0 && search.probe.events(Heuristic::Quiescence).is_empty());
}

/// What the limit of moves and the exchange compared, for two captures that fail low.
fn compared(k: Knobs, fen: &str) -> Vec<(i32, i32, bool)> {
    let mut fixture = Fixture::new(fen, k);
    let position = fixture.position;
    for mv in position.legal_moves().iter().filter(|mv| mv.is_capture()) {
        fixture.decide(&format!("{mv:?}"), -90);
    }
    fixture.know(&position, 0, evaluated(-20));
    let mut search = fixture.searcher();
    search.quiesce::<NonPv>(&position, window(-10, 50), 1, 0).unwrap();
    search.probe.decisions(Heuristic::Quiescence)
}

#[test]
fn what_the_limit_of_moves_and_the_exchange_compared_is_reported() {
    let k = Knobs { quiescence_max_moves: 1, quiescence_see_margin: 30, ..plain() };
    assert_eq!(compared(k, FORK), [(1, 1, false), (-30, -30, false), (2, 1, true)]);
    let k = Knobs { quiescence_max_moves: 9, quiescence_see: true, ..k };
    let rook = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1";
    assert_eq!(compared(k, rook), [(1, 9, false), (-31, -30, true)]);
}

#[test]
fn a_quiet_check_is_not_tested_for_its_exchange() {
    let k =
        Knobs { quiescence_checks: 1, quiescence_see: true, quiescence_see_margin: 0, ..plain() };
    let mut fixture = Fixture::new("4k3/8/8/8/8/8/8/R2K4 w - - 0 1", k);
    assert_eq!(quiesced(&mut fixture, -20, [-200, 200], 0).1, ["a1a8"]);
}
