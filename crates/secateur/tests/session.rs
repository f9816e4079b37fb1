//! The session: the answer to `uci`, perft, options, and the customary extensions.

mod support;

use engine::eval::nnue::Network;
use support::{Engine, error};

#[test]
fn the_answer_to_uci_is_complete_and_repeatable() {
    let mut engine = Engine::start();
    engine.ask("setoption name ShowAllOptions value true");
    engine.send("uci");
    let first = engine.until("uciok");
    assert!(first[0].starts_with("id name Secateur"));
    assert!(first[1].starts_with("id author "));
    for option in [
        "Hash type spin",
        "Clear Hash type button",
        "Threads type spin",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin",
        "UCI_Chess960 type check",
        "UCI_ShowWDL type check",
        "FutilityPruning type check",
        "FutilityMaxDepth type spin",
        "NullMoveStaticMargin type spin",
        "StaticNullReturn type combo",
        "LMREnabled type check",
    ] {
        let start = format!("option name {option}");
        assert_eq!(first.iter().filter(|line| line.starts_with(&start)).count(), 1, "{option}");
    }
    engine.send("uci");
    assert_eq!(engine.until("uciok"), first);
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_perft_of_bad_depth_is_refused_and_only_go_gets_a_bestmove() {
    let mut engine = Engine::start();
    for go in ["go perft -1", "go perft 100", "go perft 4294967297"] {
        let replies = engine.ask(go);
        assert!(replies[0].contains("expected 0 to 99"), "{replies:?}");
        assert_eq!(replies[1..], ["bestmove 0000"]);
    }
    assert!(error(&engine.ask("perft 100")).contains("expected 0 to 99"));
    engine.assert_works();
    engine.quit();
}

#[test]
fn perft_prints_the_count_of_each_move() {
    let mut engine = Engine::start();
    engine.send("go perft 1");
    let replies = engine.until("Nodes searched");
    assert_eq!(replies.len(), 22);
    assert!(replies.contains(&"e2e4: 1".to_owned()));
    assert_eq!(replies[20..], ["", "Nodes searched: 20"]);
    assert_eq!(engine.until(""), [""]);
    for (depth, leaves) in [(0, 1), (3, 8_902), (4, 197_281)] {
        assert_eq!(engine.perft(depth), leaves);
    }
    engine.send("perft 3");
    assert_eq!(engine.until("Nodes").last().unwrap(), "Nodes searched: 8902");
    engine.until("");
    engine.assert_works();
    engine.quit();
}

#[test]
fn perft_does_not_depend_on_the_threads() {
    let mut engine = Engine::start();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    engine.ask(&format!("position fen {kiwipete}"));
    for threads in [1, 2, 7] {
        engine.ask(&format!("setoption name Threads value {threads}"));
        assert_eq!(engine.perft(4), 4_085_603);
        assert_eq!(engine.perft(3), 97_862);
    }
    engine.quit();
}

#[test]
fn unknown_words_are_named_and_comments_ignored() {
    let mut engine = Engine::start();
    assert!(error(&engine.ask("frobnicate the board")).contains("'frobnicate'"));
    for line in ["# quit", "#go perft 30", "", "\t", "register later", "debug on", "debug off"] {
        assert!(engine.ask(line).is_empty(), "{line:?}");
    }
    assert!(error(&engine.ask("debug perhaps")).contains("'perhaps'; expected on or off"));
    assert!(error(&engine.ask("register")).contains("expected 'later'"));
    assert!(error(&engine.ask("bench deep")).contains("'deep'; expected depth, threads and hash"));
    assert!(error(&engine.ask("bench 5 4000000000")).contains("threads; expected 1 to 512"));
    let table = engine.ask("eval");
    assert!(table.iter().any(|line| line.trim().starts_with("Mobility ")), "{table:?}");
    assert!(table.iter().any(|line| line.starts_with("Evaluation: ")), "{table:?}");
    assert!(table.iter().any(|line| line.starts_with("Network (")), "{table:?}");
    assert!(error(&engine.ask("perft")).contains("depth is missing"));
    engine.assert_works();
    engine.quit();
}

#[test]
fn eval_names_the_evaluation_in_use() {
    let mut engine = Engine::start();
    for (evaluator, in_use) in [
        ("nnue", "the network"),
        ("classical", "the classical evaluation"),
        ("nnue", "the network"),
    ] {
        engine.ask(&format!("setoption name Evaluator value {evaluator}"));
        let table = engine.ask("eval");
        assert_eq!(table.last().unwrap(), &format!("In use: {in_use}"), "{table:?}");
    }
    engine.quit();
}

#[test]
fn bench_searches_with_the_settings_of_the_session() {
    let mut engine = Engine::start();
    let mut bench = |setting: &str| {
        engine.ask(&format!("setoption name {setting}"));
        engine.bench(5)
    };
    let usual = bench("Evaluator value nnue");
    assert_ne!(bench("Evaluator value classical"), usual);
    assert_eq!(bench("Evaluator value nnue"), usual);
    assert_ne!(bench("UseNullMove value false"), usual);
    engine.quit();
}

#[test]
fn compiler_shows_what_build_and_processor_chose() {
    let mut engine = Engine::start();
    let replies = engine.ask("compiler");
    assert!(
        replies[0].starts_with("Secateur ") && replies[1].starts_with("features: "),
        "{replies:?}"
    );
    let rules = format!("rules: {}", chess::build_features().join(", "));
    let network = format!("network: {} loops", Network::instructions());
    assert_eq!(replies[2..], [rules, network]);
    assert!(replies[2].contains(" sliders") && replies[2].ends_with(" fills"), "{replies:?}");
    // Also during a search.
    engine.send("go infinite");
    engine.send("compiler");
    assert_eq!(engine.until("network: ").last(), replies.last());
    engine.quit();
}

#[test]
fn debug_shows_the_position_understood() {
    let mut engine = Engine::start();
    engine.ask("debug on");
    let replies = engine.ask("position startpos");
    assert_eq!(replies, [format!("info string note: position is {}", support::START)]);
    engine.quit();
}

#[test]
fn d_shows_fen_checkers_turn_and_moves() {
    let mut engine = Engine::start();
    engine.ask("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    let replies = engine.ask("d");
    for line in
        ["Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9", "Checkers: e2", "Turn: white", "Legal moves: 3"]
    {
        assert!(replies.iter().any(|replies| replies == line), "{line} in {replies:?}");
    }
    engine.ask("flip");
    assert_eq!(engine.fen(), "4k3/4R3/8/8/8/8/8/4K3 b - - 3 9");
    engine.quit();
}
