//! The session beside `position`: options, `go`, `stop`, and all the ways a pipe can behave.

mod support;

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use support::{Engine, wait};

const CANNOT: [&str; 2] = [
    "info string error: this build cannot search yet; 'go perft N' is what it can do",
    "bestmove 0000",
];

/// More than any machine counts while a test runs.
const ENDLESS: &str = "go perft 30";

fn error(heard: &[String]) -> &str {
    match heard {
        [line] if line.starts_with("info string error: ") => line,
        _ => panic!("{heard:?}"),
    }
}

#[test]
fn the_introduction_is_complete_and_repeatable() {
    let mut engine = Engine::start();
    engine.say("uci");
    let first = engine.until("uciok");
    assert!(first[0].starts_with("id name Secateur"));
    assert!(first[1].starts_with("id author "));
    for option in ["Hash type spin", "Threads type spin", "UCI_Chess960 type check"] {
        assert!(first.iter().any(|line| line.starts_with(&format!("option name {option}"))));
    }
    engine.say("uci");
    assert_eq!(engine.until("uciok"), first);
    engine.assert_well();
    engine.quit();
}

#[test]
fn every_go_that_is_no_count_gets_one_bestmove() {
    let mut engine = Engine::start();
    for go in [
        "go",
        "go infinite",
        "go ponder",
        "go depth 5",
        "go depth 0",
        "go depth -5",
        "go depth 99999",
        "go nodes -1",
        "go movetime -50",
        "go wtime -100 btime 0",
        "go mate 0",
        "go wtime 1 movestogo 0",
        "go searchmoves e2e4 d2d4",
        "go infinite searchmoves e2e5",
    ] {
        assert_eq!(engine.ask(go), CANNOT, "{go}");
    }
    for (go, named) in [
        ("go wtime abc", "wtime 'abc'"),
        ("go wtime 99999999999999999999", "'99999999999999999999'"),
        ("go depth", "'depth' needs"),
        ("go perft", "'perft' needs"),
        ("go perft x", "perft 'x'"),
        ("go sideways", "'sideways'"),
        ("go searchmoves e9e4", "'e9e4'"),
    ] {
        let heard = engine.ask(go);
        assert_eq!(heard[1..], CANNOT, "{go}");
        assert!(heard[0].starts_with("info string error: go: ") && heard[0].contains(named));
    }
    for go in ["go perft -1", "go perft 100", "go perft 4294967297"] {
        let heard = engine.ask(go);
        assert!(heard[0].contains("expected 0 to 99"), "{heard:?}");
        assert_eq!(heard[1..], ["bestmove 0000"]);
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn counts_are_divided_by_move() {
    let mut engine = Engine::start();
    engine.say("go perft 1");
    let heard = engine.until("Nodes searched");
    assert_eq!(heard.len(), 22);
    assert!(heard.contains(&"e2e4: 1".to_owned()));
    assert_eq!(heard[20..], ["", "Nodes searched: 20"]);
    assert_eq!(engine.until(""), [""]);
    for (depth, leaves) in [(0, 1), (3, 8_902), (4, 197_281)] {
        assert_eq!(engine.perft(depth), leaves);
    }
    engine.say("perft 3");
    assert_eq!(engine.until("Nodes").last().unwrap(), "Nodes searched: 8902");
    engine.until("");
    engine.assert_well();
    engine.quit();
}

#[test]
fn g16_options_are_set_by_any_spelling_or_refused_by_name() {
    let mut engine = Engine::start();
    for line in ["setoption", "setoption name", "setoption name value 3", "setoption Hash 3"] {
        assert!(error(&engine.ask(line)).contains("setoption: no name"), "{line}");
    }
    let unknown = engine.ask("setoption name No Such Thing value a b c");
    assert!(error(&unknown).contains("'No Such Thing'"));
    for line in ["setoption name hAsH value 2", "setoption name THREADS value 2.0"] {
        assert!(engine.ask(line).is_empty(), "{line}");
    }
    for (option, values) in [
        ("Hash", ["abc", "0", "-1", "100000000000000000000", "33554432", "33554433", ""]),
        ("Threads", ["abc", "0", "-1", "1000000000000", "513", "nan", ""]),
    ] {
        for value in values {
            let heard = engine.ask(&format!("setoption name {option} value {value}"));
            assert!(error(&heard).contains(option), "{heard:?}");
        }
        assert!(error(&engine.ask(&format!("setoption name {option}"))).contains("no value"));
    }
    assert_eq!(engine.perft(4), 197_281);
    engine.assert_well();
    engine.quit();
}

#[test]
fn threads_and_hash_change_no_count() {
    let mut engine = Engine::start();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    engine.ask(&format!("position fen {kiwipete}"));
    for threads in [1, 2, 7] {
        for hash in [1, 8] {
            engine.ask(&format!("setoption name Threads value {threads}"));
            engine.ask(&format!("setoption name Hash value {hash}"));
            assert_eq!(engine.perft(4), 4_085_603);
            assert_eq!(engine.perft(3), 97_862);
        }
    }
    engine.quit();
}

#[test]
fn g29_castling_is_written_as_the_mode_says_and_read_either_way() {
    let mut engine = Engine::start();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castles = |engine: &mut Engine| {
        engine.say("go perft 1");
        let heard = engine.until("Nodes searched: 26");
        engine.until("");
        let moves = ["e1g1: 1", "e1c1: 1", "e1h1: 1", "e1a1: 1"];
        moves.map(|mv| heard.iter().any(|line| line == mv))
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
    assert!(error(&engine.ask("setoption name UCI_Chess960 value 7")).contains("true or false"));
    engine.assert_well();
    engine.quit();
}

#[test]
fn g20_stop_without_a_count_is_silent_and_ends_one_in_the_same_write() {
    let mut engine = Engine::start();
    assert!(engine.ask("stop").is_empty());
    assert!(engine.ask("stop\nstop\nponderhit").is_empty());
    engine.bytes(format!("{ENDLESS}\nstop\n").as_bytes());
    let heard = engine.until("bestmove");
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert_eq!(heard[1], "bestmove 0000");
    engine.assert_well();
    engine.quit();
}

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
fn g18_stop_reaches_a_count_that_still_waits() {
    let mut engine = Engine::start();
    engine.bytes(format!("{ENDLESS}\nucinewgame\nposition startpos\n{ENDLESS}\nstop\n").as_bytes());
    engine.until("bestmove 0000");
    engine.until("bestmove 0000");
    engine.assert_well();
    engine.quit();
}

#[test]
fn too_much_waiting_is_refused_line_by_line() {
    let mut engine = Engine::start();
    engine.say(ENDLESS);
    engine.bytes("position startpos\n".repeat(1_001).as_bytes());
    assert!(error(&engine.before_ready()).contains("send 'stop' first"));
    engine.say("stop");
    engine.until("bestmove 0000");
    engine.assert_well();
    engine.quit();
}

#[test]
fn quit_and_end_of_input_end_the_program_at_any_time() {
    for (running, ending) in
        [(false, "quit"), (true, "quit"), (false, "end"), (true, "end"), (true, "queue")]
    {
        let mut engine = Engine::start();
        engine.assert_well();
        if running {
            engine.say(ENDLESS);
        }
        match ending {
            "quit" => engine.say("quit"),
            "queue" => {
                engine.bytes("position startpos\nd\n".repeat(100).as_bytes());
                engine.close_input();
            }
            _ => engine.close_input(),
        }
        assert!(engine.wait().success(), "{running} {ending}");
    }
}

#[test]
fn a_last_line_without_an_end_counts() {
    let mut engine = Engine::start();
    engine.bytes(b"isready");
    engine.close_input();
    assert_eq!(engine.until("readyok"), ["readyok"]);
    assert!(engine.wait().success());
}

#[test]
fn g24_a_client_that_stops_reading_ends_the_program_quietly() {
    for line in ["uci\n", "d\n", "help\n", "go perft 3\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_secateur"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // Input stays open: only the failing output can end it. It may end while we write.
        let _ = stdin.write_all(line.repeat(50).as_bytes());
        assert!(wait(&mut child).success(), "{line}");
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told, "", "{line}");
    }
}

#[test]
fn g26_it_does_not_matter_how_bytes_arrive() {
    let block =
        "position startpos moves e2e4 e7e5\nisready\nd\n# a comment\n\nflip\nd\nfoo isready\n";
    let bytewise = {
        let mut engine = Engine::start();
        for byte in block.bytes() {
            engine.bytes(&[byte]);
        }
        engine.say("help");
        let heard = engine.until("quit");
        engine.quit();
        heard
    };
    let mut engine = Engine::start();
    let times = (64 << 10) / block.len() + 1;
    let mut large = block.repeat(times);
    large.push_str("help\n");
    engine.bytes(large.as_bytes());
    let heard = engine.until("quit");
    let answers = bytewise.len() - 16;
    assert_eq!(heard.len(), answers * times + 16);
    for part in heard[..answers * times].chunks(answers) {
        assert_eq!(part, &bytewise[..answers]);
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn g28_many_games_in_a_row_count_alike() {
    let mut engine = Engine::start();
    for _ in 0..300 {
        assert!(engine.ask("ucinewgame").is_empty());
        assert_eq!(engine.perft(3), 8_902);
    }
    engine.quit();
}

#[test]
fn the_unknown_is_named_and_comments_are_not_heard() {
    let mut engine = Engine::start();
    assert!(error(&engine.ask("frobnicate the board")).contains("'frobnicate'"));
    for line in ["# quit", "#go perft 30", "", "\t", "register later", "debug on", "debug off"] {
        assert!(engine.ask(line).is_empty(), "{line:?}");
    }
    assert!(error(&engine.ask("debug perhaps")).contains("'perhaps'; expected on or off"));
    assert!(error(&engine.ask("register")).contains("expected 'later'"));
    for line in ["eval", "bench", "genfens 5 seed 1 book None"] {
        assert!(error(&engine.ask(line)).contains("this build cannot"), "{line}");
    }
    assert!(error(&engine.ask("perft")).contains("depth is missing"));
    engine.assert_well();
    engine.quit();
}

#[test]
fn debug_tells_what_was_understood() {
    let mut engine = Engine::start();
    engine.ask("debug on");
    let heard = engine.ask("position startpos");
    assert_eq!(heard, [format!("info string note: position is {}", support::START)]);
    engine.quit();
}

#[test]
fn the_drawing_tells_all_there_is_to_know() {
    let mut engine = Engine::start();
    engine.ask("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    let heard = engine.ask("d");
    for line in
        ["Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9", "Checkers: e2", "Turn: white", "Legal moves: 3"]
    {
        assert!(heard.iter().any(|heard| heard == line), "{line} in {heard:?}");
    }
    engine.ask("flip");
    assert_eq!(engine.fen(), "4k3/4R3/8/8/8/8/8/4K3 b - - 3 9");
    engine.quit();
}
