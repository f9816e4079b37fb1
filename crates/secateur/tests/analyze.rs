//! `secateur analyze`: positions and games.

mod support;

use chess::Setup;
use support::tool::{fail, run, succeed};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

/// The cells of the rows whose first cell is a number.
fn rows(out: &str) -> Vec<Vec<&str>> {
    let cells = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    cells.filter(|row| row.first().is_some_and(|cell| cell.parse::<u32>().is_ok())).collect()
}

#[test]
fn every_depth_shows_its_lines_in_order() {
    let out = succeed(&["analyze", "--depth", "7", "--multipv", "3"]);
    assert!(out.contains("from White's point of view"), "{out}");
    let rows = rows(&out);
    let places: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], row[1])).collect();
    let depths = ["1", "2", "3", "4", "5", "6", "7"];
    let expected: Vec<(&str, &str)> =
        depths.iter().flat_map(|depth| ["1", "2", "3"].map(|line| (*depth, line))).collect();
    assert_eq!(places, expected, "{out}");
    for block in rows.chunks(3) {
        let mut first_moves: Vec<&str> = block.iter().map(|row| row[6]).collect();
        first_moves.sort_unstable();
        first_moves.dedup();
        assert_eq!(first_moves.len(), 3, "{out}");
        let scores: Vec<f64> = block.iter().map(|row| row[2].parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{out}");
    }
    let best = out.lines().find_map(|line| line.strip_prefix("Best: 1. ")).unwrap();
    assert_eq!(best.split(' ').next().unwrap(), rows[18][6], "{out}");
}

#[test]
fn variations_are_legal_and_numbered_from_the_position() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 3 3";
    let out = succeed(&["analyze", "--fen", fen, "--depth", "8"]);
    let line = rows(&out).pop().expect("a row");
    assert_eq!(line[5], "3...", "{out}");
    let mut position = fen.parse::<Setup>().unwrap().position;
    for san in line[5..].iter().filter(|word| !word.ends_with('.')) {
        position = position.after(position.parse_san(san).expect("legal"));
    }
}

#[test]
fn mates_are_shown_from_white_s_point_of_view() {
    for (fen, score) in [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", " #1 "),
        ("3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", " #-1 "),
    ] {
        let out = succeed(&["analyze", "--fen", fen, "--depth", "4"]);
        assert!(out.contains(score), "{out}");
    }
    let out = succeed(&["analyze", "--fen", "8/8/8/8/8/6k1/6q1/7K w - - 0 1"]);
    assert!(out.ends_with("The game is over: black mates.\n"), "{out}");
}

#[test]
fn searches_to_a_depth_or_node_count_are_reproducible() {
    let without_time =
        |out: String| out.split(" nodes, ").next().map(str::to_owned).expect("a closing line");
    for limit in [["--depth", "9"], ["--nodes", "20000"]] {
        let once = || without_time(succeed(&["analyze", limit[0], limit[1]]));
        assert_eq!(once(), once(), "{limit:?}");
    }
}

#[test]
fn the_moves_of_a_game_are_marked_and_summed_up() {
    let out = succeed(&["analyze", "--pgn", GAMES, "--game", "1", "--depth", "6"]);
    assert!(out.starts_with("Game 1: Fool - Scholar, Casual, 0-1\n"), "{out}");
    assert!(out.contains("?! from 50, ? from 100, ?? from 300"), "{out}");
    let row = |number: &str| {
        let cells = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        cells.filter(|row| row.first() == Some(&number)).collect::<Vec<_>>()
    };
    let [blunder] = &row("2.")[..] else { panic!("{out}") };
    let [number, played, _, after, best, loss] = blunder[..] else { panic!("{out}") };
    assert_eq!((number, played, after), ("2.", "g4??", "#-1"), "{out}");
    assert!(best != "g4" && loss.parse::<i32>().unwrap() >= 300, "{out}");
    let [mate] = &row("2...")[..] else { panic!("{out}") };
    assert_eq!(mate[1..], ["Qh4#", "#-1", "0-1", "Qh4#", "0"], "{out}");
    assert!(out.contains(&format!("1 ??; worst 2. g4?? (loss {loss})\n")), "{out}");
    assert!(out.contains("\nBlack: 2 moves, average loss "), "{out}");
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_the_others_analyzed() {
    let (output, out, err) = run(&["analyze", "--pgn", GAMES, "--depth", "4"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err.contains("game 2, line 11: 'Ke3' is not legal here"), "{err}");
    assert!(out.contains("Game 1: ") && !out.contains("Game 2: "), "{out}");
    assert!(out.contains("Game 3: White - Black, From a position, *\n"), "{out}");
    for number in [" 30... ", " 31. ", " 31... "] {
        assert!(out.contains(number), "{out}");
    }
    assert!(out.contains("White: 1 moves, ") && out.contains("Black: 2 moves, "), "{out}");
}

#[test]
fn errors_name_the_argument_and_what_is_accepted() {
    for (arguments, named) in [
        (&["--fen", "nonsense"][..], "--fen 'nonsense': board: 1 ranks; expected 8"),
        (&["--time", "2"], "such as 500ms, 2s"),
        (&["--time", "-2s"], "expected 1ms to"),
        (&["--depth", "0"], "1..=200"),
        (&["--nodes", "-1"], "-1 is not in 1.."),
        (&["--multipv", "0"], "1..=256"),
        (&["--threads", "0"], "1..=512"),
        (&["--hash", "33554432", "--depth", "1"], "--hash: no memory for a table"),
        (&["--pgn", "no/such/file"], "--pgn no/such/file: "),
        (&["--pgn", "/"], "line 1: reading failed"),
        (&["--pgn", GAMES, "--game", "4"], "holds 3; expected 1 to 3"),
        (&["--pgn", GAMES, "--game", "0"], "0 is not in 1.."),
        (&["--pgn", GAMES, "--game", "2"], "game 2, line 11"),
        (&["--pgn", GAMES, "--multipv", "2"], "cannot be used with"),
        (&["--pgn", GAMES, "--fen", "8/8"], "cannot be used with"),
        (&["--game", "1"], "--pgn <FILE>"),
    ] {
        let out = fail(&[&["analyze"], arguments].concat());
        assert!(out.contains(named), "{arguments:?}: {out}");
        assert!(!out.contains("panicked"), "{out}");
    }
}
