//! Schemas as tables of fields, each with an anchor that references lead to.

use maud::{Markup, html};
use serde_json::Value;

use super::markup::{entries, inline, items, prose, table, text};

/// The columns of parameters and of fields.
pub(super) const VALUES: [&str; 4] = ["Name", "Where", "Value", "Description"];
/// The keywords of JSON Schema that limit a value, its range first, and its default.
const LIMITS: [&str; 8] =
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "default"];

/// A row about a value: a parameter, or a field of a schema.
pub(super) fn row(name: &str, place: &str, about: &Value, schema: &Value) -> [Markup; 4] {
    let value = html! { (kind(schema)) (limits(schema, &about["example"])) };
    [html! { code { (name) } }, html! { (place) }, value, inline(text(&about["description"]))]
}

/// A schema with its fields.
pub(super) fn shown(name: &str, schema: &Value) -> Markup {
    let mut rows = Vec::new();
    fields("", schema, &mut rows);
    html! {
        h3 id={ "schema-" (name) } { code { (name) } }
        (prose(text(&schema["description"])))
        p { (kind(schema)) }
        (limits(schema, &Value::Null))
        (table(&format!("Fields of {name}"), VALUES, rows))
    }
}

/// The fields of a schema in line, at all depths. Alternatives with fields of their own follow one
/// another.
fn fields(prefix: &str, schema: &Value, rows: &mut Vec<[Markup; 4]>) {
    if !schema.is_object() {
        return;
    }
    for (name, field) in entries(&schema["properties"]) {
        let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
        let required = items(&schema["required"]).any(|one| one == name);
        rows.push(row(&path, if required { "required" } else { "optional" }, field, field));
        fields(&path, field, rows);
    }
    fields(&format!("{prefix}[]"), &schema["items"], rows);
    fields(&format!("{prefix}.*"), &schema["additionalProperties"], rows);
    for (at, choice) in
        choices(schema).filter(|choice| choice["properties"].is_object()).enumerate()
    {
        let name = if prefix.is_empty() { "(root)" } else { prefix };
        rows.push(row(name, if at == 0 { "either" } else { "or" }, choice, choice));
        fields(prefix, choice, rows);
    }
}

/// Kind of a schema: a type, a link to a schema, or the values themselves.
pub(super) fn kind(schema: &Value) -> Markup {
    if let Some(name) = text(&schema["$ref"]).strip_prefix("#/components/schemas/") {
        return html! { a href={ "#schema-" (name) } { (name) } };
    }
    let values =
        items(&schema["enum"]).chain((!schema["const"].is_null()).then_some(&schema["const"]));
    let values: Vec<Markup> = values.map(literal).chain(choices(schema).map(kind)).collect();
    match (&schema["type"], &schema["additionalProperties"]) {
        _ if !values.is_empty() => joined(values),
        (Value::String(name), _) if name == "array" => {
            html! { "list of " (kind(&schema["items"])) }
        }
        (Value::String(name), inner @ Value::Object(_)) if name == "object" => {
            html! { "object of " (kind(inner)) }
        }
        (Value::String(name), _) => html! { (name) },
        (Value::Array(names), _) => joined(names.iter().map(|name| html! { (text(name)) })),
        _ => html! { "any value" },
    }
}

/// Constraints and examples of a schema, beside its type.
fn limits(schema: &Value, example: &Value) -> Markup {
    let range = [&schema["minimum"], &schema["maximum"]];
    let both = range.iter().all(|end| !end.is_null());
    let limits = LIMITS.iter().skip(if both { range.len() } else { 0 });
    let limits = limits.map(|name| (*name, &schema[*name]));
    let examples = items(&schema["examples"]).chain([example]).map(|one| ("for example", one));
    html! {
        @if both {
            div.hint { (literal(range[0])) " to " (literal(range[1])) }
        }
        @for (name, value) in limits.chain(examples).filter(|(_, value)| !value.is_null()) {
            div.hint { (name) " " (literal(value)) }
        }
    }
}

/// A value as JSON has it; text without quotation marks.
fn literal(value: &Value) -> Markup {
    html! { code { (value.as_str().map_or_else(|| value.to_string(), str::to_owned)) } }
}

/// Alternatives in one line.
pub(super) fn joined(parts: impl IntoIterator<Item = Markup>) -> Markup {
    html! { @for (at, part) in parts.into_iter().enumerate() { @if at > 0 { " or " } (part) } }
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    items(&schema["oneOf"]).chain(items(&schema["anyOf"]))
}
