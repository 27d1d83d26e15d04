//! The checker in Python, which shares no code with the solver: it certifies a document of every game, refuses every damaged
//! number, and says the same as `bluff verify` of strategies that are not those of the document.
#![cfg(all(test, unix))]

mod support;

use std::fs;
use std::process::Command;

use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use serde_json::Value;

/// What is solved: every game, ties, ranges, games from files, and a deck that nobody could deal.
const GAMES: [&str; 19] = [
    "von-neumann -n 28 -b 4",
    "von-neumann -n 1000000000000000000 -b 5/2",
    "newman -n 14 -b 5",
    "newman -n 12 -b 4 --copies 3",
    "one-street -n 28 -s 1,5/2,7",
    "three-player -n 10 -b 2",
    "three-player -n 6 -b 2 --copies 3",
    "callers -n 12 -b 2 --players 4",
    "kuhn -n 3 -b 1",
    "kuhn -n 5 -b 3/2 --copies 4",
    "borel -n 4 -b 2",
    "one-raise -n 10 -b 2 --raise 6",
    "hand-flip -n 10 -b 2 --flip 1/6",
    "in-turn -n 4 -b 1",
    "basic-endgame -b 2 --win 1/3",
    "basic-endgame -b 2 --win 1/3 --copies 4",
    "../../../data/games/basic-endgame.json",
    "../../../data/games/half-street-kuhn.json",
    "../../../data/games/third-sees-second.json",
];

fn solved(game: &str) -> Value {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data");
    let line = format!("solve {} --format json", game.replace("../../../data", data));
    let (code, text, words) = support::run(&support::shared("second-checker"), &line);
    assert_eq!(code, 0, "{line}: {words}");
    serde_json::from_str(&text).expect("JSON")
}

/// The exit code of the second checker, and which of these documents it finds right.
fn checked(test: &str, documents: &[Value]) -> (i32, Vec<bool>) {
    let file = support::folder(test).join("documents.jsonl");
    let lines: Vec<String> = documents.iter().map(Value::to_string).collect();
    fs::write(&file, lines.join("\n")).expect("a file");
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../checker/check.py");
    let output = Command::new("python3").arg("-B").arg(checker).arg(&file).output().expect("Python");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let wrong = |number: usize| said.contains(&format!("documents.jsonl, document {number}: "));
    let right: Vec<bool> = (1..=documents.len()).map(|number| !wrong(number)).collect();
    let count = right.iter().filter(|right| **right).count();
    assert!(said.ends_with(&format!("{count} of {} documents are right\n", documents.len())), "{said}");
    (output.status.code().expect("an exit code"), right)
}

/// Every text and number with a digit in a document, and the same document with that digit changed.
fn damaged(document: &Value) -> Vec<(String, Value)> {
    fn pointers(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(at, item)| pointers(item, &format!("{path}/{at}"), found));
            }
            Value::Object(fields) => {
                fields
                    .iter()
                    .for_each(|(key, field)| pointers(field, &format!("{path}/{}", key.replace('/', "~1")), found));
            }
            _ if value.to_string().contains(|letter: char| letter.is_ascii_digit()) => found.push(path.to_owned()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    pointers(document, "", &mut found);
    let change = |path: String| {
        let mut changed = document.clone();
        let place = changed.pointer_mut(&path).expect("a place of the document");
        let text = place.to_string();
        let at = text.rfind(|letter: char| letter.is_ascii_digit()).expect("a digit");
        let next = if &text[at..=at] == "9" { "7".to_owned() } else { (text.as_bytes()[at] - b'0' + 1).to_string() };
        *place = serde_json::from_str(&format!("{}{next}{}", &text[..at], &text[at + 1..])).expect("JSON");
        (path, changed)
    };
    found.into_iter().filter(|path| path != "/method").map(change).collect()
}

/// The strategies of a document with a quarter of an action's probability moved to another, or a run one card longer, each in turn.
fn other_strategies(document: &Value) -> Vec<Value> {
    let views = document["strategies"].as_array().expect("views");
    let mut others = Vec::new();
    for (view, at) in views.iter().enumerate().flat_map(|(index, view)| {
        let runs = view["runs"].as_array().expect("runs").len();
        (0..runs).map(move |run| (index, run))
    }) {
        let row = &document["strategies"][view]["runs"][at];
        let actions: Vec<(&String, Rational)> = row["actions"]
            .as_object()
            .expect("actions")
            .iter()
            .map(|(action, number)| (action, number.as_str().expect("text").parse().expect("a number")))
            .collect();
        for pair in actions.windows(2) {
            let [(from, have), (to, had)] =
                if pair[0].1.is_zero() { [&pair[1], &pair[0]] } else { [&pair[0], &pair[1]] };
            let moved = have / Rational::from(4);
            let mut other = document.clone();
            let row = &mut other["strategies"][view]["runs"][at]["actions"];
            row[from.as_str()] = (have - &moved).to_string().into();
            row[to.as_str()] = (had + &moved).to_string().into();
            others.push(other);
        }
        let mut other = document.clone();
        let runs = &mut other["strategies"][view]["runs"];
        let last: u64 = runs[at]["cards"][1].as_str().expect("text").parse().expect("a card");
        if runs[at + 1]["cards"][1].as_str().is_some_and(|end| end != (last + 1).to_string()) {
            runs[at]["cards"][1] = (last + 1).to_string().into();
            runs[at + 1]["cards"][0] = (last + 2).to_string().into();
            others.push(other);
        }
    }
    others
}

#[test]
fn a_document_of_every_game_is_right() {
    let documents: Vec<Value> = GAMES.iter().map(|game| solved(game)).collect();
    assert_eq!(checked("second-checker-right", &documents), (0, vec![true; GAMES.len()]));
}

#[test]
fn every_damaged_number_is_refused() {
    let documents = GAMES.iter().flat_map(|game| damaged(&solved(game)).into_iter().map(move |found| (game, found)));
    let (places, documents): (Vec<_>, Vec<_>) = documents.map(|(game, (path, value))| ((game, path), value)).unzip();
    assert!(documents.len() > 1000, "{}", documents.len());
    let (code, right) = checked("second-checker-damaged", &documents);
    assert_eq!(code, 2, "some of it is no document any more");
    for ((place, document), right) in places.iter().zip(&documents).zip(right) {
        assert_eq!(right, Document::verify(&document.to_string()).is_ok(), "{place:?}");
        // Another tree is another game, which may have the same equilibrium: what nobody pays does not matter.
        assert!(!right || place.1.starts_with("/game/tree/"), "{place:?}");
    }
}

#[test]
fn both_checkers_say_the_same_of_other_strategies() {
    let documents: Vec<Value> = GAMES.iter().flat_map(|game| other_strategies(&solved(game))).collect();
    let (code, right) = checked("second-checker-others", &documents);
    assert_eq!(code, 1);
    let ours: Vec<bool> = documents.iter().map(|document| Document::verify(&document.to_string()).is_ok()).collect();
    assert_eq!(right, ours);
    // Some equilibria have others beside them, with the same values.
    let count = right.iter().filter(|right| **right).count();
    assert!(documents.len() > 200 && count > 0 && count * 2 < documents.len(), "{count} of {}", documents.len());
}
