//! The parameters of the OpenAPI document against what the service answers.

use serde_json::{Value, json};

use crate::support::has;
use crate::support::service::Service;

/// An operation that is read, with an address that answers it.
pub(crate) struct Operation {
    pub(crate) path: String,
    parameters: Vec<Value>,
}

impl Operation {
    /// The address with these parameters, by name and value, beside those that are required.
    pub(crate) fn address(&self, extra: &[(&str, &str)], left_out: &str) -> String {
        let mut path = self.path.clone();
        let mut query: Vec<String> =
            extra.iter().map(|(name, value)| format!("{name}={value}")).collect();
        for parameter in &self.parameters {
            let (name, example) = (text(parameter, "name"), value(&parameter["example"]));
            if parameter["example"].is_null() {
                continue;
            } else if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &example);
            } else if parameter["required"] == true
                && name != left_out
                && extra.iter().all(|(key, _)| *key != name)
            {
                query.push(format!("{name}={example}"));
            }
        }
        format!("{path}?{}", query.join("&"))
    }
}

fn text<'a>(parameter: &'a Value, key: &str) -> &'a str {
    parameter[key].as_str().expect("text")
}

fn value(example: &Value) -> String {
    example.as_str().map_or_else(|| example.to_string(), str::to_owned)
}

/// Every operation of the document that reads.
pub(crate) fn operations(document: &Value) -> Vec<Operation> {
    let paths = document["paths"].as_object().expect("paths");
    let get = |(path, item): (&String, &Value)| {
        // Those of the table of questions and those of the relay have tests of their own, and
        // spots, which must be proved first.
        let name = path.strip_prefix("/api/v1/").unwrap_or_default();
        if bluff_questions::named(name).is_some()
            || ["spots/", "tables/"].iter().any(|of| name.starts_with(of))
        {
            return None;
        }
        let parameters = item.get("get")?["parameters"].as_array().cloned();
        Some(Operation { path: path.clone(), parameters: parameters.unwrap_or_default() })
    };
    paths.iter().filter_map(get).collect()
}

#[test]
fn a_parameter_is_required_only_where_nothing_is_answered_without_it() {
    let service = Service::patient("parameters-required");
    let document = service.json("/api/v1/openapi.json");
    let mut required = 0;
    for operation in operations(&document) {
        if !operation.parameters.iter().any(|parameter| parameter["in"] == "query") {
            continue;
        }
        let whole = operation.address(&[], "");
        assert_eq!(service.get(&whole).status, 200, "{whole}");
        let needed = |one: &&Value| one["in"] == "query" && one["required"] == true;
        for parameter in operation.parameters.iter().filter(needed) {
            let without = operation.address(&[], text(parameter, "name"));
            assert_eq!(service.get(&without).status, 400, "{without}");
            required += 1;
        }
    }
    assert_eq!(required, 2, "the decks of a comparison");
    // Bodies are posted with nothing in the query.
    for item in document["paths"].as_object().expect("paths").values() {
        let parameters = item["post"]["parameters"].as_array().into_iter().flatten();
        let mut asked = parameters.filter(|parameter| parameter["in"] == "query");
        assert!(asked.all(|parameter| parameter["required"] == false), "{item}");
    }
}

/// The message about a value of the wrong type says which type there is.
#[test]
fn parameters_have_the_types_that_the_service_reads() {
    let service = Service::patient("parameters-types");
    let document = service.json("/api/v1/openapi.json");
    let (mut booleans, mut integers, mut methods) = (0, 0, 0);
    for operation in operations(&document) {
        for parameter in operation.parameters.iter().filter(|one| one["in"] == "query") {
            let (name, schema) = (text(parameter, "name"), &parameter["schema"]);
            let what = format!("{} {name}", operation.path);
            let ask = |given: &str| service.get(&operation.address(&[(name, given)], name));
            let words = ask("zz").json()["detail"].as_str().expect("a refusal").to_owned();
            if words.contains("expected true or false") {
                assert_eq!(*schema, json!({ "type": "boolean" }), "{what}");
                booleans += 1;
            } else if ["at", "card"].contains(&name) {
                // `at` of formulas goes up to 10^100, which no integer holds; `card` may be a name.
                assert!(words.contains(&format!("{name} = zz")), "{what}: {words}");
            } else if words.contains(&format!("{name} = zz, expected a whole number")) {
                assert_eq!(schema["type"], "integer", "{what}");
                let bound = |key| u128::from(schema[key].as_u64().expect("a bound"));
                let (least, most) = (bound("minimum"), bound("maximum"));
                for outside in [least.checked_sub(1), Some(most + 1)].into_iter().flatten() {
                    let reply = ask(&outside.to_string());
                    assert!(matches!(reply.status, 400 | 422), "{what} = {outside}");
                    has(&reply.body, &[&outside.to_string()]);
                }
                // Other limits may be narrower; the number itself is read. A million deals take
                // long.
                for inside in [least, if name == "deals" { least.max(1) } else { most }] {
                    let body = ask(&inside.to_string()).body;
                    let refused = body.contains("expected a whole number from");
                    assert!(!refused, "{what} = {inside}: {body}");
                }
                integers += 1;
            } else if words.contains("method “zz”") {
                assert_eq!(*schema, json!({ "$ref": "#/components/schemas/Method" }), "{what}");
                methods += 1;
            } else {
                let text = ["variant", "plant", "game", "hand", "range", "board", "lock"]
                    .contains(&name)
                    && schema["type"] == "string";
                assert!(text, "{what}: {words}");
            }
        }
    }
    assert_eq!((booleans, integers, methods), (6, 12, 2));
    // The same parameters beside a body.
    let paths = &document["paths"];
    let of = |path: &str, method: &str| {
        paths[path][method]["parameters"].as_array().expect("parameters").clone()
    };
    let described: Vec<Value> =
        of("/api/v1/solutions/{label}", "get").into_iter().skip(1).collect();
    assert_eq!(of("/api/v1/solutions", "post"), described);
    assert_eq!(of("/api/v1/sweeps", "post")[0]["schema"], json!({ "type": "boolean" }));
}
