//! What other pages, other programs and mere bytes can do: nothing.

use serde_json::json;
use tungstenite::http::HeaderValue;

use crate::support::TestBoard;

#[test]
fn only_requests_to_this_machine_by_its_own_names_are_answered() {
    let board = TestBoard::start("hosts");
    let port = board.port;
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let host = format!("{host}:{port}");
        assert_eq!(board.http("GET", "/", &[("Host", &host)], "").status, 200, "{host}");
    }
    for host in [
        format!("evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("127.0.0.1:{}", port ^ 1),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        String::new(),
    ] {
        for path in ["/", "/index.html", "/ws", "/runs/a/report.html", "/api/pgn", "/none"] {
            let answer = board.http("GET", path, &[("Host", &host)], "");
            assert_eq!(answer.status, 403, "{host} {path}");
        }
    }
    let own = board.host();
    assert_eq!(board.http("GET", "/", &[], "").status, 403, "without a host");
    assert_eq!(board.http("GET", "/", &[("Host", &own), ("Host", "evil.example")], "").status, 403);
    assert_eq!(board.http("GET", "http://evil.example/", &[("Host", &own)], "").status, 403);
    board.assert_alive();
}

#[test]
fn foreign_origins_are_refused_on_every_route() {
    let board = TestBoard::start("origins");
    let host = board.host();
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://evil.example:80", ""]
    {
        for (method, path) in
            [("GET", "/"), ("GET", "/app.js"), ("POST", "/api/pgn"), ("GET", "/ws")]
        {
            let headers = [
                ("Host", &*host),
                ("Origin", origin),
                ("Content-Type", "application/json"),
                ("X-Secateur-Token", &board.token),
            ];
            let answer = board.http(method, path, &headers, "{\"text\":\"1. e4 *\"}");
            assert_eq!(answer.status, 403, "{origin} {method} {path}");
            assert!(!answer.head.contains("access-control"), "{}", answer.head);
        }
    }
    let own = format!("http://localhost:{}", board.port);
    assert_eq!(board.http("GET", "/", &[("Host", &host), ("Origin", &own)], "").status, 200);
}

#[test]
fn forms_and_guessed_tokens_change_nothing() {
    let board = TestBoard::start("forms");
    let (host, token) = (board.host(), board.token.clone());
    let body = json!({"text": "1. e4 *"}).to_string();
    let post = |kind: &str, token: Option<&str>| {
        let mut headers = vec![("Host", host.as_str()), ("Content-Type", kind)];
        headers.extend(token.map(|token| ("X-Secateur-Token", token)));
        board.http("POST", "/api/pgn", &headers, &body).status
    };
    assert_eq!(post("application/json", Some(&token)), 200);
    assert_eq!(post("application/json; charset=utf-8", Some(&token)), 200);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        assert_eq!(post(kind, Some(&token)), 415, "{kind}");
    }
    let wrong = "0".repeat(32);
    for guess in [None, Some(""), Some(&*wrong), Some(&token[1..]), Some("\u{e9}")] {
        assert_eq!(post("application/json", guess), 403, "{guess:?}");
    }
    let preflight = board.http("OPTIONS", "/api/pgn", &[("Host", &host)], "");
    assert!(preflight.status >= 400 && !preflight.head.contains("access-control"));
    assert_eq!(board.get("/api/pgn").status, 405, "reading has no effect");
    assert_eq!(board.http("POST", "/", &[("Host", &host)], "x=1").status, 405);
    board.assert_alive();
}

#[test]
fn requests_that_are_too_long_or_broken_are_refused() {
    let board = TestBoard::start("broken");
    let huge = json!({"text": "x".repeat(17 << 20)});
    assert_eq!(board.post("/api/pgn", &huge).status, 413);
    for body in ["", "[]", "{}", "{\"text\":1}", "{\"text\":", "nonsense"] {
        let headers = [
            ("Host", &*board.host()),
            ("Content-Type", "application/json"),
            ("X-Secateur-Token", &board.token),
        ];
        assert_eq!(board.http("POST", "/api/pgn", &headers, body).status, 400, "{body}");
    }
    assert_eq!(board.post("/api/nothing", &json!({})).status, 404);
    let long = "x".repeat(64 << 10);
    let answer = board.http("GET", "/", &[("Host", &board.host()), ("X-Long", &long)], "");
    assert_eq!(answer.status, 431);
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET /\r\n\r\n",
        b"\0\0\0\0\0\0\0\0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/pgn HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let answer = board.raw(&[bytes, b"\r\n\r\n"].concat());
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    board.assert_alive();
}

#[test]
fn no_path_leaves_the_page() {
    let board = TestBoard::start("paths");
    std::fs::write(board.folder.file("secret.html"), "secret").unwrap();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/..\\..\\Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html%00.js",
        "/index.html/",
        "/./index.html",
        "/css/",
        "/nothing.js",
        "/build.rs",
        "/runs/../secret.html/report.html",
        "/runs/..%2f/report.html",
        "/runs/%2e%2e/report.html",
        "/runs/nothing/report.html",
        "/runs/nothing/manifest.json",
    ] {
        let answer = board.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"));
    }
}

#[test]
fn every_answer_carries_the_policy() {
    let board = TestBoard::start("policy");
    let foreign = board.http("GET", "/", &[("Host", "evil.example")], "");
    for answer in [board.get("/"), board.get("/nothing"), foreign] {
        for header in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.head.contains(header), "{header}: {}", answer.head);
        }
        assert!(!answer.head.contains("unsafe-inline") && !answer.head.contains("set-cookie"));
    }
}

#[test]
fn an_unchanged_file_is_not_sent_again() {
    let board = TestBoard::start("etag");
    let page = board.get("/");
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let headers = [("Host", &*board.host()), ("If-None-Match", tag)];
    let again = board.http("GET", "/", &headers, "");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[test]
fn sockets_need_the_origin_and_the_token() {
    let board = TestBoard::start("sockets");
    assert!(board.try_tab(board.upgrade()).is_ok());
    let protocol = "Sec-WebSocket-Protocol";
    let wrong = "0".repeat(32);
    for (header, value) in [
        ("Origin", Some("https://evil.example")),
        ("Origin", Some("null")),
        ("Origin", None),
        ("Host", Some("evil.example")),
        (protocol, Some("secateur")),
        (protocol, Some(&*wrong)),
        (protocol, Some(&*board.token)),
        (protocol, Some(&*format!("secateur, {wrong}"))),
        (protocol, None),
    ] {
        let mut request = board.upgrade();
        match value {
            Some(value) => {
                let value = HeaderValue::from_str(value).unwrap();
                request.headers_mut().insert(header, value);
            }
            None => drop(request.headers_mut().remove(header)),
        }
        assert_eq!(board.try_tab(request).err(), Some(403), "{header} {value:?}");
    }
    assert!(board.get("/ws").status >= 400, "without an upgrade");
    board.assert_alive();
}
