//! Searches: they report, they stop, and they end with their tab.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::support::{Tab, TestBoard, until};

fn searches(tab: &mut Tab) -> u64 {
    tab.ok("status", json!({}))["searches"].as_u64().unwrap()
}

#[test]
fn an_analysis_reports_and_can_be_cancelled() {
    let board = TestBoard::start("cancel");
    let mut tab = board.tab();
    let id = tab.send("analyse", json!({"slot": 0, "lines": 2, "threads": 1}));
    let update = tab.receive();
    assert_eq!(
        (update["id"].as_u64(), update["update"]["turn"].as_str()),
        (Some(id), Some("white"))
    );
    let line = &update["update"]["lines"][0];
    assert_eq!(line["wdl"].as_array().unwrap().len(), 3);
    assert!(line["pv"][0]["san"].is_string() && line["score"]["cp"].is_i64(), "{line}");
    let cancel = tab.send("cancel", json!({"of": id}));
    // The two answers may come in any order, and each comes once.
    let mut left = vec![id, cancel];
    while !left.is_empty() {
        let message = tab.receive();
        if message.get("update").is_none() {
            left.retain(|id| message["id"] != *id);
            if message["id"] == id {
                assert_eq!(message["ok"]["stopped"], true);
            }
        }
    }
    until("the search has ended", || searches(&mut tab) == 0);
    assert_eq!(tab.ok("cancel", json!({"of": id})), json!({}), "too late is no fault");
}

#[test]
fn a_later_analysis_replaces_the_earlier_one_of_its_slot_only() {
    let board = TestBoard::start("slots");
    let mut tab = board.tab();
    let first = tab.send("analyse", json!({"slot": 0}));
    let other = tab.send("analyse", json!({"slot": 1}));
    let second = tab.send("analyse", json!({"slot": 0, "limit": {"depth": 3}}));
    let replaced = tab.answer(first);
    assert_eq!(replaced["ok"]["stopped"], true);
    let done = tab.answer(second);
    assert_eq!((&done["ok"]["stopped"], &done["ok"]["depth"]), (&json!(false), &json!(3)));
    assert_eq!(searches(&mut tab), 1, "the other slot still searches");
    tab.send_text(&json!({"id": other, "type": "hello"}).to_string());
    let twice = tab.answer(other);
    assert_eq!(twice["error"], format!("id: {other} is still being answered; expected a new one"));
    tab.send("cancel", json!({"of": other}));
    assert_eq!(tab.answer(other)["ok"]["stopped"], true);
}

#[test]
fn closing_a_tab_ends_its_searches() {
    let board = TestBoard::start("closing");
    let mut watcher = board.tab();
    let mut tabs: Vec<Tab> = (0..2).map(|_| board.tab()).collect();
    for tab in &mut tabs {
        tab.send("analyse", json!({"slot": 0}));
        tab.send("analyse", json!({"slot": 1}));
    }
    until("four searches run", || searches(&mut watcher) == 4);
    // One says goodbye, the other one vanishes.
    let mut polite = tabs.pop().unwrap();
    polite.socket.close(None).unwrap();
    drop(tabs);
    until("no search runs", || searches(&mut watcher) == 0);
    until("the places are free", || watcher.ok("status", json!({}))["tabs"] == 1);
}

#[test]
fn limits_settings_and_presets_shape_the_analysis() {
    let board = TestBoard::start("settings");
    let mut tab = board.tab();
    let nodes = |tab: &mut Tab, extra: serde_json::Value| {
        let mut fields = json!({"limit": {"depth": 8}});
        fields.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        tab.ok("analyse", fields)["nodes"].as_u64().unwrap()
    };
    let plain = nodes(&mut tab, json!({}));
    assert_eq!(nodes(&mut tab, json!({})), plain, "one thread is deterministic");
    assert_ne!(nodes(&mut tab, json!({"settings": {"UseNullMove": false}})), plain);
    assert_ne!(nodes(&mut tab, json!({"preset": "bare"})), plain);
    let exact = tab.ok("analyse", json!({"limit": {"nodes": 5000}}));
    assert!(exact["nodes"].as_u64().unwrap() <= 5000);
    let ledger = tab.ok("analyse", json!({"limit": {"depth": 8}, "ledger": true}));
    let rows = ledger["ledger"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["name"] == "NullMove" && row["acted"].as_u64() > Some(0)));
    assert_eq!(ledger["nodes"], plain, "watching does not change the search");
}

#[test]
fn scores_are_whites_and_a_threat_is_the_other_sides() {
    let board = TestBoard::start("views");
    let mut tab = board.tab();
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1";
    let ask = |threat| json!({"start": fen, "threat": threat, "limit": {"depth": 6}});
    let black = tab.ok("analyse", ask(false));
    assert_eq!(black["turn"], "black");
    assert!(black["static"]["cp"].as_i64().unwrap() > 300, "White is a rook up: {black}");
    let threat = tab.ok("analyse", ask(true));
    assert_eq!(threat["turn"], "white");
    assert_eq!(threat["lines"][0]["score"], json!({"mate": 1}));
    let check = "4k3/8/8/8/8/8/8/4K2q w - - 0 1";
    let refused = tab.error("analyse", json!({"start": check, "threat": true}));
    assert_eq!(refused, "the side to move is in check and cannot pass");
}

#[test]
fn every_level_plays_a_legal_move() {
    let board = TestBoard::start("levels");
    let mut tab = board.tab();
    let levels = tab.ok("hello", json!({}))["levels"].clone();
    let clock = json!({"white_ms": 2000, "black_ms": 2000, "white_increment_ms": 0,
        "black_increment_ms": 0});
    for level in levels.as_array().unwrap() {
        let fields = json!({"moves": ["e2e4"], "level": level["name"], "clock": clock});
        let played = tab.ok("go", fields);
        let legal = tab.ok("play", json!({"moves": ["e2e4"], "move": played["uci"]}));
        assert_eq!(legal["san"], played["san"], "{level}");
        assert!(played["resigns"].is_boolean() && played["draw"].is_boolean());
    }
    let unknown = tab.error("go", json!({"level": "grandmaster"}));
    assert!(unknown.starts_with("level: expected one of "), "{unknown}");
}

#[test]
fn a_recorded_tree_is_looked_at_page_by_page() {
    let board = TestBoard::start("tree");
    let mut tab = board.tab();
    let tree = tab.ok("tree", json!({"moves": ["e2e4"], "depth": 7}));
    let (name, root) = (tree["tree"].clone(), tree["root"].clone());
    assert_eq!(tree["depth"], 7);
    let page =
        tab.ok("tree.page", json!({"tree": name, "node": root, "skip": 0, "order": "nodes"}));
    let child = &page["children"][0];
    assert!(page["fen"].as_str().unwrap().contains(" b "), "{page}");
    let found = tab.ok("tree.find", json!({"tree": name, "moves": [child["uci"]]}));
    assert_eq!(found["node"], child["id"]);
    let icicle = tab.ok("tree.icicle", json!({"tree": name, "node": root, "levels": 3}));
    let below: u64 =
        icicle["children"].as_array().unwrap().iter().map(|c| c["nodes"].as_u64().unwrap()).sum();
    let nodes = icicle["nodes"].as_u64().unwrap();
    assert_eq!(1 + below + icicle["rest"].as_u64().unwrap(), nodes, "nothing is lost");
    assert!(tab.error("tree.page", json!({"tree": "t999"})).starts_with("tree: "));
    assert!(
        tab.error("tree.page", json!({"tree": name, "node": 1_000_000_000})).starts_with("node")
    );
    // The fifth tree takes the place of the first.
    for _ in 0..4 {
        tab.ok("tree", json!({"depth": 2}));
    }
    assert!(tab.error("tree.page", json!({"tree": name})).contains("record it again"));
}

#[test]
fn why_answers_in_words() {
    let board = TestBoard::start("why");
    let mut tab = board.tab();
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let found = tab.ok("why", json!({"start": fen, "move": "Ra8#", "nodes": 2000}));
    assert_eq!(found["answer"]["verdict"], "found");
    assert_eq!(found["words"][0], "Ra8# was found: nothing to explain.");
    assert!(tab.error("why", json!({"start": fen, "move": "Rb9"})).contains("Rb9"));
}

#[test]
fn a_run_that_cannot_start_says_why_and_leaves_nothing() {
    let board =
        TestBoard::start_with("runs", |options| options.program = PathBuf::from("/bin/false"));
    let mut tab = board.tab();
    assert_eq!(tab.ok("lab.runs", json!({})), json!({"runs": []}));
    let start = json!({"kind": "sprt", "a": "self", "b": "self", "nodes": 10, "games": 2,
        "name": "mine"});
    assert_eq!(tab.error("lab.start", start), "the run has ended before its first game");
    assert_eq!(fs::read_dir(board.folder.file("runs")).unwrap().count(), 0);
    assert!(tab.error("lab.watch", json!({"run": "mine"})).starts_with("run: no such run"));
}
