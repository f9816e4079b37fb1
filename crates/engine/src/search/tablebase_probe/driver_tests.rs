//! When the tables are asked, and what their answers do to a node.

use std::sync::Arc;

use super::*;
use crate::knobs::Knobs;
use crate::search::fixture::{Fixture, cp};
use crate::search::{NonPv, Pv};
use crate::tablebase::Wdl;
use crate::tablebase::fake::{Fake, tables};

const ROOKS: &str = "4k3/7r/8/8/8/8/R7/4K3 w - - 0 1";

fn fixture(fen: &str, prober: &Arc<Fake>) -> Fixture {
    let mut fixture = Fixture::new(fen, Knobs::default());
    fixture.tablebase = Some(tables(prober));
    fixture
}

/// What a probe at this depth gives.
fn probed(fixture: &mut Fixture, depth: i32) -> Option<(i32, Bound)> {
    let position = fixture.position;
    let known = fixture.searcher().probe_tablebase(&NodeContext::plain(&position, depth));
    known.map(|known| (known.score.raw(), known.bound))
}

#[test]
fn results_become_bounds_below_mate_and_draws_are_exact() {
    let win = Score::tablebase_win_at(1).raw();
    type Case = (fn(&Position) -> Option<Wdl>, Option<(i32, Bound)>);
    let cases: [Case; 6] = [
        (|_| Some(Wdl::Win), Some((win, Bound::Lower))),
        (|_| Some(Wdl::CursedWin), Some((2, Bound::Exact))),
        (|_| Some(Wdl::Draw), Some((0, Bound::Exact))),
        (|_| Some(Wdl::BlessedLoss), Some((-2, Bound::Exact))),
        (|_| Some(Wdl::Loss), Some((-win, Bound::Upper))),
        (|_| None, None),
    ];
    for (wdl, expected) in cases {
        let mut fixture = fixture(ROOKS, &Fake::knowing(wdl));
        assert_eq!(probed(&mut fixture, 5), expected);
        assert_eq!(fixture.tablebase_hits(), u64::from(expected.is_some()));
    }
}

#[test]
fn without_the_fifty_move_rule_cursed_wins_are_wins() {
    let mut fixture = fixture(ROOKS, &Fake::knowing(|_| Some(Wdl::CursedWin)));
    fixture.tablebase.as_mut().unwrap().fifty_move_rule = false;
    let win = Score::tablebase_win_at(1).raw();
    assert_eq!(probed(&mut fixture, 5), Some((win, Bound::Lower)));
}

#[test]
fn positions_are_probed_only_directly_after_a_zeroing_move() {
    for (clock, asked) in [(0, 1), (1, 0), (99, 0)] {
        let prober = Fake::knowing(|_| Some(Wdl::Win));
        let fen = format!("4k3/7r/8/8/8/8/R7/4K3 w - - {clock} 80");
        assert_eq!(probed(&mut fixture(&fen, &prober), 5).is_some(), clock == 0);
        assert_eq!(prober.asked(), asked, "{clock}");
    }
}

#[test]
fn castling_rights_too_many_pieces_and_the_limit_prevent_a_probe() {
    let five = "4k3/7r/8/8/8/8/R6P/4K3 w - - 0 1";
    let castling = "4k3/7r/8/8/8/8/8/R3K3 w Q - 0 1";
    for (fen, limit, probes) in [
        (ROOKS, 7, true),
        (ROOKS, 4, true),
        (ROOKS, 3, false),
        (five, 7, false),
        (castling, 7, false),
    ] {
        let prober = Fake::knowing(|_| Some(Wdl::Win));
        let mut fixture = fixture(fen, &prober);
        fixture.tablebase.as_mut().unwrap().probe_limit = limit;
        assert_eq!(probed(&mut fixture, 5).is_some(), probes, "{fen} {limit}");
        assert_eq!(prober.asked(), u32::from(probes));
    }
}

#[test]
fn the_probe_depth_counts_only_with_the_most_pieces() {
    let three = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    for (fen, depth, probes) in [(ROOKS, 6, true), (ROOKS, 5, false), (three, 1, true)] {
        let mut fixture = fixture(fen, &Fake::knowing(|_| Some(Wdl::Win)));
        fixture.tablebase.as_mut().unwrap().probe_depth = 6;
        assert_eq!(probed(&mut fixture, depth).is_some(), probes, "{fen} {depth}");
    }
}

#[test]
fn a_result_settles_only_the_window_that_asks_for_it() {
    let win = Score::tablebase_win_at(3);
    let known = |score, bound| Bounded { score, bound };
    let window = |alpha, beta| Window::new(alpha, beta);
    assert!(settles(known(win, Bound::Lower), window(cp(0), win)));
    assert!(!settles(known(win, Bound::Lower), window(cp(0), win + 1)));
    assert!(settles(known(-win, Bound::Upper), window(-win, cp(0))));
    assert!(!settles(known(-win, Bound::Upper), window(-win - 1, cp(0))));
    assert!(settles(known(cp(0), Bound::Exact), window(cp(40), cp(50))));
}

/// Searches the node at ply 1 and returns its score.
fn searched(fixture: &mut Fixture, window: Window, pv: bool) -> i32 {
    let position = fixture.position;
    let mut search = fixture.searcher();
    let score = match pv {
        true => search.node::<Pv>(&position, window, 3, 1, false, None),
        false => search.node::<NonPv>(&position, window, 3, 1, false, None),
    };
    score.unwrap().raw()
}

#[test]
fn a_settled_node_returns_at_once_and_is_stored_deeper() {
    let mut fixture = fixture(ROOKS, &Fake::knowing(|_| Some(Wdl::Win)));
    let win = Score::tablebase_win_at(1);
    assert_eq!(searched(&mut fixture, Window::below(cp(50)), false), win.raw());
    let entry = fixture.known(&fixture.position, 0).unwrap();
    let result = entry.result.unwrap();
    assert_eq!((result.score, result.bound, entry.depth), (win.to_table(1), Bound::Lower, 9));
    assert!(entry.mv.is_none() && entry.eval.is_none());
}

#[test]
fn a_miss_leaves_the_search_as_it_is() {
    let mut plain = Fixture::new(ROOKS, Knobs::default());
    let mut missing = fixture(ROOKS, &Fake::knowing(|_| None));
    let window = Window::new(cp(-60), cp(60));
    assert_eq!(searched(&mut plain, window, true), searched(&mut missing, window, true));
    assert_eq!(missing.tablebase_hits(), 0);
}

#[test]
fn on_the_principal_variation_a_win_is_the_least_and_a_loss_the_most() {
    let win = Score::tablebase_win_at(1).raw();
    let mut won = fixture(ROOKS, &Fake::knowing(|_| Some(Wdl::Win)));
    assert!(searched(&mut won, Window::OPEN, true) >= win);
    let mut lost = fixture(ROOKS, &Fake::knowing(|_| Some(Wdl::Loss)));
    assert!(searched(&mut lost, Window::OPEN, true) <= -win);
}

#[test]
fn a_singular_search_does_not_probe() {
    let prober = Fake::knowing(|_| Some(Wdl::Win));
    let mut fixture = fixture(ROOKS, &prober);
    let (position, mv) = (fixture.position, fixture.mv("a2a8"));
    // No capture and no pawn move is possible here, so that only this node has a clock of zero.
    let mut search = fixture.searcher();
    search.node::<NonPv>(&position, Window::below(cp(0)), 1, 1, false, Some(mv)).unwrap();
    assert_eq!(prober.asked(), 0);
}
