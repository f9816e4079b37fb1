//! A server for tests, and clients: plain HTTP, and a tab.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use board::{Options, Server, Token};
use serde_json::{Value, json};
use toolkit::TempFolder;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, Request};
use tungstenite::{Error, Message, WebSocket};

/// A test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server; its threads end with the tests.
pub(crate) struct TestBoard {
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) folder: TempFolder,
}

/// An answer to an HTTP request.
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    /// In lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl HttpAnswer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }
}

impl TestBoard {
    pub(crate) fn start(name: &str) -> TestBoard {
        TestBoard::start_with(name, |_| {})
    }

    /// Starts a server with other options.
    pub(crate) fn start_with(name: &str, change: impl FnOnce(&mut Options)) -> TestBoard {
        let folder = TempFolder::new(&format!("board-{name}"));
        let token = Token::random().unwrap();
        let mut options = Options {
            port: Some(0),
            token: token.clone(),
            fen: None,
            pgn: None,
            runs: folder.file("runs"),
            program: PathBuf::from("/nonexistent/secateur"),
            assets: None,
            version: "test".to_owned(),
        };
        change(&mut options);
        let server = Server::bind(options).unwrap();
        let port = server.port();
        thread::spawn(move || server.run());
        TestBoard { port, token: token.as_str().to_owned(), folder }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The server may refuse and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends a request with exactly these headers.
    pub(crate) fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> HttpAnswer {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        text += "\r\n";
        text += body;
        let answer = String::from_utf8_lossy(&self.raw(text.as_bytes())).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        HttpAnswer {
            status: status.unwrap_or_else(|| panic!("{answer}")),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn get(&self, path: &str) -> HttpAnswer {
        self.http("GET", path, &[("Host", &self.host())], "")
    }

    /// A request as the page sends it.
    pub(crate) fn post(&self, path: &str, body: &Value) -> HttpAnswer {
        let headers = [
            ("Host", &*self.host()),
            ("Content-Type", "application/json"),
            ("X-Secateur-Token", &self.token),
        ];
        self.http("POST", path, &headers, &body.to_string())
    }

    /// The request that opens a tab.
    pub(crate) fn upgrade(&self) -> Request<()> {
        let mut request = format!("ws://{}/ws", self.host()).into_client_request().unwrap();
        let headers = request.headers_mut();
        let text = |text: String| HeaderValue::from_str(&text).unwrap();
        headers.insert("Origin", text(format!("http://{}", self.host())));
        headers.insert("Sec-WebSocket-Protocol", text(format!("secateur, {}", self.token)));
        request
    }

    /// Opens a tab, or returns the status of the refusal.
    pub(crate) fn try_tab(&self, request: Request<()>) -> Result<Tab, u16> {
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Tab { socket, last_id: 0 }),
            Err(HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) fn tab(&self) -> Tab {
        self.try_tab(self.upgrade()).unwrap()
    }

    /// Whether the server still answers, over HTTP and over the socket.
    pub(crate) fn assert_alive(&self) {
        assert_eq!(self.get("/").status, 200);
        let node = self.tab().ask("position", json!({}));
        assert_eq!(node["ok"]["node"]["legal"].as_array().map(Vec::len), Some(20));
    }
}

/// A tab of the browser.
pub(crate) struct Tab {
    pub(crate) socket: WebSocket<TcpStream>,
    last_id: u64,
}

impl Tab {
    pub(crate) fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Sends a request and returns its number.
    pub(crate) fn send(&mut self, kind: &str, mut fields: Value) -> u64 {
        self.last_id += 1;
        fields["id"] = json!(self.last_id);
        fields["type"] = json!(kind);
        self.send_text(&fields.to_string());
        self.last_id
    }

    /// The next message.
    pub(crate) fn receive(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The answer to a request; updates and other answers before it are dropped.
    pub(crate) fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.receive();
            if message["id"] == id && message.get("update").is_none() {
                return message;
            }
        }
    }

    /// Asks and waits for the answer.
    pub(crate) fn ask(&mut self, kind: &str, fields: Value) -> Value {
        let id = self.send(kind, fields);
        self.answer(id)
    }

    /// Asks what must be granted.
    pub(crate) fn ok(&mut self, kind: &str, fields: Value) -> Value {
        let answer = self.ask(kind, fields);
        assert!(answer.get("error").is_none(), "{kind}: {answer}");
        answer["ok"].clone()
    }

    /// Asks what must be refused, and returns the reason.
    pub(crate) fn error(&mut self, kind: &str, fields: Value) -> String {
        let answer = self.ask(kind, fields);
        answer["error"].as_str().unwrap_or_else(|| panic!("{kind}: {answer}")).to_owned()
    }

    /// Reads until the other side closes, and returns its code.
    pub(crate) fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

/// Waits until something is so; a test that waits too long has failed.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 0..PATIENCE.as_millis() / PAUSE.as_millis() {
        if is_so() {
            return;
        }
        thread::sleep(PAUSE);
    }
    panic!("still not: {what}");
}
