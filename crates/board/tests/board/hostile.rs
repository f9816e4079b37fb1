//! Messages that no page sends: every one is answered with an error, and the server goes on.

use std::io::Write;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::support::{TestBoard, until};

/// A thousand texts that must be refused; those that are requests have ascending numbers.
fn hostile_messages() -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    let mut id = 0;
    let mut add = |fields: Value| {
        id += 1;
        let mut fields = fields;
        fields["id"] = json!(id);
        messages.push(fields.to_string());
    };
    let junk = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(true),
        json!([]),
        json!({}),
        json!([[[[]]]]),
        json!("\u{0}\r\nquit"),
        json!("../../etc/passwd"),
        json!("<img src=x onerror=alert(1)>"),
        json!("\u{202e}\u{feff}😀"),
        json!(i64::MIN),
        json!(u64::MAX),
    ];
    let fields = [
        ("position", "start"),
        ("position", "moves"),
        ("play", "move"),
        ("play", "start"),
        ("setup", "fen"),
        ("file", "from"),
        ("file.game", "number"),
        ("analyse", "slot"),
        ("analyse", "lines"),
        ("analyse", "threads"),
        ("analyse", "hash"),
        ("analyse", "settings"),
        ("analyse", "preset"),
        ("analyse", "limit"),
        ("go", "level"),
        ("go", "clock"),
        ("review", "effort"),
        ("tree", "depth"),
        ("tree.page", "tree"),
        ("tree.page", "node"),
        ("tree.icicle", "levels"),
        ("tree.find", "moves"),
        ("why", "move"),
        ("lab.watch", "run"),
        ("lab.games", "run"),
        ("lab.game", "run"),
        ("lab.stop", "run"),
        ("lab.resume", "run"),
        ("lab.start", "kind"),
        ("lab.start", "a"),
        ("lab.start", "name"),
        ("cancel", "of"),
    ];
    // A moves list of an impossible move makes requests fail whose field may be missing or null.
    let impossible = json!(["e2e5"]);
    for value in &junk {
        for (kind, field) in fields {
            let mut message = json!({"type": kind, "moves": impossible});
            message[field] = value.clone();
            if field == "moves" && (value.is_null() || value == &json!([])) {
                message["start"] = json!("nonsense");
            }
            add(message);
        }
        add(json!({"type": value}));
        add(json!({"type": "nonsense", "value": value}));
    }
    for settings in [
        json!({"EvalFile": "/etc/passwd"}),
        json!({"UseNullMove\nquit": "true"}),
        json!({"UseNullMove": "true\nquit"}),
        json!({"Hash": 8}),
        json!({"FutilityBase": 1e99}),
    ] {
        for kind in ["analyse", "tree", "why"] {
            add(json!({"type": kind, "move": "e4", "settings": settings}));
        }
    }
    for player in ["cmd=/bin/sh", "self\ncmd=x", "self EvalFile=x", "self preset=../x", "self 'x"] {
        let (kind, nodes, games) = ("lab.start", 1, 2);
        add(json!({"type": kind, "kind": "sprt", "a": player, "nodes": nodes, "games": games}));
    }
    for run in ["..", ".", "/", "../..", "a/b", "C:\\", "\u{0}", "%2e%2e", "~"] {
        for kind in ["lab.watch", "lab.games", "lab.game", "lab.stop", "lab.resume"] {
            add(json!({"type": kind, "run": run, "number": 1}));
        }
        let (kind, nodes, games) = ("lab.start", 1, 2);
        add(json!({"type": kind, "kind": "sprt", "nodes": nodes, "games": games, "name": run}));
    }
    for fen in
        ["QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/kK6 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "x x x x x x"]
    {
        add(json!({"type": "setup", "fen": fen}));
        add(json!({"type": "analyse", "start": fen}));
    }
    for mv in ["e2e5", "0000000", "Ke9", "O-O-O-O", "e7e8x", &"x".repeat(9_000)] {
        add(json!({"type": "play", "move": mv}));
        add(json!({"type": "position", "moves": [mv]}));
    }
    let deep = "[".repeat(20_000) + &"]".repeat(20_000);
    for text in ["", "{", "null", "[]", "\"\"", "{\"id\":}", "{\"id\":1,\"id\":", &deep, "\u{0}"] {
        messages.push(text.to_owned());
    }
    while messages.len() < 1_000 {
        messages.push("{\"id\":".repeat(messages.len() % 100 + 1));
    }
    messages
}

#[test]
fn a_thousand_hostile_messages_get_one_error_each() {
    let board = TestBoard::start("hostile");
    let mut tab = board.tab();
    let messages = hostile_messages();
    assert!(messages.len() >= 1_000);
    for message in &messages {
        tab.send_text(message);
        let answer = tab.receive();
        assert!(answer["error"].is_string(), "{message}: {answer}");
        if let Ok(sent) = serde_json::from_str::<Value>(message)
            && let Some(id) = sent.get("id").filter(|id| id.is_u64())
        {
            assert_eq!(&answer["id"], id, "{message}");
        }
    }
    tab.socket.close(None).unwrap();
    board.assert_alive();
    assert!(!board.folder.file("runs").exists(), "nothing was written");
}

#[test]
fn a_flood_is_answered_message_by_message() {
    let board = TestBoard::start("flood");
    let mut tab = board.tab();
    // Fewer than the buffers of the system hold, so that sending need not wait for the answers.
    let count = 1_000;
    for id in 1..=count {
        tab.send_text(&json!({"id": id, "type": "chess960", "number": id % 960}).to_string());
    }
    for id in 1..=count {
        let answer = tab.receive();
        assert_eq!(answer["id"], id);
        assert_eq!(answer["ok"]["number"], id % 960);
    }
}

#[test]
fn a_message_that_is_too_long_closes_the_socket() {
    let board = TestBoard::start("long");
    let mut tab = board.tab();
    tab.send_text(&format!("{{\"id\":1,\"type\":\"{}\"}}", "x".repeat(60 << 10)));
    assert!(tab.receive()["error"].is_string(), "long, but not too long");
    tab.send_text(&"x".repeat((64 << 10) + 1));
    assert_eq!(tab.close_code(), Some(1009));
    let mut tab = board.tab();
    tab.socket.send(Message::binary(vec![0; 70_000])).unwrap();
    assert_eq!(tab.close_code(), Some(1009));
    let mut tab = board.tab();
    tab.socket.send(Message::binary(vec![0; 10])).unwrap();
    assert_eq!(tab.close_code(), Some(1003));
    // More than the server receives: it may close before it has read everything.
    let mut tab = board.tab();
    let _ = tab.socket.send(Message::text("x".repeat(4 << 20)));
    let code = tab.close_code();
    assert!(matches!(code, None | Some(1009)), "{code:?}");
    board.assert_alive();
}

#[test]
fn broken_frames_close_the_socket_and_nothing_else() {
    let board = TestBoard::start("frames");
    let long_ping = [&b"\x89\xfe\x01\x00\0\0\0\0"[..], &[0; 256]].concat();
    for (what, frame, code) in [
        ("not masked", &b"\x81\x05hello"[..], 1002),
        ("reserved bits", b"\xf1\x80\0\0\0\0", 1002),
        ("not UTF-8", b"\x81\x82\0\0\0\0\xff\xfe", 1007),
        ("a ping of 256 bytes", &long_ping, 1002),
        ("2^63 bytes announced", b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 1009),
    ] {
        let mut tab = board.tab();
        tab.socket.get_mut().write_all(frame).unwrap();
        assert_eq!(tab.close_code(), Some(code), "{what}");
    }
    board.assert_alive();
}

#[test]
fn tabs_are_limited_and_their_places_are_given_back() {
    let board = TestBoard::start("tabs");
    let mut tabs: Vec<_> = (0..32).map(|_| board.tab()).collect();
    assert_eq!(board.try_tab(board.upgrade()).err(), Some(503));
    assert!(tabs[31].ok("status", json!({}))["tabs"] == 32);
    drop(tabs);
    until("the places are free", || board.try_tab(board.upgrade()).is_ok());
}
