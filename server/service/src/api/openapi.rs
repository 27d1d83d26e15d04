//! The OpenAPI document, except the descriptions of operations, which stand at their handlers.

use bluff_dealing::{DealDocument, DealError, NamedProtocol, Setting, unhex};
use bluff_questions::deal::SEED;
use bluff_questions::error::Error;
use bluff_report as report;
use bluff_report::form::FormName;
use bluff_report::forms::FORMS;
use bluff_report::game_forms::GAME_FORMS;
use rational_bluff::game::{FAMILIES, GameFile, PARAMETERS, ParameterKind, parse_label};
use rational_bluff::solve::{Control, Method, solve};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;

mod parts;
mod questions;
mod refusals;

use parts::{header, never_changes, with_suffixes};

/// The schemas of the documents of the service, as JSON Schema (2020-12).
const SCHEMAS: &str = include_str!("schemas.json");

const TOKEN: &str = "A token of this service, where its operator has given any: `token_needed` of \
    `/api/v1/limits` says so";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Rational Bluff",
        description = "Exact equilibria of finite poker games, each with a certificate. Exact \
            numbers are text (`\"113/1134\"`), and so are counts and cards, which may be larger \
            than 2^53. A label names a game: `von-neumann/n28-b4`, `one-street/n28-s1-5_2-7` \
            (`5_2` is 5/2). Pages of any site may read every answer to `GET`. An answer that never \
            changes has an `ETag`; a request that names it in `If-None-Match` gets 304. A request \
            whose head has more than 64 KiB gets 431. Both have no body.",
        license(name = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This service")),
    tags(
        (
            name = "solutions",
            description = "Equilibria of games, given by a label or a game file."
        ),
        (
            name = "checking",
            description = "Verification of solution documents, and evaluation of your own \
                strategies."
        ),
        (
            name = "continuous games",
            description = "The limits of large decks, and decks compared with them."
        ),
        (name = "formulas", description = "The value at every deck size at once, proved."),
        (name = "equities", description = "Exact equities of hands of two cards."),
        (name = "sweeps", description = "Batches of games that are solved in the background."),
        (name = "dealing", description = "Dealing without a dealer, and checks of its fairness."),
        (name = "operation", description = "Costs, limits and the state of the service.")
    ),
    paths(super::limits::show)
)]
struct Head;

/// The label in an address.
fn label() -> Value {
    json!({
        "name": "label", "in": "path", "required": true, "description": "The label of a game.",
        "example": "von-neumann/n28-b4",
        "schema": {
            "type": "string", "pattern": "^[a-z-]+(/[a-z0-9_-]+)?$",
            "maxLength": 8192
        }
    })
}

/// The document without its paths.
pub fn head() -> Document {
    Head::openapi()
}

/// Adds the parameters of the table of families to the schemas of games, their list and plans.
fn add_parameters(schemas: &mut Value) {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    for parameter in PARAMETERS {
        let key = parameter.key;
        if !parameter.is_bets() {
            schemas["Game"]["properties"][key] = match parameter.kind {
                ParameterKind::Whole(least, most) => {
                    json!({ "type": "integer", "minimum": least, "maximum": most })
                }
                ParameterKind::Number => reference("Fraction"),
                ParameterKind::Numbers => {
                    json!({ "type": "array", "items": reference("Fraction") })
                }
            };
        }
        schemas["Plan"]["properties"]["cells"]["items"]["properties"][key] = match parameter.kind {
            ParameterKind::Numbers => json!({
                "description": format!("Sets of numbers, `{}`.", parameter.example),
                "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
            }),
            ParameterKind::Number | ParameterKind::Whole(..) => reference("Range"),
        };
    }
    let mut stakes = FAMILIES.map(super::stakes).to_vec();
    stakes.sort();
    stakes.dedup();
    schemas["Games"]["properties"]["games"]["items"]["properties"]["stakes"]["enum"] =
        json!(stakes);
}

/// The largest whole number up to which a double has all of them.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Gives bounds to integers without: from 0 up to what a double holds exactly. Larger numbers are
/// text.
fn bound_integers(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            let kind = object.get("type");
            if kind.is_some_and(|kind| kind == "integer" || kind == &json!(["integer", "string"])) {
                object.entry("minimum").or_insert(0.into());
                object.entry("maximum").or_insert(MAX_SAFE_INTEGER.into());
            }
            object.values_mut().for_each(bound_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

/// The complete document: with the schemas, and with answers of the library as examples. In paths
/// of the standard, the parameter that takes the rest of an address looks like any other.
pub fn finished(document: &Document) -> Value {
    // Text, numbers and lists always have a JSON form. A test reads the schemas.
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["components"]["schemas"] = serde_json::from_str(SCHEMAS).unwrap_or_default();
    add_parameters(&mut document["components"]["schemas"]);
    document["components"]["securitySchemes"] = json!({
        "token": { "type": "http", "scheme": "bearer", "description": TOKEN }
    });
    let paths = document["paths"].as_object_mut().map(std::mem::take).unwrap_or_default();
    let described = |(path, mut item): (String, Value)| {
        for operation in item.as_object_mut().into_iter().flat_map(Map::values_mut) {
            describe(&path, operation);
        }
        (path.replace("{*", "{"), item)
    };
    document["paths"] = paths.into_iter().map(described).collect();
    with_forms(&mut document["paths"]);
    questions::add(&mut document["paths"]);
    for Example { path, method, at, text } in examples() {
        let content = &mut document["paths"][path][method];
        let content = at.iter().fold(content, |content, key| &mut content[*key]);
        content["example"] = serde_json::from_str(&text).unwrap_or(Value::String(text));
    }
    for operation in document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        for (method, operation) in operation.as_object_mut().into_iter().flatten() {
            complete(method, operation);
        }
    }
    bound_integers(&mut document);
    document
}

/// Adds the parameters and the answers that operations have in common and questions have of their
/// own: the label in the path, the schema of a method, and refusals.
fn describe(path: &str, operation: &mut Value) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    let parameters = parameters.map(std::mem::take);
    let label = path.contains("{*label}").then(label);
    let mut parameters: Vec<Value> =
        label.into_iter().chain(parameters.into_iter().flatten()).collect();
    for method in parameters.iter_mut().filter(|parameter| parameter["name"] == "method") {
        method["schema"] = json!({ "$ref": "#/components/schemas/Method" });
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if path.starts_with("/api/") {
        let responses = operation["responses"].as_object_mut();
        responses.into_iter().for_each(|responses| responses.extend(refusals::all()));
    }
}

/// Adds the forms of solutions and games to their operations: a media type each, and a suffix of
/// the label.
fn with_forms(paths: &mut Value) {
    let written: Vec<FormName> = FORMS.iter().map(|form| form.name).collect();
    let games: Vec<FormName> = GAME_FORMS.iter().map(|form| form.name).collect();
    for (path, method, forms) in [
        ("/api/v1/solutions/{label}", "get", &written),
        ("/api/v1/solutions", "post", &written),
        ("/api/v1/games/{label}", "get", &games),
    ] {
        let operation = &mut paths[path][method];
        if method == "get" {
            never_changes(operation);
        }
        for FormName { media, .. } in forms {
            let content = &mut operation["responses"]["200"]["content"][media];
            if content.is_null() {
                *content = json!({ "schema": { "type": "string" } });
            }
        }
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for label in
            parameters.into_iter().flatten().filter(|parameter| parameter["name"] == "label")
        {
            let described: Vec<String> =
                forms.iter().map(|form| format!("`.{}` ({})", form.suffix, form.about)).collect();
            let described = described.join(", ");
            label["description"] = format!(
                "{} A suffix selects the form, otherwise the `Accept` header does: {described}",
                label["description"].as_str().unwrap_or_default()
            )
            .into();
            let pattern = label["schema"]["pattern"].as_str().unwrap_or_default();
            let suffixes = forms.iter().map(|form| form.suffix);
            label["schema"]["pattern"] = with_suffixes(pattern, suffixes).into();
        }
    }
}

/// Adds what all operations have in common: parameters are never null, other spellings of a label
/// redirect, bodies of other media types are refused, and some refusals have a time to retry.
fn complete(method: &str, operation: &mut Value) {
    let mut of_label = false;
    for parameter in
        operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten()
    {
        of_label |= parameter["name"] == "label";
        without_null(&mut parameter["schema"]);
    }
    if method != "get" {
        operation["security"] = json!([{}, { "token": [] }]);
    }
    let has_body = operation.get("requestBody").is_some();
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    if of_label {
        let words = "The label is not spelled canonically, or only the game has this form";
        let content = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
        let mut redirect =
            json!({ "description": words, "content": { "application/problem+json": content } });
        redirect["headers"]["location"] = header("The address of the answer", "string");
        responses.insert("308".to_owned(), redirect);
    }
    let media = "The body has another media type; `detail` lists those that are read";
    let others = [("415", has_body, media), ("401", method != "get", refusals::UNAUTHORIZED)];
    for (status, applies, words) in others {
        if applies && let Some(mut refusal) = responses.get("400").cloned() {
            refusal["description"] = words.into();
            responses.insert(status.to_owned(), refusal);
        }
    }
    if let Some(unauthorized) = responses.get_mut("401") {
        unauthorized["headers"]["www-authenticate"] = header(
            "`Bearer`, with the error `invalid_token` for an unknown or expired one",
            "string",
        );
    }
    for status in ["429", "503"] {
        if let Some(response) = responses.get_mut(status) {
            response["headers"]["retry-after"] = header("Seconds to wait", "integer");
            response["headers"]["retry-after"]["schema"]["minimum"] = 1.into();
        }
    }
}

/// Removes null from the schema of a parameter: an address cannot express it. Removes the format
/// too: whole numbers may be larger than `int64`.
fn without_null(schema: &mut Value) {
    if let Some(kinds) = schema["type"].as_array_mut() {
        kinds.retain(|kind| kind != "null");
        if let [kind] = &kinds[..] {
            schema["type"] = kind.clone();
        }
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.retain(|key, value| key != "format" && !value.is_null());
    }
}

/// An example, and its place in the document.
struct Example {
    path: &'static str,
    method: &'static str,
    at: &'static [&'static str],
    text: String,
}

/// Answers of the library to small questions. One that it refuses is left out; a test notices.
fn examples() -> Vec<Example> {
    const JSON: &[&str] = &["responses", "200", "content", "application/json"];
    const BODY: &[&str] = &["requestBody", "content", "application/json"];
    let solved = || -> Result<_, Error> {
        let game = parse_label("von-neumann/n9-b2")?;
        let solution = solve(&game, Method::Auto, &Control::new())?.solution;
        Ok((game, solution))
    };
    let Ok((game, solution)) = solved() else { return Vec::new() };
    let document = report::document(&solution);
    let file = report::json(&GameFile::of(&game));
    let one = |path, method, at, text| Example { path, method, at, text };
    let plan =
        json!({ "cells": [{ "game": "von-neumann", "n": "2..9", "b": [1, "5/2"] }] }).to_string();
    let game = json!({ "format": 2, "name": "turn", "players": 2, "deck": "hold'em",
        "board": "QsJh2h8c", "ranges": { "I": "AhKh,QdQc", "II": "AhQd,KsKd" },
        "betting": { "pot": "10", "stacks": "15", "turn": { "bets": ["pot"] }, "river": {} } });
    // Of the game that the label has as an example.
    let folds = json!([{ "cards": ["1", "5"], "actions": { "fold": "1" } }]);
    let lock = json!({ "lock": [{ "player": "II", "view": "facing bet 4", "runs": folds }] });
    let spot = json!({ "game": game, "within": "1/100" });
    // The deal of the question, so that the reference shows it once.
    let protocol = "barany-furedi";
    let question =
        json!({ "protocol": protocol, "players": 3, "cards": 3, "hand": 1, "seed": SEED });
    let deal = || -> Result<DealDocument, DealError> {
        let system = NamedProtocol::named(protocol)?;
        DealDocument::deal(system, &Setting::new(3, 3, 1), unhex(SEED)?, &Control::new())
    };
    let dealt = deal().map(|deal| report::json(&deal)).unwrap_or_default();
    Vec::from([
        one("/api/v1/deals", "post", BODY, question.to_string()),
        one("/api/v1/deals", "post", JSON, dealt.clone()),
        one("/api/v1/deals/verify", "post", BODY, dealt),
        one("/api/v1/solutions/{label}", "get", JSON, document.clone()),
        one("/api/v1/solutions/{label}", "post", BODY, lock.to_string()),
        one("/api/v1/solutions", "post", BODY, file.clone()),
        one("/api/v1/games/{label}", "get", JSON, file),
        one("/api/v1/solutions:batch", "post", BODY, json!(["von-neumann/n9-b2"]).to_string()),
        one("/api/v1/verify", "post", BODY, document.clone()),
        one("/api/v1/payoff", "post", BODY, document),
        one("/api/v1/sweeps", "post", BODY, plan),
        one("/api/v1/spots", "post", BODY, spot.to_string()),
    ])
}
