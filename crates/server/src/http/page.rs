//! The pages: the browser client, as it was built into the program.

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::App;

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
    let mut router = Router::new().route(
        "/plain.css",
        get(|| async { ([(header::CONTENT_TYPE, "text/css")], include_str!("../../page/plain.css")) }),
    );
    for asset in ASSETS {
        let addresses: &[&str] = match asset.path {
            PAGE => &["/", "/games/{id}", "/learn/{id}", "/t/{id}", "/link/{code}"],
            path => &[path],
        };
        for address in addresses {
            router =
                router.route(address, get(move |headers: HeaderMap| async move { asset.answer(&headers) }));
        }
    }
    router
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
