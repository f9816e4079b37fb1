//! Tablebases through the real program. Most tests need a folder of tables with three and four
//! pieces, which the variable SECATEUR_SYZYGY names.

mod support;

use std::fs;

use support::Engine;
use support::tool::{fail, play, run, succeed};
use toolkit::TempFolder;

fn folder() -> Option<String> {
    let folder = std::env::var("SECATEUR_SYZYGY").ok();
    if folder.is_none() {
        eprintln!("skipped: SECATEUR_SYZYGY names no folder of tables");
    }
    folder
}

#[test]
fn the_options_that_clients_expect_are_listed() {
    let mut engine = Engine::start();
    engine.send("uci");
    let listed = engine.until("uciok");
    for option in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
    ] {
        assert!(listed.iter().any(|line| line == option), "{option}: {listed:?}");
    }
}

#[test]
fn a_path_without_tables_leaves_the_engine_alive() {
    let empty = TempFolder::new("syzygy-empty");
    let file = empty.path().join("KQvK.rtbw");
    let mut engine = Engine::start();
    let found = engine.ask(&format!("setoption name SyzygyPath value {}", empty.as_str()));
    assert_eq!(found, ["info string found 0 tablebases (0 WDL, 0 DTZ)"]);
    fs::write(&file, [0; 100]).unwrap();
    let found = engine.ask(&format!("setoption name SyzygyPath value {}", empty.as_str()));
    assert!(
        found[1].starts_with("info string error: ") && found[1].contains("KQvK.rtbw: 100 bytes")
    );
    for bad in ["/no/such/folder", file.to_str().unwrap()] {
        let found = engine.ask(&format!("setoption name SyzygyPath value {bad}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("info string error: option SyzygyPath: "), "{found:?}");
        assert!(found[0].contains(bad), "{found:?}");
    }
    let off = engine.ask("setoption name SyzygyPath value <empty>");
    assert_eq!(off, ["info string tablebases off"]);
    engine.send("go nodes 500");
    engine.until("bestmove");
}

#[test]
fn a_search_shows_the_result_and_its_hits() {
    let Some(folder) = folder() else { return };
    let mut engine = Engine::start();
    let found = engine.ask(&format!("setoption name SyzygyPath value {folder}"));
    let tables = "info string found 70 tablebases (35 WDL, 35 DTZ) with up to 4 pieces";
    assert_eq!(found, [tables]);
    engine.send("position fen 8/8/8/3k4/8/8/8/K3R3 w - - 0 1");
    engine.send("go nodes 2000");
    let shown = engine.until("bestmove").join("\n");
    assert!(shown.contains("tbhits 16") && shown.contains("cp 31753"), "{shown}");
    // Five pieces: the tables are met only below the root.
    engine.send("position fen 8/4P1k1/8/8/8/1r6/P7/K7 w - - 0 1");
    engine.send("go nodes 20000");
    let shown = engine.until("bestmove").join("\n");
    assert!(shown.contains("tbhits") && !shown.ends_with("tbhits 0"), "{shown}");
}

#[test]
fn a_probe_prints_every_move_ranked() {
    let Some(folder) = folder() else { return };
    let fen = "8/8/8/3k4/8/8/8/K3R3 w - - 0 1";
    let shown = succeed(&["tb", "probe", "--fen", fen, "--path", &folder]);
    assert!(shown.starts_with("result  win after a capture or pawn move\nDTZ     "), "{shown}");
    let moves = |word: &str| shown.lines().filter(|line| line.contains(word)).count();
    // Three squares of the rook are beside the king.
    assert_eq!((moves("yes"), moves("draw")), (13, 3), "{shown}");
    let many = fail(&["tb", "probe", "--fen", support::START, "--path", &folder]);
    assert!(many.contains("the position has 32 pieces"), "{many}");
}

#[test]
fn a_check_names_every_bad_file() {
    let folder = TempFolder::new("syzygy-check");
    fs::write(folder.path().join("KQvK.rtbw"), [7; 80]).unwrap();
    fs::write(folder.path().join("KQvX.rtbz"), [7; 80]).unwrap();
    let (output, out, _) = run(&["tb", "check", "--path", folder.as_str()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("KQvK.rtbw: expected a file that begins with [71, e8, 23, 5d]"), "{out}");
    assert!(out.contains("KQvX.rtbz: expected a name such as"), "{out}");
    assert!(out.ends_with("0 sound files, 2 bad ones\n"), "{out}");
    let missing = fail(&["tb", "check", "--path", "/no/such/folder"]);
    assert!(missing.contains("/no/such/folder"), "{missing}");
}

#[test]
fn sound_tables_pass_the_check() {
    let Some(folder) = folder() else { return };
    assert_eq!(succeed(&["tb", "check", "--path", &folder]), "70 sound files, 0 bad ones\n");
}

#[test]
fn the_lab_ends_games_by_tablebase_and_says_so() {
    let Some(folder) = folder() else { return };
    let runs = TempFolder::new("syzygy-lab");
    let (book, out) = (runs.path().join("book.epd"), runs.path().join("run"));
    fs::write(&book, "4k3/8/8/8/8/8/1p6/R3K3 w - -\n").unwrap();
    let (book, out) = (book.to_str().unwrap(), out.to_str().unwrap());
    play(&[
        "lab",
        "match",
        "--a",
        "self",
        "--nodes",
        "500",
        "--games",
        "2",
        "--openings",
        book,
        "--tables",
        &folder,
        "--resign",
        "off",
        "--draw",
        "off",
        "--out",
        out,
    ]);
    let pgn = fs::read_to_string(format!("{out}/games.pgn")).unwrap();
    assert!(pgn.contains("by tablebase"), "{pgn}");
    assert!(pgn.contains("[Termination \"adjudication\"]"), "{pgn}");
    let missing = fail(&["lab", "match", "--a", "self", "--games", "2", "--tables", "/no/such"]);
    assert!(missing.contains("/no/such"), "{missing}");
}
