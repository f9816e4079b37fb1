//! Which moves are extended, and where extensions end.

use super::*;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::Fixture;
use crate::search::{NonPv, Pv};

/// A pawn may take on d5.
const CAPTURE: &str = "4k3/8/8/3p4/4P3/8/8/R3K2R w - - 0 1";

fn on() -> Knobs {
    Knobs { use_check_extension: true, use_recapture_extension: true, ..Knobs::default() }
}

/// The extension of a move; `last` is where the last move went.
fn extension<K: NodeKind>(k: Knobs, uci: &str, gives_check: bool, ply: usize, last: &str) -> i32 {
    let mut fixture = Fixture::new(CAPTURE, k);
    let position = fixture.position;
    let this = MoveContext { gives_check, ..MoveContext::plain(fixture.mv(uci)) };
    let back = Fixture::new("4k3/8/3p4/8/8/8/8/4K3 b - - 0 1", k);
    let last = back.mv(last);
    let node = NodeContext { ply, ..NodeContext::plain(&position, 4) };
    let mut search = fixture.searcher();
    search.stack.at_mut(ply - 1).mv = Some(last);
    let plies = search.forcing_extension::<K>(&node, &this);
    let events = [Heuristic::CheckExtension, Heuristic::RecaptureExtension]
        .map(|heuristic| search.probe.events(heuristic));
    let acted = events.iter().flatten().filter(|&&event| event == Event::Acted).count();
    assert_eq!(acted as i32, plies);
    plies
}

#[test]
fn checks_are_extended_if_set() {
    let check = |k| extension::<NonPv>(k, "a1a8", true, 1, "e8e7");
    assert_eq!((check(on()), check(Knobs::default())), (1, 0));
    assert_eq!(extension::<NonPv>(on(), "a1a8", false, 1, "e8e7"), 0);
}

#[test]
fn recaptures_are_extended_on_the_principal_variation_if_set() {
    assert_eq!(extension::<Pv>(on(), "e4d5", false, 1, "d6d5"), 1);
    assert_eq!(extension::<Pv>(Knobs::default(), "e4d5", false, 1, "d6d5"), 0);
    assert_eq!(extension::<NonPv>(on(), "e4d5", false, 1, "d6d5"), 0);
    assert_eq!(extension::<Pv>(on(), "e4d5", false, 1, "e8e7"), 0, "not where it was captured");
    assert_eq!(extension::<Pv>(on(), "e4e5", false, 1, "d6d5"), 0, "not a capture");
}

#[test]
fn a_quiet_move_to_the_square_of_the_last_one_is_no_recapture() {
    // After an en passant capture the last square is empty.
    assert_eq!(extension::<Pv>(on(), "h1h7", false, 1, "e8e7"), 0);
    assert_eq!(extension::<Pv>(on(), "a1d1", false, 1, "e8d8"), 0);
}

#[test]
fn a_check_that_recaptures_is_extended_once() {
    assert_eq!(extension::<Pv>(on(), "e4d5", true, 1, "d6d5"), 1);
}

#[test]
fn extensions_end_at_twice_the_depth_of_the_iteration() {
    for (ply, plies) in [(19, 1), (20, 0), (21, 0)] {
        assert_eq!(extension::<NonPv>(on(), "a1a8", true, ply, "e8e7"), plies);
    }
}
