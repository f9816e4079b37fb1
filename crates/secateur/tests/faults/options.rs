//! Options with bad values, at bad times, or unknown.

use chess::{Game, Setup};

use crate::support::{Engine, best, error};

/// Name, value, and a part of the one error line.
const REFUSED: &[(&str, &str, &str)] = &[
    ("Hash", "abc", "Hash"),
    ("Hash", "1e2", "'1e2' is not a number"),
    ("FutilityBase", "1e2", "'1e2' is not a number"),
    ("Hash", "0", "1 to 33554432"),
    ("Hash", "-1", "1 to 33554432"),
    ("Hash", "100000000000000000000", "1 to 33554432"),
    ("Hash", "33554432", "no memory for a table of 33554432 MB"),
    ("Threads", "0", "1 to 512"),
    ("Threads", "-1", "1 to 512"),
    ("Threads", "513", "1 to 512"),
    ("Threads", "1000000000000", "1 to 512"),
    ("Threads", "100000000000000000000", "1 to 512"),
    ("Threads", "abc", "Threads"),
    ("Threads", "nan", "Threads"),
    ("Threads", "", "Threads"),
    ("MultiPV", "0", "1 to 256"),
    ("MultiPV", "100000", "1 to 256"),
    ("No Such Thing", "a b c", "'No Such Thing'"),
    ("UCI_Chess960", "7", "true or false"),
    ("FutilityBase", "abc", "expected 50 to 500"),
    ("StaticNullReturn", "nothing", "expected one of"),
    ("Preset", "nothing", "expected one of secateur, "),
    ("Preset", "", "expected one of secateur, "),
    ("Preset", "/dev/zero", "preset /dev/zero: "),
    ("ShowAllOptions", "maybe", "true or false"),
];

fn nodes(replies: &[String]) -> Option<String> {
    let nodes = |line: &String| {
        let mut words = line.split(' ').skip_while(|word| *word != "nodes").skip(1);
        words.next().map(str::to_owned)
    };
    replies.iter().rev().find_map(nodes)
}

#[test]
fn refused_values_change_nothing() {
    let game = Game::default();
    let mut engine = Engine::start();
    let search = |engine: &mut Engine| {
        engine.ask("ucinewgame");
        engine.send("go depth 7");
        let replies = engine.until("bestmove");
        best(&replies, &game);
        nodes(&replies)
    };
    let before = search(&mut engine);
    for (name, value, why) in REFUSED {
        let replies = engine.ask(&format!("setoption name {name} value {value}"));
        assert!(error(&replies).contains(why), "{name} {value}: {replies:?}");
        assert_eq!(search(&mut engine), before, "{name} {value}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn multipv_is_limited_by_the_number_of_moves() {
    let mut engine = Engine::start();
    engine.ask("setoption name MultiPV value 256");
    for (fen, moves) in [
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 3),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 4");
        let replies = engine.until("bestmove");
        best(&replies, &Game::new(fen.parse::<Setup>().unwrap()));
        let last: Vec<&String> =
            replies.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
        let mut first_moves: Vec<&str> =
            last.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
        first_moves.sort_unstable();
        first_moves.dedup();
        assert_eq!((last.len(), first_moves.len()), (moves, moves), "{replies:?}");
    }
    engine.quit();
}

#[test]
fn option_names_match_in_any_case() {
    let mut engine = Engine::start();
    for line in ["setoption", "setoption name", "setoption name value 3", "setoption Threads 3"] {
        assert!(error(&engine.ask(line)).contains("setoption: no name"), "{line}");
    }
    for line in ["setoption name uci_CHESS960 value TRUE", "setoption name THREADS value 2.0"] {
        assert!(engine.ask(line).is_empty(), "{line}");
    }
    assert!(error(&engine.ask("setoption name Threads")).contains("no value"));
    assert_eq!(engine.perft(4), 197_281);
    engine.assert_works();
    engine.quit();
}

#[test]
fn options_set_during_a_search_wait_for_its_end() {
    let mut engine = Engine::start();
    let game = Game::default();
    for threads in [2, 3, 1] {
        engine.send("go infinite");
        engine.send("setoption name Hash value 2");
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("setoption name Clear Hash");
        engine.send("stop");
        best(&engine.until("bestmove"), &game);
        engine.send("go depth 6");
        best(&engine.until("bestmove"), &game);
        engine.assert_works();
    }
    engine.quit();
}

#[test]
fn castling_is_written_as_the_mode_says_and_read_either_way() {
    let mut engine = Engine::start();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castles = |engine: &mut Engine| {
        engine.send("go perft 1");
        let replies = engine.until("Nodes searched: 26");
        engine.until("");
        let moves = ["e1g1: 1", "e1c1: 1", "e1h1: 1", "e1a1: 1"];
        moves.map(|mv| replies.iter().any(|line| line == mv))
    };
    for (mode, shown, written) in [
        ("false", "KQkq", [true, true, false, false]),
        ("true", "HAha", [false, false, true, true]),
    ] {
        for _ in 0..2 {
            engine.ask(&format!("setoption name UCI_Chess960 value {mode}"));
            engine.ask(&format!("position fen {fen}"));
            assert_eq!(engine.fen(), fen.replace("KQkq", shown));
            assert_eq!(castles(&mut engine), written);
            for mv in ["e1g1", "e1h1"] {
                assert!(engine.ask(&format!("position fen {fen} moves {mv}")).is_empty());
                assert!(engine.fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1 b "), "{mv}");
            }
        }
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn moves_are_legal_whatever_strength_and_tablebases_are_set() {
    let mut engine = Engine::start();
    for line in [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1320",
        "setoption name Skill Level value 0",
        "setoption name SyzygyPath value /no/such/folder",
    ] {
        // Whether or not the option exists, the only answer is a message.
        assert!(engine.ask(line).iter().all(|line| line.starts_with("info string ")), "{line}");
    }
    for fen in ["8/8/8/8/8/2k5/8/K6Q w - - 0 1", "8/8/8/8/8/1k6/8/K7 w - - 0 1"] {
        engine.send(&format!("position fen {fen}"));
        for _ in 0..10 {
            engine.send("go nodes 300");
            best(&engine.until("bestmove"), &Game::new(fen.parse::<Setup>().unwrap()));
        }
    }
    engine.assert_works();
    engine.quit();
}
