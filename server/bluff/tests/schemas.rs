//! Real answers of every game against the schemas of the OpenAPI document.

use std::collections::BTreeSet;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support;
use crate::support::service::{Reply, Service};

/// A service, and what its OpenAPI document says.
pub(crate) struct Described {
    pub(crate) service: Service,
    document: Value,
}

impl Described {
    pub(crate) fn new(test: &str) -> Self {
        let service = Service::patient(test);
        let document = service.json("/api/v1/openapi.json");
        Self { service, document }
    }

    /// The validator of a schema of the document.
    fn schema(&self, schema: &Value) -> Validator {
        let mut whole = schema.clone();
        whole["components"] = self.document["components"].clone();
        jsonschema::draft202012::new(&whole).expect("a schema")
    }

    pub(crate) fn named(&self, name: &str) -> Validator {
        self.schema(&json!({ "$ref": format!("#/components/schemas/{name}") }))
    }

    /// The answer to a question, which must be of this schema.
    fn answer(&self, schema: &Validator, path: &str) -> Value {
        let reply = self.service.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        holds(schema, path, &reply)
    }
}

pub(crate) fn holds(schema: &Validator, path: &str, reply: &Reply) -> Value {
    let value = reply.json();
    let faults: Vec<String> = schema
        .iter_errors(&value)
        .map(|fault| format!("{fault} at {}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{path}, answered with {}: {faults:?}", reply.status);
    value
}

/// Clients are generated from these names.
#[test]
fn every_operation_has_a_name_of_its_own() {
    let described = Described::new("schemas-names");
    let paths = described.document["paths"].as_object().expect("paths").values();
    let operations = paths.flat_map(|path| path.as_object().expect("operations").values());
    let names: Vec<&str> =
        operations.map(|operation| operation["operationId"].as_str().expect("a name")).collect();
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
}

/// A client may read numbers as doubles.
#[test]
fn every_integer_says_its_bounds() {
    fn unbounded<'a>(value: &'a Value, place: String, found: &mut Vec<String>) {
        let children: Vec<(String, &'a Value)> = match value {
            Value::Object(object) => {
                object.iter().map(|(key, value)| (key.clone(), value)).collect()
            }
            Value::Array(items) => {
                (0..).zip(items).map(|(at, item): (usize, _)| (at.to_string(), item)).collect()
            }
            _ => return,
        };
        let kind = &value["type"];
        let is_integer = kind == "integer" || *kind == json!(["integer", "string"]);
        if is_integer && (value["minimum"].is_null() || value["maximum"].is_null()) {
            found.push(place.clone());
        }
        for (key, child) in children {
            unbounded(child, format!("{place}/{key}"), found);
        }
    }
    let described = Described::new("schemas-bounds");
    let mut found = Vec::new();
    unbounded(&described.document["components"]["schemas"], "schemas".to_owned(), &mut found);
    unbounded(&described.document["paths"], "paths".to_owned(), &mut found);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn every_answer_is_of_its_schema() {
    let described = Described::new("schemas-answers");
    let schema = |name| described.named(name);
    let (solution, worth, verified, quote) =
        (schema("Solution"), schema("Worth"), schema("Verified"), schema("Quote"));
    let games = described.answer(&schema("Games"), "/api/v1/games");
    let games = games["games"].as_array().expect("a list").iter();
    let games = games.map(|game| game["label"].as_str().expect("a label"));
    let more = ["kuhn/n5-b7_3-r4", "callers/n1000000000000-b2-p4", "one-street/n28-s1-5_2-7"];
    for label in games.chain(more) {
        let path = format!("/api/v1/solutions/{label}");
        described.answer(&solution, &path);
        described.answer(&quote, &format!("/api/v1/quote/{label}"));
        let document = described.service.get(&path).body;
        holds(&worth, label, &described.service.post("/api/v1/payoff", "", &document));
        holds(&verified, label, &described.service.post("/api/v1/verify", "", &document));
    }
    for label in ["kuhn/b1", "one-street/s1-3"] {
        described.answer(&quote, &format!("/api/v1/quote/{label}"));
    }
    let (explanation, answer) = (schema("Explanation"), schema("Answer"));
    for label in ["kuhn/n3-b1", "von-neumann/n28-b4", "three-player/n7-b2", "kuhn/n13-b1-r4"] {
        let path = format!("/api/v1/solutions/{label}?card=3");
        assert!(answer.is_valid(&described.answer(&explanation, &path)), "{label}");
    }
    described.answer(&schema("GameFile"), "/api/v1/games/kuhn/n3-b1");
    let face = schema("Face");
    for label in ["kuhn/n3-b1", "von-neumann/n9-b2", "basic-endgame/n3-b2-w1_3"] {
        described.answer(&face, &format!("/api/v1/solutions/{label}?face"));
    }
    described.answer(&schema("Solutions"), "/api/v1/solutions/three-player/n7-b2?all");
    for (name, question) in [
        ("Grid", "grid?game=kuhn&n=3..4&b=1&strategies=true"),
        ("Equilibria", "equilibria?game=kuhn/n3-b1"),
        ("Equilibria", "equilibria?game=three-player/n4-b1"),
    ] {
        described.answer(&schema(name), &format!("/api/v1/{question}"));
    }
    let pure = schema("PureEquilibria");
    for question in ["", "?cuts", "?count", "?limit=1"] {
        described.answer(&pure, &format!("/api/v1/pure/von-neumann/n9-b2{question}"));
    }
    let continuous = schema("Continuous");
    let two = "von-neumann/b2 von-neumann/best newman/bmax newman/all newman/between1-4 \
        one-street/step1_2 one-street/s1-5_2-7 kuhn/b2 borel/b2 one-raise/b2-raise6 \
        hand-flip/b2-flip1_6 basic-endgame/b2-w1_3";
    for game in two.split(' ').chain(["three-player/b2", "callers/b2-p5"]) {
        described.answer(&continuous, &format!("/api/v1/continuous/{game}"));
    }
    let comparison = schema("Comparison");
    for game in ["von-neumann/b2", "three-player/b2", "kuhn/b1", "newman/bmax"] {
        described.answer(&comparison, &format!("/api/v1/compare/{game}?from=4&to=6"));
    }
    let formula = schema("Formula");
    for question in ["von-neumann/b2", "newman/b3?residue=516", "one-street/s1_2-3?at=1000000003"] {
        described.answer(&formula, &format!("/api/v1/formulas/{question}"));
    }
    for (name, question) in [
        ("Family", "kuhn/b2?at=9"),
        ("WholeBets", "newman/bmax?at=1000"),
        ("EveryBet", "von-neumann/n5"),
        ("EveryBet", "von-neumann/n3?best-bet"),
    ] {
        for schema in [schema(name), schema("AllDecks")] {
            described.answer(&schema, &format!("/api/v1/formulas/{question}"));
        }
    }
    for schema in [schema("PureCounts"), schema("PureAnswer")] {
        described.answer(&schema, "/api/v1/pure/von-neumann/b2?at=18");
    }
    described.answer(&schema("Limits"), "/api/v1/limits");
    for board in ["", "Kc9d6h"] {
        let path = format!("/api/v1/equity?hand=AhKd&range=22+,76s:1/2&board={board}");
        described.answer(&schema("Equity"), &path);
    }
    let fairness = |name, question| {
        described.answer(&schema(name), &format!("/api/v1/fairness/barany-furedi?{question}"));
    };
    fairness("Fairness", "plant=constant-code");
    fairness("Fairness", "game=kuhn/n3-b1&plant=constant-places");
    for (name, question) in [
        ("FairnessProved", "players=3&cards=3"),
        ("FairnessTested", "cards=52&deals=2000"),
        ("GameDealt", "game=kuhn/n3-b1"),
        ("GameSampled", "game=kuhn/n13-b1&deals=2000"),
    ] {
        fairness(name, question);
        fairness("Fairness", question);
    }
    let mine = "/api/v1/fairness?cards=4&hands=1;2%0A3;4";
    described.answer(&schema("DealsTested"), mine);
    described.answer(&schema("Fairness"), mine);
    // `deals.rs` holds a deal of every protocol against its schema.
    described.answer(&schema("Protocols"), "/api/v1/protocols");
    let seed = "00112233445566778899aabbccddeeff".repeat(2);
    let ask = json!({ "protocol": "barany-furedi", "players": 3, "cards": 8, "seed": seed });
    assert!(schema("DealQuestion").is_valid(&ask));
    let mut told = described
        .service
        .get("/api/v1/progress/one-raise/n2200-b100000007_99999989-raise3?method=lp")
        .events();
    told.retain(|(name, _)| name == "progress");
    assert!(!told.is_empty());
    for (_, progress) in told {
        assert!(schema("Progress").is_valid(&progress), "{progress}");
    }
    let plan = json!({ "cells": [{ "game": "kuhn", "n": "3..9", "b": [1, "5/2"] }] }).to_string();
    let json = "content-type: application/json\r\n";
    let quote = described.service.post("/api/v1/sweeps?quote", json, &plan);
    holds(&schema("SweepQuote"), "quote", &quote);
    let begun = described.service.post("/api/v1/sweeps", json, &plan);
    let id = holds(&schema("Sweep"), "sweep", &begun)["id"].clone();
    let place = format!("/api/v1/sweeps/{}", id.as_str().expect("an id"));
    support::until("the files", || described.service.json(&place)["state"] == "done");
    described.answer(&schema("Sweep"), &place);
    let problem = schema("Problem");
    for path in ["solutions/kuhn/n1-b1", "nowhere", "pure/kuhn/n3-b1", "limits?all"] {
        holds(&problem, path, &described.service.get(&format!("/api/v1/{path}")));
    }
    // A schema that took anything would show nothing.
    let mut wrong = described.service.json("/api/v1/solutions/kuhn/n3-b1");
    assert!(solution.is_valid(&wrong));
    wrong["values"][0] = json!(-0.0556);
    assert!(!solution.is_valid(&wrong));
    wrong["values"][0] = json!("-2/36");
    wrong["colour"] = json!("red");
    assert!(!solution.is_valid(&wrong));
}

#[test]
fn examples_are_real_and_every_reference_leads_somewhere() {
    let described = Described::new("schemas-examples");
    let schemas = described.document["components"]["schemas"].as_object().expect("schemas");
    for name in schemas.keys() {
        described.named(name);
    }
    let text = described.document.to_string();
    let named = text.split("#/components/schemas/").skip(1);
    let named: BTreeSet<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(named, schemas.keys().map(String::as_str).collect());
    let mut examples = 0;
    for (path, item) in described.document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            assert!(operation["responses"]["200"].is_object(), "{method} {path}");
            let contents = operation["responses"].as_object().expect("responses").values();
            for content in contents.chain(operation.get("requestBody")) {
                let Some(content) = content["content"].get("application/json") else { continue };
                let Some(example) = content.get("example") else { continue };
                examples += 1;
                let schema = described.schema(&content["schema"]);
                assert!(schema.is_valid(example), "{method} {path}: {example}");
            }
            // What is given as an example is answered.
            if method == "post"
                && let Some(body) = operation.get("requestBody")
            {
                let contents = body["content"].as_object().expect("contents");
                let mut contents = contents.iter();
                let (kind, content) = contents
                    .find(|(_, content)| content.get("example").is_some())
                    .expect("an example");
                let example = content["example"].to_string();
                let path =
                    if path.ends_with("sweeps") { format!("{path}?quote") } else { path.clone() };
                let path = path.replace("{label}", "von-neumann/n28-b4");
                let kind = format!("content-type: {kind}\r\n");
                let reply = described.service.post(&path, &kind, &example);
                assert_eq!(reply.status, 200, "{path}: {}", reply.body);
            }
        }
    }
    assert_eq!(examples, 54);
    let example =
        &described.document["paths"]["/api/v1/solutions/{label}"]["get"]["responses"]["200"];
    let answer = described.service.json("/api/v1/solutions/von-neumann/n9-b2");
    assert_eq!(example["content"]["application/json"]["example"], answer);
}
