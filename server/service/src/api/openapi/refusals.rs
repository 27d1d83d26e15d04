//! The refusals that every operation of the document has.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// The refusals of a request; the statuses are those of [`crate::problem::Problem`].
const PROBLEMS: [(&str, &str); 10] = [
    ("400", "Malformed request: `detail` says what was given and what is expected"),
    ("403", "A page of another site may only read; or sweeps are off"),
    ("404", "No such game or address"),
    ("406", "The answer has no such form; `detail` lists those it has"),
    ("413", "The body is too long"),
    ("422", "A value is outside its range, or the game is too large; `detail` gives the limit"),
    ("429", "Too many requests from one client: retry after `Retry-After` seconds"),
    ("500", "A bug of the service; the log has the details under the number in `detail`"),
    ("503", "All threads are busy and the queue is full: retry after `Retry-After` seconds"),
    ("504", "No answer within the time limit; the bluff command has none"),
];

/// The refusal of a request that does more than read.
pub(super) const UNAUTHORIZED: &str = "The operator of the service has given tokens, and the \
    request has no valid one; `detail` says what is wrong with it";

/// The refusals of every route.
pub struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let one = |(status, words): (&'static str, &str)| {
            let content = Content::new(Some(Ref::from_schema_name("Problem")));
            (
                status,
                ResponseBuilder::new()
                    .description(words)
                    .content("application/problem+json", content),
            )
        };
        let all = PROBLEMS.into_iter().map(one);
        all.map(|(status, response)| (status.to_owned(), RefOr::T(response.build()))).collect()
    }
}

/// The refusals of a route whose answers never change, and 304. `complete` adds the `ETag`.
pub struct Immutable;

impl IntoResponses for Immutable {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let known = ResponseBuilder::new().description("The client has the answer already");
        let mut all = Problems::responses();
        all.insert("304".to_owned(), RefOr::T(known.build()));
        all
    }
}
