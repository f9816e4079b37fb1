//! `secateur analyze`: positions and games.

mod support;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use chess::Setup;
use chess::pgn::{PgnGame, PgnReader};
use support::tool::{fail, program, run, succeed};
use toolkit::TempFolder;

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

/// The cells of the rows of all depths: those before the final table whose first cell is a number.
fn rows(out: &str) -> Vec<Vec<&str>> {
    let depths = out.split("\nLine").next().unwrap_or(out);
    let cells = depths.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
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
fn the_end_shows_all_lines_in_full_within_eighty_columns() {
    let out = succeed(&["analyze", "startpos", "--depth", "12", "--multipv", "4"]);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let (_, end) = out.split_once("\nLines\n").expect("a final table");
    let places: Vec<[&str; 2]> = end.lines().filter_map(place).collect();
    assert_eq!(places, [["12", "1"], ["12", "2"], ["12", "3"], ["12", "4"]], "{out}");
    // A search that is stopped amid an iteration shows as many lines.
    let out = succeed(&["analyze", "startpos", "--nodes", "100000", "--multipv", "3"]);
    let (_, end) = out.split_once("\nLines\n").expect("a final table");
    assert_eq!(end.lines().filter_map(place).count(), 3, "{out}");
}

/// The depth and the number of a line, if the row begins one.
fn place(row: &str) -> Option<[&str; 2]> {
    let mut cells = row.split_whitespace();
    let place = [cells.next()?, cells.next()?];
    place.iter().all(|cell| cell.parse::<u32>().is_ok()).then_some(place)
}

#[test]
fn both_spellings_and_every_way_to_name_a_position_are_accepted() {
    let fen = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1";
    let words: Vec<&str> = fen.split(' ').collect();
    for arguments in
        [&["analyse", "--fen", fen][..], &["analyze", fen], &[&["analyse"], &words[..]].concat()]
    {
        let out = succeed(&[arguments, &["--depth", "4"]].concat());
        assert!(out.contains("Best: 1. Rd8#  #1  ("), "{out}");
    }
    for arguments in [&["--fen", "startpos"][..], &["startpos"], &[]] {
        let out = succeed(&[&["analyze", "--depth", "2"], arguments].concat());
        assert!(out.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "{out}");
    }
    succeed(&["analyze", fen, "--time", "0.01"]);
}

#[test]
fn nothing_is_searched_after_the_game_is_over() {
    for (fen, outcome) in [
        ("8/8/8/8/8/6k1/6q1/7K w - - 0 1", "black mates"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "draw by insufficient material"),
        ("7k/8/8/8/8/8/R7/K7 w - - 100 80", "draw by the fifty-move rule"),
    ] {
        let out = succeed(&["analyze", fen]);
        assert!(out.ends_with(&format!("The game is over: {outcome}.\n")), "{out}");
    }
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
    let out = succeed(&["analyze", GAMES, "--game", "1", "--depth", "6"]);
    assert!(out.starts_with("Game 1: Fool - Scholar, Casual, 0-1\n"), "{out}");
    assert!(out.contains("?! from 0.05, ? from 0.10, ?? from 0.20"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    let row = |number: &str| {
        let cells = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        cells.filter(|row| row.first() == Some(&number) && row.len() == 7).collect::<Vec<_>>()
    };
    let [blunder] = &row("2.")[..] else { panic!("{out}") };
    let [number, played, _, after, loss, cp, best] = blunder[..] else { panic!("{out}") };
    assert_eq!((number, played, after), ("2.", "g4??", "#-1"), "{out}");
    assert!(best != "g4" && loss.parse::<f64>().unwrap() >= 0.2, "{out}");
    assert!(cp.parse::<i32>().unwrap() >= 300, "{out}");
    assert!(out.contains("g4 allows mate in 1: 2... Qh4#.\n"), "{out}");
    assert!(out.contains("        Better: 2. "), "{out}");
    let [mate] = &row("2...")[..] else { panic!("{out}") };
    assert_eq!(mate[1..], ["Qh4#", "#-1", "0-1", "-", "-", "Qh4#"], "{out}");
    assert!(out.contains("\nWhite: 2 moves, accuracy "), "{out}");
    assert!(out.contains("\nTurning point\n     2. g4??\n"), "{out}");
}

#[test]
fn the_loss_is_the_difference_of_the_scores_shown() {
    let out = succeed(&["analyze", GAMES, "--game", "1", "--depth", "6"]);
    let mut compared = 0;
    for row in out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
        let [number, _, before, after, _, cp, _] = row[..] else { continue };
        let (Ok(before), Ok(after), Ok(cp)) =
            (before.parse::<f64>(), after.parse::<f64>(), cp.parse::<f64>())
        else {
            continue;
        };
        let sign = if number.ends_with("...") { -1.0 } else { 1.0 };
        assert_eq!((sign * (before - after) * 100.0).round().max(0.0), cp, "{out}");
        compared += 1;
    }
    assert!(compared > 0, "{out}");
}

#[test]
fn a_game_with_a_bad_move_is_judged_up_to_it() {
    let (output, out, err) = run(&["analyze", "--pgn", GAMES, "--depth", "4"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err.contains("game 2, line 11: 'Ke3' is not legal here"), "{err}");
    assert!(out.contains("Game 1: "), "{out}");
    assert!(out.contains("Note: judged up to an error, line 11: 'Ke3' is not legal here"), "{out}");
    assert!(out.contains("White: 1 move, accuracy ") && out.contains("\n   1... e5"), "{out}");
    assert!(out.contains("Game 3: White - Black, From a position, *\n"), "{out}");
    for number in [" 30... ", " 31. ", " 31... "] {
        assert!(out.contains(number), "{out}");
    }
    assert!(out.contains("White: 1 move, ") && out.contains("Black: 2 moves, "), "{out}");
    assert_eq!(out.matches("Marks by expected points").count(), 1, "explained once: {out}");
}

fn games(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text.as_bytes()).map(|game| game.expect("a sound game")).collect()
}

#[test]
fn all_games_go_to_one_file_one_page_and_one_json() {
    let folder = TempFolder::new("reviewed");
    let [pgn, page, json] =
        ["a.pgn", "a.html", "a.json"].map(|name| folder.file(name).display().to_string());
    let arguments =
        ["analyze", GAMES, "--nodes", "500", "--out", &pgn, "--report", &page, "--json", &json];
    let (output, out, _) = run(&arguments);
    assert_eq!(output.status.code(), Some(1), "game 2 has a fault");
    for path in [&pgn, &page, &json] {
        assert!(out.contains(path.as_str()), "{out}");
    }
    let text = fs::read_to_string(&pgn).unwrap();
    let annotated = games(&text);
    let lengths: Vec<usize> = annotated.iter().map(|game| game.moves().len()).collect();
    assert_eq!(lengths, [4, 2, 3], "{text}");
    for kept in ["{a variation follows", "(1... d5)", "[%eval ", "Not read beyond this:", "$4"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("3 games reviewed") && html.contains("href=\"#game-3\""));
    let read: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(read["games"][0]["review"]["moves"][3]["san"], "Qh4#");
    assert_eq!(read["games"][0]["review"]["moves"][3]["before"]["score"]["mate"], -1);
    assert_eq!(read["games"][1]["review"]["fault"], "line 11: 'Ke3' is not legal here");
    // Nothing is replaced unless it is asked for.
    for (option, path) in [("--out", &pgn), ("--report", &page), ("--json", &json)] {
        let said = fail(&["analyze", GAMES, "--nodes", "500", option, path]);
        let expected = format!("{option} {path}: the file exists already; expected a new name, or");
        assert!(said.contains(&expected), "{said}");
    }
    assert_eq!(fs::read_to_string(&pgn).unwrap(), text);
    let (_, out, _) =
        run(&["analyze", GAMES, "--game", "1", "--nodes", "500", "--out", &pgn, "--force"]);
    assert!(out.contains(&pgn), "{out}");
    assert_eq!(games(&fs::read_to_string(&pgn).unwrap()).len(), 1);
}

#[test]
fn games_are_read_from_standard_input() {
    let mut child = Command::new(program())
        .args(["analyze", "-", "--nodes", "500", "--out", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"[White \"<b>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let game = games(&text).remove(0);
    assert_eq!((game.moves().len(), game.tags().get("White")), (4, Some("<b>")));
    assert!(text.contains("{[%eval #-1] g4 allows mate in 1: 2... Qh4#.}"), "{text}");
}

#[test]
fn reviews_with_nodes_are_reproducible() {
    let once = || succeed(&["analyze", GAMES, "--game", "1", "--nodes", "3000", "--json", "-"]);
    assert_eq!(once(), once());
}

#[cfg(unix)]
#[test]
fn an_interrupted_review_is_summed_up_and_written() {
    use std::io::{BufRead, BufReader, Read};
    let folder = TempFolder::new("interrupted");
    let (games, out) = (folder.file("games.pgn"), folder.file("annotated.pgn"));
    fs::write(&games, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *").unwrap();
    let mut child = Command::new(program())
        .arg("analyze")
        .arg(&games)
        .args(["--time", "2", "--out"])
        .arg(&out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    while !text.contains("     1. e4") {
        assert!(lines.read_line(&mut text).unwrap() > 0, "{text}");
    }
    support::tool::interrupt(&child);
    lines.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains("Interrupted: ") && text.contains(" of 6 moves judged."), "{text}");
    assert!(text.contains("\nWhite: "), "{text}");
    let written = self::games(&fs::read_to_string(&out).unwrap()).remove(0);
    assert_eq!(written.moves().len(), 6, "the whole game is kept");
}

#[test]
fn errors_name_the_argument_and_what_is_accepted() {
    for (arguments, named) in [
        (&["--fen", "nonsense"][..], "--fen 'nonsense': board: 1 ranks; expected 8"),
        (&["--time", "two"], "such as 500ms, 2s"),
        (&["--time", "0"], "expected 1ms to"),
        (
            &["no/such/file.pgn"],
            "'no/such/file.pgn': no such file, and no FEN; expected a PGN file",
        ),
        (&["8/8/8/8/8/8/8/8"], "expected"),
        (&[GAMES, "--fen", "startpos"], "cannot be used with"),
        (&["startpos", "--out", "x.pgn"], "are for games; expected a PGN file"),
        (&[GAMES, "--out", "no/such/folder/x.pgn"], "no such folder; expected one that exists"),
        (&[GAMES, "--out", "/"], "a folder; expected the name of a file"),
        (&[GAMES, "--out", "new.x", "--json", "new.x"], "the file of --out; expected another name"),
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
        (&[GAMES, "--multipv", "2"], "--multipv is for positions"),
        (&["--pgn", GAMES, "--fen", "8/8"], "cannot be used with"),
        (&["--game", "1"], "are for games; expected a PGN file"),
    ] {
        let out = fail(&[&["analyze"], arguments].concat());
        assert!(out.contains(named), "{arguments:?}: {out}");
        assert!(!out.contains("panicked"), "{out}");
    }
}
