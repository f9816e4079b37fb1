//! Listens on this machine only, and serves the page, the socket and the files of games.

use core::fmt;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use chess::{CastlingField, Setup};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::board::Board;
use crate::game_file::GameFile;
use crate::runs::Runs;
use crate::security::{self, Guard, refuse};
use crate::token::Token;
use crate::{api, report, socket};

/// The port, unless the user asks for another; if it is taken, one of the next.
const DEFAULT_PORT: u16 = 8960;
const NEXT_PORTS: u16 = 50;
/// The most connections at a time; a browser opens about six and keeps one for each tab.
const MAX_CONNECTIONS: usize = 256;
/// The head of a request must arrive within this time, and fit into this many bytes.
const HEAD_TIME: Duration = Duration::from_secs(20);
const MAX_HEAD: usize = 16 << 10;
/// The pause after a connection could not be accepted, for instance for want of files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What the board is started with.
pub struct Options {
    /// Must be free; without it, the first free one from 8960 on.
    pub port: Option<u16>,
    pub token: Token,
    /// The position to begin with.
    pub fen: Option<Setup>,
    /// A file of games to choose from.
    pub pgn: Option<PathBuf>,
    /// The folder with the runs of the lab.
    pub runs: PathBuf,
    /// The program that plays runs which are started from the page: this one.
    pub program: PathBuf,
    /// Serves the page from this folder instead of the embedded files.
    pub assets: Option<PathBuf>,
    /// Of the program.
    pub version: String,
}

/// Why the board cannot start.
#[derive(Debug)]
pub enum BoardError {
    /// No port could be bound.
    Port { port: u16, why: io::Error },
    /// The file of games could not be read.
    Games { path: PathBuf, why: io::Error },
    /// The threads of the server could not be started.
    Runtime(io::Error),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Port { port, why } => {
                write!(f, "port {port}: {why}; expected a free one, or no --port")
            }
            BoardError::Games { path, why } => write!(f, "{}: {why}", path.display()),
            BoardError::Runtime(why) => write!(f, "the server cannot start: {why}"),
        }
    }
}

impl core::error::Error for BoardError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BoardError::Port { why, .. }
            | BoardError::Games { why, .. }
            | BoardError::Runtime(why) => Some(why),
        }
    }
}

/// A board that has its port and waits to serve.
pub struct Server {
    listener: TcpListener,
    port: u16,
    board: Arc<Board>,
}

impl Server {
    pub fn bind(options: Options) -> Result<Server, BoardError> {
        let listener = bind(options.port)?;
        let address = listener.local_addr();
        let port = address.map_err(|why| BoardError::Port { port: DEFAULT_PORT, why })?.port();
        let games = options.pgn.map(|path| GameFile::open(&path).map_err(|why| (path, why)));
        let games = games.transpose().map_err(|(path, why)| BoardError::Games { path, why })?;
        let board = Board::new(
            options.token,
            options.version,
            options.fen.map(|setup| setup.to_fen(CastlingField::XFen)),
            games,
            Runs::new(options.runs, options.program),
            options.assets.map_or(Assets::Embedded, Assets::Folder),
        );
        Ok(Server { listener, port, board: Arc::new(board) })
    }

    /// The port that was bound.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address to open in a browser. What follows the `#` never leaves the browser.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.board.token.as_str())
    }

    /// Serves until the program ends.
    pub fn run(self) -> Result<(), BoardError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(8)
            .thread_name("board")
            .enable_all()
            .build()
            .map_err(BoardError::Runtime)?;
        runtime.block_on(accept(self)).map_err(BoardError::Runtime)
    }
}

/// Binds the loopback address only.
fn bind(port: Option<u16>) -> Result<TcpListener, BoardError> {
    let listen = |port| {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|why| BoardError::Port { port, why })
    };
    match port {
        Some(port) => listen(port),
        None => {
            let mut ports = DEFAULT_PORT..DEFAULT_PORT + NEXT_PORTS;
            // Port 0 lets the system choose.
            ports.find_map(|port| listen(port).ok()).map_or_else(|| listen(0), Ok)
        }
    }
}

fn router(board: Arc<Board>, port: u16) -> Router {
    Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/api/{*name}", post(api::post))
        .route("/runs/{name}/report.html", get(report::page))
        .layer(DefaultBodyLimit::max(api::MAX_BODY))
        .fallback(get(asset))
        .with_state(board)
        .layer(middleware::from_fn_with_state(Guard::new(port), security::check))
}

/// A file of the page.
async fn asset(State(board): State<Arc<Board>>, uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().strip_prefix('/').unwrap_or_default();
    let Some(asset) = board.assets.find(name) else {
        return refuse(StatusCode::NOT_FOUND, "no such page");
    };
    let etag = asset.etag();
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known == Some(etag.as_str()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response();
    }
    let kind = asset.content_type.to_owned();
    ([(header::ETAG, etag), (header::CONTENT_TYPE, kind)], asset.bytes.into_owned()).into_response()
}

async fn accept(server: Server) -> io::Result<()> {
    let Server { listener, port, board } = server;
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let service = TowerToHyperService::new(router(board, port));
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&connections).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            // A connection that fails concerns only the browser, which tries again.
            let _ = connection.await;
            drop(permit);
        });
    }
}
