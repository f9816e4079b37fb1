//! Searches through the protocol.

mod support;

use chess::Game;
use support::{Engine, best};

#[test]
fn the_same_search_in_a_new_game_gives_the_same_result() {
    let mut engine = Engine::start();
    let mut once = || {
        engine.send("ucinewgame");
        engine.send("position startpos moves d2d4 g8f6");
        engine.send("go nodes 20000");
        let replies = engine.until("bestmove");
        let nodes = |line: &String| {
            let mut words = line.split(' ').skip_while(|word| *word != "nodes").skip(1);
            words.next().map(str::to_owned)
        };
        (replies.iter().rev().find_map(nodes), replies.last().cloned())
    };
    let first = once();
    assert!(first.0.is_some());
    assert_eq!(once(), first);
    assert_eq!(once(), first);
}

#[test]
fn multipv_lines_come_in_complete_blocks() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    engine.send("position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1");
    engine.send("go depth 6");
    let replies = engine.until("bestmove");
    let number = |line: &str| -> usize {
        let mut words = line.split(' ').skip_while(|word| *word != "multipv").skip(1);
        words.next().and_then(|word| word.parse().ok()).expect("every line has its number")
    };
    let numbers: Vec<usize> =
        replies.iter().filter(|line| line.contains(" pv ")).map(|line| number(line)).collect();
    assert!(numbers.len() >= 9 && numbers.len().is_multiple_of(3), "{replies:?}");
    assert!(numbers.chunks(3).all(|block| block == [1, 2, 3]), "{numbers:?}");
    engine.quit();
}

#[test]
fn searchmoves_restricts_the_best_move() {
    let mut engine = Engine::start();
    engine.send("go depth 6 searchmoves a2a3 h2h3");
    let mv = format!("{:?}", best(&engine.until("bestmove"), &Game::default()));
    assert!(mv == "a2a3" || mv == "h2h3", "{mv}");
    engine.quit();
}

#[test]
fn mate_scores_are_in_moves() {
    let mut engine = Engine::start();
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "mate 1"),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "mate 2"),
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", "mate 0"),
        ("7K/5k2/8/8/8/8/8/6q1 w - - 0 1", "mate -1"),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 8");
        let replies = engine.until("bestmove");
        assert!(
            replies.iter().any(|line| line.contains(&format!("score {mate}"))),
            "{fen}: {replies:?}"
        );
    }
    engine.quit();
}

#[test]
fn wdl_is_on_every_score_and_certain_if_the_game_is_over() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    for (fen, over) in [
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", Some("score mate 0 wdl 0 0 1000")),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("score cp 0 wdl 0 1000 0")),
        ("6k1/5ppp/8/8/8/8/8/3R2K1 b - - 0 1", None),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 6");
        let replies = engine.until("bestmove");
        let scores: Vec<&String> = replies.iter().filter(|line| line.contains(" score ")).collect();
        assert!(!scores.is_empty() && scores.iter().all(|line| line.contains(" wdl ")));
        if let Some(over) = over {
            assert!(matches!(scores[..], [line] if line.ends_with(over)), "{fen}: {replies:?}");
        }
    }
    engine.quit();
}

#[test]
fn castling_is_written_as_the_mode_says() {
    let mut engine = Engine::start();
    for (option, castle) in [("false", "e1g1"), ("true", "e1h1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {option}"));
        engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        engine.send(&format!("go depth 3 searchmoves {castle}"));
        let replies = engine.until("bestmove");
        assert!(replies.last().unwrap().starts_with(&format!("bestmove {castle}")), "{replies:?}");
    }
    engine.quit();
}
