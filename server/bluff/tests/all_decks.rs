//! Proofs for all decks before both judges: right ones, and every damage.

use std::fs;

use rational_bluff::certificate::check;
use rational_bluff::certificate::family::{AllDecksDocument, CertifiedFamily};
use rational_bluff::exact::Rational;
use serde_json::{Value, json};

use crate::second_checker::{checked, damaged_at, verdicts};
use crate::support::{self, answer, folder, has, refused, run, shared};

/// Games of which a formula is proved, and a class of each, which the tests damage.
const GAMES: [(&str, usize); 7] = [
    ("von-neumann -b 1 --certificate", 3),
    ("kuhn -b 2", 1),
    ("kuhn -b 1", 1),
    ("borel -b 2", 1),
    ("hand-flip -b 2 --flip 1/3", 1),
    ("one-raise -b 1 --raise 2", 0),
    ("one-street -s 1,2 --certificate", 2),
];

fn document(game: &str) -> Value {
    support::document(&format!("formula {game} --at 1000000007"))
}

/// The verdict of the judge: the family, or the code and the words.
fn judged(document: &Value) -> Result<CertifiedFamily, (i32, String)> {
    AllDecksDocument::verify(&document.to_string())
        .map_err(|error| (2 - i32::from(error.is_refusal()), error.to_string()))
}

#[test]
fn both_judges_certify_all_decks() {
    let documents: Vec<Value> = GAMES.iter().map(|(game, _)| document(game)).collect();
    assert_eq!(checked("all-decks-right", &documents), [0; GAMES.len()]);
    for document in &documents {
        assert!(judged(document).is_ok(), "{}", document["label"]);
    }
}

#[test]
fn documents_take_2_kb_for_each_class() {
    // The formulas of `/formulas` that strategies prove, and a menu of many classes.
    let text = include_str!("../../service/src/page/pages/formula/atlas.rs");
    let proved = text.split("const PROVED").nth(1).and_then(|rest| rest.split("];").next());
    let texts: Vec<&str> = proved.expect("a list").split('"').skip(1).step_by(2).collect();
    let labels = texts
        .chunks_exact(2)
        .flat_map(|pair| pair[1].split(' ').map(move |bets| format!("{}/{bets}", pair[0])));
    let mut games: Vec<String> = labels.collect();
    assert!(games.len() > 10);
    games.push("one-street/s1-3 --certificate".to_owned());
    for game in games {
        let text = answer(&format!("formula {game} --json"));
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let classes = document["classes"].as_array().expect("a list").len();
        assert!(text.len() <= 2_000 * classes, "{game}: {} bytes, {classes} classes", text.len());
        for part in ["classes", "decks"] {
            for block in document[part].as_array().expect("a list") {
                let bytes = block.to_string().len();
                assert!(bytes <= 2_000, "{game}, {part}: {bytes} bytes");
            }
        }
    }
}

/// The actions that a run takes.
fn actions_of(row: &Value) -> Vec<&str> {
    match row.as_str() {
        Some(always) => vec![always],
        None => row.as_object().expect("actions").keys().map(String::as_str).collect(),
    }
}

/// The document with each number of its head, of a class and of its first deck changed in turn, and
/// with strategies of these two cut short, changed and exchanged.
fn every_damage(document: &Value, class: usize) -> Vec<(String, Value)> {
    let [class, deck] = [format!("/classes/{class}"), "/decks/0".to_owned()];
    let part = |place: &str| place.split('/').nth(1).unwrap_or_default().to_owned();
    let kept = |place: &str| {
        !["classes", "decks"].contains(&part(place).as_str())
            || [&class, &deck].iter().any(|part| place.starts_with(&format!("{part}/")))
    };
    let mut damages = damaged_at(document, kept);
    let mut change = |place: String, change: &dyn Fn(&mut Value)| {
        let mut other = document.clone();
        change(other.pointer_mut(&place).expect("a place"));
        damages.push((place, other));
    };
    for part in [&class, &deck].into_iter().filter(|part| document.pointer(part).is_some()) {
        let place = format!("{part}/strategies");
        let views = document.pointer(&place).and_then(Value::as_array).expect("strategies");
        for (view, runs) in views.iter().enumerate() {
            let rows = runs.as_array().expect("runs").iter().map(|run| &run["actions"]);
            let rows: Vec<Vec<&str>> = rows.map(actions_of).collect();
            change(format!("{place}/{view}"), &|view| drop(view.as_array_mut().unwrap().pop()));
            for (run, row) in rows.iter().enumerate() {
                // Another action of the view, surely.
                let other = rows.iter().flatten().find(|action| !row.contains(*action));
                let Some(other) = other else { continue };
                change(format!("{place}/{view}/{run}/actions"), &|row| *row = json!(other));
            }
        }
        change(place, &|strategies| strategies.as_array_mut().unwrap().reverse());
    }
    damages
}

#[test]
fn every_damage_to_a_proof_has_one_verdict() {
    let (mut places, mut documents) = (Vec::new(), Vec::new());
    for (game, class) in GAMES {
        for (place, document) in every_damage(&document(game), class) {
            places.push((game, place));
            documents.push(document);
        }
    }
    assert!(documents.len() > 500, "{}", documents.len());
    let verdicts = verdicts("all-decks-damaged", &documents);
    let mut right = 0;
    for ((place, document), (second, line)) in places.iter().zip(&documents).zip(verdicts) {
        match judged(document) {
            Ok(family) => {
                assert_eq!(second, 0, "{place:?}: {line}");
                right += 1;
                // A player who is indifferent may play otherwise: with another end of a run or
                // another probability there is another equilibrium, which has the same value. Two
                // decks may have one value, so that the value of the other is true too.
                let strategy = place.1.contains("/strategies/");
                assert!(strategy || place.1 == "/at/n", "{place:?}");
                let decks = family.classes.iter().zip(0..);
                for (class, residue) in decks {
                    let n = (class.from + 5) * family.modulus() + residue;
                    let (game, candidate) = family.deck_of(n).expect("strategies");
                    let solution = check(&game, candidate).expect("an equilibrium");
                    assert_eq!(solution.values[0], family.formula.value(n), "{place:?}, {n}");
                }
            }
            Err((code, why)) => {
                assert_eq!(second, code, "{place:?}: {why}; {line}");
                // Both judges name the class, or the deck, that is refused.
                let mut parts = place.1.split('/').skip(1);
                let class = parts.next().filter(|part| code == 1 && *part == "classes");
                if let Some(residue) = class.and_then(|_| parts.next()) {
                    let named = [format!("class {residue} "), "decks".to_owned()];
                    for said in [&why, &line] {
                        assert!(named.iter().any(|name| said.contains(name)), "{place:?}: {said}");
                    }
                }
            }
        }
    }
    assert!(right * 20 < documents.len(), "{right} of {}", documents.len());
}

#[test]
fn plausible_proofs_that_are_false_are_refused() {
    for (game, words) in [
        ("kuhn -b 2", "class"),
        ("borel -b 2", "class"),
        ("hand-flip -b 2 --flip 1/3", "class"),
        ("one-raise -b 1 --raise 2", "class"),
    ] {
        let right = document(game);
        let classes = right["classes"].as_array().expect("classes").clone();
        let modulus = classes.len() as u64;
        let whole = |value: &Value| value.as_str().and_then(|text| text.parse::<u64>().ok());
        let from = |residue: usize| whole(&classes[residue]["from"]).expect("a number");
        let mut changed: Vec<(String, Value)> = Vec::new();
        let mut change = |name: String, change: &dyn Fn(&mut Value)| {
            let mut other = right.clone();
            change(&mut other);
            changed.push((name, other));
        };
        // A deck is left out of the cover.
        for deck in 0..right["decks"].as_array().map_or(0, Vec::len) {
            change("decks".to_owned(), &|other| {
                other["decks"].as_array_mut().unwrap().remove(deck);
            });
        }
        // A class begins too early, and the deck that it claims is left out. Several classes do,
        // and each is the first that is wrong.
        for residue in (0..classes.len()).filter(|residue| from(*residue) > 0) {
            let n = (from(residue) - 1) * modulus + residue as u64;
            change(format!("class {residue} "), &|other| {
                other["classes"][residue]["from"] = (from(residue) - 1).to_string().into();
                let decks = other["decks"].as_array_mut().unwrap();
                decks.retain(|deck| whole(&deck["n"]) != Some(n));
                let exceptions = other["exceptions"].as_array_mut().unwrap();
                exceptions.retain(|deck| whole(&deck["n"]) != Some(n));
            });
        }
        // The formula is right for all classes but one: each residue has a constant of its own.
        for residue in [0, classes.len() - 1] {
            change(format!("class {residue} "), &|other| {
                let constants = other["formula"]["constants"].as_array().unwrap().clone();
                let mut all: Vec<Value> =
                    (0..classes.len()).map(|at| constants[at % constants.len()].clone()).collect();
                let constant: Rational = all[residue].as_str().unwrap().parse().unwrap();
                all[residue] = (constant + Rational::ONE).to_string().into();
                other["formula"]["constants"] = all.into();
                other["period"] = modulus.to_string().into();
            });
        }
        let documents: Vec<Value> = changed.iter().map(|(_, document)| document.clone()).collect();
        let test = format!("all-decks-plausible-{}", &game[..4]);
        for ((name, document), (code, line)) in changed.iter().zip(verdicts(&test, &documents)) {
            let (first, why) = judged(document).err().unwrap_or_default();
            assert_eq!((first, code), (1, 1), "{game}, {name}: {why}; {line}");
            assert!(why.contains(name) && line.contains(name), "{game}, {name}: {why}; {line}");
        }
        assert!(changed.iter().any(|(name, _)| name.contains(words)), "{game}");
    }
}

#[test]
fn proofs_of_earlier_documents_still_pass() {
    for (game, _) in GAMES {
        let mut earlier = document(game);
        for part in ["classes", "decks"] {
            let blocks = earlier[part].as_array_mut().expect("a list").iter_mut();
            let views = blocks.flat_map(|block| block["strategies"].as_array_mut().expect("views"));
            for run in views.flat_map(|view| view.as_array_mut().expect("runs")) {
                let over = run.as_object_mut().expect("a run").remove("over");
                if let Some(always) = run["actions"].as_str().map(str::to_owned) {
                    run["actions"] = json!({ always: "1" });
                }
                for probability in run["actions"].as_object_mut().expect("actions").values_mut() {
                    if let Some(over) = &over {
                        *probability = json!({"num": *probability, "den": over});
                    }
                }
            }
        }
        assert!(judged(&earlier).is_ok(), "{game}");
        assert_eq!(checked("all-decks-earlier", &[earlier]), [0], "{game}");
    }
}

#[test]
fn hostile_proofs_are_refused_at_once() {
    let right = document("hand-flip -b 2 --flip 1/3");
    let long = "9".repeat(2_000);
    let (run, row) =
        ("/classes/0/strategies/0/0", &right["classes"][0]["strategies"][0][0]["actions"]);
    let action = actions_of(row)[0];
    let actions = format!("{run}/actions");
    let with = |row: Value, over: Value| json!({"to": ["1", "0"], "actions": row, "over": over});
    let changes: [(&str, Value); 14] = [
        (&actions, json!({action: {"num": vec!["1"; 30], "den": ["1"]}})),
        (&actions, json!({action: {"num": [long.clone()], "den": ["1"]}})),
        (&actions, json!({action: {"num": ["1"], "den": ["0"]}})),
        (&actions, json!({action: ["1"]})),
        (&actions, json!(["1"])),
        (run, with(json!({action: [long.clone()]}), json!(["1"]))),
        (run, with(json!({action: ["1"]}), json!(vec!["1"; 30]))),
        (run, with(json!({action: "1"}), json!(["1"]))),
        (run, with(json!(action), json!(["1"]))),
        ("/classes/0/from", json!("999999999999999999")),
        ("/classes/1/strategies/0/0/to", json!(["99999999999999999", "0"])),
        ("/classes/1/strategies/0/0/to", json!(["1", "-9"])),
        ("/formula/constants", json!([])),
        ("/classes", json!([])),
    ];
    let change = |(place, value): &(&str, Value)| {
        let mut document = right.clone();
        *document.pointer_mut(place).expect("a place") = value.clone();
        document
    };
    let mut documents: Vec<Value> = changes.iter().map(change).collect();
    // Runs without a card, up to the most that a class may have and beyond.
    for count in [3_900, 4_100] {
        let (mut other, place) = (right.clone(), "/classes/0/strategies/0");
        let runs = other.pointer_mut(place).and_then(Value::as_array_mut).expect("runs");
        let mut first = runs[0].clone();
        first["to"] = json!(["0", "0"]);
        runs.splice(0..0, std::iter::repeat_n(first, count));
        documents.push(other);
    }
    let verdicts = checked("all-decks-hostile", &documents);
    assert_eq!(verdicts[changes.len()..], [0, 2]);
    for ((change, document), verdict) in changes.iter().zip(&documents).zip(verdicts) {
        let (code, why) = judged(document).err().unwrap_or_default();
        assert!(code > 0, "{}", change.0);
        assert_eq!(verdict, code, "{}: {why}", change.0);
    }
}

#[test]
fn a_tree_whose_cuts_do_not_repeat_has_no_formula() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/games/raise-twice.json");
    let leduc = file.replace("raise-twice", "leduc-three-bets");
    assert!(refused(&format!("formula {leduc}")).contains("a deck of its own"));
    let said = refused(&format!("formula {file}"));
    let words = "places, which do not repeat within 20000 cards: a formula would need more classes \
                 than that; bluff solve has the value of any one deck";
    assert!(said.contains("large decks are cut at ") && said.contains(words), "{said}");
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
    let entries = support::document(&format!("verify {file}"));
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
    has(&answer("formula kuhn -b 1 --format svg"), &["<svg", "13 points"]);
}
