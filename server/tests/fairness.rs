//! Is a deal fair? Proved and tested through both doors.
#![cfg(all(test, unix))]

mod support;

use serde_json::{Value, json};
use support::service::Service;

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
    assert_eq!((&found["branches"], &found["fair"], &found["offenders"]), (&json!("1296"), &json!(true), &json!([])));
    let page = service.get("/fairness?protocol=barany-furedi&players=3&cards=3");
    assert!(page.status == 200 && page.body.contains("Every one of 1296 sequences"), "{}", page.body);
}

/// The coin whose choice the paper leaves open must be tossed: otherwise the keeper knows all hands.
#[test]
fn a_planted_bug_is_named_with_a_witness() {
    let folder = support::folder("fairness-bug");
    let service = Service::patient("fairness-bug-service");
    let bug = "lowest-free-place";
    let line = format!("fairness --protocol barany-furedi --players 3 --cards 3 --exact --plant {bug}");
    let (code, text, said) = support::run(&folder, &line);
    assert_eq!((code, said.as_str()), (1, "bluff: barany-furedi is not fair: Q can know too much\n"));
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
    let line = "fairness --protocol barany-furedi --players 3 --cards 52 --deals 60000 --seed 7 --format json";
    let (code, text, _) = support::run(&folder, line);
    assert_eq!(code, 0, "{text}");
    let reply = service.get("/api/v1/fairness/barany-furedi?players=3&cards=52&deals=60000&seed=7");
    assert_eq!((reply.status, &reply.body), (200, &text));
    let (code, text, said) = support::run(&folder, &line.replace("--format json", "--plant sattolo"));
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("rejected") && said.contains("is not fair"), "{text} {said}");
    let (code, svg, _) = support::run(&folder, &line.replace("json", "svg"));
    assert!(code == 0 && svg.starts_with("<svg") && svg.contains("by card and by seat"), "{svg}");
}

#[test]
fn every_protocol_is_proved_or_says_why_not() {
    let service = Service::patient("fairness-all");
    let named: Value = service.json("/api/v1/protocols");
    for name in named.as_array().expect("a list").iter().map(|one| one["name"].as_str().expect("a name")) {
        let reply = service.get(&format!("/api/v1/fairness/{name}"));
        match reply.status {
            200 => assert_eq!(reply.json()["fair"], json!(true), "{name}: {}", reply.body),
            422 => assert!(reply.body.contains("branches"), "{name}: {}", reply.body),
            status => assert!(status == 504 && reply.body.contains("no answer within"), "{name}: {}", reply.body),
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
    ];
    for (line, path, status, words) in cases {
        let (code, _, said) = support::run(&folder, &format!("fairness {line}"));
        assert!(code == 2 && said.contains(words), "{line}: {code} {said}");
        let reply = service.get(path);
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
        assert!(reply.body.contains(words), "{path}: {}", reply.body);
    }
}
