//! Formula documents and their two judges: `bluff verify` and the checker in Python take what
//! `bluff formula` writes, and refuse every damaged number.

use std::fs;

use rational_bluff::certificate::CheckedDocument;
use serde_json::{Value, json};

use crate::schemas::Described;
use crate::second_checker::{checked, damaged_at, verdicts};
use crate::support::{self, folder, has, run};

/// Formulas of one bet and of several, typed in any order.
const FORMULAS: [&str; 4] = [
    "von-neumann -b 2 --at 5",
    "von-neumann -b 1/2 --at 1000000000000000000",
    "newman -b 3",
    "one-street -s 5/2,1",
];

/// A formula document on one line.
fn document(line: &str) -> Value {
    support::document(&format!("formula {line}"))
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
    assert_eq!(checked("formula-second", &FORMULAS.map(document)), [0; FORMULAS.len()]);
    let entry = support::json(&run(&folder, "verify formula.json --json").1);
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
    has(&verdicts("formula-long", &[long])[0].1, &["no document: more than 10000 bets"]);
}

/// Another minimiser or other masses may prove the same value, so both judges take a few damages.
#[test]
fn both_judges_have_one_verdict_on_every_damage() {
    let right = document("von-neumann -b 2 --at 7");
    let mut damaged = damaged_at(&right, |_| true);
    // Words have no digit.
    for place in ["/kind", "/game/name", "/proof"] {
        let mut other = right.clone();
        *other.pointer_mut(place).unwrap() = json!("none");
        damaged.push((place.to_owned(), other));
    }
    assert!(damaged.len() > 70, "{}", damaged.len());
    let (places, documents): (Vec<String>, Vec<Value>) = damaged.into_iter().unzip();
    let second = verdicts("formula-damaged", &documents);
    let mut taken = 0;
    for ((place, document), (code, line)) in places.iter().zip(&documents).zip(second) {
        match CheckedDocument::verify(&document.to_string()) {
            Ok(_) => {
                assert!(code == 0 && place.starts_with("/classes/"), "{place}: {line}");
                taken += 1;
            }
            Err(error) => {
                let first = 2 - i32::from(error.is_refusal());
                assert_eq!(first, code, "{place}: {error}; {line}");
            }
        }
    }
    assert_eq!(taken, 3);
}
