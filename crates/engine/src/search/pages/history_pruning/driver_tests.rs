//! The comparison with the threshold, and the depth that it goes by.

use super::*;
use crate::probe::Event;
use crate::search::fixture::Fixture;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAGE: Heuristic = Heuristic::HistoryPruning;

/// Skips up to a reduced depth of 3, below -1,000 a ply.
fn skips(
    depth: i32,
    lmr_depth: i32,
    history_score: i32,
) -> (bool, Vec<i32>, Vec<(i32, i32, bool)>) {
    let k =
        Knobs { history_pruning_max_depth: 3, history_pruning_margin: 1_000, ..Knobs::default() };
    let mut fixture = Fixture::new(START, k);
    let position = fixture.position;
    let this = MoveContext { lmr_depth, history_score, ..MoveContext::plain(fixture.mv("a2a3")) };
    let mut search = fixture.searcher();
    let skips = search.history_pruning(&NodeContext::plain(&position, depth), &this);
    let acted = search.probe.events(PAGE).contains(&Event::Acted);
    assert_eq!(acted, skips);
    (skips, search.probe.slacks(PAGE), search.probe.decisions(PAGE))
}

#[test]
fn a_history_below_the_threshold_of_the_nominal_depth_is_skipped() {
    assert_eq!(skips(4, 2, -4_000), (false, vec![], vec![(-4_000, -4_000, false)]));
    assert_eq!(skips(4, 2, -4_001), (true, vec![1], vec![(-4_001, -4_000, true)]));
    assert!(!skips(4, 2, 0).0);
}

#[test]
fn the_reduced_depth_limits_it() {
    assert_eq!([2, 3, 4].map(|lmr_depth| skips(9, lmr_depth, -16_000).0), [true, true, false]);
}
