//! The ways to compute: command line, Python and HTTP, side by side.

use axum::response::Response;
use bluff_questions::QUESTIONS;
use maud::html;

use crate::page::pages::book;
use crate::page::parts::frame::page;
use crate::page::parts::markdown::chapter;

/// A document whose commands a test runs, as a link of the book names it.
const FILE: &str = "../README.md";
const TEXT: &str = include_str!("../../../../../README.md");
/// The headings of the panels.
const WAYS: [&str; 3] = ["On the command line", "From Python", "Over HTTP"];

/// `GET /compute`: a panel for each way.
pub(crate) async fn show() -> Response {
    let of_way = |way: &str| TEXT.split("\n## ").find(|part| part.lines().next() == Some(way));
    let main = html! {
        div.prose {
            h1 { "Compute" }
            p {
                "The same answers come from the command line, from Python and over HTTP: \
                 fractions, each with its certificate."
            }
        }
        div.way { @for part in WAYS.into_iter().filter_map(of_way) {
            section.panel { (chapter(FILE, &format!("## {part}"), book::address)) }
        } }
        section aria-labelledby="questions" {
            h2 id="questions" { "A page for each question" }
            ul.links { @for entry in &QUESTIONS {
                li { a href=(format!("/{}", entry.name)) title=(entry.about) { (entry.name) } }
            } }
        }
        nav aria-label="More" { ul.links {
            li { a href="/docs" { "Every address of the HTTP API" } }
            li { a href="/book" { "The book" } }
            li { a href="/sweeps" { "Grids over HTTP" } }
        } }
    };
    page("Compute", &main)
}
