//! What a node writes to the table, and which moves it praises and blames.

use super::*;
use crate::knobs::Knobs;
use crate::search::fixture::{Fixture, cp};

/// Quiet moves and a capture.
const MIXED: &str = "4k3/8/8/3p4/4P3/8/8/R3K2R w - - 0 1";
const NO_MOVES: PreviousMoves = [PieceTo::NONE; 3];

/// Bonuses of 100 a ply and maluses of 10 a ply, without offsets.
fn plain() -> Knobs {
    Knobs {
        history_bonus: 100,
        history_bonus_offset: 0,
        history_malus: 10,
        history_malus_offset: 0,
        capture_bonus: 50,
        capture_malus: 7,
        ..Knobs::default()
    }
}

fn done(best: i32, best_move: Option<Move>) -> MovesDone {
    MovesDone { best: cp(best), best_move, quiets: Vec::new(), captures: Vec::new() }
}

/// A node of depth 5 with the window from 0 to 50.
fn node(position: &Position) -> NodeContext<'_> {
    let window = Window::new(cp(0), cp(50));
    NodeContext {
        window,
        raw_eval: Some(cp(11)),
        static_eval: Some(cp(11)),
        ..NodeContext::plain(position, 5)
    }
}

#[test]
fn bonus_and_malus_grow_with_depth_up_to_their_limits() {
    let k = Knobs {
        history_bonus: 100,
        history_bonus_offset: 150,
        history_bonus_max: 500,
        history_malus: 90,
        history_malus_offset: 100,
        history_malus_max: 300,
        ..Knobs::default()
    };
    let mut fixture = Fixture::new(MIXED, k);
    let search = fixture.searcher();
    assert_eq!([1, 2, 6, 9].map(|depth| search.quiet_bonus(depth)), [0, 50, 450, 500]);
    assert_eq!([1, 2, 4, 9].map(|depth| search.quiet_malus(depth)), [0, 80, 260, 300]);
}

#[test]
fn the_score_and_the_best_move_decide_the_bound_that_is_stored() {
    for (best, has_move, bound) in [
        (50, true, Bound::Lower),
        (49, true, Bound::Exact),
        (-20, false, Bound::Upper),
        (50, false, Bound::Lower),
    ] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let mv = has_move.then(|| fixture.mv("a1a2"));
        fixture.searcher().remember(&node(&position), &done(best, mv));
        let stored = fixture.known(&position, 0).unwrap();
        assert_eq!(stored.result, Some(Bounded { score: best as i16, bound }));
        assert_eq!((stored.mv, stored.eval, stored.depth), (mv, Some(cp(11)), 5));
    }
}

#[test]
fn a_node_that_fails_low_takes_the_mark_of_its_parent() {
    for (best, has_move, parent, own, pv) in [
        (-20, false, true, false, true),
        (-20, false, false, true, true),
        (-20, false, false, false, false),
        (60, true, true, false, false),
        (60, true, false, true, true),
    ] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let mv = has_move.then(|| fixture.mv("a1a2"));
        let mut search = fixture.searcher();
        search.stack.at_mut(0).tt_pv = parent;
        search.stack.at_mut(1).tt_pv = own;
        search.remember(&node(&position), &done(best, mv));
        assert_eq!(fixture.known(&position, 0).unwrap().pv, pv);
    }
}

#[test]
fn the_evaluation_is_corrected_only_where_the_node_shows_its_error() {
    // The evaluation is 11.
    for (best, uci, learned) in [
        (60, Some("a1a2"), 1),
        (60, Some("e4d5"), 0),
        (-20, None, -1),
        (20, None, 0),
        (30, Some("a1a2"), 1),
        (5, Some("a1a2"), -1),
        (Score::mate_at(9).raw(), Some("a1a2"), 0),
    ] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let mv = uci.map(|uci| fixture.mv(uci));
        let mut search = fixture.searcher();
        search.remember(&NodeContext { depth: 16, ..node(&position) }, &done(best, mv));
        let corrected = search.corrected(&position, cp(0), 5, 1).raw();
        assert_eq!(corrected.signum(), learned, "{best} {uci:?}");
    }
}

#[test]
fn the_best_quiet_move_is_praised_and_those_before_it_blamed() {
    let mut fixture = Fixture::new(MIXED, plain());
    let position = fixture.position;
    let [best, quiet, capture] = ["a1a2", "h1h2", "e4d5"].map(|uci| fixture.mv(uci));
    let mut search = fixture.searcher();
    let mut done = done(60, Some(best));
    (done.quiets, done.captures) = (vec![quiet], vec![capture]);
    search.learn(&node(&position), &done, &NO_MOVES);
    assert_eq!(search.histories.main(&position, best), 500);
    assert_eq!(search.histories.main(&position, quiet), -50);
    assert_eq!(search.histories.capture(&position, capture), -35);
    assert_eq!(search.stack.at(1).killers[0], Some(best));
}

#[test]
fn the_best_capture_is_praised_and_quiet_moves_are_not_blamed() {
    let mut fixture = Fixture::new(MIXED, plain());
    let position = fixture.position;
    let [quiet, capture] = ["h1h2", "e4d5"].map(|uci| fixture.mv(uci));
    let mut search = fixture.searcher();
    let mut done = done(60, Some(capture));
    done.quiets = vec![quiet];
    search.learn(&node(&position), &done, &NO_MOVES);
    assert_eq!(search.histories.capture(&position, capture), 250);
    assert_eq!(search.histories.main(&position, quiet), 0);
    assert_eq!(search.stack.at(1).killers[0], None);
}

#[test]
fn a_clear_cut_counts_as_one_ply_deeper() {
    for (best, bonus) in [(130, 500), (131, 600)] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let mv = fixture.mv("a1a2");
        let mut search = fixture.searcher();
        search.learn(&node(&position), &done(best, Some(mv)), &NO_MOVES);
        assert_eq!(search.histories.main(&position, mv), bonus);
    }
}

#[test]
fn near_the_leaves_a_lone_quiet_move_is_not_praised() {
    for (depth, others, bonus) in [(3, false, 0), (3, true, 300), (4, false, 400)] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let [mv, other] = ["a1a2", "h1h2"].map(|uci| fixture.mv(uci));
        let mut search = fixture.searcher();
        let mut done = done(60, Some(mv));
        done.quiets.extend(others.then_some(other));
        search.learn(&NodeContext { depth, ..node(&position) }, &done, &NO_MOVES);
        assert_eq!(search.histories.main(&position, mv), bonus);
    }
}

#[test]
fn a_best_move_below_beta_is_no_killer() {
    let mut fixture = Fixture::new(MIXED, plain());
    let position = fixture.position;
    let mv = fixture.mv("a1a2");
    let mut search = fixture.searcher();
    search.learn(&node(&position), &done(49, Some(mv)), &NO_MOVES);
    assert_eq!(search.stack.at(1).killers[0], None);
    search.learn(&node(&position), &done(50, Some(mv)), &NO_MOVES);
    assert_eq!(search.stack.at(1).killers[0], Some(mv));
}

/// The continuation history of the parent's move, made at ply 2 after a move at ply 1.
fn parent_after(moves: usize, noisy: bool, best: i32, credit: bool) -> i32 {
    let mut fixture = Fixture::new(MIXED, plain());
    let position = fixture.position;
    let parent = fixture.mv(if noisy { "e4d5" } else { "h1h2" });
    let (mv, earlier) = (fixture.mv("a1a2"), PieceTo::of(&position, fixture.mv("e1e2")));
    let piece_to = PieceTo::of(&position, parent);
    let mut search = fixture.searcher();
    search.stack.at_mut(1).piece_to = earlier;
    let frame = search.stack.at_mut(2);
    (frame.mv, frame.piece_to, frame.moves) = (Some(parent), piece_to, moves);
    match credit {
        true => search.credit_parent(3, 5),
        false => {
            let node = NodeContext { ply: 3, ..node(&position) };
            search.learn(&node, &done(best, Some(mv)), &NO_MOVES);
        }
    }
    search.histories.continuation(earlier, piece_to)
}

#[test]
fn the_first_quiet_move_of_the_parent_is_blamed_if_it_is_refuted() {
    assert_eq!(parent_after(1, false, 60, false), -50);
    assert_eq!(parent_after(2, false, 60, false), 0, "not a later one");
    assert_eq!(parent_after(1, true, 60, false), 0, "not a capture");
    assert_eq!(parent_after(1, false, 49, false), 0, "not without a cutoff");
}

#[test]
fn the_quiet_move_to_a_node_that_fails_low_is_praised() {
    assert_eq!(parent_after(7, false, 0, true), 500);
    assert_eq!(parent_after(7, true, 0, true), 0, "not a capture");
}

#[test]
fn a_second_search_is_praised_at_beta_and_blamed_at_alpha() {
    for (score, change) in [(49, 0), (50, 500), (1, 0), (0, -50)] {
        let mut fixture = Fixture::new(MIXED, plain());
        let position = fixture.position;
        let (mv, earlier) = (fixture.mv("a1a2"), PieceTo::of(&position, fixture.mv("e1e2")));
        let previous = [earlier, PieceTo::NONE, PieceTo::NONE];
        let mut search = fixture.searcher();
        let window = Window::new(cp(0), cp(50));
        search.note_second_search(&position, mv, &previous, cp(score), window, 5);
        assert_eq!(search.histories.continuation(earlier, PieceTo::of(&position, mv)), change);
    }
}
