//! Is a deal fair? Proved and tested through both doors.

use serde_json::{Value, json};

use crate::support::service::Service;
use crate::support::{cases, folder, has, refused, run};

#[test]
fn an_exact_certificate_is_the_same_at_both_doors() {
    let folder = folder("fairness-exact");
    let service = Service::patient("fairness-exact-service");
    let line = "fairness --protocol barany-furedi --players 3 --cards 3 --exact --format json";
    let (code, text, said) = run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let reply = service.get("/api/v1/fairness/barany-furedi?players=3&cards=3");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let found = reply.json();
    let verdict = (&found["branches"], &found["fair"], &found["offenders"]);
    assert_eq!(verdict, (&json!("1296"), &json!(true), &json!([])));
    let page = service.get("/fairness?protocol=barany-furedi&players=3&cards=3");
    assert_eq!(page.status, 200, "{}", page.body);
    has(&page.body, &["1296: every sequence of coins was played"]);
}

/// The coin whose choice the paper leaves open must be tossed: otherwise the keeper knows all
/// hands.
#[test]
fn a_planted_bug_is_named_with_a_witness() {
    let folder = folder("fairness-bug");
    let service = Service::patient("fairness-bug-service");
    let bug = "lowest-free-place";
    let line =
        format!("fairness --protocol barany-furedi --players 3 --cards 3 --exact --plant {bug}");
    let (code, text, said) = run(&folder, &line);
    let message = "bluff: barany-furedi is not fair: Q can know too much\n";
    assert_eq!((code, said.as_str()), (1, message));
    has(&text, &["Witness     Q: F3 fails: "]);
    let found = service.json(&format!("/api/v1/fairness/barany-furedi?plant={bug}"));
    assert_eq!((&found["fair"], &found["offenders"]), (&json!(false), &json!(["Q"])));
    let page = service.get(&format!("/fairness?protocol=barany-furedi&bug={bug}")).body;
    has(&page, &["<strong>No</strong>", "F3 fails"]);
    let line = "fairness --protocol grouping --players 3 --cards 1 --hand 2 --exact --plant";
    let (code, text, _) = run(&folder, &format!("{line} no-second-scramble"));
    assert_eq!(code, 1, "{text}");
    has(&text, &["; P1: group 1: P1+P", ", P3: group ", ": 0, not 1/3"]);
}

#[test]
fn statistics_see_a_biased_shuffle_and_pass_a_fair_one() {
    let folder = folder("fairness-deals");
    let service = Service::patient("fairness-deals-service");
    let line = "fairness --protocol barany-furedi --players 3 --cards 52 --deals 60000 --seed 7 \
        --format json";
    let (code, text, _) = run(&folder, line);
    assert_eq!(code, 0, "{text}");
    let reply = service.get("/api/v1/fairness/barany-furedi?players=3&cards=52&deals=60000&seed=7");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let found = reply.json();
    assert_eq!((found["rejected"].as_bool(), found.get("fair")), (Some(false), None));
    let names: Vec<&Value> =
        found["tests"].as_array().expect("a list").iter().map(|test| &test["name"]).collect();
    assert_eq!(found["tested"].as_array().expect("a list").iter().collect::<Vec<_>>(), names);
    assert_eq!(found["untested"][1], "what several parties know together");
    let (code, text, _) = run(&folder, &line.replace(" --format json", ""));
    assert!(code == 0 && !text.contains(" fair\n"), "{text}");
    let untested = "\nNot tested: what several parties know together\n";
    has(&text, &["\nNo test rejects.", untested]);
    let page = service.get("/fairness?players=3&cards=52&deals=60000&seed=7");
    assert_eq!(page.status, 200, "{}", page.body);
    has(&page.body, &["<strong>No test rejects</strong>"]);
    has(&page.body, &["what several parties know together"]);
    let small = line.replace("--cards 52", "--cards 3").replace("--format json", "--plant sattolo");
    let (code, text, said) = run(&folder, &small);
    assert_eq!(code, 1, "{text}");
    has(&text, &["rejected"]);
    has(&said, &["barany-furedi is rejected by: "]);
    let (code, svg, _) = run(&folder, &line.replace("json", "svg"));
    assert!(code == 0 && svg.starts_with("<svg"), "{svg}");
    has(&svg, &["by card and by seat"]);
}

/// Systems whose outcomes are too many for a sample say so, and an honest one is not rejected: its
/// places are no cards.
#[test]
fn a_sample_says_what_it_does_not_look_at() {
    let folder = folder("fairness-untested");
    for protocol in ["insertion", "voting"] {
        let line =
            format!("fairness --protocol {protocol} --players 3 --cards 40 --deals 500 --seed 1");
        let (code, text, said) = run(&folder, &line);
        assert_eq!((code, said.as_str()), (0, ""), "{protocol}: {text}");
        has(&text, &["Not tested: what P1, P2, P3, P1+P2, ", "expected more deals, fewer cards"]);
    }
}

/// The value of a game, over all coins and on a sample, through the command, over HTTP and on a
/// page.
#[test]
fn a_game_is_paid_its_value_at_both_doors() {
    let folder = folder("fairness-game");
    let service = Service::patient("fairness-game-service");
    let line = "fairness --protocol barany-furedi --game kuhn/n3-b1 --exact --format json";
    let (code, text, said) = run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let reply = service.get("/api/v1/fairness/barany-furedi?game=kuhn/n3-b1");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let due = json!({
        "format": 1, "protocol": "barany-furedi", "game": "kuhn/n3-b1", "players": 3,
        "branches": "1296", "unfinished": "0", "illegal": "0",
        "value": ["-1/18", "1/18"], "dealt": ["-1/18", "1/18"], "equal": true
    });
    assert_eq!(reply.json(), due);
    let page = service.get("/fairness?protocol=barany-furedi&game=kuhn/n3-b1");
    assert_eq!(page.status, 200, "{}", page.body);
    has(&page.body, &["<strong>Yes, exactly</strong>"]);

    let line = "fairness --protocol verified-deck --game von-neumann/n52-b2 --deals 3000 --seed 1 \
        --format json";
    let (code, text, said) = run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let question = "game=von-neumann/n52-b2&deals=3000&seed=1";
    let reply = service.get(&format!("/api/v1/fairness/verified-deck?{question}"));
    assert_eq!((reply.status, &reply.body), (200, &text));
    assert_eq!(reply.json()["rejected"], json!([false, false]));
    let page = service.get(&format!("/fairness?protocol=verified-deck&{question}"));
    assert_eq!(page.status, 200, "{}", page.body);
    has(&page.body, &["<strong>No test rejects</strong>"]);
}

#[test]
fn a_game_dealt_with_a_bug_that_shifts_the_deal_is_refused() {
    let folder = folder("fairness-game-bug");
    let service = Service::patient("fairness-game-bug-service");
    let bug = "constant-places-lowest-free";
    let line =
        format!("fairness --protocol barany-furedi --game von-neumann/n3-b1 --exact --plant {bug}");
    let (code, text, said) = run(&folder, &line);
    let message = "bluff: von-neumann/n3-b1 dealt by barany-furedi does not pay its value\n";
    assert_eq!((code, said.as_str()), (1, message), "{text}");
    let game = "game=von-neumann/n3-b1";
    let found = service.json(&format!("/api/v1/fairness/barany-furedi?{game}&plant={bug}"));
    assert_eq!(found["equal"], json!(false));
    let page = service.get(&format!("/fairness?protocol=barany-furedi&{game}&bug={bug}"));
    has(&page.body, &["<strong>No</strong>"]);
    let line = line.replace("--exact", "--deals 3000").replace("n3-b1", "n52-b2");
    let (code, text, said) = run(&folder, &line);
    assert!(code == 1 && text.contains("rejected"), "{text}");
    has(&said, &["is rejected: von-neumann/n52-b2"]);
    let (code, text, said) = run(&folder, &line.replace(&format!("--plant {bug}"), ""));
    assert_eq!((code, said.as_str()), (0, ""), "{text}");
}

#[test]
fn every_protocol_is_proved_or_says_why_not() {
    let service = Service::patient("fairness-all");
    let named: Value = service.json("/api/v1/protocols");
    for one in named.as_array().expect("a list") {
        let name = one["name"].as_str().expect("a name");
        let reply = service.get(&format!("/api/v1/fairness/{name}"));
        match reply.status {
            200 => assert_eq!(reply.json()["fair"], json!(true), "{name}: {}", reply.body),
            422 => has(&reply.body, &["branches"]),
            status => {
                assert_eq!(status, 504, "{name}: {}", reply.body);
                has(&reply.body, &["no answer within"]);
            }
        }
    }
}

/// Bad questions as options, the status over HTTP, and words of the message.
const BAD: &str = "
404 --protocol poker --cards 3 --exact | protocol “poker”, expected one of: barany-furedi
422 --protocol barany-furedi --cards 3 --exact --plant luck
    bug “luck”, expected for barany-furedi: constant-code
422 --protocol golle --cards 3 --hand 0 --exact
    hand = 0, expected a whole number from 1 to 10000
422 --protocol barany-furedi --cards 3 --deals 0 | deals = 0, expected a whole number from 1
422 --protocol barany-furedi --players 9 --cards 52 --exact | expected at most
422 --protocol voting --game kuhn/n3-b1 --exact
    expected one that deals cards to players: barany-furedi
400 --protocol padlocks --game kuhn/n3 --exact | label “kuhn/n3”
400 --protocol padlocks --game kuhn/n3-b1 --cards 3 --exact | cards = 3, expected none beside a game
422 --protocol padlocks --game kuhn/n3-b1-r2 --exact
    kuhn/n3-b1-r2 with 2 copies of each card, expected a game with one of each
422 --protocol padlocks --game basic-endgame/n3-b2-w1_3 --deals 10
    with ranges, expected a game in which all deals are equally likely
422 --protocol padlocks --game three-player/n4-b1 --players 2 --exact
    2 players, expected at least 3: one for each player of the game
422 --protocol padlocks --game von-neumann/n1000000000000000000-b2 --exact
    cards = 1000000000000000000, expected at most 10000
422 --protocol padlocks --game kuhn/n52-b1 --exact | expected at most
422 --protocol padlocks --cards 3 --variant 2,1 --exact | variant = 2,1, expected none for padlocks
422 --protocol werewolf --cards 3 --variant game --exact | expected none: a whole game is played
400 --protocol padlocks --game kuhn/n3-b1 --variant 2,1 --exact
    variant = 2,1, expected none beside a game
422 --protocol padlocks --game kuhn/n3-b1 --deals 0 | deals = 0, expected a whole number from 1
";

#[test]
fn bad_questions_say_what_is_allowed() {
    let service = Service::patient("fairness-bad-service");
    for (asked, words) in cases(BAD) {
        let (status, line) = asked.split_once(' ').expect("a status");
        has(&refused(&format!("fairness {line}")), &[&words]);
        // The same over HTTP: the protocol is in the path, and every other option in the query.
        let options = line.trim_start_matches("--").split(" --").filter(|one| *one != "exact");
        let options: Vec<String> = options.map(|one| one.replacen(' ', "=", 1)).collect();
        let query = options.join("&").replacen("protocol=", "", 1).replacen('&', "?", 1);
        let reply = service.get(&format!("/api/v1/fairness/{query}"));
        assert_eq!(reply.status.to_string(), status, "{query}: {}", reply.body);
        has(&reply.body, &[&words]);
    }
    let both = refused("fairness --protocol padlocks --game kuhn/n3-b1 --exact --deals 10");
    has(&both, &["deals = 10, expected none beside exact"]);
    let neither = refused("fairness --protocol padlocks --exact");
    has(&neither, &["no cards, expected a number or a game"]);
}

/// Deals of the shape of a file that people have, with and without a card that one seat is given.
fn deals(biased: bool) -> String {
    let mut state = 7_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    };
    let mut line = |at: usize| {
        let mut deck: Vec<u64> = (1..=52).collect();
        (0..4).for_each(|place| deck.swap(place, place + below(52 - place as u64) as usize));
        if let Some(last) = deck.iter().position(|card| *card == 52)
            && biased
            && at.is_multiple_of(8)
        {
            deck.swap(0, last);
        }
        format!("{} {};{},{}\n", deck[0], deck[1], deck[2], deck[3])
    };
    (0..2_000).map(&mut line).collect()
}

/// A file, a body of CSV, a field of JSON and of a form, and the same answer.
#[test]
fn deals_of_anybody_are_tested_at_every_door() {
    let folder = folder("fairness-hands");
    let service = Service::patient("fairness-hands-service");
    for (biased, code) in [(false, 0), (true, 1)] {
        let text = deals(biased);
        std::fs::write(folder.join("deals.csv"), &text).expect("a file");
        let (ended, words, said) = run(&folder, "fairness --hands deals.csv --cards 52");
        assert_eq!(ended, code, "{words} {said}");
        has(&words, &["Found 9 times in 10: a card 1.00 points too often, in ", "\nNot tested: "]);
        let (_, document, _) = run(&folder, "fairness --hands deals.csv --cards 52 --json");
        let csv = "content-type: text/csv\r\n";
        let reply = service.post("/api/v1/fairness?cards=52", csv, &text);
        assert_eq!((reply.status, &reply.body), (200, &document));
        let body = json!({ "hands": text, "cards": 52 }).to_string();
        let reply = service.post("/api/v1/fairness", "content-type: application/json\r\n", &body);
        assert_eq!(reply.body, document);
        assert_eq!(reply.json()["rejected"], json!(biased));
        let form = "content-type: application/x-www-form-urlencoded\r\n";
        let fields = text.replace(' ', "+").replace(';', "%3B").replace('\n', "%0D%0A");
        let page = service.post("/fairness", form, &format!("hands={fields}&cards=52&game="));
        assert_eq!(page.status, 200, "{}", page.body);
        let verdict = if biased { "No. Seat 1 gets card 52 too often" } else { "No sign against." };
        has(&page.body, &[verdict, "what so many deals can find", "name=\"hands\""]);
        let bar = "Seat 1: each bar is a card, from the 76.9 times that are expected in 2000 deals";
        has(&page.body, &[bar, "From the dashed line on", ">times<", ">76.9<", ">49<"]);
        let (ended, svg, _) = run(&folder, "fairness --hands deals.csv --cards 52 --format svg");
        assert!(ended == code && svg.starts_with("<svg"), "{svg}");
        has(&svg, &[">cards<", ">seat 2<", "tone: (count − expected)² / expected"]);
    }
    std::fs::write(folder.join("named.csv"), "As;Kd\n".repeat(400)).expect("a file");
    let (_, svg, _) = run(&folder, "fairness --hands named.csv --cards 52 --format svg");
    has(&svg, &[">As<"]);
    let hands: String = ["J;Q\n", "q;k\n", "K;J\n"].concat().repeat(60);
    std::fs::write(folder.join("kuhn.csv"), hands).expect("a file");
    // The answer of the game advises the cards, which have the same names.
    let (code, text, _) = run(&folder, "fairness --hands kuhn.csv --cards 3");
    assert!(code == 1 && text.contains("each card of seat 1"), "{code} {text}");
    let (code, text, _) = run(&folder, "fairness --hands kuhn.csv --game kuhn/n3-b1");
    assert_eq!(code, 0, "{text}");
    has(&text, &["kuhn/n3-b1 dealt among 2: 180 deals\nplayer  value", "\nNo sign against"]);
}

/// Bad deals: the options beside the file, its text, and words of the message.
#[test]
fn bad_deals_are_named_with_their_line() {
    let folder = folder("fairness-bad-hands");
    for (options, text, words) in [
        ("--cards 52", "1 2;3 4\n5 6;6 7", "line 2: card 6 a second time"),
        ("--cards 52", "1 2;3 4\n5 6", "line 2: 1 seat, expected 2 as in line 1"),
        ("--cards 9", "1;12", "line 1: card “12”, expected a number from 1 to 9"),
        ("--cards 52", "As;2", "line 1: card “2”, expected a card as As"),
        ("--cards 52", "", "no deals, expected a line for each deal"),
        ("", "1;2", "no cards, expected a number or a game"),
        ("--cards 52 --exact", "1;2", "exact = true, expected none beside hands"),
        ("--cards 52 --protocol golle", "1;2", "protocol = golle, expected none beside hands"),
        ("--cards 3 --game kuhn/n3-b1", "1;2", "cards = 3, expected none beside a game"),
        ("--game kuhn/n3-b1", "1;2;3", "line 1: 3 seats with 1, 1, 1 cards, expected one card"),
        ("--game kuhn/n3-b1", "1;-", "line 1: 2 seats with 1, 0 cards, expected one card"),
        ("--game kuhn/n3-b1", "1;2", "1 deal, expected two or more"),
        ("--game push-fold/s10", "1;2", "expected a game with cards 1 to n"),
    ] {
        std::fs::write(folder.join("deals.csv"), text).expect("a file");
        let (code, out, said) = run(&folder, &format!("fairness --hands deals.csv {options}"));
        assert!(code == 2 && said.contains(words), "{options}: {out}{said}, not {words}");
    }
    let (code, _, said) = run(&folder, "fairness --hands none.csv --cards 52");
    assert_eq!((code, said.as_str()), (2, "bluff: none.csv: no such file\n"));
}
