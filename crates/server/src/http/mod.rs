//! HTTP: handlers translate; they decide nothing.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use boxwood_protocol::{Code, LONGEST_BODY, Refusal};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::hub::Hub;
use crate::limits::Network;
use crate::metrics::Answered;
use crate::refuse::no;

mod about;
mod caller;
mod describe;
mod games;
mod me;
mod page;
mod tables;

pub use about::openapi;

/// What every handler has.
#[derive(Clone)]
pub struct App {
    pub hub: Arc<Hub>,
    /// Where the server listens.
    pub address: SocketAddr,
    pub started: Instant,
}

/// How long a request and its answer may take together.
const LONGEST_ANSWER: Duration = Duration::from_secs(15);

/// What a page may load: only what comes from here.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                   connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Everything the server answers.
pub fn app(hub: Arc<Hub>, address: SocketAddr) -> Router {
    let app = App { hub, address, started: Instant::now() };
    let rest = Router::new()
        .route("/api/me", get(me::who).post(me::become_somebody))
        .route("/api/me/links", post(me::make_link))
        .route("/api/me/links/{code}", get(me::look_at_link).post(me::use_link))
        .route("/api/me/links/{code}/qr.svg", get(me::link_picture))
        .route("/api/me/tokens", get(me::tokens).post(me::make_token))
        .route("/api/me/tokens/{id}", axum::routing::delete(me::remove_token))
        .route("/api/games", get(games::games))
        .route("/api/games/{id}", get(games::game))
        .route("/api/games/{id}/art/{name}", get(games::art))
        .route("/api/games/{id}/picture", get(games::picture))
        .route("/api/games/{id}/lesson", get(games::lesson))
        .route("/api/games/{id}/diagrams", get(games::diagrams))
        .route("/api/lobby", get(tables::lobby))
        .route("/api/tables", post(tables::open))
        .route("/api/tables/{id}", get(tables::table))
        .route("/api/tables/{id}/settings", post(tables::set))
        .route("/api/tables/{id}/seats/{seat}", post(tables::seat))
        .route("/api/tables/{id}/bans", post(tables::ban))
        .route("/api/tables/{id}/start", post(tables::start))
        .route("/api/tables/{id}/invite", get(tables::invite))
        .route("/api/tables/{id}/invite.svg", get(tables::invite_picture))
        .route("/api/tables/{id}/review", get(tables::review))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/openapi.json", get(about::openapi_json))
        .route("/api", get(about::page))
        .route("/health", get(about::health))
        .route("/metrics", get(about::metrics))
        .merge(page::routes())
        .fallback(|| async { Answer::<()>(Err(no(Code::NotFound, "There is nothing at this address."))) })
        .method_not_allowed_fallback(|| async {
            Answer::<()>(Err(no(
                Code::NotFound,
                "This address does not understand that method; /api lists them.",
            )))
        })
        .layer(middleware::from_fn(hurry));
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    rest.route("/api/tables/{id}/socket", get(tables::socket))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(header(header::CONTENT_SECURITY_POLICY, CSP))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(header::CACHE_CONTROL, "no-store"))
        .with_state(app)
}

/// An address as a QR code, for a camera.
fn qr(address: Result<String, Refusal>) -> Response {
    let code = address.and_then(|address| {
        QrCode::new(address)
            .map_err(|_| no(Code::TooLarge, "The address of this server is too long for a QR code."))
    });
    match code {
        Ok(code) => {
            let picture = code.render::<svg::Color>().min_dimensions(240, 240).build();
            ([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response()
        }
        Err(refusal) => Answer::<()>(Err(refusal)).into_response(),
    }
}

/// Gives up on a request that does not arrive, or an answer that does not come.
async fn hurry(request: Request, next: Next) -> Response {
    tokio::time::timeout(LONGEST_ANSWER, next.run(request)).await.unwrap_or_else(|_| {
        let refusal = no(Code::Malformed, "The request did not arrive in time; please send it again.");
        (StatusCode::REQUEST_TIMEOUT, Json(refusal)).into_response()
    })
}

/// Turns away callers who come too often, from a foreign page, or under a foreign name; counts the rest.
async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let checked = caller_address(&app, &request).and_then(|address| {
        let from = Network::of(address);
        app.hub.gates.request(from, Instant::now())?;
        stranger(&app, request.method(), request.headers()).map_or(Ok(from), Err)
    });
    let response = match checked {
        Ok(from) => {
            request.extensions_mut().insert(from);
            next.run(request).await
        }
        Err(refusal) => {
            app.hub.metrics.refused(&refusal);
            Answer::<()>(Err(refusal)).into_response()
        }
    };
    let status = response.status().as_u16();
    app.hub.metrics.requests.get_or_create(&Answered { status }).inc();
    response
}

/// Where a request comes from, by the word of the proxy if there is a trusted one.
fn caller_address(app: &App, request: &Request) -> Result<IpAddr, Refusal> {
    static WARNED: Once = Once::new();
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let direct = direct.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    // A header may be there several times; the proxy adds its word at the very end.
    let told = request.headers().get_all("x-forwarded-for").iter().next_back();
    match told {
        Some(told) if app.hub.config.trust_proxy => {
            let hop = told.to_str().ok().and_then(last_hop);
            hop.ok_or_else(|| {
                let why = "The proxy in front of this server does not say readably who calls; please tell the host.";
                no(Code::Malformed, why)
            })
        }
        Some(_) if direct.is_loopback() => {
            WARNED.call_once(|| {
                tracing::warn!(
                    "a proxy seems to be in front: without --trust-proxy all its callers count as one"
                );
            });
            Ok(direct)
        }
        _ => Ok(direct),
    }
}

/// The last address of a list; the ones before it are the caller's own words.
fn last_hop(told: &str) -> Option<IpAddr> {
    let hop = told.rsplit(',').next()?.trim().trim_matches('"');
    let bare = hop.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.unwrap_or(hop).parse().ok().or_else(with_port)
}

/// Whether the request comes from somebody else's page: such a page may neither act nor listen here.
fn stranger(app: &App, method: &Method, headers: &HeaderMap) -> Option<Refusal> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let public = app.hub.config.public_url.as_deref();
    let public_host = public.and_then(|url| url.split("://").nth(1)).map(|rest| rest.trim_end_matches('/'));
    if app.address.ip().is_loopback() && public.is_none() && !is_loopback_name(host) {
        // A foreign name that resolves to this machine would make its page one of ours.
        return Some(no(Code::ForeignOrigin, "This server is reached as localhost only."));
    }
    if Some(host) != public_host && !is_local_name(host) {
        let why = "This server is not known under this name; its host can say so with --public-url.";
        return Some(no(Code::ForeignOrigin, why));
    }
    let is_safe = matches!(*method, Method::GET | Method::HEAD) && text(header::UPGRADE).is_none();
    // An origin that cannot be read is none of ours.
    let origin = headers.get(header::ORIGIN)?.to_str().unwrap_or_default();
    let from = origin.split("://").nth(1).unwrap_or(origin);
    let is_own = from == host || Some(from) == public_host;
    (!is_safe && !is_own).then(|| no(Code::ForeignOrigin, "The request comes from a page of somebody else."))
}

/// The name in a `Host`, without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether nobody in the wide world can have this name lead here: it is an address, or of this network only.
fn is_local_name(host: &str) -> bool {
    const ENDINGS: [&str; 7] =
        [".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa", ".fritz.box"];
    let name = name_of(host).trim_end_matches('.').to_ascii_lowercase();
    let is_bare = !name.is_empty() && !name.contains('.');
    is_bare || name.parse::<IpAddr>().is_ok() || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

fn is_loopback_name(host: &str) -> bool {
    let name = name_of(host);
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// JSON, or a refusal with the status that fits.
pub struct Answer<T>(pub Result<T, Refusal>);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match self.0 {
            Ok(value) => Json(value).into_response(),
            Err(refusal) => (status(refusal.code), Json(refusal)).into_response(),
        }
    }
}

/// The status that fits a refusal.
fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed => StatusCode::BAD_REQUEST,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooFast => StatusCode::TOO_MANY_REQUESTS,
        Code::ForeignOrigin | Code::NotTheHost | Code::NotYourSeat => StatusCode::FORBIDDEN,
        Code::Unknown => StatusCode::UNAUTHORIZED,
        Code::NotFound | Code::NoSuchSeat => StatusCode::NOT_FOUND,
        Code::BadOptions | Code::BadSetting => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Storage | Code::Stopping => StatusCode::SERVICE_UNAVAILABLE,
        Code::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        Code::SeatTaken
        | Code::WrongStage
        | Code::Stale
        | Code::NotYourTurn
        | Code::Illegal
        | Code::NotAnAction
        | Code::NoMeaning
        | Code::GameOver
        | Code::NoUndo
        | Code::NoQuestion => StatusCode::CONFLICT,
    }
}

/// The body of a request, read or refused in one sentence.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Answer<()>;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Answer<()>> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Answer(Err(no(Code::TooLarge, "The request is too large: 64 kB are the most."))))
            }
            Err(rejection) => {
                let why: String = rejection.body_text().chars().take(300).collect();
                Err(Answer(Err(no(Code::Malformed, format!("The request cannot be read: {why}.")))))
            }
        }
    }
}

/// The parts of an address, read or refused in one sentence.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Answer<()>;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &S,
    ) -> Result<Path<T>, Answer<()>> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            Err(_) => Err(Answer(Err(no(Code::NotFound, "There is nothing at this address.")))),
        }
    }
}

/// What follows the question mark, read or refused in one sentence.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Answer<()>;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &S,
    ) -> Result<Query<T>, Answer<()>> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => {
                let why: String = rejection.body_text().chars().take(300).collect();
                Err(Answer(Err(no(Code::Malformed, format!("The address cannot be read: {why}.")))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::body::Body as Bytes;
    use tower::ServiceExt as _;

    use super::*;

    /// What the description says can be asked: method and address.
    fn described() -> BTreeSet<(String, String)> {
        let description = serde_json::to_value(openapi()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let pairs = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.clone(), path.clone()))
        });
        pairs.collect()
    }

    /// What the router is built from, as this file says it.
    fn routed() -> BTreeSet<(String, String)> {
        let source = include_str!("mod.rs").split("#[cfg(test)]").next().unwrap();
        let mut found = BTreeSet::new();
        for route in source.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').unwrap();
            let handlers = handlers.lines().next().unwrap();
            for method in ["get", "post", "put", "delete", "patch"] {
                if handlers.contains(&format!("{method}(")) {
                    found.insert((method.to_string(), path.to_string()));
                }
            }
        }
        found
    }

    #[test]
    fn every_route_is_described_and_nothing_else() {
        assert!(routed().len() > 20, "{:?}", routed());
        assert_eq!(routed(), described());
    }

    #[tokio::test]
    async fn every_described_address_answers() {
        let folder = tempfile::tempdir().unwrap();
        let config = crate::Config::on_loopback(folder.path().join("boxwood.db"));
        let store = boxwood_store::Store::open(&config.file).await.unwrap();
        let hub = Hub::new(store, config, crate::metrics::Metrics::default());
        let app = app(Arc::clone(&hub), ([127, 0, 0, 1], 7531).into());
        let ask = async |method: &str, path: &str| {
            let request = axum::http::Request::builder()
                .method(method.to_uppercase().as_str())
                .uri(path)
                .header(header::HOST, "localhost")
                .body(Bytes::empty())
                .unwrap();
            let response = app.clone().oneshot(request).await.unwrap();
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
            (status, String::from_utf8_lossy(&body).into_owned())
        };
        for (method, path) in described() {
            let path = path
                .replace("{seat}", "0")
                .replace("{id}", "x")
                .replace("{code}", "x")
                .replace("{name}", "x");
            let (status, body) = ask(&method, &path).await;
            assert!(!status.is_server_error(), "{method} {path}: {status} {body}");
            let is_nowhere =
                body.contains("nothing at this address") || body.contains("does not understand that method");
            assert!(!is_nowhere, "{method} {path}: {body}");
        }
        // The same check finds what is not there.
        assert!(ask("get", "/api/nowhere").await.1.contains("nothing at this address"));
        assert!(ask("delete", "/api/games").await.1.contains("does not understand that method"));
        hub.store.clone().close().await;
    }

    #[test]
    fn the_page_leads_to_everything_and_needs_nothing_inline() {
        let description = serde_json::to_value(openapi()).unwrap();
        let page = describe::page(&description);
        let ids: Vec<&str> = quoted(&page, "id=\"").collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no anchor is there twice");
        for link in quoted(&page, "href=\"#") {
            assert!(ids.contains(&link), "#{link} leads nowhere");
        }
        for name in description["components"]["schemas"].as_object().unwrap().keys() {
            assert!(ids.contains(&name.as_str()), "{name} is not on the page");
        }
        for (_, path) in described() {
            assert!(page.contains(&format!(" {path}</code>")), "{path} is not on the page");
        }
        for inline in ["<script", "<style", "style=", "onclick", "{{", "}}"] {
            assert!(!page.contains(inline), "{inline}");
        }
    }

    #[test]
    fn a_name_of_the_wide_world_is_not_local() {
        for (host, expected) in [
            ("192.168.0.7:7531", true),
            ("[fe80::1]:7531", true),
            ("den:7531", true),
            ("den.local", true),
            ("Den.LAN.:7531", true),
            ("evil.example:7531", false),
            ("192.168.0.7.evil.example", false),
            ("local.evil.example", false),
            ("", false),
        ] {
            assert_eq!(is_local_name(host), expected, "{host}");
        }
    }

    #[tokio::test]
    async fn in_a_network_too_only_names_of_that_network_lead_here() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = crate::Config::on_loopback(folder.path().join("boxwood.db"));
        config.public_url = Some("https://games.example/".into());
        let store = boxwood_store::Store::open(&config.file).await.unwrap();
        let hub = Hub::new(store, config, crate::metrics::Metrics::default());
        let app = app(Arc::clone(&hub), ([0, 0, 0, 0], 7531).into());
        for (host, expected) in [
            ("192.168.0.7:7531", StatusCode::OK),
            ("games.example", StatusCode::OK),
            ("evil.example:7531", StatusCode::FORBIDDEN),
        ] {
            let request = axum::http::Request::builder().uri("/api/games").header(header::HOST, host);
            let response = app.clone().oneshot(request.body(Bytes::empty()).unwrap()).await.unwrap();
            assert_eq!(response.status(), expected, "{host}");
        }
        hub.store.clone().close().await;
    }

    #[test]
    fn the_last_word_is_the_proxy_s() {
        for (told, expected) in [
            ("192.0.2.1", Some("192.0.2.1")),
            ("127.0.0.1, 192.0.2.1", Some("192.0.2.1")),
            ("192.0.2.1:4711", Some("192.0.2.1")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("\"[2001:db8::1]:4711\"", Some("2001:db8::1")),
            ("127.0.0.1, unknown", None),
            ("127.0.0.1,", None),
            ("", None),
        ] {
            assert_eq!(last_hop(told), expected.map(|address| address.parse().unwrap()), "{told}");
        }
    }

    fn quoted<'a>(page: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
        page.split(start).skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn only_names_of_this_machine_are_loopback() {
        for (host, expected) in [
            ("localhost:7531", true),
            ("127.0.0.1:7531", true),
            ("127.9.9.9", true),
            ("[::1]:7531", true),
            ("evil.example:7531", false),
            ("localhost.evil.example", false),
            ("192.168.0.7:7531", false),
            ("", false),
        ] {
            assert_eq!(is_loopback_name(host), expected, "{host}");
        }
    }
}
