//! The server about itself: health, metrics, the description of its interface.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use boxwood_protocol::{Code, Health, Refusal};
use utoipa::OpenApi;

use super::{Answer, App, describe, games, me, tables};
use crate::refuse::no;
use crate::secrets;

/// The interface over HTTP.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Boxwood",
        description = "Tables for people, bots and programs. The game itself is played over the WebSocket of a table; docs/api.md shows a whole session."
    ),
    paths(
        me::who,
        me::become_somebody,
        me::make_link,
        me::look_at_link,
        me::link_picture,
        me::use_link,
        me::tokens,
        me::make_token,
        me::remove_token,
        games::games,
        games::game,
        games::art,
        games::picture,
        games::lesson,
        games::diagrams,
        tables::lobby,
        tables::open,
        tables::table,
        tables::set,
        tables::seat,
        tables::ban,
        tables::start,
        tables::invite,
        tables::invite_picture,
        tables::review,
        tables::record,
        tables::socket,
        openapi_json,
        page,
        health,
        metrics,
    )
)]
struct Description;

/// The description of the interface, as OpenAPI.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

/// The description of the interface, as OpenAPI.
#[utoipa::path(get, path = "/api/openapi.json", tag = "about", responses((status = 200, content_type = "application/json")))]
pub async fn openapi_json() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}

/// The description of the interface, as a page.
#[utoipa::path(get, path = "/api", tag = "about", responses((status = 200, content_type = "text/html")))]
pub async fn page() -> Html<String> {
    let description = serde_json::to_value(openapi()).unwrap_or_default();
    Html(describe::page(&description))
}

/// Whether the server is well: it answers, and its storage reads and writes.
#[utoipa::path(get, path = "/health", tag = "about", responses((status = 200, body = Health), (status = 503, body = Health)))]
pub async fn health(State(app): State<App>) -> Response {
    let well = app.hub.store.is_well().await.is_ok();
    let trouble = match (well, app.hub.is_short()) {
        (false, _) => Some("Nothing can be stored at the moment.".into()),
        (true, true) => Some("The disk is nearly full: only games that run go on.".into()),
        (true, false) => None,
    };
    let health = Health {
        well,
        trouble,
        version: env!("CARGO_PKG_VERSION").into(),
        up_s: app.started.elapsed().as_secs(),
        tables: app.hub.tables(),
        sockets: usize::try_from(app.hub.metrics.sockets.get()).unwrap_or(0),
    };
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

/// What is counted, for Prometheus; only with the token for it, which lies in the folder of the server.
#[utoipa::path(get, path = "/metrics", tag = "about",
    responses((status = 200, content_type = "application/openmetrics-text"), (status = 403, body = Refusal)))]
pub async fn metrics(State(app): State<App>, headers: HeaderMap) -> Response {
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let said = said.and_then(|value| value.strip_prefix("Bearer ")).map(secrets::hash);
    // Hashes are compared, so that the time it takes says nothing about the token.
    let wanted = app.hub.config.metrics_token.as_deref().map(secrets::hash);
    if wanted.is_none() || said != wanted {
        let why = "The metrics are for the host, who finds their token in the folder of the server.";
        return Answer::<()>(Err(no(Code::ForeignOrigin, why))).into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.hub.metrics.text()).into_response()
}

impl App {
    /// The address under which the caller reaches this server.
    pub fn base_url(&self, headers: &HeaderMap) -> String {
        if let Some(url) = &self.hub.config.public_url {
            return url.trim_end_matches('/').to_string();
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.map_or_else(|| format!("http://{}", self.address), |host| format!("http://{host}"))
    }

    /// The address to give to others: where the caller is on this machine and the server in a
    /// network, the one that phones can reach.
    pub fn invite_url(&self, headers: &HeaderMap) -> String {
        let own = self.base_url(headers);
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if self.hub.config.public_url.is_some() || !super::is_loopback_name(host) {
            return own;
        }
        crate::network::reachable(self.address).map_or(own, |address| format!("http://{address}"))
    }
}
