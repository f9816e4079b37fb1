//! The socket of a tab: messages in, messages out, and their limits.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap};
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, sleep, timeout};

use crate::board::Board;
use crate::job::Outbox;
use crate::security::refuse;
use crate::tab::Tab;

/// The name of our protocol; the token is offered as a second one, because a page cannot set
/// headers of a socket.
const PROTOCOL: &str = "secateur";
/// The longest message from the page.
pub(crate) const MAX_MESSAGE: usize = 64 << 10;
/// A longer message is not even received. Those between get a proper goodbye.
const MAX_RECEIVED: usize = 1 << 20;
/// Messages that wait for a slow page, before those who send them wait too.
const QUEUE: usize = 64;
/// A page that does not take a message for so long is gone.
const SLOWEST_PAGE: Duration = Duration::from_secs(30);
/// Time for the goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// Upgrades a connection that knows the token.
pub(crate) async fn upgrade(
    State(board): State<Arc<Board>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // A browser always sends the origin of a socket.
    if !headers.contains_key(header::ORIGIN) {
        return refuse(StatusCode::FORBIDDEN, "Origin: missing; expected the page of the board");
    }
    let offered = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let offered = offered.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    let offered: Vec<&str> = offered.map(str::trim).collect();
    if !offered.contains(&PROTOCOL) || !offered.iter().any(|text| board.token.matches(text)) {
        let why = "Sec-WebSocket-Protocol: expected 'secateur' and the token of the board";
        return refuse(StatusCode::FORBIDDEN, why);
    }
    let Ok(permit) = Arc::clone(&board.tabs).try_acquire_owned() else {
        return refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many tabs; expected some to be closed",
        );
    };
    upgrade
        .protocols([PROTOCOL])
        .max_message_size(MAX_RECEIVED)
        .max_frame_size(MAX_RECEIVED)
        .on_upgrade(move |socket| serve(board, socket, permit))
}

/// Serves a tab until it goes away.
async fn serve(board: Arc<Board>, mut socket: WebSocket, permit: OwnedSemaphorePermit) {
    let (outbox, mut outgoing) = Outbox::new(QUEUE);
    let mut tab = Tab::new(board, outbox);
    let mut pace = Pace::new();
    let goodbye = loop {
        let text = tokio::select! {
            Some(text) = outgoing.recv() => {
                if send(&mut socket, Message::text(text)).await {
                    continue;
                }
                break None;
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) if text.len() <= MAX_MESSAGE => text,
                Some(Ok(Message::Text(_))) => break Some(close_code::SIZE),
                Some(Ok(Message::Binary(bytes))) if bytes.len() > MAX_MESSAGE => {
                    break Some(close_code::SIZE);
                }
                Some(Ok(Message::Binary(_))) => break Some(close_code::UNSUPPORTED),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                    pace.wait().await;
                    continue;
                }
                Some(Ok(Message::Close(_))) | None => break None,
                Some(Err(error)) => break Some(fault_code(error)),
            },
        };
        if !handle(&mut tab, &mut socket, &mut outgoing, &mut pace, text.as_str()).await {
            break None;
        }
    };
    // Its searches stop before the goodbye.
    drop(tab);
    if let Some(code) = goodbye {
        let frame = CloseFrame { code, reason: "".into() };
        let closing = async {
            let _ = socket.send(Message::Close(Some(frame))).await;
            while let Some(Ok(_)) = socket.recv().await {}
        };
        let _ = timeout(GOODBYE, closing).await;
    }
    drop(permit);
}

/// Lets the tab answer while its messages go out: a full queue must not block both.
async fn handle(
    tab: &mut Tab,
    socket: &mut WebSocket,
    outgoing: &mut mpsc::Receiver<String>,
    pace: &mut Pace,
    text: &str,
) -> bool {
    let answering = async {
        pace.wait().await;
        tab.message(text).await;
    };
    tokio::pin!(answering);
    loop {
        tokio::select! {
            () = &mut answering => return true,
            Some(message) = outgoing.recv() => {
                if !send(socket, Message::text(message)).await {
                    return false;
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOWEST_PAGE, socket.send(message)).await, Ok(Ok(())))
}

/// The close code for what the other side did wrong.
fn fault_code(error: axum::Error) -> u16 {
    match error.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => close_code::SIZE,
        Some(tungstenite::Error::Utf8(_)) => close_code::INVALID,
        _ => close_code::PROTOCOL,
    }
}

/// Slows down a tab that asks faster than any person: the socket is not read until it is due.
struct Pace {
    /// When the budget would be full again.
    full: Instant,
}

/// The time that one message takes up, and how many may come at once.
const PER_MESSAGE: Duration = Duration::from_millis(2);
const BURST: u32 = 500;

impl Pace {
    fn new() -> Pace {
        Pace { full: Instant::now() }
    }

    async fn wait(&mut self) {
        let now = Instant::now();
        self.full = self.full.max(now) + PER_MESSAGE;
        let debt = (self.full - now).saturating_sub(PER_MESSAGE * BURST);
        if !debt.is_zero() {
            sleep(debt).await;
        }
    }
}
