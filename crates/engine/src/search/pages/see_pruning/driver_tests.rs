//! Which moves are asked about, and which exchanges are too bad.

use super::*;
use crate::probe::Event;
use crate::search::fixture::Fixture;

/// The queen may go where a pawn takes it, or take a pawn that a pawn defends.
const QUEEN: &str = "4k3/8/2p5/3p4/8/1p6/8/3QK3 w - - 0 1";
const PAGE: Heuristic = Heuristic::SeePruning;

fn plain() -> Knobs {
    Knobs {
        see_pruning_max_depth: 6,
        see_pruning_quiet: 20,
        see_pruning_noisy: 100,
        ..Knobs::default()
    }
}

fn prunes(
    k: Knobs,
    uci: &str,
    depth: i32,
    change: impl Fn(&mut MoveContext),
) -> (bool, Vec<Event>, Vec<(i32, i32, bool)>) {
    let mut fixture = Fixture::new(QUEEN, k);
    let position = fixture.position;
    let mv = fixture.mv(uci);
    let quiet = !mv.is_noisy();
    let stage = if quiet { Stage::Quiet } else { Stage::BadNoisy };
    let mut this = MoveContext { quiet, stage, lmr_depth: depth, ..MoveContext::plain(mv) };
    change(&mut this);
    let mut search = fixture.searcher();
    let prunes = search.see_pruning(&NodeContext::plain(&position, depth), &this);
    (prunes, search.probe.events(PAGE), search.probe.decisions(PAGE))
}

#[test]
fn a_quiet_move_may_lose_by_the_square_of_the_reduced_depth() {
    // The queen on c2 is taken by a pawn: 1,300. The limits are 1,280 at depth 8 and 1,620 at 9.
    let skips = |lmr_depth| prunes(plain(), "d1c2", 6, |this| this.lmr_depth = lmr_depth).0;
    assert_eq!([1, 8, 9].map(skips), [true, true, false]);
}

#[test]
fn a_capture_may_lose_by_depth_and_history() {
    // The queen takes a pawn and is taken by a pawn: 1,200 lost.
    let k = Knobs { see_pruning_max_depth: 20, ..plain() };
    let skips = |depth, history| prunes(k, "d1d5", depth, |this| this.history_score = history).0;
    assert_eq!([11, 12].map(|depth| skips(depth, 0)), [true, false]);
    assert_eq!([6_399, 6_400].map(|history| skips(11, history)), [true, false]);
}

#[test]
fn captures_that_the_picker_found_sound_are_not_asked_about() {
    for (stage, asked) in [
        (Stage::Table, false),
        (Stage::GoodNoisy, false),
        (Stage::Killers, false),
        (Stage::BadNoisy, true),
        (Stage::Done, true),
    ] {
        let (skips, events, _) = prunes(plain(), "d1d5", 2, |this| this.stage = stage);
        assert_eq!((skips, !events.is_empty()), (asked, asked), "{stage:?}");
    }
}

#[test]
fn quiet_moves_are_asked_about_in_every_stage() {
    let (skips, ..) = prunes(plain(), "d1c2", 2, |this| this.stage = Stage::Table);
    assert!(skips);
}

#[test]
fn the_deepest_node_that_skips_is_the_limit() {
    let skips = |depth| prunes(plain(), "d1c2", depth, |this| this.lmr_depth = 1).0;
    assert_eq!([5, 6, 7].map(skips), [true, true, false]);
}

#[test]
fn what_was_compared_is_reported() {
    let (_, events, decisions) = prunes(plain(), "d1c2", 2, |_| {});
    assert_eq!((events, decisions), (vec![Event::Asked, Event::Acted], vec![(-81, -80, true)]));
    let (_, events, decisions) = prunes(plain(), "e1e2", 2, |_| {});
    assert_eq!((events, decisions), (vec![Event::Asked], vec![(-80, -80, false)]));
}
