//! `secateur lab why`: one position as text and as JSON, suites, and what it refuses.

mod support;

use serde_json::Value;
use support::tool::{fail, run, succeed};
use toolkit::TempFolder;

/// Move-count pruning that searches only one move hides the check.
const HIDDEN: &str = "2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - 0 1";
const ABSURD: [&str; 14] = [
    "--preset",
    "bare",
    "--set",
    "MoveCountPruning=true",
    "--set",
    "MoveCountLimit1=1",
    "--set",
    "MoveCountLimit2=2",
    "--set",
    "MoveCountLimit3=3",
    "--set",
    "PruneFrom=second-move",
    "--depth",
    "4",
];

fn why(arguments: &[&str]) -> String {
    succeed(&[&["lab", "why"][..], &ABSURD, arguments].concat())
}

#[test]
fn a_hidden_move_is_explained_in_words() {
    let shown = why(&["--fen", HIDDEN, "--move", "Ng4+"]);
    for part in ["Ng4+ was hidden by MoveCount.", ">>> MoveCount", "table of 16 MB", "sham of"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn the_answer_is_complete_as_json() {
    let shown = why(&["--fen", HIDDEN, "--move", "f6g4", "--line", "Ng4+ Kg7", "--json", "-"]);
    let answer: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&answer["verdict"], &answer["mv"]), (&"proved".into(), &"Ng4+".into()));
    assert_eq!(answer["question"]["fen"], HIDDEN);
    let pardon = &answer["pardons"][0];
    assert_eq!(
        (&pardon["heuristic"], &pardon["granularity"]),
        (&"MoveCount".into(), &"node".into())
    );
    assert!(pardon["value"].is_i64() && pardon["threshold"].is_i64() && pardon["key"].is_string());
    for part in ["truth", "steps", "suspects"] {
        assert!(!answer[part].as_array().unwrap().is_empty(), "{part}");
    }
    assert_eq!(answer["proof"]["tables"].as_array().unwrap().len(), 3);
}

#[test]
fn a_position_of_a_game_is_explained() {
    let folder = TempFolder::new("why-pgn");
    let path = folder.file("game.pgn");
    std::fs::write(&path, "1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let path = path.to_str().unwrap();
    let shown = why(&["--pgn", path, "--ply", "4", "--move", "Qh4"]);
    assert!(shown.contains("Qh4# was found"), "{shown}");
    let shown = fail(&["lab", "why", "--pgn", path, "--ply", "9", "--move", "Qh4"]);
    assert!(shown.contains("--ply 9: the game has 4 half-moves; expected 1 to 5"), "{shown}");
}

#[test]
fn the_unsolved_positions_of_a_suite_are_explained() {
    let folder = TempFolder::new("why-suite");
    let (epd, out) = (folder.file("few.epd"), folder.file("run"));
    let text = "2r5/1r6/4pNpk/3pP1qp/8/2P1QP2/5PK1/R7 w - - bm Ng4+; id \"check\";\n\
                6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";\n\
                6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am h3; id \"avoid\";\n";
    std::fs::write(&epd, text).unwrap();
    let files = [epd.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let explain = || run(&[&["lab", "why"][..], &ABSURD, &files].concat());
    let (_, shown, notes) = explain();
    let expected = "Of 1 unsolved position 1 was hidden by cuts: 1 by MoveCount.";
    assert!(shown.contains(expected) && shown.contains("few check"), "{shown}");
    assert!(notes.contains("few, avoid: skipped") && notes.contains("few check: Ng4+ was hidden"));
    let (_, again, notes) = explain();
    assert!(again == shown && !notes.contains("few check"), "asked again: {notes}");
    for file in ["why.jsonl", "results.json", "report.html"] {
        assert!(out.join(file).exists(), "{file}");
    }
}

#[test]
fn bad_questions_are_refused() {
    for (arguments, expected) in [
        (&["--fen", HIDDEN, "--move", "Ka1"][..], "--move 'Ka1'"),
        (&["--fen", HIDDEN, "--move", "Ng4", "--line", "Kh1"], "--line begins with another move"),
        (&[], "nothing to explain; expected EPD files, or --fen and --move"),
    ] {
        let shown = fail(&[&["lab", "why"], arguments].concat());
        assert!(shown.contains(expected), "{arguments:?}: {shown}");
    }
}
