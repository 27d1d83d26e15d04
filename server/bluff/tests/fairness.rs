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
    has(&page.body, &["Every one of 1296 sequences"]);
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
    assert_eq!(found["untested"][0], "what several parties know together");
    let (code, text, _) = run(&folder, &line.replace(" --format json", ""));
    assert!(code == 0 && !text.contains(" fair\n"), "{text}");
    let untested = "\nNot tested: what several parties know together\n";
    has(&text, &["\nNo test rejects.", untested]);
    let page = service.get("/fairness?players=3&cards=52&deals=60000&seed=7");
    assert_eq!(page.status, 200, "{}", page.body);
    has(&page.body, &["<strong>No test rejects</strong>"]);
    has(&page.body, &["what several parties know together"]);
    let (code, text, said) = run(&folder, &line.replace("--format json", "--plant sattolo"));
    assert_eq!(code, 1, "{text}");
    has(&text, &["rejected"]);
    has(&said, &["barany-furedi is rejected by: "]);
    let (code, svg, _) = run(&folder, &line.replace("json", "svg"));
    assert!(code == 0 && svg.starts_with("<svg"), "{svg}");
    has(&svg, &["by card and by seat"]);
}

/// Systems of which a sample sees little say so, and an honest one of theirs is not rejected: its
/// places are no cards.
#[test]
fn a_sample_says_what_it_does_not_look_at() {
    let folder = folder("fairness-untested");
    for (protocol, what) in
        [("insertion", "the place of a card"), ("voting", "votes and their tally")]
    {
        let line =
            format!("fairness --protocol {protocol} --players 3 --cards 8 --deals 5000 --seed 1");
        let (code, text, said) = run(&folder, &line);
        assert_eq!((code, said.as_str()), (0, ""), "{protocol}: {text}");
        let untested =
            "Not tested: what anybody sees: views are set against cards, and the outcome is";
        has(&text, &[&format!("{untested} {what}")]);
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
