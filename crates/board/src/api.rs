//! Requests that are too large for the socket: texts of games.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap};
use axum::response::{IntoResponse, Response};
use chess::CastlingNotation;
use chess::pgn::{PgnGame, PgnReader};
use lab::review::{Review, annotate, main_line};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::sync::Arc;
use tokio::task::spawn_blocking;

use crate::board::Board;
use crate::game_json::GameJson;
use crate::pgn_index::index;
use crate::refusal::{Answer, Refusal};
use crate::security::{TOKEN_HEADER, refuse};

/// The longest request.
pub(crate) const MAX_BODY: usize = 16 << 20;
/// The most games of one text.
const MAX_GAMES: usize = 100_000;

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Written {
    game: GameJson,
}

#[derive(Deserialize)]
struct Reviewed {
    game: GameJson,
    review: Review,
}

/// The routes below `/api/`.
pub(crate) async fn post(
    State(board): State<Arc<Board>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    // A page of another origin cannot send this type without asking first, and is never allowed.
    let is_json = text(header::CONTENT_TYPE)
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if !is_json {
        let why = "Content-Type: expected application/json";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, why);
    }
    let token = headers.get(TOKEN_HEADER).and_then(|value| value.to_str().ok());
    if !token.is_some_and(|token| board.token.matches(token)) {
        return refuse(StatusCode::FORBIDDEN, "X-Secateur-Token: expected the token of the board");
    }
    let work: fn(&[u8]) -> Answer = match name.as_str() {
        "pgn" => list,
        "pgn/game" => first_game,
        "pgn/write" => write,
        "pgn/annotate" => annotated,
        _ => return refuse(StatusCode::NOT_FOUND, "no such request"),
    };
    match spawn_blocking(move || work(&body)).await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(Refusal(why))) => refuse(StatusCode::BAD_REQUEST, &why),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the request has failed"),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    Ok(serde_json::from_slice(body)?)
}

/// The games of a text.
fn list(body: &[u8]) -> Answer {
    let Text { text } = read(body)?;
    Ok(json!({"games": index(text.as_bytes(), MAX_GAMES)}))
}

/// The first game of a text.
fn first_game(body: &[u8]) -> Answer {
    let Text { text } = read(body)?;
    let game = PgnReader::new(text.as_bytes()).next();
    let game = game.ok_or_else(|| Refusal::new("text: no game in it; expected PGN"))?;
    let (game, fault): (PgnGame, _) = match game {
        Ok(game) => (game, None),
        // What was read before the fault is worth showing.
        Err(error) => {
            let why = error.to_string();
            match error.partial.filter(|game| !game.tree().is_empty()) {
                Some(game) => (*game, Some(why)),
                None => return Err(Refusal(why)),
            }
        }
    };
    Ok(json!({"game": GameJson::from(&game), "fault": fault}))
}

/// A game as PGN.
fn write(body: &[u8]) -> Answer {
    let Written { game } = read(body)?;
    Ok(json!({"text": game.pgn()?.to_string()}))
}

/// A game as PGN with its review. Comments and variations of the game stay.
fn annotated(body: &[u8]) -> Answer {
    let Reviewed { game, review } = read(body)?;
    let game = game.pgn()?;
    let line = main_line(&game);
    let played = line.moves().iter().map(|mv| mv.uci(CastlingNotation::Standard).to_string());
    if !played.take(review.moves.len()).eq(review.moves.iter().map(|mv| mv.uci.clone())) {
        return Err(Refusal::new("the game has changed since its review; expected the same moves"));
    }
    Ok(json!({"text": annotate(&game, &review)}))
}
