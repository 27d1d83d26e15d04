//! Formula documents and their two judges: `bluff verify` and the checker in Python take what
//! `bluff formula` writes, and refuse every damaged number.

use std::fs;
use std::process::Command;

use rational_bluff::certificate::CheckedDocument;
use rational_bluff::exact::Rational;
use serde_json::{Value, json};

use crate::schemas::Described;
use crate::support::{answer, folder, has, run};

/// Formulas of one bet and of several, typed in any order.
const FORMULAS: [&str; 4] = [
    "von-neumann -b 2 --at 5",
    "von-neumann -b 1/2 --at 1000000000000000000",
    "newman -b 3",
    "one-street -s 5/2,1",
];

/// The lines that the second checker prints of documents.
fn second(test: &str, documents: &[String]) -> Vec<String> {
    let file = folder(test).join("formulas.jsonl");
    fs::write(&file, documents.join("\n")).unwrap();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/check.py");
    let output = Command::new("python3").arg(checker).arg(file).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A formula document on one line.
fn document(line: &str) -> Value {
    serde_json::from_str(&answer(&format!("formula {line} --json"))).unwrap()
}

#[test]
fn both_judges_certify_what_the_command_writes() {
    let folder = folder("formula-verified");
    for line in FORMULAS {
        fs::write(folder.join("formula.json"), document(line).to_string()).unwrap();
        let (code, said, words) = run(&folder, "verify formula.json");
        assert_eq!(code, 0, "{line}: {words}");
        has(&said, &[": certified\nFormula      v(n) = ", "for every n ≥ 2"]);
    }
    let documents = FORMULAS.map(|line| document(line).to_string());
    assert_eq!(second("formula-second", &documents), ["4 of 4 documents are right"]);
    let entry: Value = serde_json::from_str(&run(&folder, "verify formula.json --json").1).unwrap();
    assert_eq!(entry[0]["label"], "one-street/s1-5_2");
}

#[test]
fn the_service_certifies_a_formula() {
    let described = Described::new("formula-posted");
    let text = document("von-neumann -b 2").to_string();
    let reply = described.service.post("/api/v1/verify", "", &text);
    let said = crate::schemas::holds(&described.named("Verified"), "a formula", &reply);
    let expected =
        json!({ "label": "von-neumann/b2", "certified": true, "limit": "1/9", "period": "9" });
    assert_eq!(said, expected);
    let damaged = text.replacen("-2/3", "-1/3", 1);
    let words = described.service.post("/api/v1/verify", "", &damaged).problem(422);
    assert!(words.contains("residue 3: the document claims the constant -1/3"), "{words}");
    let part = document("von-neumann -b 2 --residue 4").to_string();
    let words = described.service.post("/api/v1/verify", "", &part).problem(422);
    assert!(words.contains("the number of classes 1, but it is 9"), "{words}");
}

#[test]
fn a_formula_of_too_many_bets_is_no_document() {
    let mut long = document("one-street -s 1,2");
    let bets: Vec<String> = (0..=10_001).map(|bet: u32| bet.to_string()).collect();
    long["label"] = json!(format!("one-street/s{}", bets[1..].join("-")));
    long["game"]["bets"] = json!(bets);
    let error = CheckedDocument::verify(&long.to_string()).err().unwrap();
    assert!(error.to_string().contains("10001 bets, expected at most 10000 for a formula"));
    let said = second("formula-long", &[long.to_string()]);
    has(&said[0], &["no document: more than 10000 bets"]);
}

/// The document with each of its texts damaged in turn.
fn damaged(whole: &Value) -> Vec<(String, String)> {
    fn places(value: &Value, place: String, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                object
                    .iter()
                    .for_each(|(key, value)| places(value, format!("{place}/{key}"), found));
            }
            Value::Array(items) => (0..)
                .zip(items)
                .for_each(|(at, item): (usize, _)| places(item, format!("{place}/{at}"), found)),
            _ => found.push(place),
        }
    }
    let mut found = Vec::new();
    places(whole, String::new(), &mut found);
    let one = |place: String| {
        let mut other = whole.clone();
        let text = other.pointer_mut(&place).unwrap();
        *text = match text.as_str() {
            None => json!(2),
            // One more: (p + q)/q is in lowest terms too.
            Some(number) => match number.parse::<Rational>() {
                Ok(number) => json!((number + Rational::ONE).to_string()),
                Err(_) => json!(format!("{number}x")),
            },
        };
        (place, other.to_string())
    };
    found.into_iter().map(one).collect()
}

/// Another minimiser or other masses may prove the same value, so both judges take a few damages.
#[test]
fn both_judges_have_one_verdict_on_every_damage() {
    let damaged = damaged(&document("von-neumann -b 2 --at 7"));
    assert!(damaged.len() > 70, "{}", damaged.len());
    let texts: Vec<String> = damaged.iter().map(|(_, text)| text.clone()).collect();
    let said = second("formula-damaged", &texts);
    let mut taken = 0;
    for (number, (place, text)) in (1..).zip(&damaged) {
        let line = said.iter().find(|line| line.contains(&format!(", document {number}: ")));
        match CheckedDocument::verify(text) {
            Ok(_) => {
                assert!(line.is_none() && place.starts_with("/classes/"), "{place}: {line:?}");
                taken += 1;
            }
            Err(error) => {
                let line = line.unwrap_or_else(|| panic!("{place}: {error}"));
                assert_eq!(error.is_refusal(), line.contains(": refused: "), "{error}; {line}");
            }
        }
    }
    assert_eq!(taken, 4);
}
