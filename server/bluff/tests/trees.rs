//! Anybody's trees: solved from a file or from standard input, and verified by both judges.

use std::fs;
use std::path::PathBuf;

use rational_bluff::certificate::CheckedDocument;
use serde_json::Value;

use crate::second_checker::{checked, damaged_at};
use crate::support;

fn kuhn(kind: &str) -> PathBuf {
    support::checkout(&format!("tests/exchange/kuhn-n3-b1.{kind}"))
}

fn solved(kind: &str) -> Value {
    support::document(&format!("solve {}", kuhn(kind).display()))
}

/// The exit code of `bluff verify`.
fn judged(document: &Value) -> i32 {
    match CheckedDocument::verify(&document.to_string()) {
        Ok(_) => 0,
        Err(error) => 2 - i32::from(error.is_refusal()),
    }
}

#[test]
fn both_judges_accept_a_tree_and_refuse_a_damaged_one() {
    for kind in ["efg", "nfg"] {
        let document = solved(kind);
        assert_eq!(document["values"], serde_json::json!(["-1/18", "1/18"]), "{kind}");
        let right = std::slice::from_ref(&document);
        assert_eq!((judged(&document), checked("tree-right", right)), (0, vec![0]));
        let (places, all): (Vec<String>, Vec<Value>) =
            damaged_at(&document, |place| place != "/method").into_iter().unzip();
        assert!(all.len() > 20, "{}", all.len());
        let other = solved(if kind == "efg" { "nfg" } else { "efg" });
        let others = ["game", "strategies"].map(|key| {
            let mut mixed = document.clone();
            mixed[key] = other[key].clone();
            mixed
        });
        // Neither is a document whose texts are something else.
        let shapeless = [
            ("/game/players", Value::from("I")),
            ("/game/sha256", Value::Array(vec![])),
            ("/game/sum", Value::from(-1)),
            ("/decimals/1", Value::from(1)),
            ("/strategies/0/actions/0", Value::from(true)),
        ]
        .map(|(pointer, other)| {
            let mut wrong = document.clone();
            *wrong.pointer_mut(pointer).expect(pointer) = other;
            wrong
        });
        assert_eq!(shapeless.each_ref().map(judged), [2; 5]);
        let all: Vec<Value> = all.into_iter().chain(others).chain(shapeless).collect();
        let codes: Vec<i32> = all.iter().map(judged).collect();
        assert!(!codes.contains(&0), "{places:?}: {codes:?}");
        assert_eq!(checked("tree-damaged", &all), codes, "{places:?}");
    }
}

#[test]
fn both_judges_read_the_numbers_of_a_tree_in_any_spelling() {
    let folder = support::folder("tree-numbers");
    for number in ["10^0", "+1", "1.", "2/02", ".1e1", "1_000e-3", "1e-0000"] {
        let text = format!(
            "EFG 2 R \"spelled\" {{ \"I\" \"II\" }}\np \"\" 1 1 \"all\" {{ \"x\" \"y\" }} 0\n\
             t \"\" 1 \"won\" {{ {number}, -1 }}\nt \"\" 2 \"lost\" {{ -1, 1 }}\n"
        );
        fs::write(folder.join("game.efg"), text).expect("a file");
        let (code, document, said) = support::run(&folder, "solve game.efg --json");
        assert_eq!(code, 0, "{number}: {said}");
        assert_eq!(checked("tree-spelled", &[support::json(&document)]), [0], "{number}");
    }
}

#[test]
fn the_first_word_tells_a_tree() {
    let folder = support::folder("tree-words");
    fs::copy(kuhn("nfg"), folder.join("table.txt")).expect("a file");
    let said = support::run(&folder, "solve table.txt").1;
    support::has(&said, &["tree/", ": certified", "Value II  1/18", "set 1"]);
    let refused = |text: &str| {
        fs::write(folder.join("bad.efg"), text).expect("a file");
        support::refused_in(&folder, "solve bad.efg")
    };
    support::has(&refused("EFG 2 R \"\" { \"I\" } t \"\" 0"), &["1 player, expected 2"]);
    let sum = "EFG 2 R \"\" { \"I\" \"II\" } c \"\" 1 \"\" { \"\" .5 \"\" .5 } 0 t \"\" 0 \
        t \"\" 1 \"\" { 1 0 }";
    support::has(&refused(sum), &["node 2", "node 3", "expected a constant sum"]);
    support::has(&refused("EFG 2 R \"\" ["), &["line 1, column 12"]);
    fs::copy(kuhn("efg"), folder.join("kuhn.efg")).expect("a file");
    support::has(&support::refused_in(&folder, "solve kuhn.efg --face"), &["none beside a tree"]);
}

#[test]
fn a_profile_of_any_finite_game_is_judged() {
    let folder = support::folder("tree-payoff");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    // The prisoners' dilemma: not of a constant sum.
    write("dilemma.nfg", "NFG 1 R \"\" { \"a\" \"b\" } { 2 2 } 2 2 3 0 0 3 1 1");
    let block = |player: &str, parts: &str| {
        format!("{{ \"player\": \"{player}\", \"set\": \"1\", \"probabilities\": [{parts}] }}")
    };
    let profile = |blocks: &[String]| format!("{{ \"strategies\": [{}] }}", blocks.join(", "));
    let halves = ["\"1/2\", \"1/2\"", "\"0\", \"1\""];
    write("half.json", &profile(&[block("I", halves[0]), block("II", halves[0])]));
    write("both.json", &profile(&[block("II", halves[1]), block("I", halves[1])]));
    let judged = |line: &str| -> Value {
        let (code, text, error) = support::run(&folder, &format!("payoff {line} --json"));
        assert_eq!(code, 0, "{error}");
        serde_json::from_str(&text).expect("JSON")
    };
    let half = judged("dilemma.nfg --profile half.json");
    let expected = serde_json::json!([["3/2", "3/2"], ["2", "2"], ["1/2", "1/2"], "1", "1/2"]);
    let keys = ["payoffs", "best_responses", "gains", "nash_conv", "exploitability"];
    assert_eq!(serde_json::json!(keys.map(|key| half[key].clone())), expected);
    assert_eq!(half["best_replies"][0][0]["probabilities"], serde_json::json!(["0", "1"]));
    assert_eq!(judged("dilemma.nfg --profile both.json")["nash_conv"], "0");
    // Three players, of whom the third alone is paid for being different.
    write("three.nfg", "NFG 1 R \"\" { \"a\" \"b\" \"c\" } { 1 1 2 } 0 0 1/3 0 0 1");
    let one = ["I", "II"].map(|player| block(player, "\"1\""));
    write("three.json", &profile(&[one[0].clone(), one[1].clone(), block("III", halves[0])]));
    let three = judged("three.nfg --profile three.json");
    assert_eq!(three["gains"], serde_json::json!(["0", "0", "1/3"]));
    for (line, words) in [
        ("dilemma.nfg --profile three.json", "strategies at sets"),
        ("three.nfg --bets 1 --calls 1", "none beside a tree"),
        ("three.nfg", "no strategies, expected one of"),
    ] {
        support::has(&support::refused_in(&folder, &format!("payoff {line}")), &[words]);
    }
    let cells = ["row “1”, column “1” pays", "row “1”, column “2” pays", "expected a constant sum"];
    support::has(&support::refused_in(&folder, "solve dilemma.nfg"), &cells);
    let face = support::refused_in(&folder, "face dilemma.nfg");
    support::has(&face, &["for face", "taken by solve, equilibria, payoff"]);
}

#[test]
fn a_large_file_is_verified_beside_its_document() {
    let folder = support::folder("tree-large");
    let run = |line: &str| support::run(&folder, line);
    assert_eq!(run("game kuhn -n 60 -b 1 --format efg -o large.efg").0, 0);
    assert_eq!(run("solve large.efg --json -o solution.json").0, 0);
    support::has(&support::refused_in(&folder, "verify solution.json"), &["expected the file"]);
    let (code, text, error) = run("verify solution.json --game large.efg");
    assert_eq!(code, 0, "{error}");
    support::has(&text, &["tree/", ": certified"]);
    assert_eq!(run(&format!("verify solution.json --game {}", kuhn("efg").display())).0, 1);
    assert_eq!(run("solve kuhn/n3-b1 --json -o label.json").0, 0);
    let words = ["expected the solution of a tree"];
    support::has(&support::refused_in(&folder, "verify label.json --game large.efg"), &words);
}
