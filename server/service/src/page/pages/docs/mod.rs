//! The reference of the HTTP API, rendered once from the OpenAPI document.

mod markup;
mod schema;

use std::collections::BTreeMap;

use bluff_report as report;
use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use markup::{entries, inline, items, prose, table, text};
use schema::{VALUES, joined, kind, row};

/// The service of the `curl` lines: the default address of `bluff serve`.
const ADDRESS: &str = "127.0.0.1:8080";

/// An operation: a method of a path.
struct Operation<'a> {
    method: String,
    path: &'a str,
    value: &'a Value,
}

/// The content of the page, for a document of `openapi::finished`.
pub(crate) fn content(document: &Value) -> Markup {
    let paths = entries(&document["paths"]).flat_map(|(path, item)| {
        let operation = move |(method, value): (&str, _)| Operation {
            method: method.to_uppercase(),
            path,
            value,
        };
        entries(item).map(operation)
    });
    let operations: Vec<Operation> = paths.collect();
    let tagged = |tag: &Value| {
        let its = |one: &&Operation| items(&one.value["tags"]).any(|name| *name == tag["name"]);
        operations.iter().filter(its).collect::<Vec<_>>()
    };
    // The answers from status 400 on, as the first operation with such an answer describes it.
    let refusals = operations.iter().rev().flat_map(|one| entries(&one.value["responses"]));
    let refusals: BTreeMap<&str, &Value> =
        refusals.filter(|(status, _)| *status >= "400").collect();
    let anchor = |tag: &Value| format!("tag-{}", text(&tag["name"]).replace(' ', "-"));
    let tags: Vec<&Value> = items(&document["tags"]).collect();
    let mut shown = BTreeMap::new();
    html! {
        h1 { "HTTP API" }
        (prose(text(&document["info"]["description"])))
        p { a href="/api/v1/openapi.json" { "The OpenAPI document" } " says the same to programs. \
            The " code { "curl" } " lines name a service on this machine. A word in capitals \
            stands for your value, and " code { "body.json" } " for a file such as the example \
            body." }
        h2 { "Contents" }
        ul.tree {
            @for tag in &tags {
                li {
                    a href={ "#" (anchor(tag)) } { (text(&tag["name"])) }
                    ": "
                    (inline(text(&tag["description"])))
                    ul {
                        @for one in tagged(tag) {
                            li {
                                a href={ "#" (one.anchor()) } {
                                    code { (one.method) " " (one.path) }
                                }
                            }
                        }
                    }
                }
            }
            li { a href="#refusals" { "refusals" } }
            li { a href="#schemas" { "schemas" } }
        }
        @for tag in &tags {
            h2 id=(anchor(tag)) { (text(&tag["name"])) }
            p { (inline(text(&tag["description"]))) }
            @for one in tagged(tag) { (one.shown(&refusals, &mut shown)) }
        }
        h2 id="refusals" { "refusals" }
        p { "All operations share these; each names those that it can return." }
        (answers("refusals", refusals))
        h2 id="schemas" { "schemas" }
        @for (name, schema) in entries(&document["components"]["schemas"]) {
            (schema::shown(name, schema))
        }
    }
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        format!("operation-{}", text(&self.value["operationId"]))
    }

    /// The section of the operation. Examples that were shown before are links to where.
    fn shown(
        &self,
        refusals: &BTreeMap<&str, &Value>,
        shown: &mut BTreeMap<String, String>,
    ) -> Markup {
        let (value, body) = (self.value, &self.value["requestBody"]);
        let parameters = items(&value["parameters"]).map(|one| {
            let required = if one["required"] == true { "required" } else { "optional" };
            row(
                text(&one["name"]),
                &format!("{}, {required}", text(&one["in"])),
                one,
                &one["schema"],
            )
        });
        let shared = |(status, answer): &(&str, &Value)| refusals.get(status) == Some(answer);
        let (refused, own): (Vec<_>, Vec<_>) = entries(&value["responses"]).partition(shared);
        let refused: Vec<&str> = refused.into_iter().map(|(status, _)| status).collect();
        let heading = format!("{} {}", self.method, self.path);
        html! {
            h3 id=(self.anchor()) { code { (heading) } }
            (prose(text(&value["summary"])))
            (prose(text(&value["description"])))
            pre tabindex="0" { (self.curl()) }
            (table(&format!("Parameters of {heading}"), VALUES, parameters.collect()))
            @if body.is_object() {
                p {
                    "Body" @if body["required"] == true { ", required" } ": "
                    (joined(
                        entries(&body["content"])
                            .map(|(media, content)| contained(media, content)),
                    ))
                    @if body["description"].is_string() {
                        ". "
                        (inline(text(&body["description"])))
                    }
                }
                (self.examples("Example body", &body["content"], shown))
            }
            (answers(&format!("Answers to {heading}"), own.clone()))
            @for (_, answer) in &own {
                (self.examples("Example answer", &answer["content"], shown))
            }
            @if !refused.is_empty() {
                p { "Refusals: " a href="#refusals" { (refused.join(", ")) } }
            }
        }
    }

    fn examples(
        &self,
        name: &str,
        content: &Value,
        shown: &mut BTreeMap<String, String>,
    ) -> Markup {
        html! {
            @for (media, content) in entries(content) {
                @let (name, example) = (format!("{name}, {media}"), &content["example"]);
                @if let Some(anchor) = shown.get(&example.to_string()) {
                    p { a href={ "#" (anchor) } { (name) } }
                } @else if !example.is_null() {
                    @let _ = shown.insert(example.to_string(), self.anchor());
                    details {
                        summary { (name) }
                        // Quotation marks need no escape here, and are a third of the text.
                        @let json = report::json(example).replace('&', "&amp;");
                        pre tabindex="0" { (PreEscaped(json.replace('<', "&lt;"))) }
                    }
                }
            }
        }
    }

    /// A command that asks this: with the examples of parameters that must be given.
    fn curl(&self) -> String {
        let (mut path, mut query) = (self.path.to_owned(), Vec::new());
        if let Some(example) = self.value["x-query"].as_str() {
            return format!("curl '{ADDRESS}{path}?{example}'");
        }
        for given in items(&self.value["parameters"]).filter(|one| one["required"] == true) {
            let name = text(&given["name"]);
            let example = match &given["example"] {
                Value::Null => name.to_uppercase(),
                Value::String(text) => text.clone(),
                number => number.to_string(),
            };
            match text(&given["in"]) {
                "path" => path = path.replace(&format!("{{{name}}}"), &example),
                _ => {
                    let join = if query.is_empty() { "?" } else { "&" };
                    let example = example.replace(' ', "%20").replace('\n', "%0A");
                    query.push(format!("{join}{name}={example}"));
                }
            }
        }
        let body = entries(&self.value["requestBody"]["content"]).next();
        let options = match (body, self.method.as_str()) {
            (Some((media, _)), method) => {
                let method = if method == "POST" { String::new() } else { format!("-X {method} ") };
                format!("{method}-H 'Content-Type: {media}' --data-binary @body.json ")
            }
            (None, "GET")
                if !self.value["responses"]["200"]["content"]["text/event-stream"].is_null() =>
            {
                "-N ".into()
            }
            (None, "GET") => String::new(),
            (None, method) => format!("-X {method} "),
        };
        format!("curl {options}'{ADDRESS}{path}{}'", query.concat())
    }
}

fn answers<'a>(name: &str, rows: impl IntoIterator<Item = (&'a str, &'a Value)>) -> Markup {
    let row = |(status, answer): (&str, &Value)| {
        let content = html! {
            @for (media, it) in entries(&answer["content"]) { div { (contained(media, it)) } }
        };
        let description = html! {
            (inline(text(&answer["description"])))
            @for (header, it) in entries(&answer["headers"]) {
                div.hint { "Header " code { (header) } ": " (inline(text(&it["description"]))) }
            }
        };
        // The type of a problem document leads here.
        let id = (name == "refusals").then(|| format!("refusal-{status}"));
        [html! { span id=[id] { (status) } }, content, description]
    };
    table(name, ["Status", "Content", "Description"], rows.into_iter().map(row).collect())
}

/// A media type and, where there is one, the schema of what it holds.
fn contained(media: &str, content: &Value) -> Markup {
    html! {
        code { (media) }
        @if content["schema"]["$ref"].is_string() { " " (kind(&content["schema"])) }
    }
}
