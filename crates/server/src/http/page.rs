//! The pages.

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use super::App;

/// The addresses that show a page or a part of one.
pub fn routes() -> Router<App> {
    let page = || async { Html(include_str!("../../page/index.html")) };
    Router::new()
        .route("/", get(page))
        .route("/t/{id}", get(page))
        .route("/link/{code}", get(page))
        .route("/plain.css", get(|| part("text/css", include_str!("../../page/plain.css"))))
        .route("/plain.js", get(|| part("text/javascript", include_str!("../../page/plain.js"))))
}

async fn part(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
