//! Deals without a dealer through both doors: dealt, kept, verified, and the first cheat named.

use bluff_dealing::VARIANTS;
use serde_json::{Value, json};

use crate::schemas::{Described, holds};
use crate::support::service::Service;
use crate::support::{cases, folder, has, refused, run};

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const JSON: &str = "content-type: application/json\r\n";

fn question(protocol: &str) -> Value {
    json!({ "protocol": protocol, "players": 3, "cards": "8", "hand": 1, "seed": SEED })
}

#[test]
fn every_protocol_deals_and_its_record_is_verified() {
    let folder = folder("deals-all");
    let described = Described::new("deals-all-service");
    let (service, deal) = (&described.service, described.named("Deal"));
    let verdict = described.named("DealVerdict");
    let named = service.json("/api/v1/protocols");
    let names: Vec<&str> =
        named.as_array().expect("a list").iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"barany-furedi"), "{names:?}");
    for name in names {
        // Every card of Crépeau's play has a megabyte of its record.
        let cards = if name == "crepeau" { "3" } else { "8" };
        let mut asked = question(name);
        asked["cards"] = json!(cards);
        let reply = service.post("/api/v1/deals", JSON, &asked.to_string());
        assert_eq!(reply.status, 200, "{name}: {}", reply.body);
        holds(&deal, name, &reply);
        let verified = service.post("/api/v1/deals/verify", JSON, &reply.body);
        // Records of Crépeau's play are too long for a body; the command reads them. Its deals take
        // long: one is enough.
        if reply.body.len() > 1 << 20 {
            assert_eq!((name, verified.status), ("crepeau", 413));
        } else {
            assert_eq!(verified.status, 200, "{name}: {}", verified.body);
            assert_eq!(holds(&verdict, name, &verified)["honest"], true, "{name}");
            let line = format!(
                "deal --protocol {name} --players 3 --cards {cards} --seed {SEED} --format json"
            );
            let (code, dealt, said) = run(&folder, &line);
            assert!(code == 0 && dealt == reply.body, "{name}: {said}");
        }
        let file = format!("{name}.json");
        std::fs::write(folder.join(&file), &reply.body).unwrap();
        has(&run(&folder, &format!("deal --verify {file}")).1, &["every message"]);
    }
}

/// The command deals what HTTP does, and the page shows what all parties learned. What is no
/// variant is refused alike; so is any of a protocol without one.
#[test]
fn every_variant_is_dealt_at_all_doors() {
    let folder = folder("deals-variants");
    let described = Described::new("deals-variants-service");
    let (service, deal) = (&described.service, described.named("Deal"));
    // With these coins the hands that are compared do not clash.
    let seed = "09".repeat(32);
    for (name, [players, cards, hand], variant) in VARIANTS {
        let mut asked = json!({ "protocol": name, "players": players, "cards": cards,
            "hand": hand, "variant": variant, "seed": seed });
        assert!(described.named("DealQuestion").is_valid(&asked), "{asked}");
        let reply = service.post("/api/v1/deals", JSON, &asked.to_string());
        let dealt = holds(&deal, name, &reply);
        assert_eq!(dealt["variant"], variant);
        let sizes = format!("--players {players} --cards {cards} --hand {hand}");
        let line = format!("deal --protocol {name} {sizes} --variant {variant} --seed {seed}");
        let (code, text, said) = run(&folder, &format!("{line} --json"));
        assert!(code == 0 && text == reply.body, "{name}: {said}");
        std::fs::write(folder.join("deal.json"), &text).unwrap();
        has(&run(&folder, "deal --verify deal.json").1, &["every message"]);
        let events = dealt["events"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(!events.is_empty(), ["crepeau", "werewolf"].contains(&name), "{name}");
        if !events.is_empty() {
            let events: Vec<&str> = events.iter().filter_map(Value::as_str).collect();
            has(&run(&folder, &line).1, &events);
        }
        let address = format!(
            "/deals?protocol={name}&players={players}&cards={cards}&hand={hand}\
             &variant={variant}&seed=7"
        );
        let page = service.get(&address);
        assert_eq!((page.status, page.body.contains("<ol>")), (200, !events.is_empty()), "{name}");
        has(&page.body, &[&format!("value=\"{variant}\"")]);
        for (protocol, status) in [(name, 422), ("padlocks", 422), ("poker", 404)] {
            asked["protocol"] = json!(protocol);
            asked["variant"] = json!("0");
            let refusal = service.post("/api/v1/deals", JSON, &asked.to_string());
            assert_eq!(refusal.status, status, "{}", refusal.body);
            let detail = refusal.json()["detail"].as_str().unwrap().to_owned();
            let line = format!("deal --protocol {protocol} {sizes} --variant 0");
            assert_eq!(refused(&line), detail);
        }
    }
}

/// The command and the page say what came out: groups, roles, votes and permutations.
#[test]
fn what_came_out_is_told_in_words() {
    let folder = folder("deals-told");
    let service = Service::patient("deals-told-service");
    for (name, [players, cards, hand], words) in [
        ("grouping", [3, 1, 3], &["group 1: P1+P2+P3"][..]),
        ("voting", [3, 1, 1], &["votes for option 1", "option 1: 3 votes; most votes: option 1"]),
        ("splitting", [3, 1, 1], &["permutation 1"]),
        ("werewolf", [3, 1, 1], &["villager", "wolves: P", "ballot: blank", "blank: 2 votes"]),
        ("insertion", [2, 1, 1], &["0 cards below it"]),
    ] {
        let sizes = format!("--players {players} --cards {cards} --hand {hand}");
        has(&run(&folder, &format!("deal --protocol {name} {sizes}")).1, words);
        let query = format!("protocol={name}&players={players}&cards={cards}&hand={hand}&seed=7");
        has(&service.get(&format!("/deals?{query}")).body, words);
    }
}

#[test]
fn the_first_cheat_is_named_at_both_doors() {
    let folder = folder("deals-cheat");
    let service = Service::patient("deals-cheat-service");
    let deal = service.post("/api/v1/deals", JSON, &question("barany-furedi").to_string()).json();
    let last = deal["messages"].as_array().unwrap().len() - 1;
    for at in [0, 3, last] {
        let mut forged = deal.clone();
        let seats = forged["seats"].as_array_mut().unwrap();
        let messages = seats.iter_mut().flat_map(|seat| seat["messages"].as_array_mut().unwrap());
        let number = json!(at.to_string());
        for message in messages.filter(|message| message["at"] == number) {
            *message["body"].as_array_mut().unwrap().last_mut().unwrap() = json!("77");
        }
        let verdict = service.post("/api/v1/deals/verify", JSON, &forged.to_string());
        let named = verdict.json();
        assert_eq!((verdict.status, &named["honest"]), (200, &json!(false)), "{}", verdict.body);
        let cheat = (&deal["messages"][at]["from"], &number);
        assert_eq!((&named["party"], &named["at"]), cheat);
        std::fs::write(folder.join("forged.json"), forged.to_string()).unwrap();
        let (code, text, said) = run(&folder, "deal --verify forged.json");
        assert_eq!((code, text.as_str()), (1, ""));
        assert_eq!(said, format!("bluff: {}\n", named["what"].as_str().unwrap()));
    }
}

#[test]
fn a_deal_with_fresh_chance_is_another_one_each_time() {
    let service = Service::patient("deals-fresh");
    let ask =
        json!({ "protocol": "barany-furedi", "players": 5, "cards": 52, "hand": 2 }).to_string();
    let [one, other] = [(); 2].map(|()| service.post("/api/v1/deals", JSON, &ask).json());
    assert_ne!(one["session"], other["session"]);
    assert_ne!(one["seats"], other["seats"]);
}

/// Status, protocol, players, cards and cards of a hand, and words of the message.
const BAD: &str = "
404 poker 3 8 1 | protocol “poker”, expected one of: barany-furedi
422 barany-furedi 1 8 1 | players = 1, expected a whole number from 2 to 32
422 barany-furedi 2 8 1 | 2 players, expected at least 3
400 barany-furedi -3 8 1 | players = -3, expected a whole number from 2 to 32
422 barany-furedi 3 0 1 | cards = 0, expected a whole number from 1 to 10000
422 barany-furedi 3 99999999999999999999 1 | cards = 99999999999999999999, expected
422 barany-furedi 3 8 0 | hand = 0, expected a whole number from 1 to 10000
422 barany-furedi 3 8 3 | 8 cards, expected at least 9: one for every card dealt
";

/// The same words at both doors, and what is allowed in them.
#[test]
fn bad_questions_say_what_is_allowed() {
    let service = Service::patient("deals-bad-service");
    for (asked, words) in cases(BAD) {
        let [status, protocol, players, cards, hand]: [&str; 5] =
            asked.split(' ').collect::<Vec<_>>().try_into().expect("five words");
        let ask = json!({ "protocol": protocol, "players": players, "cards": cards, "hand": hand });
        let reply = service.post("/api/v1/deals", JSON, &ask.to_string());
        let line =
            format!("deal --protocol {protocol} --players {players} --cards {cards} --hand {hand}");
        assert_eq!(reply.status.to_string(), status, "{ask}: {}", reply.body);
        let detail = reply.json()["detail"].as_str().unwrap().to_owned();
        has(&detail, &[&words]);
        assert_eq!(refused(&line), detail);
    }
    let over =
        json!({ "protocol": "barany-furedi", "players": 11, "cards": 209, "hand": 1 }).to_string();
    let reply = service.post("/api/v1/deals", JSON, &over);
    assert_eq!(reply.status, 422);
    has(&reply.body, &["players = 11, expected at most 10 over HTTP"]);
    for body in [
        "",
        "{}",
        "{\"protocol\": {}}",
        "[]",
        "{\"protocol\":\"barany-furedi\",\"players\":3,\"cards\":5,\"seed\":null}",
        "{\"protocol\":\"barany-furedi\",\"players\":[[[]]],\"cards\":{}}",
    ] {
        assert_eq!(service.post("/api/v1/deals", JSON, body).status, 400, "{body}");
        assert_eq!(service.post("/api/v1/deals/verify", JSON, body).status, 400, "{body}");
    }
    for path in [
        "/deals?protocol=poker",
        "/deals?protocol=barany-furedi&seed=xyz",
        "/deals?protocol=barany-furedi&seed=1&seat=P9",
    ] {
        let status = service.get(path).status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
}

/// A page that is seen with one party's eyes shows no other card.
#[test]
fn a_page_hides_what_a_seat_does_not_see() {
    let service = Service::patient("deals-page");
    assert_eq!(service.get("/deals").status, 200);
    let begun = service.get("/deals?protocol=barany-furedi");
    assert_eq!(begun.status, 303);
    let place = "location: /deals?protocol=barany-furedi&players=3&cards=4&hand=1&seed=";
    has(&begun.head, &[place]);
    let address = "/deals?protocol=barany-furedi&players=3&cards=4&hand=1&seed=00000000000000aa";
    let (all, one) = (service.get(address).body, service.get(&format!("{address}&seat=P2")).body);
    assert!(!all.contains("<strong>hidden</strong>") && all.contains("<svg"), "{all}");
    assert_eq!(one.matches("<strong>hidden</strong>").count(), 2, "{one}");
    assert_eq!(service.get(address).body, all);
    // What can be known, of a deck that is small enough: two hands are open until the end to
    // whoever has seen his own.
    let small = "/deals?protocol=barany-furedi&players=3&cards=3&hand=1&seed=00000000000000aa";
    let known = service.get(&format!("{small}&seat=P2")).body;
    has(&known, &["6, the likeliest 1/6", "2, the likeliest 1/2"]);
    assert!(!known.contains("more than its part"), "{known}");
    let told = service.get(&format!("{small}&seat=Q&bug=lowest-free-place")).body;
    has(&told, &["more than its part"]);
}

#[test]
fn hands_that_clash_are_drawn_again() {
    let folder = folder("deals-checking");
    for _ in 0..12 {
        let (code, _, said) = run(&folder, "deal --protocol checking --players 3 --cards 3");
        assert_eq!(code, 0, "{said}");
    }
    // The coins of a seed are the ones that were asked for.
    let seeds = (0..12).map(|at| format!("{at:064x}"));
    let line = |seed| format!("deal --protocol checking --players 3 --cards 3 --seed {seed}");
    assert!(seeds.map(line).any(|line| run(&folder, &line).2.contains("no end after 1 try")));
}
