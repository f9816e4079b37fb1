//! Questions about the rules, and how they are answered.

use serde_json::json;

use crate::support::TestBoard;

#[test]
fn every_request_gets_one_answer_with_its_number() {
    let board = TestBoard::start("numbers");
    let mut tab = board.tab();
    let first = tab.send("hello", json!({}));
    let second = tab.send("nonsense", json!({}));
    let third = tab.send("position", json!({"moves": ["e2e4"]}));
    for id in [first, second, third] {
        assert_eq!(tab.receive()["id"], id);
    }
    let unknown = tab.error("nonsense", json!({}));
    assert!(unknown.contains("expected one of hello, "), "{unknown}");
}

#[test]
fn hello_says_what_there_is_to_choose_from() {
    let fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let board = TestBoard::start_with("hello", |options| options.fen = fen.parse().ok());
    let hello = board.tab().ok("hello", json!({}));
    assert_eq!(hello["version"], "test");
    assert_eq!(hello["start"]["fen"], fen);
    for list in ["levels", "presets", "heuristics", "settings", "marks"] {
        assert!(hello[list].as_array().is_some_and(|list| !list.is_empty()), "{list}");
    }
    let levels = hello["levels"].as_array().unwrap();
    assert!(levels.iter().any(|level| level["name"] == hello["default_level"]));
    let names: Vec<_> = hello["settings"].as_array().unwrap().iter().map(|s| &s["name"]).collect();
    for heuristic in hello["heuristics"].as_array().unwrap() {
        assert!(names.contains(&&heuristic["switch"]), "{heuristic}");
    }
}

#[test]
fn a_position_comes_with_its_line_and_its_legal_moves() {
    let board = TestBoard::start("position");
    let mut tab = board.tab();
    let moves = ["f2f3", "e7e5", "g2g4"];
    let answer = tab.ok("position", json!({"start": "startpos", "moves": moves}));
    assert_eq!(answer["line"][2]["san"], "g4");
    let node = &answer["node"];
    assert_eq!((node["turn"].as_str(), node["ply"].as_u64()), (Some("black"), Some(3)));
    assert_eq!(node["move_number"], 2);
    assert_eq!(node["outcome"], json!(null));
    let mate = tab.ok("play", json!({"moves": moves, "move": "Qh4"}));
    assert_eq!((mate["uci"].as_str(), mate["san"].as_str()), (Some("d8h4"), Some("Qh4#")));
    assert_eq!(mate["node"]["check"], "e1");
    assert_eq!(mate["node"]["legal"], json!([]));
    assert_eq!(mate["node"]["outcome"]["result"], "0-1");
    assert_eq!(mate["node"]["outcome"]["text"], "Black wins by checkmate.");
    let after =
        tab.error("go", json!({"moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "level": "full"}));
    assert_eq!(after, "the game is over: black mates");
}

#[test]
fn a_repetition_is_seen_in_the_whole_line() {
    let board = TestBoard::start("repetition");
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let node = &board.tab().ok("position", json!({"moves": moves}))["node"];
    assert_eq!(node["outcome"]["reason"], "threefold repetition");
    assert_eq!(node["outcome"]["text"], "Draw by threefold repetition.");
}

#[test]
fn castling_of_chess960_goes_over_the_wire_and_back() {
    let board = TestBoard::start("chess960");
    let mut tab = board.tab();
    let start = "nrk1bbqr/pppppppp/8/8/8/8/PPPPPPPP/NRK1BBQR w KQkq - 0 1";
    let node = &tab.ok("position", json!({"start": start}))["node"];
    let legal = node["legal"].as_array().unwrap();
    let castle = legal.iter().find(|mv| mv["san"] == "O-O-O").unwrap();
    assert_eq!((castle["from"].as_str(), &castle["to"]), (Some("c1"), &json!(["b1"])));
    let played = tab.ok("play", json!({"start": start, "move": castle["uci"]}));
    assert_eq!(played["san"], "O-O-O");
    assert!(played["node"]["fen"].as_str().unwrap().contains("/N1KRBBQR b"), "{played}");
    // The move as the server gave it is a move of the next question.
    let moves = json!([played["uci"]]);
    let again = tab.ok("position", json!({"start": start, "moves": moves}));
    assert_eq!(again["node"]["fen"], played["node"]["fen"]);
}

#[test]
fn a_file_of_games_is_listed_searched_and_read() {
    let text = "[White \"<b>Ada</b>\"]\n[Black \"Bob\"]\n\n1. e4 (1. d4) e5 1-0\n\n[White \"Cid\"]\n\n1. c4 *\n";
    let folder = toolkit::TempFolder::new("board-pgn");
    let path = folder.file("games.pgn");
    std::fs::write(&path, text).unwrap();
    let board = TestBoard::start_with("file", |options| options.pgn = Some(path));
    let mut tab = board.tab();
    assert_eq!(
        tab.ok("hello", json!({}))["start"]["pgn"],
        json!({"name": "games.pgn", "games": 2})
    );
    let all = tab.ok("file", json!({"from": 0, "count": 10}));
    assert_eq!(all["games"][0]["white"], "<b>Ada</b>");
    assert_eq!((&all["total"], &all["matching"]), (&json!(2), &json!(2)));
    let found = tab.ok("file", json!({"from": 0, "count": 10, "search": "CID"}));
    assert_eq!((&found["games"][0]["number"], &found["matching"]), (&json!(2), &json!(1)));
    assert_eq!(tab.ok("file.game", json!({"number": 1}))["game"]["nodes"][1]["san"], "d4");
    assert_eq!(tab.error("file.game", json!({"number": 3})), "number: expected 1 to 2");
}
