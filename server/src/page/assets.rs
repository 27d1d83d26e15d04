//! The style of all pages, from the binary; its address holds its hash, so that browsers may keep it forever.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Colours of actions, in pages and in pictures that stand alone.
pub(super) const PICTURE_STYLE: &str = include_str!("picture.css");
const PAGE_STYLE: &str = include_str!("style.css");

fn style() -> String {
    format!("{PICTURE_STYLE}{PAGE_STYLE}")
}

/// The address of the style.
pub(crate) fn style_address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let mut hash = String::new();
        for byte in &Sha256::digest(style().as_bytes())[..8] {
            // Writing to a string cannot fail.
            let _ = write!(hash, "{byte:02x}");
        }
        format!("/assets/style-{hash}.css")
    })
}

/// `GET /assets/style-….css`.
pub(crate) async fn show() -> Response {
    let kept = "public, max-age=31536000, immutable";
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, kept)], style()).into_response()
}
