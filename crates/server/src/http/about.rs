//! The server about itself: health, metrics, the description of its interface.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use boxwood_protocol::{Code, Health};
use serde_json::Value;
use utoipa::OpenApi;

use super::{Address, Answer, App, games, me, tables};
use crate::refuse::no;

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
        me::use_link,
        me::tokens,
        me::make_token,
        me::remove_token,
        games::games,
        games::game,
        tables::lobby,
        tables::open,
        tables::table,
        tables::set,
        tables::seat,
        tables::start,
        tables::invite,
        tables::invite_picture,
        tables::review,
        tables::record,
        health,
    )
)]
struct Description;

/// The description of the interface, as OpenAPI.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Description::openapi()
}

/// The description as JSON.
pub async fn openapi_json() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}

/// The description as a page.
pub async fn page() -> Html<String> {
    let description = serde_json::to_value(openapi()).unwrap_or_default();
    Html(describe(&description))
}

fn describe(api: &Value) -> String {
    let mut rows = String::new();
    let mut last_tag = "";
    let mut operations = vec![];
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            operations.push((operation["tags"][0].as_str().unwrap_or("about"), path, method, operation));
        }
    }
    operations.sort_by_key(|(tag, ..)| *tag);
    for (tag, path, method, operation) in operations {
        if tag != last_tag {
            rows += &format!("<h2>{}</h2>", escape(tag));
            last_tag = tag;
        }
        let text = operation["summary"].as_str().unwrap_or_default();
        rows += &format!(
            "<section><h3><code>{} {}</code></h3><p>{}</p>",
            method.to_uppercase(),
            escape(path),
            escape(text)
        );
        if let Some(name) = schema_name(&operation["requestBody"]) {
            rows += &format!("<p>Takes <a href=\"#{name}\">{name}</a>.</p>");
        }
        if let Some(name) = schema_name(&operation["responses"]["200"]) {
            rows += &format!("<p>Answers <a href=\"#{name}\">{name}</a>.</p>");
        }
        rows += "</section>";
    }
    rows += "<h2>Types</h2>";
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let schema = serde_json::to_string_pretty(schema).unwrap_or_default();
        rows += &format!(
            "<section id=\"{name}\"><h3>{}</h3><pre>{}</pre></section>",
            escape(name),
            escape(&schema)
        );
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Boxwood's interface</title><link rel=\"stylesheet\" href=\"/plain.css\"><main><h1>Boxwood's interface</h1>\
         <p>The same for programs: <a href=\"/api/openapi.json\">openapi.json</a>. The game itself is played over the \
         WebSocket at <code>/api/tables/{{id}}/socket</code>; <code>docs/api.md</code> shows a whole session.</p>{rows}</main></html>"
    )
}

fn schema_name(part: &Value) -> Option<&str> {
    let schema = &part["content"]["application/json"]["schema"];
    let reference = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str())?;
    reference.rsplit('/').next()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Whether the server is well: it answers, and its storage reads and writes.
#[utoipa::path(get, path = "/health", tag = "about", responses((status = 200, body = Health), (status = 503, body = Health)))]
pub async fn health(State(app): State<App>) -> Response {
    let well = app.hub.store.is_well().await.is_ok();
    let health = Health {
        well,
        version: env!("CARGO_PKG_VERSION").into(),
        up_s: app.started.elapsed().as_secs(),
        tables: app.hub.tables(),
        sockets: usize::try_from(app.hub.metrics.sockets.get()).unwrap_or(0),
    };
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

/// What is counted, for Prometheus on the same machine.
pub async fn metrics(State(app): State<App>, Extension(Address(address)): Extension<Address>) -> Response {
    if !address.is_loopback() {
        return Answer::<()>(Err(no(Code::ForeignOrigin, "The metrics are for this machine only.")))
            .into_response();
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
