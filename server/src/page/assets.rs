//! The style of all pages and the script of one, from the binary; their addresses hold their hashes, so that browsers may keep
//! them forever.

use std::fmt::Write;
use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Colours of actions, in pages and in pictures that stand alone.
pub(super) const PICTURE_STYLE: &str = include_str!("picture.css");
const PAGE_STYLE: &str = include_str!("style.css");
/// What follows a sweep.
const SCRIPT: &str = include_str!("sweep.js");

fn both_styles() -> String {
    format!("{PICTURE_STYLE}{PAGE_STYLE}")
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
