//! Perft during further commands, and the end of input.

mod support;

use support::Engine;

/// Takes longer than any test.
const ENDLESS: &str = "go perft 30";

#[test]
fn commands_during_a_perft_are_answered_or_queued() {
    let mut engine = Engine::start();
    for threads in [1, 3] {
        engine.ask(&format!("setoption name Threads value {threads}"));
        engine.send(ENDLESS);
        for _ in 0..3 {
            assert!(engine.before_ready().is_empty());
        }
        engine.send("uci");
        engine.until("uciok");
        // These wait for the end of the perft, and then run in order.
        engine.send("position fen nonsense");
        engine.send("go perft 1");
        engine.send("position startpos moves e2e4");
        engine.send("d");
        assert!(engine.before_ready().is_empty());
        engine.send("stop");
        let replies = engine.until("Fen: ");
        let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(replies.last().unwrap(), fen);
        let sent: Vec<&str> = replies
            .iter()
            .map(String::as_str)
            .filter(|line| line.starts_with("info") || line.starts_with("best"))
            .collect();
        assert_eq!(sent.len(), 5, "{sent:?}");
        assert_eq!((sent[1], sent[4]), ("bestmove 0000", "bestmove 0000"));
        assert_eq!(sent[3], "info string error: no valid position");
        engine.until("Legal moves: 20");
        engine.assert_works();
    }
    engine.quit();
}

#[test]
fn lines_beyond_the_queue_are_refused() {
    let mut engine = Engine::start();
    engine.send(ENDLESS);
    engine.bytes("position startpos\n".repeat(1_001).as_bytes());
    let replies = engine.before_ready();
    assert!(matches!(&replies[..], [line] if line.contains("send 'stop' first")), "{replies:?}");
    engine.send("stop");
    engine.until("bestmove 0000");
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_stopped_perft_sends_no_bestmove() {
    let mut engine = Engine::start();
    engine.send("perft 30");
    engine.send("stop");
    let replies = engine.until("info string note: perft stopped");
    assert_eq!(replies.len(), 1, "{replies:?}");
    assert!(engine.before_ready().is_empty());
    engine.assert_works();
    engine.quit();
}

#[test]
fn at_the_end_of_input_perft_and_queued_lines_finish() {
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
    engine.assert_works();
    engine.close_input();
    assert!(engine.wait().success());
}

#[test]
fn a_last_line_without_a_line_break_is_executed() {
    let mut engine = Engine::start();
    engine.bytes(b"isready");
    engine.close_input();
    assert_eq!(engine.until("readyok"), ["readyok"]);
    assert!(engine.wait().success());
}
