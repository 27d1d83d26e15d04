//! The operations of questions, from their table.

use bluff_questions::over_http::INSTANT;
use bluff_questions::{AnswerContext, FieldKind, NamedQuestion, QUESTIONS, QuestionField};
use bluff_report::text::Paint;
use rational_bluff::solve::Control;
use serde_json::{Map, Value, json};

use crate::api::fields::query_of;
use crate::api::labelled::{LABELLED, LabelledAddress, POSTED};
use crate::api::question::GAME_TEXTS;

use super::parts::{never_changes, with_suffixes};
use super::refusals;

/// Adds the operations of all questions.
pub(super) fn add(paths: &mut Value) {
    for entry in &QUESTIONS {
        let id = format!("get_{}", entry.name);
        // The address of a label had the name before.
        let taken = LABELLED.iter().any(|place| place.operation == id);
        let id = if taken { format!("{id}_by_fields") } else { id };
        let answered = operation(entry);
        let read = |id: &str, place| {
            let mut get = answered.clone();
            get["operationId"] = id.into();
            get["parameters"] = parameters(entry, place);
            never_changes(&mut get);
            get
        };
        for place in LABELLED.iter().filter(|place| place.question == entry.name) {
            let get = read(place.operation, Some(place));
            paths[place.path.replace("{*", "{")] = json!({ "get": get });
        }
        for place in POSTED.iter().filter(|place| place.question == entry.name) {
            let [body, answer] = place.schemas.map(reference);
            let mut post = answered.clone();
            post["operationId"] = place.operation.into();
            post["requestBody"] = json!({
                "required": true, "description": "As a JSON document",
                "content": { "application/json": { "schema": body } }
            });
            post["responses"]["200"]["content"]["application/json"] = json!({ "schema": answer });
            paths[place.path] = json!({ "post": post });
        }
        let mut asked = read(&id, None);
        asked["x-query"] = query_of(entry.example).into();
        let mut posted = answered;
        let of_document = entry.document.map(|taken| taken.operation.to_owned());
        let id = of_document.unwrap_or_else(|| format!("ask_{}", entry.name));
        posted["operationId"] = id.into();
        posted["requestBody"] = body(entry);
        paths[format!("/api/v1/{}", entry.name)] = json!({ "get": asked, "post": posted });
    }
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

/// An operation without its name and its fields.
fn operation(entry: &NamedQuestion) -> Value {
    let schema = reference(entry.schema);
    let forms = (entry.forms)().into_iter().map(|form| {
        let schema = if form.name == "json" { schema.clone() } else { json!({ "type": "string" }) };
        (form.media.to_owned(), json!({ "schema": schema }))
    });
    let mut content = Map::from_iter(forms);
    let example = entry.example.iter().map(|(key, value)| (*key, (*value).to_owned()));
    // The document is made when the service starts, so only instant answers are shown.
    let asked = entry.read(example).ok();
    let instant = asked.filter(|asked| asked.cost().is_ok_and(|cost| cost <= INSTANT));
    let control = Control::new();
    let work = AnswerContext::of(&control);
    let answer = instant.map(|asked| asked.written(Paint::Plain, work));
    if let (Some(Ok(answer)), Some(json)) = (answer, content.get_mut("application/json")) {
        json["example"] = serde_json::from_str(&answer.text).unwrap_or_default();
    }
    let mut responses = refusals::all();
    let answer = json!({ "description": entry.about, "content": content });
    responses.insert("200".to_owned(), answer);
    json!({
        "tags": [entry.topic], "summary": entry.about,
        "description": entry.more.replace('\n', " ").replace("  ", "\n\n"),
        "responses": responses
    })
}

fn parameters(entry: &NamedQuestion, place: Option<&LabelledAddress>) -> Value {
    let label = place.map(|place| {
        let forms = (entry.forms)();
        let pattern = with_suffixes(place.pattern, forms.iter().map(|form| form.suffix));
        json!({
            "name": place.variable(), "in": "path", "required": true, "example": place.example,
            "description": "The label of a game, or a name. A suffix selects the form, otherwise \
                the `Accept` header does",
            "schema": { "type": "string", "pattern": pattern }
        })
    });
    let field = |field: QuestionField| {
        // A form sends all its fields, the empty ones too.
        json!({
            "name": field.key, "in": "query", "required": field.is_needed(),
            "allowEmptyValue": !field.is_needed(), "description": field.about,
            "example": example(entry, &field), "schema": schema(&field)
        })
    };
    // A label has the game and its stakes.
    let fields = place.map_or(entry.fields, |place| place.fields)();
    label.into_iter().chain(fields.into_iter().map(field)).collect()
}

fn schema(field: &QuestionField) -> Value {
    match field.kind {
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Whole { least, most, .. } => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        _ => json!({ "type": "string" }),
    }
}

/// The value of a field in the example of a question, or one of its own.
fn example(entry: &NamedQuestion, field: &QuestionField) -> Value {
    let of_question = entry.example.iter().find(|(key, _)| *key == field.key);
    match field.kind {
        FieldKind::Flag => true.into(),
        _ => of_question.map_or(field.example, |(_, value)| value).into(),
    }
}

fn body(entry: &NamedQuestion) -> Value {
    let property = |field: &QuestionField| {
        let text = json!({ "type": "string" });
        let item = json!({ "oneOf": [text, { "type": "number" }] });
        let rows = json!({ "type": "array", "items": { "type": "array", "items": item } });
        let schema = match field.kind {
            FieldKind::Flag => json!({ "type": "boolean" }),
            FieldKind::Text if field.key == "matrix" => json!({ "oneOf": [text, rows] }),
            FieldKind::Text | FieldKind::File | FieldKind::Game { .. } => {
                json!({ "oneOf": [text, { "type": "object" }] })
            }
            _ => item,
        };
        (field.key.to_owned(), schema)
    };
    let fields = (entry.fields)();
    let needed: Vec<&str> =
        fields.iter().filter(|field| field.is_needed()).map(|field| field.key).collect();
    let properties: Map<String, Value> = fields.iter().map(property).collect();
    let example: Map<String, Value> =
        entry.example.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())).collect();
    let mut schema = json!({
        "type": "object", "additionalProperties": false, "required": needed,
        "properties": properties
    });
    if let Some(taken) = entry.document {
        schema = json!({ "anyOf": [schema, reference(taken.schema)] });
    }
    let mut content = Map::new();
    content.insert("application/json".to_owned(), json!({ "schema": schema, "example": example }));
    if fields.iter().any(|field| field.takes_trees) {
        for media in &GAME_TEXTS[1..] {
            content.insert((*media).to_owned(), json!({ "schema": { "type": "string" } }));
        }
    }
    let about = "The fields of the question, as in an address";
    json!({ "required": true, "description": about, "content": content })
}
