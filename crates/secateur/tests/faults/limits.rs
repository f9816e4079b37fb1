//! Rows G01 to G10: `go` with limits of every kind. Each gets one legal move, when it is due.

use chess::{Game, Setup};
use engine::score::MAX_PLY;

use crate::support::{Engine, best};

/// Row, `go`, and how many words of it are complained about.
const ENDING: &[(&str, &str, usize)] = &[
    ("G01", "go depth 5", 0),
    ("G02", "go depth 0", 0),
    ("G02", "go depth -5", 0),
    ("G03", "go nodes 500", 0),
    ("G03", "go nodes 0", 0),
    ("G03", "go nodes -1", 0),
    ("G03", "go softnodes 500", 0),
    ("G04", "go movetime 20", 0),
    ("G04", "go movetime 0", 0),
    ("G04", "go movetime -50", 0),
    ("G05", "go wtime 100 btime 100", 0),
    ("G05", "go wtime 0 btime 0", 0),
    ("G05", "go wtime -100 btime 0", 0),
    ("G05", "go wtime 1 btime 1", 0),
    ("G05", "go btime 50 binc 1 wtime 50 winc 1", 0),
    ("G06", "go wtime abc depth 3", 1),
    ("G06", "go wtime 99999999999999999999 depth 3", 1),
    ("G06", "go nodes depth 3", 1),
    ("G06", "go sideways depth 3", 1),
    ("G07", "go wtime 1 movestogo 0", 0),
    ("G07", "go wtime 50 movestogo -1", 0),
    ("G08", "go btime 50", 0),
    ("G09", "go depth 4 searchmoves e2e4 e2e4 d2d4", 0),
    ("G09", "go depth 4 searchmoves e2e5", 1),
    ("G09", "go depth 4 searchmoves e2e5 hello a1a8", 3),
];

/// Row and `go`: none of these ends by itself, whatever it has found.
const ENDLESS: &[(&str, &str)] = &[
    ("G01", "go"),
    ("G02", "go depth 99999"),
    ("G06", "go depth"),
    ("G06", "go wtime abc"),
    ("G10", "go infinite"),
    ("G10", "go infinite depth 1"),
    ("G10", "go infinite mate 1"),
    ("G10", "go mate 0"),
    ("G10", "go ponder"),
];

#[test]
fn rows_that_end_get_one_legal_move() {
    let game = Game::default();
    // No `position` has been sent: row G01.
    let mut engine = Engine::start();
    for (id, go, complaints) in ENDING {
        engine.say(go);
        let heard = engine.until("bestmove");
        best(&heard, &game);
        let complained = heard.iter().filter(|line| line.starts_with("info string ")).count();
        assert_eq!(complained, *complaints, "{id}: {heard:?}");
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{id}: {go}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn rows_without_end_wait_for_stop() {
    let mut engine = Engine::start();
    let game = Game::default();
    for (id, go) in ENDLESS {
        engine.say(go);
        for _ in 0..3 {
            let heard = engine.before_ready();
            let is_silent = heard.iter().all(|line| !line.starts_with("bestmove"));
            assert!(is_silent, "{id}: {go}: {heard:?}");
        }
        engine.say("stop");
        best(&engine.until("bestmove"), &game);
        engine.say("stop");
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{id}: {go}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn g02_g10_the_deepest_search_there_is_ends_in_its_own_time() {
    let mut engine = Engine::start();
    let deepest = format!("info depth {} ", MAX_PLY - 1);
    // Nothing to think about: every depth there is takes no time.
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let game = Game::new(fen.parse::<Setup>().unwrap());
    engine.say(&format!("position fen {fen}"));
    engine.say("go depth 99999");
    best(&engine.until("bestmove"), &game);
    for go in ["go infinite", "go ponder wtime 100 btime 100"] {
        engine.say(go);
        engine.until(&deepest);
        for _ in 0..3 {
            assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
        }
        engine.say("stop");
        best(&engine.until("bestmove"), &game);
    }
    engine.quit();
}

#[test]
fn g10_a_mate_found_does_not_end_a_search_without_end() {
    let mut engine = Engine::start();
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    engine.say(&format!("position fen {fen}"));
    engine.say("go infinite");
    let found = "info depth 9 ";
    let heard = engine.until(found);
    assert!(heard.last().unwrap().contains(" score mate 1 "), "{heard:?}");
    assert!(heard.iter().chain(&engine.before_ready()).all(|line| !line.starts_with("bestmove")));
    engine.say("stop");
    best(&engine.until("bestmove"), &Game::new(fen.parse::<Setup>().unwrap()));
    engine.quit();
}
