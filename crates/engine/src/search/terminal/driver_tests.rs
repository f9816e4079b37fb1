//! The ends of lines, one by one.

use super::*;
use crate::knobs::Knobs;
use crate::probe::Event;
use crate::search::fixture::{Fixture, cp};

const ROOKS: &str = "4k3/7r/8/8/8/8/R7/4K3 w - - 0 1";
const SHUFFLE: [&str; 4] = ["a2b2", "h7g7", "b2a2", "g7h7"];

/// The score of the end, and the window afterwards.
fn end(fixture: &mut Fixture, window: Window, ply: usize) -> (Option<i32>, [i32; 2]) {
    let position = fixture.position;
    let mut window = window;
    let score = fixture.searcher().terminal_score(&position, &mut window, 4, ply);
    (score.map(Score::raw), [window.alpha.raw(), window.beta.raw()])
}

fn asked(window: [i32; 2]) -> Window {
    Window::new(cp(window[0]), cp(window[1]))
}

const ABOVE: [i32; 2] = [200, 300];

#[test]
fn one_repetition_after_the_root_is_a_draw_and_one_before_it_is_not() {
    let k = Knobs { use_upcoming_repetition: false, ..Knobs::default() };
    let mut fixture = Fixture::after(ROOKS, &SHUFFLE, k);
    assert_eq!(end(&mut fixture, asked(ABOVE), 5).0, Some(1));
    assert_eq!(end(&mut fixture, asked(ABOVE), 4).0, None);
    let twice = [SHUFFLE, SHUFFLE].concat();
    let mut fixture = Fixture::after(ROOKS, &twice, k);
    assert_eq!(end(&mut fixture, asked(ABOVE), 1).0, Some(1), "three times is a draw anywhere");
}

#[test]
fn draws_differ_by_the_number_of_nodes() {
    let mut fixture = Fixture::new(ROOKS, Knobs::default());
    let mut search = fixture.searcher();
    let draws = [0, 1, 2, 3, 4, 5].map(|nodes| {
        search.nodes = nodes;
        search.draw_score().raw()
    });
    assert_eq!(draws, [1, 1, -1, -1, 1, 1]);
}

#[test]
fn insufficient_material_is_a_draw() {
    for (fen, draw) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
    ] {
        let mut fixture = Fixture::new(fen, Knobs::default());
        assert_eq!(end(&mut fixture, asked(ABOVE), 3).0.is_some(), draw);
    }
}

#[test]
fn the_fifty_move_rule_is_a_draw_at_a_hundred_plies() {
    for (clock, draw) in [(99, None), (100, Some(1)), (101, Some(1))] {
        let mut fixture =
            Fixture::new(&format!("4k3/7r/8/8/8/8/R7/4K3 w - - {clock} 90"), Knobs::default());
        assert_eq!(end(&mut fixture, asked(ABOVE), 3).0, draw, "{clock}");
    }
}

#[test]
fn a_mate_on_the_last_ply_before_the_fifty_move_rule_counts() {
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90";
    let mut fixture = Fixture::new(mated, Knobs::default());
    assert_eq!(end(&mut fixture, Window::OPEN, 7).0, Some(Score::mated_at(7).raw()));
    // A check with an answer is a draw, and so is a stalemate.
    for fen in ["R5k1/6pp/8/8/8/8/8/4K3 b - - 100 90", "k7/8/KQ6/8/8/8/8/8 b - - 100 90"] {
        let fen = fen.replace("k7/8/KQ6", "k7/2Q5/K7");
        let mut fixture = Fixture::new(&fen, Knobs::default());
        assert_eq!(end(&mut fixture, Window::OPEN, 7).0, Some(1), "{fen}");
    }
}

#[test]
fn at_the_greatest_ply_the_evaluation_decides_and_a_check_is_a_draw() {
    let mut fixture = Fixture::new(ROOKS, Knobs::default());
    assert_eq!(end(&mut fixture, asked(ABOVE), MAX_PLY - 1).0, None);
    let queen = "4k3/8/8/8/8/8/Q7/4K3 w - - 0 1";
    let mut fixture = Fixture::new(queen, Knobs::default());
    assert!(end(&mut fixture, asked(ABOVE), MAX_PLY).0.unwrap() > 300);
    let checked = "4k3/4r3/8/8/8/8/8/Q3K3 w - - 0 1";
    let mut fixture = Fixture::new(checked, Knobs::default());
    assert_eq!(end(&mut fixture, asked(ABOVE), MAX_PLY).0, Some(1));
}

/// One move before the repetition: the rook goes back and repeats.
const BEFORE_REPETITION: [&str; 3] = ["a2b2", "h7g7", "b2a2"];

#[test]
fn a_repetition_within_reach_raises_alpha_to_the_draw_and_may_close_the_window() {
    let on = Knobs::default();
    let mut fixture = Fixture::after(ROOKS, &BEFORE_REPETITION, on);
    assert_eq!(end(&mut fixture, asked([-80, 70]), 9), (None, [1, 70]));
    assert_eq!(end(&mut fixture, asked([-80, 1]), 9), (Some(1), [1, 1]));
    assert_eq!(end(&mut fixture, asked([-80, -40]), 9), (Some(1), [1, -40]));
    assert_eq!(end(&mut fixture, asked([0, 70]), 9), (None, [0, 70]), "alpha is a draw already");
    assert_eq!(
        end(&mut fixture, asked([-80, 70]), 3),
        (None, [-80, 70]),
        "it began before the root"
    );
    let off = Knobs { use_upcoming_repetition: false, ..on };
    let mut fixture = Fixture::after(ROOKS, &BEFORE_REPETITION, off);
    assert_eq!(end(&mut fixture, asked([-80, 70]), 9), (None, [-80, 70]));
    let mut fixture = Fixture::after(ROOKS, &SHUFFLE[..2], on);
    assert_eq!(end(&mut fixture, asked([-80, 70]), 9), (None, [-80, 70]), "nothing to repeat");
}

#[test]
fn a_repetition_within_reach_reports_how_far_it_raised_alpha() {
    let mut fixture = Fixture::after(ROOKS, &BEFORE_REPETITION, Knobs::default());
    let position = fixture.position;
    let mut search = fixture.searcher();
    search.terminal_score(&position, &mut asked([-80, 70]), 4, 9);
    let page = Heuristic::UpcomingRepetition;
    assert_eq!(search.probe.events(page), [Event::Asked, Event::Acted]);
    assert_eq!(search.probe.slacks(page), [81]);
}

#[test]
fn mates_that_cannot_be_improved_end_the_line_if_set() {
    let known = Window::new(Score::mate_at(3), Score::INFINITE);
    let mut fixture = Fixture::new(ROOKS, Knobs::default());
    assert_eq!(end(&mut fixture, known, 2).0, Some(Score::mate_at(3).raw()));
    assert_eq!(end(&mut fixture, known, 1).0, None);
    let lost = Window::new(-Score::INFINITE, Score::mated_at(3));
    assert_eq!(end(&mut fixture, lost, 3).0, Some(Score::mated_at(3).raw()));
    assert_eq!(end(&mut fixture, lost, 2).0, None);
    let off = Knobs { use_mate_distance: false, ..Knobs::default() };
    assert_eq!(end(&mut Fixture::new(ROOKS, off), known, 2).0, None);
}

#[test]
fn mate_distance_reports_its_cuts_without_slack_because_mates_have_no_margin() {
    let mut fixture = Fixture::new(ROOKS, Knobs::default());
    let position = fixture.position;
    let mut search = fixture.searcher();
    let mut known = Window::new(Score::mate_at(3), Score::INFINITE);
    search.terminal_score(&position, &mut known, 4, 5);
    let events = search.probe.events(Heuristic::MateDistance);
    assert_eq!(events, [Event::Asked, Event::Acted]);
    assert!(search.probe.slacks(Heuristic::MateDistance).is_empty());
}
