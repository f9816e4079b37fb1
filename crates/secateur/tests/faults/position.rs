//! `position` with all kinds of bad input. After each, the engine must still work correctly.

use crate::position_tables::{ACCEPTED, REFUSED, SHOWN};
use crate::support::{Engine, START, best, status_kilobytes};
use chess::{Game, Setup};

/// The start of an input, for the messages of failed assertions.
fn quoted(input: &[u8]) -> String {
    String::from_utf8_lossy(&input[..input.len().min(100)]).into_owned()
}

/// One error is sent, `d` shows the old position, and nothing is searched until a valid position.
fn assert_refused(engine: &mut Engine, input: &[u8], why: &str) {
    let id = quoted(input);
    let before = engine.fen();
    engine.bytes(input);
    engine.bytes(b"\n");
    let replies = engine.before_ready();
    let [error] = &replies[..] else { panic!("{id}: {replies:?}") };
    assert!(error.starts_with("info string error: "), "{id}: {error}");
    assert!(error.contains(why), "{id}: '{error}' does not say '{why}'");
    assert!(error.len() < 500, "{id}: {error}");
    let no_position = ["info string error: no valid position", "bestmove 0000"];
    for go in ["go depth 1", "go perft 1", "go infinite"] {
        assert_eq!(engine.ask(go), no_position, "{id}");
    }
    assert_eq!(engine.ask("perft 2"), no_position[..1], "{id}");
    assert_eq!(engine.fen(), before, "{id}");
    engine.assert_works();
}

/// Accepted with `notes` repairs; the position has this many legal moves.
fn assert_accepted(engine: &mut Engine, input: &[u8], notes: usize, moves: u64) {
    let id = quoted(input);
    engine.bytes(input);
    engine.bytes(b"\n");
    let replies = engine.before_ready();
    assert_eq!(replies.len(), notes, "{id}: {replies:?}");
    assert!(replies.iter().all(|line| line.starts_with("info string note: ")), "{id}: {replies:?}");
    assert_eq!(engine.perft(1), moves, "{id}");
    engine.assert_works();
}

#[test]
fn invalid_positions_are_refused_and_not_searched() {
    for (input, why) in REFUSED {
        let mut engine = Engine::start();
        assert_refused(&mut engine, input.as_bytes(), why);
        engine.quit();
    }
}

#[test]
fn careless_positions_are_accepted_and_repaired() {
    for (input, notes, moves) in ACCEPTED {
        let mut engine = Engine::start();
        assert_accepted(&mut engine, input.as_bytes(), *notes, *moves);
        engine.quit();
    }
}

#[test]
fn one_engine_survives_all_inputs_in_sequence() {
    let mut engine = Engine::start();
    for (input, why) in REFUSED {
        assert_refused(&mut engine, input.as_bytes(), why);
    }
    for (input, notes, moves) in ACCEPTED {
        assert_accepted(&mut engine, input.as_bytes(), *notes, *moves);
    }
    engine.quit();
}

#[test]
fn pawns_on_the_back_ranks_are_refused_on_every_square() {
    let mut engine = Engine::start();
    for pawn in ['P', 'p'] {
        for (file, name) in ('a'..='h').enumerate() {
            for rank in [1, 8] {
                // The kings stand on other ranks.
                let mut row = vec!['.'; 8];
                row[file] = pawn;
                let row: String = row.into_iter().collect();
                let row = match (file, 7 - file) {
                    (0, right) => format!("{pawn}{right}"),
                    (left, 0) => format!("{left}{pawn}"),
                    (left, right) => format!("{left}{}{right}", row.trim_matches('.')),
                };
                let board = match rank {
                    8 => format!("{row}/8/8/4k3/8/4K3/8/8"),
                    _ => format!("8/8/8/4k3/8/4K3/8/{row}"),
                };
                let line = format!("position fen {board} w - - 0 1");
                let why = format!("a pawn cannot stand on {name}{rank}");
                assert_refused(&mut engine, line.as_bytes(), &why);
            }
        }
    }
    engine.quit();
}

#[test]
fn positions_are_shown_as_they_were_understood() {
    let mut engine = Engine::start();
    for (given, shown) in SHOWN {
        engine.ask(&format!("position fen {given}"));
        assert_eq!(engine.fen(), *shown, "{given}");
    }
    engine.quit();
}

#[test]
fn positions_with_the_most_moves_are_searched() {
    let mut engine = Engine::start();
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 3");
        best(&engine.until("bestmove"), &Game::new(fen.parse::<Setup>().unwrap()));
        engine.assert_works();
    }
    engine.quit();
}

#[test]
fn mate_on_the_hundredth_ply_beats_the_fifty_move_rule() {
    let mut engine = Engine::start();
    let over = |engine: &mut Engine, line: &str| {
        assert!(engine.ask(line).is_empty());
        engine.ask("d").into_iter().find(|line| line.starts_with("Over: "))
    };
    let mate = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80 moves f7g7";
    assert_eq!(over(&mut engine, mate), Some("Over: white mates".to_owned()));
    let draw = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80 moves f7e7";
    assert_eq!(over(&mut engine, draw), Some("Over: draw by the fifty-move rule".to_owned()));
    let early = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 98 80 moves f7e7";
    assert_eq!(over(&mut engine, early), None);
    // The search agrees: it finds the mate.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80");
    engine.send("go depth 6");
    let replies = engine.until("bestmove");
    assert!(replies.iter().any(|line| line.contains(" score mate 1 ")), "{replies:?}");
    engine.quit();
}

#[test]
fn no_move_is_sent_where_the_game_is_over() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("R6k/6pp/8/8/8/8/8/7K b - - 0 1", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        engine.send(&format!("position fen {fen}"));
        for go in ["go depth 5", "go movetime 10", "go nodes 10", "go wtime 100 btime 100"] {
            engine.send(go);
            let replies = engine.until("bestmove");
            let [info, best] = &replies[..] else { panic!("{replies:?}") };
            assert!(info.contains(score), "{replies:?}");
            assert_eq!(best, "bestmove (none)");
        }
        engine.send("go infinite");
        assert!(engine.before_ready().iter().all(|line| !line.starts_with("bestmove")));
        engine.send("stop");
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn lines_that_are_not_utf8_are_refused() {
    let mut engine = Engine::start();
    assert_refused(&mut engine, b"position fen \xff\xfe\x80", "not UTF-8");
    assert_refused(&mut engine, b"position startpos moves e2e4 \xff\xfe\x80", "not UTF-8");
    // Such a line without `position` does not affect the position.
    engine.bytes(b"\xff\xfe\x80\n");
    assert_eq!(engine.before_ready(), ["info string error: a line that is not UTF-8; ignored"]);
    assert_eq!(engine.perft(1), 20);
    engine.quit();
}

#[test]
fn lines_of_any_length_take_bounded_memory() {
    let mut engine = Engine::start();
    engine.assert_works();
    let before = status_kilobytes(engine.id(), "VmHWM:");

    let mut junk = vec![b'x'; 1 << 20];
    junk.push(b'\n');
    engine.bytes(&junk);
    let replies = engine.before_ready();
    assert!(
        matches!(&replies[..], [error] if error.contains("unknown command 'xxx")),
        "{replies:?}"
    );
    engine.assert_works();

    let mut position = b"position fen ".to_vec();
    position.resize(1 << 20, b'x');
    assert_refused(&mut engine, &position, "1 ranks");
    position.resize(2 << 20, b'x');
    assert_refused(&mut engine, &position, "more than 1048576 bytes");

    let piece = vec![b'y'; 1 << 20];
    for _ in 0..64 {
        engine.bytes(&piece);
    }
    engine.bytes(b"\n");
    let replies = engine.before_ready();
    assert!(matches!(&replies[..], [error] if error.contains("more than 1048576")), "{replies:?}");
    engine.assert_works();

    if let (Some(before), Some(after)) = (before, status_kilobytes(engine.id(), "VmHWM:")) {
        assert!(after < before + 8 * 1024, "from {before} to {after} kB");
    }
    engine.quit();
}

#[test]
fn long_games_are_replayed() {
    let mut engine = Engine::start();
    let shuttle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for plies in [8, 500, 1_100, 6_000, 20_000, 100_000] {
        let moves: Vec<&str> = shuttle.into_iter().cycle().take(plies).collect();
        let line = format!("position startpos moves {}", moves.join(" "));
        assert_eq!(engine.ask(&line), Vec::<String>::new(), "{plies}");
        assert_eq!(engine.perft(1), 20);
        let drawing = engine.ask("d");
        let over = drawing.iter().find(|line| line.starts_with("Over: ")).expect("a draw");
        assert!(over.contains(if plies < 100 { "repetition" } else { "fifty" }), "{over}");
        // An illegal move at the very end is found, and refuses the whole position.
        let why = format!("move {}: 'e1e3'", plies + 1);
        assert_refused(&mut engine, format!("{line} e1e3").as_bytes(), &why);
    }
    engine.quit();
}

#[test]
fn a_refused_position_stays_refused_until_a_valid_one() {
    let mut engine = Engine::start();
    let refused = ["info string error: no valid position", "bestmove 0000"];
    engine.ask("position fen nonsense");
    for line in ["ucinewgame", "flip", "setoption name Threads value 2", "stop", "uci"] {
        engine.ask(line);
        assert_eq!(engine.ask("go perft 1"), refused, "{line}");
    }
    assert!(engine.ask("position startpos").is_empty());
    assert_eq!(engine.fen(), START);
    engine.assert_works();
    engine.quit();
}
