//! Searches through the protocol: every `go` gets one legal move, when it is due.

mod support;

use chess::{Game, Move};
use support::Engine;

/// The move of the last line heard, which must be a `bestmove` and the only one.
fn best(heard: &[String], game: &Game) -> Move {
    let (last, before) = heard.split_last().expect("something was said");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
    let text = last.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
    game.position().parse_uci(text.expect("a move")).expect("a legal move")
}

#[test]
fn every_limit_ends_in_one_legal_move() {
    let mut engine = Engine::start();
    let game = Game::default();
    for go in [
        "go depth 5",
        "go depth 0",
        "go depth -5",
        "go nodes 500",
        "go nodes 0",
        "go nodes -1",
        "go softnodes 500",
        "go movetime 20",
        "go movetime 0",
        "go movetime -50",
        "go wtime 100 btime 100",
        "go wtime 0 btime 0",
        "go wtime -100 btime 0",
        "go btime 50 binc 1 wtime 50 winc 1",
        "go btime 50",
        "go wtime 1 movestogo 0",
        "go wtime 50 movestogo -1",
        "go depth 4 searchmoves e2e4 d2d4",
        "go depth 4 searchmoves e2e5",
        "go wtime abc depth 3",
        "go wtime 99999999999999999999 depth 3",
        "go sideways depth 3",
    ] {
        engine.say(go);
        best(&engine.until("bestmove"), &game);
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn a_search_without_end_waits_for_stop_and_answers_meanwhile() {
    let mut engine = Engine::start();
    let game = Game::default();
    for go in ["go", "go infinite", "go ponder", "go mate 0", "go infinite depth 1", "go depth"] {
        engine.say(go);
        for _ in 0..3 {
            let heard = engine.before_ready();
            assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{go}: {heard:?}");
        }
        engine.say("stop");
        best(&engine.until("bestmove"), &game);
        engine.say("stop");
        assert_eq!(engine.before_ready(), Vec::<String>::new(), "{go}");
    }
    engine.quit();
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.say("go ponder wtime 200 btime 200");
    assert!(engine.before_ready().iter().all(|line| !line.starts_with("bestmove")));
    engine.say("ponderhit");
    best(&engine.until("bestmove"), &Game::default());
    assert_eq!(engine.ask("ponderhit"), Vec::<String>::new());
    engine.quit();
}

#[test]
fn what_comes_while_searching_waits_and_stop_still_works() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("setoption name Hash value 2");
    engine.say("setoption name Threads value 2");
    engine.say("ucinewgame");
    engine.say("position startpos moves e2e4");
    engine.say("stop");
    best(&engine.until("bestmove"), &Game::default());
    assert!(engine.fen().contains("4P3"));
    engine.say("go depth 6");
    engine.until("bestmove");
    engine.assert_well();
    engine.quit();
}

#[test]
fn the_same_game_is_searched_the_same_way_again() {
    let mut engine = Engine::start();
    let mut once = || {
        engine.say("ucinewgame");
        engine.say("position startpos moves d2d4 g8f6");
        engine.say("go nodes 20000");
        let heard = engine.until("bestmove");
        let nodes = |line: &String| {
            let mut words = line.split(' ').skip_while(|word| *word != "nodes").skip(1);
            words.next().map(str::to_owned)
        };
        (heard.iter().rev().find_map(nodes), heard.last().cloned())
    };
    let first = once();
    assert!(first.0.is_some());
    assert_eq!(once(), first);
    assert_eq!(once(), first);
}

#[test]
fn lines_are_told_in_blocks_as_many_as_asked_for() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 3");
    engine.say("position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1");
    engine.say("go depth 6");
    let heard = engine.until("bestmove");
    let number = |line: &str| -> usize {
        let mut words = line.split(' ').skip_while(|word| *word != "multipv").skip(1);
        words.next().and_then(|word| word.parse().ok()).expect("every line has its number")
    };
    let numbers: Vec<usize> =
        heard.iter().filter(|line| line.contains(" pv ")).map(|line| number(line)).collect();
    assert!(numbers.len() >= 9 && numbers.len().is_multiple_of(3), "{heard:?}");
    assert!(numbers.chunks(3).all(|block| block == [1, 2, 3]), "{numbers:?}");
    engine.quit();
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::start();
    engine.say("go depth 6 searchmoves a2a3 h2h3");
    let mv = format!("{:?}", best(&engine.until("bestmove"), &Game::default()));
    assert!(mv == "a2a3" || mv == "h2h3", "{mv}");
    engine.quit();
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("R6k/6pp/8/8/8/8/8/7K b - - 0 1", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        engine.say(&format!("position fen {fen}"));
        engine.say("go depth 5");
        let heard = engine.until("bestmove");
        assert_eq!(heard.last().unwrap(), "bestmove (none)");
        assert!(heard[0].contains(score), "{heard:?}");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn mates_are_found_and_told_in_moves() {
    let mut engine = Engine::start();
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "mate 1"),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "mate 2"),
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", "mate 0"),
        ("7K/5k2/8/8/8/8/8/6q1 w - - 0 1", "mate -1"),
    ] {
        engine.say(&format!("position fen {fen}"));
        engine.say("go depth 8");
        let heard = engine.until("bestmove");
        assert!(
            heard.iter().any(|line| line.contains(&format!("score {mate}"))),
            "{fen}: {heard:?}"
        );
    }
    engine.quit();
}

#[test]
fn the_end_of_input_ends_a_search_with_its_move() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.close_input();
    best(&engine.until("bestmove"), &Game::default());
    assert!(engine.wait().success());
}

#[test]
fn castling_is_told_as_the_mode_says() {
    let mut engine = Engine::start();
    for (option, castle) in [("false", "e1g1"), ("true", "e1h1")] {
        engine.say(&format!("setoption name UCI_Chess960 value {option}"));
        engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        engine.say(&format!("go depth 3 searchmoves {castle}"));
        let heard = engine.until("bestmove");
        assert!(heard.last().unwrap().starts_with(&format!("bestmove {castle}")), "{heard:?}");
    }
    engine.quit();
}
