//! The pages: the browser client, as it was built into the program.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use boxwood_engine::GameInfo;
use boxwood_store::TableId;

use super::describe::escape;
use super::{App, Path};

/// A file of the client.
struct Asset {
    /// Where it is asked for.
    path: &'static str,
    body: &'static [u8],
    /// The same, compressed when the program was built.
    gzip: Option<&'static [u8]>,
}

/// Every file of the client.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page that all addresses for people show; the client itself reads the address.
const PAGE: &str = "/index.html";

/// The addresses that show a page or a part of one.
pub fn routes() -> Router<App> {
    let mut router = Router::new()
        .route(
            "/plain.css",
            get(|| async { ([(header::CONTENT_TYPE, "text/css")], include_str!("../../page/plain.css")) }),
        )
        .route("/games/{id}", get(game))
        .route("/learn/{id}", get(game))
        .route("/t/{id}", get(table));
    for asset in ASSETS {
        let addresses: &[&str] = match asset.path {
            PAGE => &["/", "/link/{code}"],
            path => &[path],
        };
        for address in addresses {
            router =
                router.route(address, get(move |headers: HeaderMap| async move { asset.answer(&headers) }));
        }
    }
    router
}

/// The page of a game, which tells a messenger what the link leads to.
async fn game(State(app): State<App>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    match boxwood_games::find(&id) {
        Some(game) => told(game.info(), game.info().title, &app.base_url(&headers)),
        None => page(&headers),
    }
}

/// The page of a table. Whoever has its link learns which game is played there, and nothing else.
async fn table(State(app): State<App>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    let Ok(id) = id.parse::<TableId>() else { return page(&headers) };
    // A table is not woken for a messenger that looks at its link.
    let found = app.hub.store.summary(&id).await.ok().flatten();
    match found.and_then(|summary| boxwood_games::find(&summary.game)) {
        Some(game) => {
            let title = format!("A table of {}", game.info().title);
            told(game.info(), &title, &app.base_url(&headers))
        }
        None => page(&headers),
    }
}

fn page(asked: &HeaderMap) -> Response {
    let page = ASSETS.iter().find(|asset| asset.path == PAGE);
    page.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |page| page.answer(asked))
}

/// The page with a preview. Messengers read pages but do not run them.
fn told(game: &GameInfo, title: &str, base: &str) -> Response {
    let page = ASSETS.iter().find(|asset| asset.path == PAGE).map_or(&b""[..], |page| page.body);
    Html(with_preview(&String::from_utf8_lossy(page), game, title, base)).into_response()
}

fn with_preview(page: &str, game: &GameInfo, title: &str, base: &str) -> String {
    let image = format!("{base}/api/games/{}/art/cover.jpg", game.id);
    let tags = [
        ("og:site_name", "Boxwood"),
        ("og:type", "website"),
        ("og:title", title),
        ("og:description", game.pitch),
        ("og:image", &image),
        ("og:image:width", "660"),
        ("og:image:height", "330"),
        ("twitter:card", "summary_large_image"),
    ];
    let tags: String = tags
        .iter()
        .map(|(name, value)| format!("<meta property=\"{name}\" content=\"{}\" />\n    ", escape(value)))
        .collect();
    page.replacen("<title>", &format!("{tags}<title>"), 1)
}

impl Asset {
    fn answer(&self, asked: &HeaderMap) -> Response {
        let accepts = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let gzip = self.gzip.filter(|_| accepts.is_some_and(accepts_gzip));
        let mut response = gzip.unwrap_or(self.body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(self.path)));
        if self.gzip.is_some() {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if gzip.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if self.path.starts_with("/assets/") {
            // The name of such a file contains the hash of what is in it.
            let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
            headers.insert(header::CACHE_CONTROL, forever);
        }
        response
    }
}

/// Whether a client takes gzip: named, and not with the weight of nought.
fn accepts_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// What a file is, by the ending of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (accepted, expected) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.8", true),
            ("gzip;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            assert_eq!(accepts_gzip(accepted), expected, "{accepted}");
        }
    }

    #[test]
    fn the_client_is_whole() {
        let page = ASSETS.iter().find(|asset| asset.path == PAGE).expect("there is a page");
        let html = std::str::from_utf8(page.body).expect("the page is text");
        let parts: Vec<&str> = html.split(['"', '\'']).filter(|part| part.starts_with("/assets/")).collect();
        assert!(!parts.is_empty(), "the page loads nothing: {html}");
        for part in parts {
            assert!(ASSETS.iter().any(|asset| asset.path == part), "{part} is missing");
        }
    }

    #[test]
    fn a_preview_is_told_once_and_cannot_break_the_page() {
        let game = GameInfo { pitch: "Say \"<b>\" & win.", ..*boxwood_games::GAMES[0].info() };
        let page = ASSETS.iter().find(|asset| asset.path == PAGE).expect("there is a page");
        let html = std::str::from_utf8(page.body).expect("the page is text");
        let told = with_preview(html, &game, "A table of \"X\"", "https://games.example");
        let image = format!("https://games.example/api/games/{}/art/cover.jpg", game.id);
        for (name, value) in [
            ("og:title", "A table of &quot;X&quot;"),
            ("og:description", "Say &quot;&lt;b&gt;&quot; &amp; win."),
            ("og:image", &image),
        ] {
            let tag = format!("<meta property=\"{name}\" content=\"{value}\" />");
            assert_eq!(told.matches(&tag).count(), 1, "{tag}");
        }
        let untold = told.lines().filter(|line| !line.contains("<meta property=")).count();
        assert_eq!(untold, html.lines().count(), "the rest of the page is as it was");
    }

    #[test]
    fn scripts_are_small() {
        let scripts = ASSETS.iter().filter(|asset| asset.path.ends_with(".js"));
        let size: usize = scripts.map(|script| script.gzip.unwrap_or(script.body).len()).sum();
        assert!(size < 200_000, "{size} bytes of compressed scripts");
    }

    #[test]
    fn names_with_a_hash_are_kept_for_long_and_the_page_is_not() {
        for asset in ASSETS {
            let answer = asset.answer(&HeaderMap::new());
            assert_eq!(
                answer.headers().contains_key(header::CACHE_CONTROL),
                asset.path.starts_with("/assets/"),
                "{}",
                asset.path
            );
            assert_ne!(kind(asset.path), "application/octet-stream", "{}", asset.path);
        }
    }
}
