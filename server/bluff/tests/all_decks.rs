//! Proofs for all decks before both judges: right ones, and every damage.

use std::fs;

use rational_bluff::certificate::family::AllDecksDocument;
use serde_json::{Value, json};

use crate::second_checker::{checked, damaged};
use crate::support::{answer, folder, has, run, shared};

/// Games of which a formula is proved, and the places that are damaged: all, or those of a class.
const GAMES: [(&str, &str); 5] = [
    ("von-neumann -b 1 --certificate", ""),
    ("borel -b 2", ""),
    ("hand-flip -b 2 --flip 1/3", ""),
    ("one-street -s 1,2 --certificate", "/classes/7/"),
    ("kuhn -b 2", "/classes/5/"),
];

fn document(game: &str) -> Value {
    serde_json::from_str(&answer(&format!("formula {game} --json --at 1000000007"))).expect("JSON")
}

/// The verdict of the judge.
fn judged(document: &Value) -> (i32, String) {
    match AllDecksDocument::verify(&document.to_string()) {
        Ok(_) => (0, String::new()),
        Err(error) => (2 - i32::from(error.is_refusal()), error.to_string()),
    }
}

#[test]
fn both_judges_certify_all_decks() {
    let documents: Vec<Value> = GAMES.iter().map(|(game, _)| document(game)).collect();
    assert_eq!(checked("all-decks-right", &documents), [0; GAMES.len()]);
    for document in &documents {
        assert_eq!(judged(document), (0, String::new()), "{}", document["label"]);
        for class in document["classes"].as_array().expect("classes") {
            assert!(class.to_string().len() < 2_500, "{}: {}", document["label"], class["residue"]);
        }
    }
}

#[test]
fn every_damage_to_a_proof_has_one_verdict() {
    let (mut places, mut documents) = (Vec::new(), Vec::new());
    for (game, part) in GAMES {
        for (place, document) in damaged(&document(game)) {
            if place.starts_with(part) {
                places.push((game, place));
                documents.push(document);
            }
        }
    }
    assert!(documents.len() > 500, "{}", documents.len());
    let verdicts = checked("all-decks-damaged", &documents);
    let mut right = 0;
    for ((place, document), verdict) in places.iter().zip(&documents).zip(verdicts) {
        let (code, why) = judged(document);
        assert_eq!(verdict, code, "{place:?}: {why}");
        // Where a player is indifferent between neighbouring cards, another end of a run, or
        // another probability, is another equilibrium.
        let strategy = place.1.contains("/strategies/") || place.1.contains("/replies/");
        // Two decks may have one value, so that the other is true too.
        let other_deck = place.1 == "/at/n";
        assert!(code > 0 || other_deck || strategy && place.1.contains("/runs/"), "{place:?}");
        if let Some(class) = place.1.strip_prefix("/classes/").filter(|_| code == 1) {
            let residue = class.split('/').next().expect("a class");
            let names =
                [format!("class {residue} "), "single decks".to_owned(), "player ".to_owned()];
            assert!(names.iter().any(|name| why.contains(name)), "{place:?}: {why}");
        }
        right += usize::from(code == 0);
    }
    assert!(right * 20 < documents.len(), "{right} of {}", documents.len());
}

#[test]
fn hostile_proofs_are_refused_at_once() {
    let right = document("hand-flip -b 2 --flip 1/3");
    let long = "9".repeat(2_000);
    let changes: [(&str, Value); 8] = [
        ("/classes/0/value", json!({"num": vec!["1"; 30], "den": ["1"]})),
        ("/classes/0/value", json!({"num": [long.clone()], "den": ["1"]})),
        ("/classes/0/value", json!({"num": ["1"], "den": ["0"]})),
        ("/classes/0/from", json!("999999999999999999")),
        ("/classes/1/strategies/0/runs/0/to", json!(["99999999999999999", "0"])),
        ("/classes/1/strategies/0/runs/0/to", json!(["1", "-9"])),
        ("/formula/constants", json!([])),
        ("/classes", json!([])),
    ];
    let with = |(place, value): &(&str, Value)| {
        let mut document = right.clone();
        *document.pointer_mut(place).expect("a place") = value.clone();
        document
    };
    let documents: Vec<Value> = changes.iter().map(with).collect();
    let verdicts = checked("all-decks-hostile", &documents);
    for ((change, document), verdict) in changes.iter().zip(&documents).zip(verdicts) {
        let (code, why) = judged(document);
        assert!(code > 0, "{}", change.0);
        assert_eq!(verdict, code, "{}: {why}", change.0);
    }
}

#[test]
fn verify_reads_proofs_for_all_decks() {
    let folder = folder("all-decks-verify");
    let file = folder.join("kuhn.json").display().to_string();
    answer(&format!("formula kuhn -b 2 --json -o {file}"));
    has(
        &answer(&format!("verify {file}")),
        &["kuhn/b2: certified for every deck of 2 cards or more", "12 classes", "-1/12"],
    );
    let entries: Value =
        serde_json::from_str(&answer(&format!("verify {file} --json"))).expect("JSON");
    assert_eq!(entries[0]["label"], "kuhn/b2");
    let text = fs::read_to_string(&file).expect("a file");
    assert_eq!(text.matches("\"residue\"").count(), 12);
    let lines = folder.join("kuhn.jsonl");
    let line = answer("formula kuhn -b 2 --format jsonl");
    fs::write(&lines, line.clone() + &line.replacen("\"from\":\"", "\"from\":\"1", 2))
        .expect("a file");
    let (code, _, said) = run(&shared("commands"), &format!("verify {}", lines.display()));
    assert!(code == 1 && said.contains("kuhn.jsonl, line 2: "), "{code}: {said}");
}

#[test]
fn words_and_programs_say_the_same() {
    let text = answer("formula kuhn -b 1 --residue 4 --at 1000000000000");
    has(
        &text,
        &[
            "v(n) = (-1/18 n² − 1/18 n + c)/(n(n − 1)), where c depends on n mod 6 alone:",
            "n mod 6 = 4    c = 11/18",
            "Exceptions v(2) = 0",
            "a(n) = a(n − 6) − 2/3 n + 5/3",
            "Decks of n = 18m + 4 cards",
            "II, facing bet 1",
        ],
    );
    has(&answer("formula kuhn -b 1 --format latex"), &["except $v(2) = 0$", "\\frac{11}{18}"]);
    has(&answer("formula kuhn -b 1 --format maple"), &["if n = 2 then return 0", "certified"]);
    has(&answer("formula kuhn -b 1 --format svg"), &["<svg", "12 points"]);
}
