//! `go` with limits of every kind. Each gets one legal move, when it is due.

use chess::{Game, Setup};
use engine::score::MAX_PLY;

use crate::support::{Engine, best};

/// A `go`, and the number of its words that are reported as errors.
const ENDING: &[(&str, usize)] = &[
    ("go depth 5", 0),
    ("go depth 0", 0),
    ("go depth -5", 0),
    ("go nodes 500", 0),
    ("go nodes 0", 0),
    ("go nodes -1", 0),
    ("go softnodes 500", 0),
    ("go movetime 20", 0),
    ("go movetime 0", 0),
    ("go movetime -50", 0),
    ("go wtime 100 btime 100", 0),
    ("go wtime 0 btime 0", 0),
    ("go wtime -100 btime 0", 0),
    ("go wtime 1 btime 1", 0),
    ("go btime 50 binc 1 wtime 50 winc 1", 0),
    ("go wtime abc depth 3", 1),
    ("go wtime 99999999999999999999 depth 3", 1),
    ("go nodes depth 3", 1),
    ("go sideways depth 3", 1),
    ("go wtime 1 movestogo 0", 0),
    ("go wtime 50 movestogo -1", 0),
    ("go btime 50", 0),
    ("go depth 4 searchmoves e2e4 e2e4 d2d4", 0),
    ("go depth 4 searchmoves e2e5", 1),
    ("go depth 4 searchmoves e2e5 hello a1a8", 3),
];

/// None of these ends by itself, whatever it finds.
const ENDLESS: &[&str] = &[
    "go",
    "go depth 99999",
    "go depth",
    "go wtime abc",
    "go infinite",
    "go infinite depth 1",
    "go infinite mate 1",
    "go mate 0",
    "go ponder",
];

#[test]
fn searches_that_end_send_one_legal_move() {
    let game = Game::default();
    // Without a `position`, the initial one is searched.
    let mut engine = Engine::start();
    for (go, errors) in ENDING {
        engine.send(go);
        let replies = engine.until("bestmove");
        best(&replies, &game);
        let messages = replies.iter().filter(|line| line.starts_with("info string ")).count();
        assert_eq!(messages, *errors, "{go}: {replies:?}");
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn searches_without_end_wait_for_stop() {
    let mut engine = Engine::start();
    let game = Game::default();
    for go in ENDLESS {
        engine.send(go);
        for _ in 0..3 {
            let replies = engine.before_ready();
            let is_silent = replies.iter().all(|line| !line.starts_with("bestmove"));
            assert!(is_silent, "{go}: {replies:?}");
        }
        engine.send("stop");
        best(&engine.until("bestmove"), &game);
        engine.send("stop");
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_search_to_the_greatest_depth_ends_only_if_it_is_not_infinite() {
    let mut engine = Engine::start();
    let deepest = format!("info depth {} ", MAX_PLY - 1);
    // With bare kings, searching to the greatest depth takes no time.
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let game = Game::new(fen.parse::<Setup>().unwrap());
    engine.send(&format!("position fen {fen}"));
    engine.send("go depth 99999");
    best(&engine.until("bestmove"), &game);
    for go in ["go infinite", "go ponder wtime 100 btime 100"] {
        engine.send(go);
        engine.until(&deepest);
        for _ in 0..3 {
            assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
        }
        engine.send("stop");
        best(&engine.until("bestmove"), &game);
    }
    engine.quit();
}

#[test]
fn a_mate_does_not_end_an_infinite_search() {
    let mut engine = Engine::start();
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    engine.send(&format!("position fen {fen}"));
    engine.send("go infinite");
    let found = "info depth 9 ";
    let replies = engine.until(found);
    assert!(replies.last().unwrap().contains(" score mate 1 "), "{replies:?}");
    assert!(replies.iter().chain(&engine.before_ready()).all(|line| !line.starts_with("bestmove")));
    engine.send("stop");
    best(&engine.until("bestmove"), &Game::new(fen.parse::<Setup>().unwrap()));
    engine.quit();
}
