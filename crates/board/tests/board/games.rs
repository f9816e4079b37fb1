//! Texts of games: read, listed and written.

use serde_json::json;

use crate::support::TestBoard;

#[test]
fn a_game_with_variations_survives_the_round_trip() {
    let board = TestBoard::start("pgn");
    let text = "[Event \"Casual\"]\n[White \"Ada\"]\n\n{before} 1. e4 $1 {best} (1. d4 d5 (1... Nf6 \
                2. c4 $2) 2. c4) 1... e5 2. Nf3 Nc6 1/2-1/2\n";
    let game = board.post("/api/pgn/game", &json!({"text": text})).json()["game"].clone();
    assert_eq!(game["nodes"].as_array().unwrap().len(), 9);
    assert_eq!((&game["result"], &game["comment"]), (&json!("1/2-1/2"), &json!("before")));
    let written = board.post("/api/pgn/write", &json!({"game": game})).json()["text"].clone();
    let again = board.post("/api/pgn/game", &json!({"text": written})).json()["game"].clone();
    assert_eq!(again, game);
}

#[test]
fn each_game_of_a_text_can_be_cut_out_by_its_bytes() {
    let board = TestBoard::start("offsets");
    let text = "[White \"Åda\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. e9 *\n\n[White \"Cid\"]\n\n1. c4 *\n";
    let games = board.post("/api/pgn", &json!({"text": text})).json()["games"].clone();
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 3);
    assert!(games[1]["error"].is_string() && games[0]["error"].is_null());
    for (game, white) in [(&games[0], "Åda"), (&games[2], "Cid")] {
        let (start, end) = (game["start"].as_u64().unwrap(), game["end"].as_u64().unwrap());
        let part = &text.as_bytes()[start as usize..end as usize];
        let part = String::from_utf8_lossy(part);
        let alone = board.post("/api/pgn/game", &json!({"text": part})).json()["game"].clone();
        let tags = alone["tags"].as_array().unwrap();
        assert!(tags.contains(&json!(["White", white])), "{tags:?}");
    }
}

#[test]
fn markup_in_games_is_plain_text() {
    let board = TestBoard::start("markup");
    let evil = "<img src=x onerror=alert(1)>";
    let text =
        format!("[White \"{evil}\"]\n[Site \"javascript:alert(1)\"]\n\n1. e4 {{{evil}}} *\n");
    let answer = board.post("/api/pgn/game", &json!({"text": text}));
    assert!(answer.head.contains("content-type: application/json"));
    let game = answer.json()["game"].clone();
    assert!(game["tags"].as_array().unwrap().contains(&json!(["White", evil])));
    assert_eq!(game["nodes"][0]["comment"], evil);
    let fen = board.tab().error("setup", json!({"fen": evil}));
    assert!(fen.len() < 400, "{fen}");
}

#[test]
fn games_that_break_the_rules_are_not_written() {
    let board = TestBoard::start("illegal");
    let write = |nodes: serde_json::Value| {
        let game = json!({"start": "startpos", "nodes": nodes});
        let answer = board.post("/api/pgn/write", &json!({"game": game}));
        assert_eq!(answer.status, 400);
        answer.json()["error"].as_str().unwrap().to_owned()
    };
    assert_eq!(write(json!([{"parent": -1, "uci": "e2e5"}])), "node 0: 'e2e5' is not legal here");
    assert!(write(json!([{"parent": 7, "uci": "e2e4"}])).starts_with("node 0: parent"));
    assert!(board.post("/api/pgn/game", &json!({"text": ""})).json()["error"].is_string());
}
