//! Is a deal fair? Proved and tested through both doors.

use serde_json::{Value, json};

use crate::support;
use crate::support::service::Service;

#[test]
fn an_exact_certificate_is_the_same_at_both_doors() {
    let folder = support::folder("fairness-exact");
    let service = Service::patient("fairness-exact-service");
    let line = "fairness --protocol barany-furedi --players 3 --cards 3 --exact --format json";
    let (code, text, said) = support::run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let reply = service.get("/api/v1/fairness/barany-furedi?players=3&cards=3");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let found = reply.json();
    assert_eq!(
        (&found["branches"], &found["fair"], &found["offenders"]),
        (&json!("1296"), &json!(true), &json!([]))
    );
    let page = service.get("/fairness?protocol=barany-furedi&players=3&cards=3");
    assert!(
        page.status == 200 && page.body.contains("Every one of 1296 sequences"),
        "{}",
        page.body
    );
}

/// The coin whose choice the paper leaves open must be tossed: otherwise the keeper knows all
/// hands.
#[test]
fn a_planted_bug_is_named_with_a_witness() {
    let folder = support::folder("fairness-bug");
    let service = Service::patient("fairness-bug-service");
    let bug = "lowest-free-place";
    let line =
        format!("fairness --protocol barany-furedi --players 3 --cards 3 --exact --plant {bug}");
    let (code, text, said) = support::run(&folder, &line);
    assert_eq!(
        (code, said.as_str()),
        (1, "bluff: barany-furedi is not fair: Q can know too much\n")
    );
    assert!(text.contains("Witness     Q: F3 fails: "), "{text}");
    let found = service.json(&format!("/api/v1/fairness/barany-furedi?plant={bug}"));
    assert_eq!((&found["fair"], &found["offenders"]), (&json!(false), &json!(["Q"])));
    let page = service.get(&format!("/fairness?protocol=barany-furedi&bug={bug}")).body;
    assert!(page.contains("<strong>No</strong>") && page.contains("F3 fails"), "{page}");
}

#[test]
fn statistics_see_a_biased_shuffle_and_pass_a_fair_one() {
    let folder = support::folder("fairness-deals");
    let service = Service::patient("fairness-deals-service");
    let line = "fairness --protocol barany-furedi --players 3 --cards 52 --deals 60000 --seed 7 \
        --format json";
    let (code, text, _) = support::run(&folder, line);
    assert_eq!(code, 0, "{text}");
    let reply = service.get("/api/v1/fairness/barany-furedi?players=3&cards=52&deals=60000&seed=7");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let found = reply.json();
    assert_eq!((found["rejected"].as_bool(), found.get("fair")), (Some(false), None));
    let names: Vec<&Value> =
        found["tests"].as_array().expect("a list").iter().map(|test| &test["name"]).collect();
    assert_eq!(found["tested"].as_array().expect("a list").iter().collect::<Vec<_>>(), names);
    assert_eq!(found["untested"][0], "what several parties know together");
    let (code, text, _) = support::run(&folder, &line.replace(" --format json", ""));
    assert!(
        code == 0 && text.contains("\nNo test rejects.") && !text.contains(" fair\n"),
        "{text}"
    );
    assert!(text.contains("\nNot tested: what several parties know together\n"), "{text}");
    let page = service.get("/fairness?players=3&cards=52&deals=60000&seed=7");
    assert!(
        page.status == 200 && page.body.contains("<strong>No test rejects</strong>"),
        "{}",
        page.body
    );
    assert!(page.body.contains("what several parties know together"), "{}", page.body);
    let (code, text, said) =
        support::run(&folder, &line.replace("--format json", "--plant sattolo"));
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("rejected") && said.contains("barany-furedi is rejected by: "),
        "{text} {said}"
    );
    let (code, svg, _) = support::run(&folder, &line.replace("json", "svg"));
    assert!(code == 0 && svg.starts_with("<svg") && svg.contains("by card and by seat"), "{svg}");
}

/// Systems of which a sample sees little say so, and an honest one of theirs is not rejected: its
/// places are no cards.
#[test]
fn a_sample_says_what_it_does_not_look_at() {
    let folder = support::folder("fairness-untested");
    for (protocol, what) in
        [("insertion", "the place of a card"), ("voting", "votes and their tally")]
    {
        let line =
            format!("fairness --protocol {protocol} --players 3 --cards 8 --deals 5000 --seed 1");
        let (code, text, said) = support::run(&folder, &line);
        assert_eq!((code, said.as_str()), (0, ""), "{protocol}: {text}");
        assert!(
            text.contains(&format!(
                "Not tested: what anybody sees: views are set against cards, and the outcome is \
                 {what}"
            )),
            "{text}"
        );
    }
}

/// The value of a game, over all coins and on a sample, through the command, over HTTP and on a
/// page.
#[test]
fn a_game_is_paid_its_value_at_both_doors() {
    let folder = support::folder("fairness-game");
    let service = Service::patient("fairness-game-service");
    let line = "fairness --protocol barany-furedi --game kuhn/n3-b1 --exact --format json";
    let (code, text, said) = support::run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let reply = service.get("/api/v1/fairness/barany-furedi?game=kuhn/n3-b1");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let due = json!({
        "format": 1, "protocol": "barany-furedi", "game": "kuhn/n3-b1", "players": 3, "branches": "1296", "unfinished": "0",
        "illegal": "0", "value": ["-1/18", "1/18"], "dealt": ["-1/18", "1/18"], "equal": true
    });
    assert_eq!(reply.json(), due);
    let page = service.get("/fairness?protocol=barany-furedi&game=kuhn/n3-b1");
    assert!(
        page.status == 200 && page.body.contains("<strong>Yes, exactly</strong>"),
        "{}",
        page.body
    );

    let line = "fairness --protocol verified-deck --game von-neumann/n52-b2 --deals 3000 --seed 1 \
        --format json";
    let (code, text, said) = support::run(&folder, line);
    assert_eq!((code, said.as_str()), (0, ""));
    let reply =
        service.get("/api/v1/fairness/verified-deck?game=von-neumann/n52-b2&deals=3000&seed=1");
    assert_eq!((reply.status, &reply.body), (200, &text));
    assert_eq!(reply.json()["rejected"], json!([false, false]));
    let page =
        service.get("/fairness?protocol=verified-deck&game=von-neumann/n52-b2&deals=3000&seed=1");
    assert!(
        page.status == 200 && page.body.contains("<strong>No test rejects</strong>"),
        "{}",
        page.body
    );
}

#[test]
fn a_game_dealt_with_a_bug_that_shifts_the_deal_is_refused() {
    let folder = support::folder("fairness-game-bug");
    let service = Service::patient("fairness-game-bug-service");
    let bug = "constant-places-lowest-free";
    let line =
        format!("fairness --protocol barany-furedi --game von-neumann/n3-b1 --exact --plant {bug}");
    let (code, text, said) = support::run(&folder, &line);
    assert_eq!(
        (code, said.as_str()),
        (1, "bluff: von-neumann/n3-b1 dealt by barany-furedi does not pay its value\n"),
        "{text}"
    );
    let found =
        service.json(&format!("/api/v1/fairness/barany-furedi?game=von-neumann/n3-b1&plant={bug}"));
    assert_eq!(found["equal"], json!(false));
    let page = service
        .get(&format!("/fairness?protocol=barany-furedi&game=von-neumann/n3-b1&bug={bug}"))
        .body;
    assert!(page.contains("<strong>No</strong>"), "{page}");
    let line = line.replace("--exact", "--deals 3000").replace("n3-b1", "n52-b2");
    let (code, text, said) = support::run(&folder, &line);
    assert!(
        code == 1 && text.contains("rejected") && said.contains("is rejected: von-neumann/n52-b2"),
        "{text} {said}"
    );
    let (code, text, said) = support::run(&folder, &line.replace(&format!("--plant {bug}"), ""));
    assert_eq!((code, said.as_str()), (0, ""), "{text}");
}

#[test]
fn every_protocol_is_proved_or_says_why_not() {
    let service = Service::patient("fairness-all");
    let named: Value = service.json("/api/v1/protocols");
    for name in
        named.as_array().expect("a list").iter().map(|one| one["name"].as_str().expect("a name"))
    {
        let reply = service.get(&format!("/api/v1/fairness/{name}"));
        match reply.status {
            200 => assert_eq!(reply.json()["fair"], json!(true), "{name}: {}", reply.body),
            422 => assert!(reply.body.contains("branches"), "{name}: {}", reply.body),
            status => assert!(
                status == 504 && reply.body.contains("no answer within"),
                "{name}: {}",
                reply.body
            ),
        }
    }
}

#[test]
fn bad_questions_say_what_is_allowed() {
    let folder = support::folder("fairness-bad");
    let service = Service::patient("fairness-bad-service");
    let cases = [
        (
            "--protocol poker --cards 3 --exact",
            "/api/v1/fairness/poker",
            404,
            "protocol “poker”, expected barany-furedi",
        ),
        (
            "--protocol barany-furedi --cards 3 --exact --plant luck",
            "/api/v1/fairness/barany-furedi?cards=3&plant=luck",
            422,
            "bug “luck”, expected for barany-furedi: constant-code",
        ),
        (
            "--protocol barany-furedi --cards 3 --deals 0",
            "/api/v1/fairness/barany-furedi?cards=3&deals=0",
            400,
            "deals = 0, expected a whole number from 1",
        ),
        (
            "--protocol barany-furedi --players 9 --cards 52 --exact",
            "/api/v1/fairness/barany-furedi?players=9&cards=52",
            422,
            "expected at most",
        ),
        (
            "--protocol voting --game kuhn/n3-b1 --exact",
            "/api/v1/fairness/voting?game=kuhn/n3-b1",
            422,
            "expected one that deals cards to players: barany-furedi",
        ),
        (
            "--protocol padlocks --game kuhn/n3 --exact",
            "/api/v1/fairness/padlocks?game=kuhn/n3",
            400,
            "label “kuhn/n3”",
        ),
        (
            "--protocol padlocks --game kuhn/n3-b1 --cards 3 --exact",
            "/api/v1/fairness/padlocks?game=kuhn/n3-b1&cards=3",
            400,
            "cards = 3 beside a game, expected none",
        ),
        (
            "--protocol padlocks --game kuhn/n3-b1-r2 --exact",
            "/api/v1/fairness/padlocks?game=kuhn/n3-b1-r2",
            422,
            "kuhn/n3-b1-r2 with 2 copies of each card, expected a game with one of each",
        ),
        (
            "--protocol padlocks --game basic-endgame/n3-b2-w1_3 --deals 10",
            "/api/v1/fairness/padlocks?game=basic-endgame/n3-b2-w1_3&deals=10",
            422,
            "with ranges, expected a game in which all deals are equally likely",
        ),
        (
            "--protocol padlocks --game three-player/n4-b1 --players 2 --exact",
            "/api/v1/fairness/padlocks?game=three-player/n4-b1&players=2",
            422,
            "2 players, expected at least 3: one for each player of the game",
        ),
        (
            "--protocol padlocks --game von-neumann/n1000000000000000000-b2 --exact",
            "/api/v1/fairness/padlocks?game=von-neumann/n1000000000000000000-b2",
            422,
            "cards = 1000000000000000000, expected at most 10000",
        ),
        (
            "--protocol padlocks --game kuhn/n52-b1 --exact",
            "/api/v1/fairness/padlocks?game=kuhn/n52-b1",
            422,
            "expected at most",
        ),
        (
            "--protocol padlocks --game kuhn/n3-b1 --deals 0",
            "/api/v1/fairness/padlocks?game=kuhn/n3-b1&deals=0",
            400,
            "deals = 0, expected a whole number from 1",
        ),
    ];
    for (line, path, status, words) in cases {
        let (code, _, said) = support::run(&folder, &format!("fairness {line}"));
        assert!(code == 2 && said.contains(words), "{line}: {code} {said}");
        let reply = service.get(path);
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
        assert!(reply.body.contains(words), "{path}: {}", reply.body);
    }
    let (code, _, said) =
        support::run(&folder, "fairness --protocol padlocks --game kuhn/n3-b1 --exact --deals 10");
    assert!(code == 2 && said.contains("--exact") && said.contains("--deals"), "{said}");
    let (code, _, said) = support::run(&folder, "fairness --protocol padlocks --exact");
    assert!(code == 2 && said.contains("no cards, expected a number or a game"), "{said}");
}
