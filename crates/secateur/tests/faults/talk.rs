//! Commands in any order and timing: each `go` gets exactly one answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use chess::Game;

use crate::support::{Engine, best, wait};

/// Takes longer than any test.
const ENDLESS: &str = "go perft 30";

fn moves(replies: &[String]) -> usize {
    replies.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn commands_during_a_search_wait_for_its_end() {
    let mut engine = Engine::start();
    for line in ["ucinewgame", "position startpos", "flip", "setoption name MultiPV value 2"] {
        engine.send("position startpos");
        engine.send("go infinite");
        engine.send(line);
        assert_eq!(moves(&engine.before_ready()), 0, "{line}");
        engine.send("stop");
        best(&engine.until("bestmove"), &Game::default());
        engine.assert_works();
    }
    engine.send("go infinite");
    engine.send("position startpos moves e2e4");
    engine.send("stop");
    best(&engine.until("bestmove"), &Game::default());
    assert!(engine.fen().contains("4P3"));
    engine.quit();
}

#[test]
fn every_queued_go_gets_its_move() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("go depth 3");
    engine.send("go infinite");
    assert_eq!(moves(&engine.before_ready()), 0);
    engine.send("stop");
    for _ in 0..3 {
        best(&engine.until("bestmove"), &Game::default());
    }
    assert_eq!(engine.before_ready(), Vec::<String>::new());
    engine.assert_works();
    engine.quit();
}

#[test]
fn stop_reaches_a_queued_perft() {
    let mut engine = Engine::start();
    engine.bytes(format!("{ENDLESS}\nucinewgame\nposition startpos\n{ENDLESS}\nstop\n").as_bytes());
    engine.until("bestmove 0000");
    engine.until("bestmove 0000");
    engine.assert_works();
    engine.quit();
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for _ in 0..5 {
        assert_eq!(moves(&engine.before_ready()), 0);
        assert_eq!(moves(&engine.until("info depth ")), 0);
    }
    engine.send("stop");
    best(&engine.until("bestmove"), &Game::default());
    engine.quit();
}

#[test]
fn stop_is_silent_without_a_job_and_ends_one_in_the_same_write() {
    let mut engine = Engine::start();
    assert!(engine.ask("stop").is_empty());
    assert!(engine.ask("stop\nstop\nponderhit").is_empty());
    engine.bytes(format!("{ENDLESS}\nstop\n").as_bytes());
    let replies = engine.until("bestmove");
    assert_eq!(replies.len(), 2, "{replies:?}");
    assert_eq!(replies[1], "bestmove 0000");
    engine.assert_works();
    engine.quit();
}

#[test]
fn stop_in_the_same_write_as_go_gives_one_move() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.bytes(b"go infinite\nstop\nstop\n");
        best(&engine.until("bestmove"), &Game::default());
        assert_eq!(engine.before_ready(), Vec::<String>::new());
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn pondering_ends_with_stop_or_ponderhit_and_not_before() {
    let mut engine = Engine::start();
    let game = Game::default();
    assert_eq!(engine.ask("ponderhit"), Vec::<String>::new());
    for (go, end) in [
        ("go ponder wtime 200 btime 200", "ponderhit"),
        ("go ponder wtime 200 btime 200", "stop"),
        ("go ponder movetime 1", "ponderhit"),
        ("go ponder depth 3", "ponderhit"),
        ("go ponder nodes 100", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        engine.send(go);
        assert_eq!(moves(&engine.before_ready()), 0, "{go}");
        engine.send(end);
        best(&engine.until("bestmove"), &game);
        assert_eq!(engine.ask("ponderhit"), Vec::<String>::new(), "{go}");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_ponderhit_after_the_deadline_is_answered_at_once() {
    let mut engine = Engine::start();
    engine.send("go ponder wtime 1 btime 1");
    // By then the time has run out.
    assert_eq!(moves(&engine.until("info depth 10 ")), 0);
    assert_eq!(moves(&engine.before_ready()), 0);
    engine.send("ponderhit");
    best(&engine.until("bestmove"), &Game::default());
    engine.quit();
}

#[test]
fn quit_ends_the_program_at_any_time() {
    for lines in ["", ENDLESS, &format!("{ENDLESS}\nposition startpos\nd\ngo perft 2")] {
        let mut engine = Engine::start();
        engine.assert_works();
        engine.send(lines);
        engine.send("quit");
        assert!(engine.wait().success(), "{lines}");
    }
}

#[test]
fn quit_ends_a_search_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("go infinite");
        engine.until("info depth 4 ");
        engine.quit();
    }
}

#[test]
fn the_end_of_input_ends_a_search_with_its_move() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 99999"] {
        let mut engine = Engine::start();
        engine.send(go);
        engine.close_input();
        best(&engine.until("bestmove"), &Game::default());
        assert!(engine.wait().success(), "{go}");
    }
}

#[test]
fn closed_output_ends_the_program_quietly() {
    for line in ["uci\n", "d\n", "help\n", "go perft 3\n", "go infinite\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_secateur"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // Input stays open, so only the failing output can end it, perhaps while we write.
        let _ = stdin.write_all(line.repeat(50).as_bytes());
        assert!(wait(&mut child).success(), "{line}");
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(stderr, "", "{line}");
    }
}

#[test]
fn a_slow_reader_still_gets_every_answer() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The option lists alone are several times the capacity of a pipe.
    let commands = "setoption name MultiPV value 20\ngo infinite\n".to_owned()
        + &"uci\n".repeat(100)
        + "stop\nposition startpos moves e2e4\ngo nodes 5000\ngo infinite\nstop\n";
    stdin.write_all(commands.as_bytes()).unwrap();
    // Time for the pipe to fill; if it does not, the test is only easier.
    thread::sleep(Duration::from_millis(300));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut replies = Vec::new();
    while moves(&replies) < 3 {
        replies.push(lines.next().expect("three moves follow"));
    }
    assert_eq!(replies.iter().filter(|line| *line == "uciok").count(), 100);
    stdin.write_all(b"isready\nquit\n").unwrap();
    assert_eq!(lines.collect::<Vec<_>>(), ["readyok"]);
    assert!(wait(&mut child).success());
}

#[test]
fn answers_do_not_depend_on_how_bytes_arrive() {
    let block =
        "position startpos moves e2e4 e7e5\nisready\nd\n# a comment\n\nflip\nd\nfoo isready\n";
    let bytewise = {
        let mut engine = Engine::start();
        for byte in block.bytes() {
            engine.bytes(&[byte]);
        }
        engine.send("help");
        let replies = engine.until("quit");
        engine.quit();
        replies
    };
    let mut engine = Engine::start();
    let times = (64 << 10) / block.len() + 1;
    let mut large = block.repeat(times);
    large.push_str("help\n");
    engine.bytes(large.as_bytes());
    let replies = engine.until("quit");
    let help = bytewise.iter().rev().take_while(|line| !line.starts_with("uci ")).count() + 1;
    let answers = bytewise.len() - help;
    assert_eq!(replies.len(), answers * times + help);
    for part in replies[..answers * times].chunks(answers) {
        assert_eq!(part, &bytewise[..answers]);
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_hundred_commands_at_once_give_the_same_answers() {
    const GAMES: usize = 34;
    let commands = "ucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 2000\n".repeat(GAMES);
    let bytes = commands.as_bytes();
    let answers = |step: usize| {
        let mut engine = Engine::start();
        bytes.chunks(step).for_each(|chunk| engine.bytes(chunk));
        let answers: Vec<String> =
            (0..GAMES).filter_map(|_| engine.until("bestmove").pop()).collect();
        assert_eq!(engine.before_ready(), Vec::<String>::new());
        engine.quit();
        answers
    };
    assert_eq!(answers(1), answers(bytes.len()));
}

#[test]
fn the_answer_to_uci_is_always_the_same() {
    let mut engine = Engine::start();
    engine.send("uci");
    let first = engine.until("uciok");
    engine.send("uci");
    assert_eq!(engine.until("uciok"), first);
    engine.send("go infinite");
    engine.until("info depth 3 ");
    engine.send("uci");
    let mut replies = engine.until("uciok");
    replies.retain(|line| !line.starts_with("info "));
    assert_eq!(replies, first);
    engine.send("stop");
    best(&engine.until("bestmove"), &Game::default());
    engine.assert_works();
    engine.quit();
}
