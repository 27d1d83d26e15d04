//! The refusals that every operation of the document has.

use serde_json::{Map, Value, json};

/// The refusals of a request; the statuses are those of [`crate::problem::Problem`].
const PROBLEMS: [(&str, &str); 12] = [
    ("400", "Malformed request: `detail` says what was given and what is expected"),
    ("403", "A page of another site may only read; or sweeps or tables are off"),
    ("404", "No such game or address"),
    ("406", "The answer has no such form; `detail` lists those it has"),
    ("409", "Other bytes lie in this slot of a table"),
    ("413", "The body is too long"),
    ("422", "A value is outside its range, or the game is too large; `detail` gives the limit"),
    ("429", "Too many requests from one client: retry after `Retry-After` seconds"),
    ("500", "A bug of the service; the log has the details under the number in `detail`"),
    ("503", "All threads are busy and the queue is full: retry after `Retry-After` seconds"),
    ("504", "No answer within the time limit; the bluff command has none"),
    ("507", "The tables have no room for this message; `detail` gives the limit"),
];

/// The refusal of a request that does more than read.
pub(super) const UNAUTHORIZED: &str = "The operator of the service has given tokens, and the \
    request has no valid one; `detail` says what is wrong with it";

/// The refusals of every operation, by status.
pub(super) fn all() -> Map<String, Value> {
    let content = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
    let refusal = |(status, words): (&str, &str)| {
        let content = json!({ "application/problem+json": content });
        (status.to_owned(), json!({ "description": words, "content": content }))
    };
    PROBLEMS.into_iter().map(refusal).collect()
}
