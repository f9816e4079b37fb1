//! The windows and depths of the searches at the root, one after the other.

use super::*;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

/// Only kings: every line is a draw, worth 1 or -1.
const DRAWN: &str = "8/8/3k4/8/8/3K4/8/8 w - - 0 1";

/// Half a window of 20, from depth 1 on, that grows by itself.
fn plain() -> Knobs {
    Knobs {
        aspiration_min_depth: 1,
        aspiration_window: 20,
        aspiration_score_divisor: 64_000,
        aspiration_growth: AspirationGrowth::Linear,
        aspiration_max_attempts: 20,
        ..Knobs::default()
    }
}

/// The windows of the root, if the last score was `centre`, and the depths of its searches.
fn windows(k: Knobs, centre: Option<i32>, depth: i32) -> (Vec<[i32; 2]>, Vec<i32>, Vec<Event>) {
    let mut fixture = Fixture::new(DRAWN, k);
    let position = fixture.position;
    let mut search = fixture.searcher();
    if let Some(centre) = centre {
        let (first, window) = (search.root.current(), Window::OPEN);
        search.root.note(first, cp(centre), 1, true, &[], window, 1);
    }
    search.aspirate(&position, depth, 1).unwrap();
    let roots: Vec<_> = search.probe.entered.iter().filter(|node| node.ply == 0).collect();
    let windows: Vec<_> = roots.iter().map(|node| node.window).collect();
    let depths: Vec<_> = roots.iter().map(|node| node.depth).collect();
    (windows, depths, search.probe.events(Heuristic::Aspiration))
}

const OPEN: [i32; 2] = [-Score::INFINITE.raw(), Score::INFINITE.raw()];

#[test]
fn a_score_inside_the_first_window_needs_one_search() {
    let (windows, depths, events) = windows(plain(), Some(0), 3);
    assert_eq!((windows, depths), (vec![[-20, 20]], vec![3]));
    assert_eq!(events, [Event::Asked, Event::Acted]);
}

#[test]
fn without_a_usable_score_the_window_is_open() {
    let off = Knobs { use_aspiration_windows: false, ..plain() };
    let deep = Knobs { aspiration_min_depth: 4, ..plain() };
    let mate = Some(Score::mate_at(5).raw());
    for (k, centre) in [(plain(), None), (off, Some(0)), (deep, Some(0)), (plain(), mate)] {
        let (windows, _, events) = windows(k, centre, 3);
        assert_eq!((windows, events), (vec![OPEN], vec![]));
    }
    assert_eq!(windows(deep, Some(0), 4).0, [[-20, 20]]);
}

#[test]
fn the_square_of_the_score_widens_the_first_window() {
    let k = Knobs { aspiration_score_divisor: 1_000, ..plain() };
    assert_eq!(windows(k, Some(-200), 3).0[0], [-260, -140]);
}

/// The first three windows after failures low around 100: the score is 1 or -1.
fn failing_low(growth: AspirationGrowth) -> Vec<[i32; 2]> {
    let k = Knobs { aspiration_growth: growth, aspiration_max_attempts: 20, ..plain() };
    windows(k, Some(100), 3).0
}

#[test]
fn after_a_failure_low_beta_halves_the_window_and_alpha_follows_the_score() {
    let windows = failing_low(AspirationGrowth::Linear);
    assert_eq!(windows[0], [80, 120]);
    assert_eq!(windows[1][1], 100);
    assert!([-19, -21].contains(&windows[1][0]), "{windows:?}");
    assert_eq!(windows.len(), 2);
}

#[test]
fn after_a_failure_high_beta_follows_the_score_and_the_next_search_is_shallower() {
    let (windows, depths, events) = windows(plain(), Some(-100), 5);
    // The draw, -1, is blended with beta to -14.
    assert_eq!((windows, depths), (vec![[-120, -80], [-120, 6]], vec![5, 4]));
    assert_eq!(events, [Event::Asked, Event::Asked, Event::Acted]);
}

#[test]
fn no_search_is_shallower_than_one_ply() {
    assert!(windows(plain(), Some(-100), 2).1.iter().all(|&depth| depth >= 1));
    assert_eq!(windows(plain(), Some(-100), 2).1[..3], [2, 1, 1]);
}

#[test]
fn each_form_of_growth_widens_in_its_own_way() {
    // The first window is 21 to either side; the scores that fail high are -40 and -2.
    let growth = |growth| {
        let k = Knobs { aspiration_growth: growth, ..plain() };
        windows(k, Some(-300), 6).0
    };
    for (form, last) in [
        (AspirationGrowth::Linear, 39),
        (AspirationGrowth::Moderate, 29),
        (AspirationGrowth::Exponential, 40),
    ] {
        assert_eq!(growth(form), [[-321, -279], [-321, -19], [-321, last]], "{form:?}");
    }
}

#[test]
fn after_enough_failures_the_window_is_open() {
    for (attempts, opened) in [(3, true), (4, false)] {
        let k = Knobs { aspiration_max_attempts: attempts, ..plain() };
        let (windows, ..) = windows(k, Some(-2_000), 2);
        assert_eq!(windows.len(), 4, "{windows:?}");
        assert!(windows[..3].iter().all(|&window| window != OPEN));
        assert_eq!(windows[3] == OPEN, opened);
    }
}

#[test]
fn a_window_that_has_grown_too_wide_is_opened() {
    // The first delta is 20 and 6,000 squared divided by the divisor: 582, and then 602.
    assert_eq!(windows(plain(), Some(-6_000), 3).0[1], OPEN);
    // At 580 it grows to 600, which is not too wide.
    assert_ne!(windows(plain(), Some(-5_987), 3).0[1], OPEN);
}

/// A search of a position whose last score was `centre`: the depths of the root, and the move that was
/// reported on the way.
fn searched(fen: &str, centre: i32, lines: usize) -> (Vec<i32>, bool) {
    let mut fixture = Fixture::new(fen, plain());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let (first, window) = (search.root.current(), Window::OPEN);
    search.root.note(first, cp(centre), 1, true, &[], window, 1);
    search.aspirate(&position, 3, lines).unwrap();
    let roots = search.probe.entered.iter().filter(|node| node.ply == 0);
    (roots.map(|node| node.depth).collect(), search.reported.is_some())
}

#[test]
fn a_mate_that_fails_high_is_searched_again_at_full_depth() {
    // Only the mate reaches the window.
    let (depths, _) = searched("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1_500, 1);
    assert!(depths.len() > 1 && depths.iter().all(|&depth| depth == 3), "{depths:?}");
}

#[test]
fn a_failure_is_reported_only_if_one_line_is_shown() {
    assert!(searched(DRAWN, 100, 1).1);
    assert!(!searched(DRAWN, 100, 2).1);
    assert!(!searched(DRAWN, 0, 1).1, "nothing failed");
}
