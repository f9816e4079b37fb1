//! Rows U01 to U35: `position` with everything clients have ever sent. After each, the engine
//! must be alive and right. Rows that are one line each stand in the tables.

use crate::position_tables::{REFUSED, SHOWN, TAKEN};
use crate::support::{Engine, START, best, status_kilobytes};
use chess::{Game, Setup};

/// One error, the old position stays for show, and nothing is searched until a good one comes.
fn assert_refused(engine: &mut Engine, id: &str, input: &[u8], why: &str) {
    let before = engine.fen();
    engine.bytes(input);
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    let [error] = &heard[..] else { panic!("{id}: {heard:?}") };
    assert!(error.starts_with("info string error: "), "{id}: {error}");
    assert!(error.contains(why), "{id}: '{error}' does not say '{why}'");
    assert!(error.len() < 500, "{id}: {error}");
    let no_position = ["info string error: no valid position", "bestmove 0000"];
    for go in ["go depth 1", "go perft 1", "go infinite"] {
        assert_eq!(engine.ask(go), no_position, "{id}");
    }
    assert_eq!(engine.ask("perft 2"), no_position[..1], "{id}");
    assert_eq!(engine.fen(), before, "{id}");
    engine.assert_well();
}

/// Taken as it is but for `notes` repairs, with this many legal moves.
fn assert_taken(engine: &mut Engine, id: &str, input: &[u8], notes: usize, moves: u64) {
    engine.bytes(input);
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    assert_eq!(heard.len(), notes, "{id}: {heard:?}");
    assert!(heard.iter().all(|line| line.starts_with("info string note: ")), "{id}: {heard:?}");
    assert_eq!(engine.perft(1), moves, "{id}");
    engine.assert_well();
}

#[test]
fn rows_of_refusals_what_is_no_position_is_refused_and_not_searched() {
    for (id, input, why) in REFUSED {
        let mut engine = Engine::start();
        assert_refused(&mut engine, id, input.as_bytes(), why);
        engine.quit();
    }
}

#[test]
fn rows_of_repairs_what_is_merely_careless_is_taken_and_mended() {
    for (id, input, notes, moves) in TAKEN {
        let mut engine = Engine::start();
        assert_taken(&mut engine, id, input.as_bytes(), *notes, *moves);
        engine.quit();
    }
}

#[test]
fn one_engine_survives_everything_in_a_row() {
    let mut engine = Engine::start();
    for (id, input, why) in REFUSED {
        assert_refused(&mut engine, id, input.as_bytes(), why);
    }
    for (id, input, notes, moves) in TAKEN {
        assert_taken(&mut engine, id, input.as_bytes(), *notes, *moves);
    }
    engine.quit();
}

#[test]
fn u15_pawns_on_the_back_ranks_are_refused_on_every_square() {
    let mut engine = Engine::start();
    for pawn in ['P', 'p'] {
        for (file, name) in ('a'..='h').enumerate() {
            for rank in [1, 8] {
                // The kings stand out of the way.
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
                assert_refused(&mut engine, "U15", line.as_bytes(), &why);
            }
        }
    }
    engine.quit();
}

#[test]
fn u20_u22_a_position_is_shown_as_it_was_understood() {
    let mut engine = Engine::start();
    for (id, given, shown) in SHOWN {
        engine.ask(&format!("position fen {given}"));
        assert_eq!(engine.fen(), *shown, "{id}: {given}");
    }
    engine.quit();
}

#[test]
fn u13_u14_positions_with_the_most_moves_are_searched() {
    let mut engine = Engine::start();
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    ] {
        engine.say(&format!("position fen {fen}"));
        engine.say("go depth 3");
        best(&engine.until("bestmove"), &Game::new(fen.parse::<Setup>().unwrap()));
        engine.assert_well();
    }
    engine.quit();
}

#[test]
fn u24_mate_on_the_hundredth_ply_beats_the_fifty_move_rule() {
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
    // The search agrees: the mate is there to be had, and nothing else is.
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 99 80");
    engine.say("go depth 6");
    let heard = engine.until("bestmove");
    assert!(heard.iter().any(|line| line.contains(" score mate 1 ")), "{heard:?}");
    engine.quit();
}

#[test]
fn u29_where_the_game_is_over_there_is_no_move() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("R6k/6pp/8/8/8/8/8/7K b - - 0 1", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        engine.say(&format!("position fen {fen}"));
        for go in ["go depth 5", "go movetime 10", "go nodes 10", "go wtime 100 btime 100"] {
            engine.say(go);
            let heard = engine.until("bestmove");
            let [info, best] = &heard[..] else { panic!("{heard:?}") };
            assert!(info.contains(score), "{heard:?}");
            assert_eq!(best, "bestmove (none)");
        }
        engine.say("go infinite");
        assert!(engine.before_ready().iter().all(|line| !line.starts_with("bestmove")));
        engine.say("stop");
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
    }
    engine.assert_well();
    engine.quit();
}

#[test]
fn u26_bytes_that_are_no_text_are_refused() {
    let mut engine = Engine::start();
    assert_refused(&mut engine, "U26", b"position fen \xff\xfe\x80", "not UTF-8");
    assert_refused(&mut engine, "U26", b"position startpos moves e2e4 \xff\xfe\x80", "not UTF-8");
    // Without a position in it, such a line leaves the position alone.
    engine.bytes(b"\xff\xfe\x80\n");
    assert_eq!(engine.before_ready(), ["info string error: a line that is not UTF-8; ignored"]);
    assert_eq!(engine.perft(1), 20);
    engine.quit();
}

#[test]
fn u28_lines_of_any_length_are_survived_in_bounded_memory() {
    let mut engine = Engine::start();
    engine.assert_well();
    let before = status_kilobytes(engine.id(), "VmHWM:");

    let mut junk = vec![b'x'; 1 << 20];
    junk.push(b'\n');
    engine.bytes(&junk);
    let heard = engine.before_ready();
    assert!(matches!(&heard[..], [error] if error.contains("unknown command 'xxx")), "{heard:?}");
    engine.assert_well();

    let mut position = b"position fen ".to_vec();
    position.resize(1 << 20, b'x');
    assert_refused(&mut engine, "U28", &position, "1 ranks");
    position.resize(2 << 20, b'x');
    assert_refused(&mut engine, "U28", &position, "more than 1048576 bytes");

    let piece = vec![b'y'; 1 << 20];
    for _ in 0..64 {
        engine.bytes(&piece);
    }
    engine.bytes(b"\n");
    let heard = engine.before_ready();
    assert!(matches!(&heard[..], [error] if error.contains("more than 1048576")), "{heard:?}");
    engine.assert_well();

    if let (Some(before), Some(after)) = (before, status_kilobytes(engine.id(), "VmHWM:")) {
        assert!(after < before + 8 * 1024, "from {before} to {after} kB");
    }
    engine.quit();
}

#[test]
fn u34_long_games_are_played_through() {
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
        // One wrong move at the very end spoils it all, and is found.
        let why = format!("move {}: 'e1e3'", plies + 1);
        assert_refused(&mut engine, "U34", format!("{line} e1e3").as_bytes(), &why);
    }
    engine.quit();
}

#[test]
fn a_refused_position_stays_refused_until_a_good_one_comes() {
    let mut engine = Engine::start();
    let refused = ["info string error: no valid position", "bestmove 0000"];
    engine.ask("position fen nonsense");
    for line in ["ucinewgame", "flip", "setoption name Threads value 2", "stop", "uci"] {
        engine.ask(line);
        assert_eq!(engine.ask("go perft 1"), refused, "{line}");
    }
    assert!(engine.ask("position startpos").is_empty());
    assert_eq!(engine.fen(), START);
    engine.assert_well();
    engine.quit();
}
