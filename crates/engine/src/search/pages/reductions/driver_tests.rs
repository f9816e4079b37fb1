//! The searches of a reduced move, their depths, and what the second one teaches.

use super::*;
use crate::history::PieceTo;
use crate::probe::Event;
use crate::search::fixture::{Entered, Fixture, cp};
use crate::search::{NonPv, Pv, Root};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// No reason to reduce but the base reduction of the move.
fn plain() -> Knobs {
    Knobs {
        lmr_min_depth: 3,
        lmr_min_move_number: 4,
        lmr_non_pv: 0,
        lmr_not_improving: 0,
        lmr_child_cutoffs: 0,
        lmr_cut_node: 0,
        lmr_cut_no_move: 0,
        deeper_margin: 50,
        deeper_slope: 0,
        ..Knobs::default()
    }
}

#[test]
fn base_and_logarithms_are_in_hundredths_of_a_ply() {
    let k = Knobs {
        lmr_base_reduction: 50,
        lmr_depth_factor: 200,
        lmr_noisy_base: 25,
        lmr_noisy_factor: 400,
        ..plain()
    };
    let reductions = Reductions::new(&k);
    // ln 8 * ln 8 = 4.324, halved and quartered.
    assert_eq!(reductions.base(8, 8, true), 2_725);
    assert_eq!(reductions.base(8, 8, false), 1_362);
    assert_eq!((reductions.base(1, 1, true), reductions.base(0, 5, true)), (512, 0));
    assert_eq!((reductions.base(-4, 5, true), reductions.base(5, 0, true)), (0, 0));
    assert_eq!(reductions.base(2, 63, true), reductions.base(2, 64, true));
    assert!(reductions.base(2, 62, true) < reductions.base(2, 63, true));
    assert_eq!(reductions.base(63, 2, true), reductions.base(64, 2, true));
    assert!(reductions.base(62, 2, true) < reductions.base(63, 2, true));
}

#[test]
fn tables_fit_only_their_own_settings() {
    let k = plain();
    let reductions = Reductions::new(&k);
    assert!(reductions.fits(&k) && reductions.fits(&Knobs { futility_base: 99, ..k }));
    assert!(!reductions.fits(&Knobs { lmr_base_reduction: 1, ..k }));
    assert!(!reductions.fits(&Knobs { lmr_depth_factor: 101, ..k }));
    assert!(!reductions.fits(&Knobs { lmr_noisy_base: 1, ..k }));
    assert!(!reductions.fits(&Knobs { lmr_noisy_factor: 101, ..k }));
}

#[test]
fn moves_are_reduced_from_a_depth_and_a_number_on() {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mv = fixture.mv("a2a3");
    let search = fixture.searcher();
    let reduces = |depth, number| {
        let this = MoveContext { number, ..MoveContext::plain(mv) };
        let node = NodeContext::plain(&position, depth);
        [
            search.reduces::<NonPv>(&node, &this),
            search.reduces::<Pv>(&node, &this),
            search.reduces::<Root>(&node, &this),
        ]
    };
    assert_eq!(reduces(2, 20), [false; 3]);
    assert_eq!(reduces(3, 3), [false; 3]);
    assert_eq!(reduces(3, 4), [true, true, false]);
    assert_eq!(reduces(3, 5), [true, true, false]);
    assert_eq!(reduces(3, 6), [true; 3], "the root begins two moves later");
}

/// Searches a3 at a node of depth 10 with alpha 0, where the move is worth `score` at any depth.
struct Searched {
    score: i32,
    /// Depth and `cut` of each search of the move.
    searches: Vec<(i32, bool)>,
    /// The continuation history of the move.
    learned: i32,
    events: Vec<Event>,
    deeper: Vec<Event>,
}

fn searched(
    k: Knobs,
    base_reduction: i32,
    planned: i32,
    score: i32,
    change: impl Fn(&mut NodeContext<'_>, &mut MoveContext),
) -> Searched {
    let mut fixture = Fixture::new(START, k);
    fixture.decide("a2a3", score);
    let position = fixture.position;
    let mv = fixture.mv("a2a3");
    let (next, _) = fixture.child("a2a3");
    let window = Window::new(cp(0), cp(200));
    let mut node = NodeContext { window, improving: true, ..NodeContext::plain(&position, 10) };
    let mut this = MoveContext { base_reduction, ..MoveContext::plain(mv) };
    change(&mut node, &mut this);
    let last = PieceTo::of(&position, fixture.mv("h2h3"));
    let previous = [last, PieceTo::NONE, PieceTo::NONE];
    let mut search = fixture.searcher();
    search.enter(&position, mv, &next, node.ply);
    let found = search.reduced_search::<NonPv>(&node, &this, &next, planned, &previous).unwrap();
    assert_eq!(search.stack.at(node.ply).reduction, 0);
    assert!(search.probe.entered.iter().all(|entered| entered.window == [-1, 0]));
    Searched {
        score: found.raw(),
        searches: search
            .probe
            .entered
            .iter()
            .map(|&Entered { depth, cut, .. }| (depth, cut))
            .collect(),
        learned: search.histories.continuation(last, PieceTo::of(&position, mv)),
        events: search.probe.events(Heuristic::Reductions),
        deeper: search.probe.events(Heuristic::Deeper),
    }
}

#[test]
fn a_move_is_reduced_by_whole_plies_and_its_failure_is_believed() {
    for (base, depth) in [(1_023, 9), (1_024, 8), (2_047, 8), (2_048, 7)] {
        let it = searched(plain(), base, 9, -40, |_, _| {});
        assert_eq!((it.score, it.searches), (-40, vec![(depth, true)]));
        let acted = depth < 9;
        assert_eq!(it.events.contains(&Event::Acted), acted);
        assert_eq!((it.learned, it.deeper), (0, vec![]));
    }
}

#[test]
fn a_reduced_move_that_beats_alpha_is_searched_again_in_full() {
    for cut in [false, true] {
        let it = searched(plain(), 2_048, 9, 20, |node, _| node.cut = cut);
        assert_eq!((it.score, it.searches), (20, vec![(7, true), (9, !cut)]));
    }
}

#[test]
fn a_score_of_alpha_is_not_searched_again() {
    assert_eq!(searched(plain(), 2_048, 9, 0, |_, _| {}).searches, [(7, true)]);
}

#[test]
fn an_unreduced_move_is_searched_once() {
    assert_eq!(searched(plain(), 0, 9, 60, |_, _| {}).searches, [(9, true)]);
}

#[test]
fn a_large_surprise_is_searched_deeper_and_a_small_one_shallower() {
    // The best score is 0: the surprise is the score.
    assert_eq!(searched(plain(), 2_048, 9, 51, |_, _| {}).searches, [(7, true), (10, true)]);
    assert_eq!(searched(plain(), 2_048, 9, 50, |_, _| {}).searches, [(7, true), (9, true)]);
    assert_eq!(searched(plain(), 2_048, 9, 8, |_, _| {}).searches, [(7, true), (8, true)]);
    let it = searched(plain(), 2_048, 9, 51, |_, this| this.best = cp(1));
    assert_eq!(it.searches, [(7, true), (9, true)], "measured from the best score");
    assert_eq!(it.deeper, [Event::Asked]);
    assert_eq!(searched(plain(), 2_048, 9, 8, |_, _| {}).deeper, [Event::Asked, Event::Acted]);
    let off = Knobs { use_deeper: false, ..plain() };
    let it = searched(off, 2_048, 9, 51, |_, _| {});
    assert_eq!((it.searches, it.deeper), (vec![(7, true), (9, true)], vec![]));
}

#[test]
fn a_second_search_that_would_be_no_deeper_is_not_made() {
    let it = searched(plain(), 1_024, 9, 8, |_, _| {});
    assert_eq!((it.score, it.searches), (8, vec![(8, true)]));
}

#[test]
fn a_lost_node_is_searched_again_as_planned() {
    let it = searched(plain(), 2_048, 9, 51, |_, this| this.best = Score::mated_at(5));
    assert_eq!(it.searches, [(7, true), (9, true)]);
}

#[test]
fn a_reduction_leaves_at_least_a_ply_and_extends_by_one_at_most() {
    assert_eq!(searched(plain(), 20_480, 9, -300, |_, _| {}).searches[0].0, 1);
    assert_eq!(searched(plain(), -20_480, 9, -40, |_, _| {}).searches, [(10, true)]);
    assert_eq!(searched(plain(), -20_480, 0, -300, |_, _| {}).searches[0].0, 2);
}

#[test]
fn a_line_four_times_as_long_as_the_iteration_is_not_extended() {
    for (ply, depth) in [(39, 10), (40, 9)] {
        let it = searched(plain(), -20_480, 9, -40, |node, _| node.ply = ply);
        assert_eq!(it.searches, [(depth, true)], "ply {ply}");
        let again = searched(plain(), 2_048, 9, 120, |node, _| node.ply = ply);
        assert_eq!(again.searches[1].0, depth, "ply {ply}");
    }
}

#[test]
fn the_second_search_of_a_quiet_move_changes_its_continuation_history() {
    let k = Knobs {
        history_bonus: 100,
        history_bonus_offset: 0,
        history_malus: 10,
        history_malus_offset: 0,
        use_deeper: false,
        ..plain()
    };
    assert_eq!(searched(k, 2_048, 9, 199, |_, _| {}).learned, 0, "inside the window");
    assert_eq!(searched(k, 2_048, 9, 200, |_, _| {}).learned, 900);
    assert_eq!(searched(k, 2_048, 9, 200, |_, this| this.quiet = false).learned, 0);
}

/// The first two events of hindsight in the child of a move that is searched less deep, where the
/// parent's evaluation is `parent`.
fn hindsight_of(planned: i32, base_reduction: i32, parent: i32) -> Vec<Event> {
    let mut fixture = Fixture::new(START, plain());
    let position = fixture.position;
    let mv = fixture.mv("a2a3");
    let (next, _) = fixture.child("a2a3");
    let window = Window::new(cp(0), cp(200));
    let node = NodeContext { improving: true, window, ..NodeContext::plain(&position, 6) };
    let this = MoveContext { base_reduction, ..MoveContext::plain(mv) };
    let mut search = fixture.searcher();
    search.stack.at_mut(1).static_eval = Some(cp(parent));
    search.enter(&position, mv, &next, 1);
    search.reduced_search::<NonPv>(&node, &this, &next, planned, &[PieceTo::NONE; 3]).unwrap();
    let mut events = search.probe.events(Heuristic::Hindsight);
    events.truncate(2);
    events
}

#[test]
fn the_child_learns_by_how_many_plies_it_was_reduced() {
    // Three plies give one back, two take another off, and one does neither.
    assert_eq!(hindsight_of(5, 3_072, -900), [Event::Asked, Event::Acted]);
    assert_eq!(hindsight_of(5, 2_048, 900), [Event::Asked, Event::Acted]);
    assert_ne!(hindsight_of(4, 1_024, -900), [Event::Asked, Event::Acted]);
}

#[test]
fn many_cutoffs_of_the_children_reduce_more() {
    for (cutoffs, depth) in [(2, 9), (3, 8)] {
        let mut fixture = Fixture::new(START, Knobs { lmr_child_cutoffs: 1_024, ..plain() });
        fixture.decide("a2a3", -40);
        let position = fixture.position;
        let mv = fixture.mv("a2a3");
        let (next, _) = fixture.child("a2a3");
        let window = Window::new(cp(0), cp(200));
        let node = NodeContext { improving: true, window, ..NodeContext::plain(&position, 10) };
        let this = MoveContext::plain(mv);
        let mut search = fixture.searcher();
        search.stack.at_mut(2).cutoffs = cutoffs;
        search.enter(&position, mv, &next, 1);
        search.reduced_search::<NonPv>(&node, &this, &next, 9, &[PieceTo::NONE; 3]).unwrap();
        assert_eq!(search.probe.entered[0].depth, depth);
        let decisions = search.probe.decisions(Heuristic::Reductions);
        assert_eq!(decisions, [(depth, 9, depth < 9)]);
    }
}
