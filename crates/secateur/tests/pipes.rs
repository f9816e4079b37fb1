//! Pipes and counts that run while a client goes on talking.

mod support;

use support::Engine;

/// More than any machine counts while a test runs.
const ENDLESS: &str = "go perft 30";

#[test]
fn a_running_count_lets_others_speak() {
    let mut engine = Engine::start();
    for threads in [1, 3] {
        engine.ask(&format!("setoption name Threads value {threads}"));
        engine.say(ENDLESS);
        for _ in 0..3 {
            assert!(engine.before_ready().is_empty());
        }
        engine.say("uci");
        engine.until("uciok");
        // These wait until the count has ended, and then come in order.
        engine.say("position fen nonsense");
        engine.say("go perft 1");
        engine.say("position startpos moves e2e4");
        engine.say("d");
        assert!(engine.before_ready().is_empty());
        engine.say("stop");
        let heard = engine.until("Fen: ");
        let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(heard.last().unwrap(), fen);
        let told: Vec<&str> = heard
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with("info") || line.starts_with("best"))
            .collect();
        assert_eq!(told.len(), 5, "{told:?}");
        assert_eq!((told[1], told[4]), ("bestmove 0000", "bestmove 0000"));
        assert_eq!(told[3], "info string error: no valid position");
        engine.until("Legal moves: 20");
        engine.assert_well();
    }
    engine.quit();
}

#[test]
fn too_much_waiting_is_refused_line_by_line() {
    let mut engine = Engine::start();
    engine.say(ENDLESS);
    engine.bytes("position startpos\n".repeat(1_001).as_bytes());
    let heard = engine.before_ready();
    assert!(matches!(&heard[..], [line] if line.contains("send 'stop' first")), "{heard:?}");
    engine.say("stop");
    engine.until("bestmove 0000");
    engine.assert_well();
    engine.quit();
}

#[test]
fn a_stopped_perft_owes_no_bestmove() {
    let mut engine = Engine::start();
    engine.say("perft 30");
    engine.say("stop");
    let heard = engine.until("info string note: perft stopped");
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(engine.before_ready().is_empty());
    engine.assert_well();
    engine.quit();
}

#[test]
fn the_end_of_input_lets_counts_and_what_waits_for_them_end() {
    let mut engine = Engine::start();
    engine.bytes(b"position startpos\ngo perft 5\nposition startpos moves e2e4\nperft 3\nd\n");
    engine.close_input();
    engine.until("Nodes searched: 4865609");
    engine.until("Nodes searched: 13160");
    engine.until("Legal moves: 20");
    assert!(engine.wait().success());
}

#[test]
fn the_end_of_input_ends_an_idle_program() {
    let mut engine = Engine::start();
    engine.assert_well();
    engine.close_input();
    assert!(engine.wait().success());
}

#[test]
fn a_last_line_without_an_end_counts() {
    let mut engine = Engine::start();
    engine.bytes(b"isready");
    engine.close_input();
    assert_eq!(engine.until("readyok"), ["readyok"]);
    assert!(engine.wait().success());
}
