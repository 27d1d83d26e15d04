//! Locks at the doors: the first sentence, both texts, both judges, and refusals.

use std::fs;

use rational_bluff::certificate::CheckedDocument;
use rational_bluff::exact::Rational;
use serde_json::{Value, json};

use crate::second_checker::{checked, damaged_at};
use crate::support::service::Service;
use crate::support::{self, escaped};

/// A lock of one view that takes an action for certain with these cards.
fn lock(player: &str, view: &str, cards: [u64; 2], action: &str) -> Value {
    let cards = cards.map(|card| card.to_string());
    let runs = json!([{ "cards": cards, "actions": { action: "1" } }]);
    json!({ "lock": [{ "player": player, "view": view, "runs": runs }] })
}

#[test]
fn a_lock_begins_with_what_it_changes() {
    let folder = support::folder("locks");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let solve = |line: &str| support::run(&folder, &format!("solve {line}"));
    let two =
        "view,card,action,probability\nfirst to act,1..7,check,1\nfirst to act,8..9,bet 2,1\n";
    write("two.csv", two);
    let (code, printed, said) = solve("von-neumann/n9-b2 --lock two.csv");
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(
        printed.starts_with("II now folds 6 to 8; you get -1/36 instead of 1/9.\n"),
        "{printed}"
    );
    write("low.json", &lock("II", "facing bet 2", [1, 5], "fold").to_string());
    write("low.csv", "view,hand,action,probability\n\"facing bet 2\",1..5,fold,1\n");
    let texts =
        ["json", "csv"].map(|kind| solve(&format!("von-neumann/n9-b2 --json --lock low.{kind}")));
    assert_eq!(texts[0], texts[1]);
    let found = support::json(&texts[0].1);
    assert_eq!(found["locked"][0]["runs"][0]["cards"], json!(["1", "5"]));
    write(
        "aces.csv",
        "view,hand,action,probability\nfacing a push,AKs,fold,1\nfacing a push,22,call,1\n",
    );
    let (_, printed, _) = solve("push-fold --stack 10 --lock aces.csv");
    assert!(printed.contains("; you get 0.") && printed.contains("facing a push"), "{printed}");
    write("both.csv", &format!("{two}facing bet 2,1..9,call,1\n"));
    write("unknown.csv", "view,card,action,probability\nfacing bt 2,1,call,1\n");
    write(
        "twice.csv",
        "view,card,action,probability\nfacing bet 2,1,call,1\nfacing bet 2,1,call,1\n",
    );
    write("half.csv", "view,card,action,probability\nfacing bet 2,1,call,1/2\n");
    write("beyond.csv", "view,card,action,probability\nfacing bet 2,10,call,1\n");
    write("none.json", "{\"lock\": []}");
    let cases = "
        solve von-neumann/n9-b2 --lock both.csv           = nothing is left to solve; payoff judges
        solve von-neumann/n9-b2 --lock unknown.csv        = did you mean facing bet 2?
        solve von-neumann/n9-b2 --lock twice.csv          = a probability a second time
        solve von-neumann/n9-b2 --lock half.csv           = card 1: probabilities sum to 1/2
        solve von-neumann/n9-b2 --lock beyond.csv         = from 1 to 9
        solve von-neumann/n9-b2 --lock none.json          = no card, expected one at least
        solve von-neumann/n9-b2 --lock low.csv --face     = a lock beside all or face
        solve von-neumann/n9-b2 --lock low.csv --method threshold = takes no lock
        solve three-player/n9-b2 --lock two.csv           = expected 2";
    for line in cases.lines().filter(|line| !line.trim().is_empty()) {
        let (line, words) = line.split_once(" = ").expect("a case");
        support::has(&support::refused_in(&folder, line.trim()), &[words]);
    }
}

#[test]
fn a_lock_at_a_label_is_the_same_at_every_door() {
    let folder = support::folder("locks-doors");
    let service = Service::within(&folder, "");
    let table = fs::read_to_string(support::checkout("tests/locks/doors.json")).expect("a table");
    let table = support::json(&table);
    let json = "content-type: application/json\r\n";
    for entry in table.as_array().expect("a list") {
        let [label, lock] = ["game", "lock"].map(|key| entry[key].as_str().expect("a text"));
        fs::write(folder.join("lock.csv"), lock).expect("a file");
        let line = format!("solve {label} --json --lock lock.csv");
        let (code, document, said) = support::run(&folder, &line);
        assert_eq!(code, 0, "{label}: {said}");
        let address = format!("/api/v1/solutions/{label}");
        let asked = format!("lock={}", escaped(lock));
        let object = json!({ "game": label, "lock": lock }).to_string();
        for (door, reply) in [
            ("GET", service.get(&format!("{address}?{asked}"))),
            ("GET of a form", service.get(&format!("{address}.json?{asked}"))),
            ("POST", service.post(&address, "content-type: text/csv\r\n", lock)),
            ("GET by fields", service.get(&format!("/api/v1/solve?game={label}&{asked}"))),
            ("POST by fields", service.post("/api/v1/solve", json, &object)),
        ] {
            let found = (reply.status, reply.body.as_str());
            assert_eq!(found, (200, document.as_str()), "{label}: {door}");
        }
    }
    let lock = lock("II", "facing bet 2", [1, 5], "fold").to_string();
    let address = "/api/v1/solutions/von-neumann/n9-b2";
    let csv = table[0]["lock"].as_str().expect("a text");
    let asked = |lock: &str| service.get(&format!("{address}?lock={}", escaped(lock))).body;
    assert_eq!(asked(&lock), asked(csv));
    let object = format!("{{\"game\": \"von-neumann/n9-b2\", \"lock\": {lock}}}");
    assert_eq!(service.post("/api/v1/solve", json, &object).body, asked(csv));
    for (query, body, status, words) in [
        ("", "{\"lock\": []}", 400, "no card, expected one at least"),
        ("", "", 400, "the line “”, expected JSON, or view,card,action,probability"),
        ("?card=1", lock.as_str(), 400, "card = 1, expected one of:"),
        ("?face", lock.as_str(), 400, "a lock beside all or face"),
        ("?lock=1", lock.as_str(), 400, "a second time"),
    ] {
        let reply =
            service.post(&format!("{address}{query}"), "content-type: application/json\r\n", body);
        assert_eq!(reply.status, status, "{query} {body}: {}", reply.body);
        support::has(&reply.body, &[words]);
    }
}

#[test]
fn both_judges_take_a_lock_for_a_rule() {
    let folder = support::folder("locks-judged");
    let kuhn = support::checkout("tests/exchange/kuhn-n3-b1.efg");
    let tree = json!({ "lock": [{ "player": "I", "set": "1", "probabilities": ["1/3", "2/3"] }] });
    let games = [
        ("von-neumann/n9-b2".to_owned(), lock("II", "facing bet 2", [2, 5], "call")),
        ("kuhn/n5-b1".to_owned(), lock("I", "first to act", [1, 1], "bet 1")),
        ("leduc".to_owned(), lock("I", "first to act", [1, 1], "check")),
        ("push-fold --stack 10".to_owned(), lock("II", "facing a push", [1, 40], "call")),
        (kuhn.display().to_string(), tree),
    ];
    let judged = |document: &Value| match CheckedDocument::verify(&document.to_string()) {
        Ok(_) => 0,
        Err(error) => 2 - i32::from(error.is_refusal()),
    };
    for (game, lock) in games {
        fs::write(folder.join("lock.json"), lock.to_string()).expect("a file");
        let (code, text, said) =
            support::run(&folder, &format!("solve {game} --lock lock.json --json"));
        assert_eq!(code, 0, "{game}: {said}");
        let document = support::json(&text);
        assert_eq!(
            (judged(&document), checked("lock", std::slice::from_ref(&document))),
            (0, vec![0]),
            "{game}"
        );
        let mut free = document.clone();
        free.as_object_mut().expect("an object").remove("locked");
        let mut none = document.clone();
        none["locked"] = json!([]);
        let damaged = damaged_at(&document, |place| place.starts_with("/locked"));
        let all: Vec<Value> = damaged.into_iter().map(|(_, one)| one).chain([free, none]).collect();
        let codes: Vec<i32> = all.iter().map(judged).collect();
        assert!(!codes[codes.len() - 2..].contains(&0), "{game}: {codes:?}");
        assert_eq!(checked("lock-damaged", &all), codes, "{game}");
    }
}

/// A locked player gets at least as much while the other does not notice, and never more than the
/// equilibrium pays; the value of the lock is that of the label where the tree is the same game.
#[test]
fn a_lock_of_a_tree_says_what_it_pays_unnoticed() {
    let folder = support::folder("locks-unnoticed");
    let kuhn = support::checkout("tests/exchange/kuhn-n3-b1.efg").display().to_string();
    for (player, set, view, card, action, value) in [
        ("I", "1", "first to act", 1, "bet 1", "-1/18"),
        ("I", "3", "first to act", 2, "check", "-1/18"),
        ("II", "2", "facing bet 1", 2, "fold", "1/18"),
        ("II", "6", "facing bet 1", 1, "call", "1/18"),
    ] {
        let parts = if ["check", "fold"].contains(&action) { ["1", "0"] } else { ["0", "1"] };
        let tree = json!({ "lock": [{ "player": player, "set": set, "probabilities": parts }] });
        let label = lock(player, view, [card, card], action);
        let numbers = [(kuhn.as_str(), tree), ("kuhn/n3-b1", label)].map(|(game, lock)| {
            fs::write(folder.join("lock.json"), lock.to_string()).expect("a file");
            let line = format!("solve {game} --lock lock.json");
            let (code, text, said) = support::run(&folder, &line);
            assert_eq!(code, 0, "{game}: {said}");
            let line = text.lines().nth(1).expect("a second line");
            let (_, numbers) = line.split_once(" does not notice, ").expect("the words");
            let words = numbers.replace("you get ", "").replace(&format!("{player} gets "), "");
            let (gets, answered) =
                words.trim_end_matches('.').split_once(';').expect("two numbers");
            let answered = answered.rsplit(' ').next().expect("a number");
            [gets, answered].map(|number| number.parse::<Rational>().expect("a fraction"))
        });
        let value: Rational = value.parse().expect("a fraction");
        for [gets, answered] in &numbers {
            assert!(answered <= gets && *gets <= value, "{view}: {numbers:?}");
        }
        assert_eq!(numbers[0][1], numbers[1][1], "{view}");
    }
}

/// A page leads to the address of the lock that its form asks for; there are the sentence, the two
/// numbers, what is certified, and rings.
#[test]
fn a_page_of_hands_locks_what_its_form_says() {
    let service = Service::within(&support::folder("locks-pages"), "--rate 0");
    let river = "/holdem?board=Ks9d6h3c2s&pot=10&stacks=10&I=AA,QQ,JTs&II=KJs,TT,88";
    let moved = |address: &str| {
        let reply = service.get(address);
        assert_eq!(reply.status, 303, "{address}: {}", reply.body);
        reply.location.expect("an address")
    };
    for (page, hands, view) in [
        (river, "AA&part=1&part=", "first to act"),
        ("/holdem/push-fold?stack=10", "Q2s%2B&view=2&part=&part=1", "facing a push"),
    ] {
        let locked = moved(&format!("{page}&hands={hands}"));
        let shown = service.get(&locked);
        let words = [
            "class=\"say\"",
            " instead of ",
            "does not notice, you get ",
            "; when ",
            "Certified</b>, with ",
            "locked\" href=",
            "class=\"padlock\"",
            view,
        ];
        support::has(&shown.body, &words);
        let again = moved(&format!("{locked}&hands={hands}"));
        assert_eq!(again, locked, "the same lock twice");
        // Without probabilities they are free again.
        let free = hands.split('&').filter(|field| !field.starts_with("part"));
        let free = moved(&format!("{locked}&hands={}", free.collect::<Vec<_>>().join("&")));
        assert!(!free.contains("lock="), "{free}");
        for (more, status, words) in [
            ("&hands=xx&part=1&part=", 422, "“xx”"),
            ("&hands=AA&part=1/2&part=1/3", 400, "probabilities sum to 5/6"),
            ("&hands=AA&part=-1&part=2", 400, "probability -1, expected 0 to 1"),
            ("&hands=AA&part=1", 400, "1 fields part, expected one for each of the 2 actions"),
            ("&hands=AA&part=x&part=", 400, "“x” is not a rational number"),
        ] {
            let reply = service.get(&format!("{page}{more}"));
            assert_eq!(reply.status, status, "{more}: {}", reply.body);
            support::has(&reply.body, &[words]);
        }
        assert!(!service.get(page).body.contains("class=\"padlock\""), "{page}");
    }
    // A turn takes the same lines, and waits for bounds with them.
    let turn = "/holdem?board=Ks9d6h3c&I=AA,QQ&II=TT,88&lock=";
    let reply = service.get(&format!("{turn}x"));
    assert_eq!(reply.status, 400, "{}", reply.body);
    support::has(&reply.body, &["the lock: "]);
    let lock = "view,hand,action,probability\nfirst to act,AA,check,1\n";
    let reply = service.get(&format!("{turn}{}", escaped(lock)));
    assert_eq!(reply.status, 200, "{}", reply.body);
    support::has(&reply.body, &["data-spot", "&quot;lock&quot;"]);
}
