//! The ways to compute: command line, Python and HTTP, side by side.

use axum::response::Response;
use maud::html;

use super::frame::page;
use super::markdown::chapter;

/// A chapter of the book, whose commands a test runs.
const FILE: &str = "COMPUTE.md";
const TEXT: &str = include_str!("../../../../docs/COMPUTE.md");

/// `GET /compute`: a panel for each way.
pub(crate) async fn show() -> Response {
    let mut parts = TEXT.split("\n## ");
    let introduction = parts.next().unwrap_or_default();
    let main = html! {
        div.prose { (chapter(FILE, introduction)) }
        div.way { @for part in parts {
            section.panel { (chapter(FILE, &format!("## {part}"))) }
        } }
        nav aria-label="More" { ul.links {
            li { a href="/docs" { "Every address of the HTTP API" } }
            li { a href="/book" { "The book" } }
            li { a href="/sweeps" { "Grids over HTTP" } }
        } }
    };
    page("Compute", &main)
}
