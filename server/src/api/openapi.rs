//! What the OpenAPI document says beside what stands at the handlers: who we are, and how questions are refused.

use std::collections::BTreeMap;

use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, OpenApi, ToSchema};

/// The refusals of a question; the statuses are those of [`crate::error::Error`].
const PROBLEMS: [(&str, &str); 10] = [
    ("400", "Malformed: `detail` says what was given and what is expected"),
    ("403", "A browser asks for the page of another site, and not only to read"),
    ("404", "No such game or address"),
    ("406", "The answer has no such form; `detail` lists those it has"),
    ("413", "The body is too long"),
    ("422", "Understood, and outside the allowed range, which `detail` names"),
    ("429", "Too many questions from one client: come back after `Retry-After` seconds"),
    ("500", "A fault of ours, with a number under which the log has the rest"),
    ("503", "Every thread is busy and the queue is full: come back after `Retry-After` seconds"),
    ("504", "No answer within the time limit; the bluff command has none"),
];

/// How a question is refused: a problem document (RFC 9457).
#[derive(ToSchema)]
#[allow(dead_code, reason = "a description of what the errors write")]
pub struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    r#type: String,
    /// The name of the status.
    title: String,
    /// The status.
    status: u16,
    /// What was given, and what is allowed.
    detail: String,
}

/// The refusals that every route may answer with.
pub struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let one = |(status, words): (&str, &str)| {
            let content = Content::new(Some(Ref::from_schema_name("Problem")));
            let response = ResponseBuilder::new().description(words).content("application/problem+json", content);
            (status.to_owned(), RefOr::T(response.build()))
        };
        PROBLEMS.into_iter().map(one).collect()
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rational Bluff",
        description = "Exact equilibria of finite poker games, each with a certificate. Exact numbers travel as text \
                       (`\"113/1134\"`), and so do counts and cards, which may be larger than 2^53. A label names a game: \
                       `von-neumann/n28-b4`, `one-street/n28-s1-5_2-7` (`5_2` is 5/2).",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Head;

/// The document without its paths.
pub fn head() -> Document {
    Head::openapi()
}

/// As the standard writes paths: a parameter that takes the rest of an address is one like others.
pub fn finished(mut document: Document) -> Document {
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, item)| (path.replace("{*", "{"), item)).collect();
    document
}
