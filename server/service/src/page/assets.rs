//! The style of all pages and the script of one, from the binary; their addresses hold their
//! hashes, so that browsers may keep them forever.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use bluff_report::picture;

/// Style of maps and plots, beside that of the pictures.
const PLOT_STYLE: &str = include_str!("picture.css");
const PAGE_STYLE: &str = include_str!("style.css");
/// Script that follows a sweep.
const SCRIPT: &str = include_str!("sweep.js");

/// A card with a bar of two probabilities, in colours that show on light and on dark.
const ICON: &str = concat!(
    r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">"#,
    r##"<rect x="5" y="1" width="22" height="30" rx="3" fill="#0b5aa0"/>"##,
    r##"<path d="M10 8h12v4H10z" fill="#fff"/><path d="M10 8h8v4h-8z" fill="#ffb454"/>"##,
    r##"<path d="M10 17h12v2H10zM10 22h8v2h-8z" fill="#fff"/></svg>"##,
);
/// Crawlers may read what is always the same, and are not to make the service compute.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nDisallow: /fairness\nDisallow: \
    /map/\nDisallow: /play/\nDisallow: /try/\n";

fn both_styles() -> String {
    format!("{}{PLOT_STYLE}{PAGE_STYLE}", picture::STYLE)
}

/// The address of the style.
pub(crate) fn style_address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| format!("/assets/style-{}.css", hash(&both_styles())))
}

/// The address of the script.
pub(crate) fn script_address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| format!("/assets/sweep-{}.js", hash(SCRIPT)))
}

/// `GET /assets/style-….css`.
pub(crate) async fn style() -> Response {
    kept("text/css; charset=utf-8", both_styles())
}

/// `GET /assets/sweep-….js`.
pub(crate) async fn script() -> Response {
    kept("text/javascript; charset=utf-8", SCRIPT.to_owned())
}

/// `GET /icon.svg`, and `GET /favicon.ico` for those who read no page.
pub(crate) async fn icon() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=86400")],
        ICON,
    )
}

/// `GET /robots.txt`.
pub(crate) async fn robots() -> &'static str {
    ROBOTS
}

fn hash(text: &str) -> String {
    let mut hash = String::new();
    for byte in &Sha256::digest(text.as_bytes())[..8] {
        // Writing to a string cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

fn kept(content_type: &'static str, text: String) -> Response {
    let forever = "public, max-age=31536000, immutable";
    ([(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, forever)], text).into_response()
}
