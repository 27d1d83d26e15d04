//! The checker in Python, which shares no code with the solver: it certifies a document of every
//! game, and gives the verdict of `bluff verify` on damaged numbers, on other strategies, and on
//! the documents of `tests/documents`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::support;

/// Games that are solved: all of them, with ties, ranges, from files, and on a deck that nobody
/// could deal.
const GAMES: [&str; 25] = [
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
    "leduc",
    "push-fold --stack 10 --ante 1/8",
    "../../../data/games/akq-no-limit.json",
    "../../../data/games/basic-endgame.json",
    "../../../data/games/half-street-kuhn.json",
    "../../../data/games/third-sees-second.json",
    "../../../data/games/two-card-hands.json",
    "../../../data/games/leduc-three-bets.json",
    "../../../data/games/river.json",
];

fn solved(game: &str) -> Value {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    support::document(&format!("solve {}", game.replace("../../../data", data)))
}

/// The exit code of the second checker given these files, and what it prints.
pub(crate) fn checker(files: &[PathBuf]) -> (i32, String) {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/check.py");
    let output = Command::new("python3").arg(checker).args(files).output().expect("Python");
    (output.status.code().expect("an exit code"), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The exit code that a line of the second checker stands for: none says that a document is right.
fn verdict(line: Option<&str>) -> i32 {
    match line {
        None => 0,
        Some(line) if line.contains(": refused: ") => 1,
        Some(line) => {
            assert!(line.contains(": no document: "), "{line}");
            2
        }
    }
}

/// The verdict of the second checker on each of these documents.
pub(crate) fn checked(test: &str, documents: &[Value]) -> Vec<i32> {
    verdicts(test, documents).into_iter().map(|(code, _)| code).collect()
}

/// The same with the line that it prints, which is empty for documents that are right.
pub(crate) fn verdicts(test: &str, documents: &[Value]) -> Vec<(i32, String)> {
    let file = support::folder(test).join("documents.jsonl");
    let lines: Vec<String> = documents.iter().map(Value::to_string).collect();
    fs::write(&file, lines.join("\n")).expect("a file");
    let (code, said) = checker(&[file]);
    let of = |number: usize| {
        let place = format!("documents.jsonl, document {number}: ");
        let line = said.lines().find(|line| line.contains(&place));
        (verdict(line), line.unwrap_or_default().to_owned())
    };
    let verdicts: Vec<(i32, String)> = (1..=documents.len()).map(of).collect();
    let codes = || verdicts.iter().map(|(code, _)| *code);
    let right = codes().filter(|code| *code == 0).count();
    let sum = format!("{right} of {} documents are right\n", documents.len());
    assert!(said.ends_with(&sum), "{said}");
    assert_eq!(code, codes().find(|code| *code != 0).unwrap_or(0));
    verdicts
}

/// The verdict of the solver's judge.
fn judged(document: &Value) -> i32 {
    match Document::verify(&document.to_string()) {
        Ok(_) => 0,
        Err(error) => 2 - i32::from(error.is_refusal()),
    }
}

/// Every text and number with a digit in a document, and the same document with that digit changed.
fn damaged(document: &Value) -> Vec<(String, Value)> {
    damaged_at(document, |place| place != "/method")
}

/// The same at some places, which are JSON pointers.
pub(crate) fn damaged_at(document: &Value, chosen: impl Fn(&str) -> bool) -> Vec<(String, Value)> {
    fn pointers(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    pointers(item, &format!("{path}/{at}"), found);
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    pointers(field, &format!("{path}/{}", key.replace('/', "~1")), found);
                }
            }
            _ if value.to_string().contains(|letter: char| letter.is_ascii_digit()) => {
                found.push(path.to_owned())
            }
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
        let next = if &text[at..=at] == "9" { 7 } else { text.as_bytes()[at] - b'0' + 1 };
        let text = format!("{}{next}{}", &text[..at], &text[at + 1..]);
        *place = serde_json::from_str(&text).expect("JSON");
        (path, changed)
    };
    found.into_iter().filter(|path| chosen(path)).map(change).collect()
}

/// The strategies of a document with a quarter of an action's probability moved to another, or a
/// run one card longer, each in turn.
fn other_strategies(document: &Value) -> Vec<Value> {
    let views = document["strategies"].as_array().expect("views");
    let mut others = Vec::new();
    for (view, at) in views.iter().enumerate().flat_map(|(index, view)| {
        let runs = view["runs"].as_array().expect("runs").len();
        (0..runs).map(move |run| (index, run))
    }) {
        let row = &document["strategies"][view]["runs"][at];
        let number = |number: &Value| number.as_str().expect("text").parse().expect("a number");
        let actions = row["actions"].as_object().expect("actions").iter();
        let actions: Vec<(&String, Rational)> =
            actions.map(|(action, probability)| (action, number(probability))).collect();
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
    assert_eq!(checked("second-checker-right", &documents), [0; GAMES.len()]);
}

/// So many numbers or strategies of a game, where its document has thousands.
const FEW: usize = 50;

/// At most so many of these, spread evenly.
fn spread<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step)
}

fn damaged_numbers_are_refused(most_of_a_game: usize) {
    let documents = GAMES.iter().flat_map(|game| {
        spread(damaged(&solved(game)), most_of_a_game).map(move |found| (game, found))
    });
    let (places, documents): (Vec<_>, Vec<_>) =
        documents.map(|(game, (path, value))| ((game, path), value)).unzip();
    assert!(documents.len() > 700, "{}", documents.len());
    let verdicts = checked("second-checker-damaged", &documents);
    for ((place, document), verdict) in places.iter().zip(&documents).zip(verdicts) {
        assert_eq!(verdict, judged(document), "{place:?}");
        // Another tree is another game, which may have the same equilibrium: what nobody pays does
        // not matter.
        assert!(verdict > 0 || place.1.starts_with("/game/tree/"), "{place:?}");
    }
}

#[test]
fn some_damaged_numbers_of_every_game_are_refused() {
    damaged_numbers_are_refused(FEW);
}

#[test]
#[ignore = "minutes: thousands of numbers of Leduc hold'em"]
fn every_damaged_number_is_refused() {
    damaged_numbers_are_refused(usize::MAX);
}

#[test]
fn both_checkers_say_the_same_of_other_strategies() {
    let others = GAMES.iter().flat_map(|game| spread(other_strategies(&solved(game)), FEW));
    let documents: Vec<Value> = others.collect();
    let verdicts = checked("second-checker-others", &documents);
    assert_eq!(verdicts, documents.iter().map(judged).collect::<Vec<_>>());
    // Some equilibria have others beside them, with the same values.
    let right = verdicts.iter().filter(|verdict| **verdict == 0).count();
    let all = documents.len();
    assert!(all > 200 && right > 0 && right * 2 < all, "{right} of {all}");
    assert!(!verdicts.contains(&2));
}

/// A line of `tests/documents/cases.jsonl`: a document, and the verdict that both judges must give.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// A document of `tests/documents/bases`.
    base: Option<String>,
    /// Values other than in the base, by JSON pointer; a place behind the end of a list is added to
    /// it.
    #[serde(default)]
    set: Map<String, Value>,
    /// Parts that are left out, by JSON pointer.
    #[serde(default)]
    drop: Vec<String>,
    /// A piece of the text, on one line with its keys in alphabetical order, and what stands there
    /// instead.
    replace: Option<[String; 2]>,
    /// The text, where there is no base.
    text: Option<String>,
    verdict: String,
    why: String,
}

impl Case {
    fn document(&self) -> String {
        let Some(base) = &self.base else { return self.text.clone().expect("a base or a text") };
        let base = documents().join("bases").join(base).with_extension("json");
        let mut document: Value =
            serde_json::from_slice(&fs::read(base).expect("a base")).expect("JSON");
        for (pointer, value) in &self.set {
            put(&mut document, pointer, Some(value));
        }
        for pointer in &self.drop {
            put(&mut document, pointer, None);
        }
        let text = document.to_string();
        let Some([from, to]) = &self.replace else { return text };
        assert!(text.contains(from), "{}: no {from} in {text}", self.why);
        text.replacen(from, to, 1)
    }
}

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/documents")
}

/// Puts a value at a place of a document, or takes away what is there.
fn put(document: &mut Value, pointer: &str, value: Option<&Value>) {
    let (above, key) = pointer.rsplit_once('/').expect("a pointer");
    match (document.pointer_mut(above).expect(pointer), value) {
        (Value::Object(fields), Some(value)) => drop(fields.insert(key.to_owned(), value.clone())),
        (Value::Object(fields), None) => assert!(fields.remove(key).is_some(), "{pointer}"),
        (Value::Array(items), Some(value)) => match key.parse::<usize>().expect(pointer) {
            at if at == items.len() => items.push(value.clone()),
            at => items[at] = value.clone(),
        },
        (Value::Array(items), None) => drop(items.remove(key.parse().expect(pointer))),
        (other, _) => unreachable!("{pointer} leads into {other}"),
    }
}

#[test]
fn both_judges_give_the_verdicts_of_the_collection() {
    verdicts_of("cases.jsonl", 20);
}

#[test]
fn both_judges_give_the_verdicts_of_random_changes_of_real_cards() {
    verdicts_of("mutants.jsonl", 1);
}

/// Both judges give each document its verdict, and more than `least` documents have each.
fn verdicts_of(collection: &str, least: usize) {
    let folder = support::folder(&format!("second-checker-{collection}"));
    let lines = fs::read_to_string(documents().join(collection)).expect("cases");
    let cases: Vec<Case> =
        lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let mut wrong = Vec::new();
    let mut counts = Vec::new();
    for (code, verdict) in [(0, "right"), (1, "refused"), (2, "no document")] {
        let cases = cases.iter().enumerate().filter(|(_, case)| case.verdict == verdict);
        let cases: Vec<(PathBuf, &Case)> = cases
            .map(|(line, case)| {
                let file = folder.join(format!("line-{}.json", line + 1));
                fs::write(&file, case.document()).expect("a file");
                (file, case)
            })
            .collect();
        let files: Vec<PathBuf> = cases.iter().map(|(file, _)| file.clone()).collect();
        let (second, said) = checker(&files);
        assert_eq!(second, code, "{said}");
        for (file, Case { why, .. }) in &cases {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let (first, _, _) = support::run(&folder, &format!("verify {name}"));
            let line = said.lines().find(|line| line.contains(&format!("/{name}, document 1: ")));
            if (first, self::verdict(line)) != (code, code) {
                let found = format!("bluff {first}, checker {line:?}");
                wrong.push(format!("{name} ({why}): {verdict} expected, {found}"));
            }
        }
        counts.push(cases.len());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(counts.iter().sum::<usize>(), cases.len());
    assert!(counts.iter().all(|count| *count > least), "{counts:?}");
}

#[test]
fn files_without_a_document_are_no_documents() {
    let folder = support::folder("second-checker-empty");
    for name in
        ["empty.jsonl", "empty.json", "blank.jsonl", "blank.json", "latin.json", "missing.json"]
    {
        match name.split('.').next() {
            Some("empty") => fs::write(folder.join(name), ""),
            Some("blank") => fs::write(folder.join(name), "\n"),
            Some("latin") => fs::write(folder.join(name), b"{\"label\": \"\xE9\"}"),
            _ => Ok(()),
        }
        .expect("a file");
        let (code, _, words) = support::run(&folder, &format!("verify {name}"));
        assert_eq!(code, 2, "{name}: {words}");
        let (code, said) = checker(&[folder.join(name)]);
        assert_eq!(code, 2, "{name}: {said}");
        support::has(&said, &[name, "\n0 of 1 documents are right"]);
    }
    assert_eq!(support::run(&folder, "verify").0, 2);
    assert_eq!(checker(&[]).0, 2);
}

#[test]
fn the_first_document_that_is_not_right_decides() {
    let folder = support::folder("second-checker-first");
    let right = fs::read_to_string(documents().join("bases/kuhn.json")).expect("a base");
    for (name, text) in [
        ("right", right.clone()),
        ("wrong", right.replace("2/3", "1/3")),
        ("none", "{}".to_owned()),
    ] {
        fs::write(folder.join(name).with_extension("json"), text).expect("a file");
    }
    for (names, expected) in [("right wrong none", 1), ("right none wrong", 2), ("right right", 0)]
    {
        let files: Vec<String> = names.split(' ').map(|name| format!("{name}.json")).collect();
        assert_eq!(support::run(&folder, &format!("verify {}", files.join(" "))).0, expected);
        let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(file)).collect();
        assert_eq!(checker(&paths).0, expected);
    }
}
