//! Pages and texts ask the deck of a game: its unit, its deals, the names of its hands.

use std::fs;

use rational_bluff::game::{FAMILIES, Game, GameFile, Unit, parse_label};
use serde_json::{Value, json};

use crate::support::page::BROWSER;
use crate::support::service::Service;
use crate::support::{answer, folder, run};

/// Everything that prints a named game for people, without the middle part of the address.
fn pages(game: &Game) -> Vec<String> {
    let (label, hand) = (game.label(), game.hand_name(1));
    vec![
        format!("/{label}"),
        format!("/{label}?card={hand}"),
        format!("/{label}?tab=why"),
        format!("/{label}?tab=lock"),
        format!("/{label}?tab=play"),
        format!("/{label}.tex"),
        format!("/{label}.csv"),
    ]
}

/// The text without its tags, and without the explanations of terms.
fn words(body: &str) -> String {
    let body = body.split("<main").nth(1).unwrap_or(body);
    let parts = body.split('<').map(|part| match part.split_once('>') {
        Some((tag, _)) if tag.contains("role=\"tooltip\"") => "",
        Some((_, text)) => text,
        None => part,
    });
    parts.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// True if a text numbers a card: `card 3`, `Card 148 of 169`.
fn numbers_a_card(text: &str) -> bool {
    let lower = text.to_lowercase();
    let after = lower.split("card ").skip(1);
    after.into_iter().any(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

#[test]
fn no_page_of_a_deck_without_order_numbers_a_card_or_has_a_foreign_unit() {
    let service = Service::patient("decks");
    let mut labels: Vec<String> = FAMILIES.map(|family| family.example.to_owned()).to_vec();
    // Copies, an ante, and stacks of other kinds.
    let more = ["kuhn/n5-b1-r2", "push-fold/a1_8-s10", "push-fold/s1", "push-fold/s15_2"];
    labels.extend(more.map(str::to_owned));
    for label in labels {
        let game = parse_label(&label).expect("a label");
        for page in pages(&game) {
            let reply = service.ask("GET", &page, BROWSER);
            assert_eq!(reply.status, 200, "{page}: {}", reply.body);
            let text = words(&reply.body);
            let has_names = game.hand_name(1) != "1";
            assert!(!has_names || !numbers_a_card(&text), "{page}: {text}");
            if !game.deck().is_ranks() {
                assert!(!text.contains("all equally likely"), "{page}: {text}");
            }
            for unit in [Unit::Ante, Unit::BigBlind, Unit::Chip] {
                let foreign = unit != game.unit() && text.contains(&unit.per_hand());
                assert!(!foreign, "{page} has {unit}: {text}");
            }
            if page.contains("?tab=why") {
                assert!(text.contains(&game.unit().per_hand()), "{page}: {text}");
            }
        }
    }
}

#[test]
fn a_card_with_a_name_is_taken_by_it_and_by_its_number() {
    let service = Service::new("decks-names", "");
    let folder = folder("decks-names");
    for family in FAMILIES.into_iter().filter(|family| !family.card_names.is_empty()) {
        let game = parse_label(family.example).expect("a label");
        let view = &game.views()[0];
        for (name, number) in family.card_names.iter().zip(1..) {
            let small = name.to_lowercase();
            let names = [(*name).to_owned(), small, number.to_string()];
            let answers = names.map(|card| {
                let label = family.example;
                let line = format!("{},{card},{},1/7", view.name, view.actions[0]);
                let other = format!("{},{card},{},6/7", view.name, view.actions[1]);
                let lock = format!("view,card,action,probability\n{line}\n{other}\n");
                let file = folder.join("lock.csv");
                fs::write(&file, lock).expect("a file");
                let address = format!("/api/v1/solutions/{label}?card={card}");
                [
                    answer(&format!("explain {label} --card {card}")),
                    answer(&format!("solve {label} --lock {}", file.display())),
                    service.get(&address).body,
                    service.ask("GET", &format!("/{label}?tab=why&card={card}"), BROWSER).body,
                ]
            });
            let [first, .., last] = answers.each_ref();
            for (door, (one, other)) in first.iter().zip(last).enumerate() {
                let other = other.replace(&format!("card={number}"), &format!("card={name}"));
                assert_eq!(one, &other, "door {door}");
            }
            assert_eq!(answers[0][0], answers[1][0]);
            assert!(answers[0][0].contains(&format!("card {name}")), "{}", answers[0][0]);
        }
        let numbers: Vec<String> = (1..=game.n()).map(|card| card.to_string()).collect();
        let names: Vec<String> = family.card_names.iter().map(|name| (*name).to_owned()).collect();
        let paid = [numbers, names].map(|cards| {
            let strategies = game.views().iter().map(|view| {
                let run =
                    |card| json!({ "cards": [card, card], "actions": { &view.actions[0]: "1" } });
                let runs: Vec<Value> = cards.iter().map(run).collect();
                json!({ "player": view.player.to_string(), "view": view.name, "runs": runs })
            });
            let strategies: Vec<Value> = strategies.collect();
            let file = folder.join("profile.json");
            fs::write(&file, json!({ "strategies": strategies }).to_string()).expect("a file");
            answer(&format!("payoff {} --profile {}", family.example, file.display()))
        });
        assert_eq!(paid[0], paid[1]);
    }
}

/// The sums of the actions of a hand are those of the deals that the page counts out.
#[test]
fn a_proof_counts_the_deals_by_the_deck() {
    let service = Service::patient("decks-proof");
    let text = |page: &str| words(&service.ask("GET", page, BROWSER).body);
    let page = text("/push-fold/s10?tab=why");
    assert!(page.contains("Over all deals that is 5562762004800."), "{page}");
    assert!(text("/leduc?tab=why").contains("Over all deals that is 30."));
    assert!(text("/kuhn/n3-b1?tab=why").contains("3 × 2 = 6 deals, all equally likely"));
}

/// Ranges: hands that a player never holds are in no text.
#[test]
fn hands_that_nobody_holds_are_nowhere() {
    let folder = folder("decks-held");
    let tree = |ranges: &str| {
        format!(
            r#"{{"format": 1, "name": "g", "n": "4", "players": 2, "root": "a", "nodes": [
  {{"id": "a", "player": "I", "view": "v", "actions": [{{"action": "check", "to": "b"}}]}},
  {{"id": "b", "player": "II", "view": "w", "actions": [{{"action": "check", "to": "c"}}]}},
  {{"id": "c", "paid": ["1", "1"], "live": ["I", "II"]}}], "ranges": [{ranges}]}}"#
        )
    };
    let range = |player: &str, first: u64, last: u64, weight: &str| {
        format!(r#"{{"player": "{player}", "cards": ["{first}", "{last}"], "weight": "{weight}"}}"#)
    };
    for (name, held, ranges) in [
        ("found", "2 to 3", [range("I", 2, 2, "1/2"), range("I", 3, 3, "2/3")].join(",")),
        ("first", "1", range("I", 1, 1, "1")),
        ("last", "3 to 4", range("I", 3, 4, "5")),
        ("middle", "2", [range("I", 2, 2, "1"), range("II", 4, 4, "1")].join(",")),
    ] {
        let path = folder.join(format!("{name}.json"));
        let text = tree(&ranges);
        assert!(GameFile::read(&text).is_ok(), "{text}");
        fs::write(&path, text).expect("a file");
        let face = answer(&format!("solve {} --face", path.display()));
        assert!(!face.contains("0..1"), "{name}: {face}");
        let first = face.lines().skip_while(|line| !line.starts_with("Player I,")).nth(2);
        assert!(first.is_some_and(|line| line.trim().starts_with(held)), "{name}: {face}");
    }
    let river = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/games/river.json");
    let face = answer(&format!("solve {river} --face"));
    let sections: Vec<&str> = face.split("\nPlayer ").skip(1).collect();
    assert!(sections.len() > 4, "{face}");
    for section in sections {
        let foreign = if section.starts_with("I,") { ["AhKh", "6d6c"] } else { ["JcTc", "9h9c"] };
        assert!(foreign.iter().all(|hand| !section.contains(hand)), "{section}");
    }
}

/// Eighteen cards, two in a hand.
const MANY_HANDS: &str = r#"{
  "format": 2, "name": "many", "players": 2, "root": "0",
  "deck": { "cards": ["a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q","r"],
            "hand": 2, "order": "pair, then rank" },
  "nodes": [
    { "id": "0", "player": "I", "view": "first to act",
      "actions": [{ "action": "check", "to": "1" }, { "action": "bet 1", "to": "2" }] },
    { "id": "1", "paid": ["1", "1"], "live": ["I", "II"] },
    { "id": "2", "player": "II", "view": "facing bet 1",
      "actions": [{ "action": "fold", "to": "3" }, { "action": "call", "to": "4" }] },
    { "id": "3", "paid": ["2", "1"], "live": ["I"] },
    { "id": "4", "paid": ["2", "2"], "live": ["I", "II"] }
  ]
}"#;

#[test]
fn a_deck_of_many_hands_has_texts_that_fit_and_a_refusal_that_counts() {
    let folder = folder("many-hands");
    fs::write(folder.join("many.json"), MANY_HANDS).unwrap();
    let (code, _, said) = run(&folder, "solve many.json --method readable");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("at most 100 hands of other decks; many/n153 has 153"), "{said}");
    let (_, text, _) = run(&folder, "solve many.json");
    let columns: Vec<usize> =
        text.lines().filter_map(|line| line.find("If your hand is")).collect();
    assert!(columns.len() > 5 && columns.iter().all(|column| *column < 50), "{text}");
}
