//! Reports of the lab: pages that load nothing and run no script.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::extract::{Path as UrlPath, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use lab::journal::JOURNAL;
use lab::report::{PAGE, page_of_run};
use tokio::task::spawn_blocking;

use crate::board::Board;
use crate::runs::RunContent;
use crate::security::refuse;

/// Inline styles and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The report of a run.
pub(crate) async fn page(
    State(board): State<Arc<Board>>,
    UrlPath(name): UrlPath<String>,
) -> Response {
    let found = spawn_blocking(move || {
        let (folder, content) = board.runs.find(&name).ok()?;
        html(&folder, content)
    });
    match found.await {
        Ok(Some(text)) => ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(text)).into_response(),
        _ => refuse(StatusCode::NOT_FOUND, "no such report"),
    }
}

/// The stored page. A run that has changed since, or has none, is described again.
fn html(folder: &Path, content: RunContent) -> Option<String> {
    let time = |name: &str| fs::metadata(folder.join(name)).and_then(|file| file.modified()).ok();
    let stored = || fs::read_to_string(folder.join(PAGE)).ok();
    match content {
        RunContent::Games if time(PAGE) < time(JOURNAL) => page_of_run(folder).ok().or_else(stored),
        _ => stored(),
    }
}
