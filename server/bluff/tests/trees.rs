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
        let all: Vec<Value> = all.into_iter().chain(others).collect();
        let codes: Vec<i32> = all.iter().map(judged).collect();
        assert!(!codes.contains(&0), "{places:?}: {codes:?}");
        assert_eq!(checked("tree-damaged", &all), codes, "{places:?}");
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
