//! Searches that are ended before they find an equilibrium: they answer with their best strategies.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::service::Service;
use crate::support::{bluff, ended, folder, has, signal};

/// Kuhn's poker for three players and so many cards.
fn kuhn(cards: u64) -> String {
    let file = include_str!("../../../data/games/kuhn-three-players.json");
    file.replace("\"n\": \"5\"", &format!("\"n\": \"{cards}\""))
}

fn has_gains(document: &Value) {
    let gains = document["certificate"]["gains"].as_array().expect("gains");
    assert!(gains.len() == 3 && gains.iter().any(|gain| gain != "0"), "{gains:?}");
}

#[test]
fn ctrl_c_ends_a_search_with_its_best_strategies() {
    let folder = folder("early-end");
    fs::write(folder.join("kuhn.json"), kuhn(13)).expect("a file");
    for (within, expected) in [("0", 1), ("1", 0)] {
        let line = format!("solve kuhn.json --starts 1000000 --json --within {within}");
        let child = bluff(&folder, &line).spawn().expect("the command starts");
        std::thread::sleep(Duration::from_millis(700));
        signal(&[child.id()], "INT");
        let (code, out, said) = ended(child);
        assert_eq!(code, expected, "{said}");
        has(&said, &["stopping"]);
        has_gains(&serde_json::from_str(&out).expect("a document"));
    }
}

/// A page says what is irrational; a label whose search finds nothing exact has an answer too.
#[test]
fn labels_without_an_equilibrium_in_fractions_are_answered() {
    let service = Service::new("early-labels", "--rate 0");
    let page = service.get("/in-turn/n6-b1_2").body;
    has(&page, &["Only rounding is why anybody gains", "-9/2 + 1/2·√109"]);
    has(&page, &["fold with probability <data ", "72.0\u{a0}%", "28.0\u{a0}%"]);
    let path = "/api/v1/solutions/in-turn/n6-b3_2?method=search&starts=1&seed=3";
    has_gains(&service.json(path));
    has(&service.get(path).head, &["cache-control: no-store"]);
}

#[test]
fn a_time_limit_ends_a_search_with_its_best_strategies() {
    let service = Service::new("early-limit", "--rate 0 --solve-seconds 1");
    let game: Value = serde_json::from_str(&kuhn(8)).expect("a game");
    let asked = json!({ "game": game, "starts": "1000000" }).to_string();
    let reply = service.post("/api/v1/solve", "content-type: application/json\r\n", &asked);
    assert_eq!(reply.status, 200, "{}", reply.body);
    has_gains(&reply.json());
    // What the limit cut short stays in no cache.
    for path in ["solutions/in-turn/n6-b1_2?", "solve?game=in-turn/n6-b1_2&"] {
        let reply = service.get(&format!("/api/v1/{path}all=true&starts=1000000"));
        assert_eq!(reply.status, 200, "{}", reply.body);
        has(&reply.head, &["cache-control: no-store"]);
        assert!(!reply.head.contains("\netag: "), "{}", reply.head);
    }
}
