//! Which moves are asked about, and what they must reach.

use super::*;
use crate::knobs::{FutilityDepth, Knobs};
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

/// A pawn takes a pawn, worth 100.
const CAPTURE: &str = "4k3/8/8/3p4/4P3/8/8/R3K2R w - - 0 1";
const PAGE: Heuristic = Heuristic::ExtendedFutility;

/// A margin of 100 and 50 a ply up to nominal depth 3.
fn plain() -> Knobs {
    Knobs {
        extended_futility_depth: 3,
        extended_futility_base: 100,
        extended_futility_scale: 50,
        futility_depth: FutilityDepth::Nominal,
        ..Knobs::default()
    }
}

/// The reach of a move at depth 2, where the margin is 200; alpha is 300.
fn reach(
    k: Knobs,
    uci: &str,
    eval: i32,
    change: impl Fn(&mut NodeContext<'_>, &mut MoveContext),
) -> Option<i32> {
    let mut fixture = Fixture::new(CAPTURE, k);
    let position = fixture.position;
    let mv = fixture.mv(uci);
    let mut this = MoveContext { alpha: cp(300), quiet: !mv.is_noisy(), ..MoveContext::plain(mv) };
    let mut node = NodeContext { static_eval: Some(cp(eval)), ..NodeContext::plain(&position, 2) };
    change(&mut node, &mut this);
    fixture.searcher().extended_futility(&node, &this).map(Score::raw)
}

#[test]
fn a_capture_that_only_reaches_alpha_with_its_victim_is_skipped() {
    let skipped = [1, 0, -1].map(|eval| reach(plain(), "e4d5", eval, |_, _| {}));
    assert_eq!(skipped, [None, Some(300), Some(299)]);
}

#[test]
fn quiet_moves_are_asked_about_only_if_set() {
    assert_eq!(reach(plain(), "a1a2", 50, |_, _| {}), None);
    let k = Knobs { extended_futility_quiets: true, ..plain() };
    assert_eq!(reach(k, "a1a2", 101, |_, _| {}), None);
    assert_eq!(reach(k, "a1a2", 100, |_, _| {}), Some(300));
    assert_eq!(reach(k, "e4d5", 0, |_, _| {}), Some(300));
}

#[test]
fn checks_are_spared() {
    assert_eq!(reach(plain(), "e4d5", -500, |_, this| this.gives_check = true), None);
}

#[test]
fn a_node_in_check_skips_nothing() {
    assert_eq!(reach(plain(), "e4d5", -500, |node, _| node.static_eval = None), None);
}

#[test]
fn the_deepest_depth_that_skips_is_the_limit() {
    let at = |depth| reach(plain(), "e4d5", -900, |node, _| node.depth = depth).is_some();
    assert_eq!([2, 3, 4].map(at), [true, true, false]);
}

#[test]
fn an_alpha_that_is_a_mate_skips_nothing_unless_set() {
    let skips = |k| reach(k, "e4d5", -900, |_, this| this.alpha = Score::mate_at(9)).is_some();
    assert!(!skips(plain()) && skips(Knobs { prune_at_mates: true, ..plain() }));
}

#[test]
fn what_was_compared_is_reported() {
    let mut fixture = Fixture::new(CAPTURE, plain());
    let position = fixture.position;
    let mv = fixture.mv("e4d5");
    let this = MoveContext { alpha: cp(300), quiet: false, ..MoveContext::plain(mv) };
    let node =
        |eval| NodeContext { static_eval: Some(cp(eval)), ..NodeContext::plain(&position, 2) };
    let mut search = fixture.searcher();
    search.extended_futility(&node(-7), &this);
    search.extended_futility(&node(5), &this);
    assert_eq!(search.probe.events(PAGE), [Event::Asked, Event::Acted, Event::Asked]);
    assert_eq!(search.probe.slacks(PAGE), [7]);
    assert_eq!(search.probe.decisions(PAGE), [(293, 300, true), (305, 300, false)]);
}
