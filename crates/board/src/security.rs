//! One check for every request, the upgrade included. Any page in the browser can send requests to
//! this machine: by a name that resolves to it (DNS rebinding), by a form, or by a script. Such
//! requests carry a foreign `Host` or `Origin`, and cannot know the token.

use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// The header with the token of requests that are not the socket's.
pub(crate) const TOKEN_HEADER: &str = "x-secateur-token";

/// No request but the socket takes longer.
const SLOWEST: Duration = Duration::from_secs(60);

/// The names by which this machine calls itself, with the port.
#[derive(Clone)]
pub(crate) struct Guard {
    hosts: [String; 3],
    policy: HeaderValue,
}

impl Guard {
    pub(crate) fn new(port: u16) -> Guard {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        // A policy cannot name an address in brackets; there 'self' covers the socket.
        let sockets = [&hosts[0], &hosts[1]].map(|host| format!("ws://{host}")).join(" ");
        let policy = format!(
            "default-src 'self'; connect-src 'self' {sockets}; img-src 'self' data:; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"
        );
        let policy = HeaderValue::from_str(&policy).expect("names and a number");
        Guard { hosts, policy }
    }

    /// Why a request is refused; `None` if it is not.
    pub(crate) fn fault(&self, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
        let known = |host: &str| self.hosts.iter().any(|own| own == host);
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if !host.is_some_and(known) || hosts.next().is_some() {
            return Some("Host: expected the address that the board has printed");
        }
        if uri.authority().is_some_and(|authority| !known(authority.as_str())) {
            return Some("the address in the request: expected the one that the board has printed");
        }
        let is_own = |origin: &HeaderValue| {
            origin.to_str().ok().and_then(|text| text.strip_prefix("http://")).is_some_and(known)
        };
        if !headers.get_all(header::ORIGIN).iter().all(is_own) {
            return Some("Origin: expected the page of the board itself");
        }
        // A link to the board may be followed; anything else of another site has no business here.
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let foreign =
            text("sec-fetch-site").is_some_and(|site| matches!(site, "cross-site" | "same-site"));
        if foreign && (uri.path() != "/" || text("sec-fetch-dest") != Some("document")) {
            return Some("Sec-Fetch-Site: expected the page of the board itself");
        }
        None
    }
}

/// An error of a route, as JSON.
pub(crate) fn refuse(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({"error": why}))).into_response()
}

/// Runs before every route.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.fault(request.uri(), request.headers()) {
        Some(fault) => refuse(StatusCode::FORBIDDEN, fault),
        None => match tokio::time::timeout(SLOWEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => refuse(StatusCode::REQUEST_TIMEOUT, "the request took too long"),
        },
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A route may have set a policy of its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(guard.policy);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(host: &str, origin: Option<&str>) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        Guard::new(8960).fault(&Uri::from_static("/"), &headers)
    }

    #[test]
    fn only_the_own_names_are_hosts() {
        for host in ["127.0.0.1:8960", "localhost:8960", "[::1]:8960"] {
            assert_eq!(fault(host, None), None, "{host}");
        }
        for host in [
            "evil.example:8960",
            "127.0.0.1:8961",
            "127.0.0.1",
            "127.0.0.1:8960.evil.example",
            "localhost.evil.example:8960",
            "evil@127.0.0.1:8960",
            "",
        ] {
            assert!(fault(host, None).is_some(), "{host}");
        }
    }

    #[test]
    fn a_foreign_origin_is_refused_even_if_it_equals_the_host() {
        assert_eq!(fault("localhost:8960", Some("http://127.0.0.1:8960")), None);
        for origin in [
            "https://evil.example",
            "null",
            "",
            "http://localhost",
            "https://localhost:8960",
            "http://localhost:8960.evil.example",
            "http://localhost:8960/",
        ] {
            assert!(fault("localhost:8960", Some(origin)).is_some(), "{origin}");
        }
        assert!(fault("evil.example:8960", Some("http://evil.example:8960")).is_some());
    }

    #[test]
    fn another_site_may_link_to_the_page_and_load_nothing() {
        let fault = |path: &'static str, site: &'static str, dest: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("localhost:8960"));
            headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            headers.insert("sec-fetch-dest", HeaderValue::from_static(dest));
            Guard::new(8960).fault(&Uri::from_static(path), &headers)
        };
        assert_eq!(fault("/", "cross-site", "document"), None);
        assert_eq!(fault("/app.js", "same-origin", "script"), None);
        assert_eq!(fault("/runs/a/report.html", "none", "document"), None);
        assert!(fault("/", "cross-site", "iframe").is_some());
        assert!(fault("/runs/a/report.html", "cross-site", "image").is_some());
        assert!(fault("/app.js", "same-site", "script").is_some());
    }

    #[test]
    fn two_hosts_or_a_foreign_target_are_refused() {
        let guard = Guard::new(8960);
        let mut headers = HeaderMap::new();
        assert!(guard.fault(&Uri::from_static("/"), &headers).is_some());
        headers.append(header::HOST, HeaderValue::from_static("localhost:8960"));
        assert!(guard.fault(&Uri::from_static("http://evil.example/"), &headers).is_some());
        headers.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(guard.fault(&Uri::from_static("/"), &headers).is_some());
    }
}
