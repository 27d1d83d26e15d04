//! Resources of the service, asked over real sockets: methods, negotiation, quotes, limits.

use std::fs;

use serde_json::json;

use crate::support::service::Service;
use crate::support::{cases, folder, has, message, run, shared};

/// Standard output of a command, or its message.
fn bluff(line: &str) -> Result<String, String> {
    let (code, out, said) = run(&shared("api-command"), line);
    if code == 0 { Ok(out) } else { Err(message(&said)) }
}

/// Questions over HTTP, and the same as options of `bluff solve`.
const QUESTIONS: &str = "
kuhn/n3-b1?method=lp | kuhn -n 3 -b 1 --method lp
kuhn/n3-b1?method= | kuhn -n 3 -b 1
von-neumann/n5-b2?method=threshold | von-neumann -n 5 -b 2 --method threshold
von-neumann/n5-b2?method=lp | von-neumann -n 5 -b 2 --method lp
von-neumann/n5-b2?method=normal-form | von-neumann -n 5 -b 2 --method normal-form
kuhn/n3-b1?method=search&starts=20&seed=7 | kuhn -n 3 -b 1 --method search --starts 20 --seed 7
three-player/n4-b1?method=normal-form&seed=3 | three-player -n 4 -b 1 --method normal-form --seed 3
three-player/n7-b2?all | three-player -n 7 -b 2 --all
three-player/n4-b1?all=true&method=search&starts=40&seed=1
    three-player -n 4 -b 1 --all --method search --starts 40 --seed 1
kuhn/n3-b1?face | kuhn -n 3 -b 1 --face
kuhn/n3-b1?method=guess | kuhn -n 3 -b 1 --method guess
kuhn/n3-b1?method=threshold | kuhn -n 3 -b 1 --method threshold
kuhn/n3-b1?starts=5 | kuhn -n 3 -b 1 --starts 5
kuhn/n3-b1?method=search&starts=0 | kuhn -n 3 -b 1 --method search --starts 0
kuhn/n3-b1?method=search&seed=-1 | kuhn -n 3 -b 1 --method search --seed -1
kuhn/n3-b1?all | kuhn -n 3 -b 1 --all
three-player/n4-b1?method=lp | three-player -n 4 -b 1 --method lp
three-player/n4-b1?face | three-player -n 4 -b 1 --face
von-neumann/n30-b2?method=normal-form | von-neumann -n 30 -b 2 --method normal-form
in-turn/n100-b1 | in-turn -n 100 -b 1
";

#[test]
fn methods_faces_and_lists_have_the_bytes_and_words_of_the_command() {
    let service = Service::new("api-methods", "--rate 0");
    for (path, line) in cases(QUESTIONS) {
        let reply = service.get(&format!("/api/v1/solutions/{path}"));
        match bluff(&format!("solve {line} --format json")) {
            Ok(document) => assert_eq!((reply.status, reply.body), (200, document), "{path}"),
            Err(words) => {
                let malformed = words.contains("guess") || words.contains("seed = ");
                assert_eq!(reply.problem(if malformed { 400 } else { 422 }), words, "{path}");
            }
        }
    }
    // A list and a face have one form, and go with nothing that they do not read.
    service.get("/api/v1/solutions/kuhn/n3-b1.csv?face").problem(406);
    for query in ["face&all", "face&starts=3", "method=lp&method=lp", "colour=red", "all=perhaps"] {
        service.get(&format!("/api/v1/solutions/three-player/n4-b1?{query}")).problem(400);
    }
    // What a method takes is limited, whatever another one would take.
    for query in ["method=lp", "face"] {
        let path = format!("/api/v1/solutions/von-neumann/n1000000000000-b2?{query}");
        let words = service.get(&path).problem(422);
        has(&words, &["sequences, expected at most 20000 over HTTP"]);
    }
}

/// Addresses of labels below `/api/v1`, and the commands whose bytes they have.
const ADDRESSES: &str = "
charts/push-fold.json | chart push-fold --json
charts/push-fold.csv | chart push-fold --format csv
charts/push-fold.svg | chart push-fold --format svg
continuous/basic-endgame/b2-w3_4 | continuous basic-endgame -b 2 --win 0.75 --json
continuous/one-raise/b5_2-raise6 | continuous one-raise -b 5/2 --raise 6 --json
continuous/hand-flip/b2-flip1_6 | continuous hand-flip -b 2 --flip 1/6 --json
continuous/kuhn/b1 | continuous kuhn -b 1 --json
continuous/one-street/between1_2-8 | continuous one-street --between 1/2,8 --json
continuous/three-player/b2?digits=30 | continuous three-player -b 2 --digits 30 --json
compare/von-neumann/b2?from=9&to=11 | compare von-neumann -b 2 -n 9..11 --json
formulas/kuhn/b2.json?at=7 | formula kuhn -b 2 --at 7 --json
formulas/kuhn/b2.gp | formula kuhn -b 2 --format pari
formulas/hand-flip/b2-flip1_3.svg | formula hand-flip -b 2 --flip 1/3 --format svg
formulas/von-neumann/b1?certificate | formula von-neumann -b 1 --certificate --json
formulas/newman/bmax.json?at=10^30 | formula newman -b max --at 10^30 --json
formulas/von-neumann/n3.json?best-bet | formula von-neumann -n 3 --best-bet --json
formulas/von-neumann/n5.sage | formula von-neumann -n 5 --format sage
games/kuhn/n3-b1.json | game kuhn -n 3 -b 1
games/kuhn/n3-b1.efg | game kuhn -n 3 -b 1 --format efg
games/kuhn/n3-b1.nfg | game kuhn -n 3 -b 1 --format nfg
games/kuhn/n3-b1.lp | game kuhn -n 3 -b 1 --format lp
games/kuhn/n3-b1.mps | game kuhn -n 3 -b 1 --format mps
pure/von-neumann/b2?at=18 | pure von-neumann -b 2 -n 18 --formula --json
pure/von-neumann/n7-b2?cuts=&limit=&count= | pure von-neumann -n 7 -b 2 --json
pure/von-neumann/n200-b2?count | pure von-neumann -n 200 -b 2 --count --json
solutions/von-neumann/n5-b2.csv?method=lp | solve von-neumann -n 5 -b 2 --method lp --format csv
";

#[test]
fn every_address_of_a_label_has_the_bytes_of_its_command() {
    let service = Service::new("api-addresses", "--rate 0");
    for (path, line) in cases(ADDRESSES) {
        let reply = service.get(&format!("/api/v1/{path}"));
        assert_eq!((reply.status, Ok(reply.body)), (200, bluff(&line)), "{path}");
    }
}

#[test]
fn game_files_are_solved_by_any_method_and_in_any_form() {
    let service = Service::new("api-files", "--rate 0");
    let file = bluff("game kuhn -n 3 -b 1").expect("a game file");
    fs::write(shared("api-command").join("kuhn.json"), &file).expect("a file");
    for (query, line) in [
        ("", ""),
        ("?method=lp", "--method lp"),
        ("?method=normal-form", "--method normal-form"),
        ("?face", "--face"),
    ] {
        let reply = service.post(&format!("/api/v1/solutions{query}"), "", &file);
        let expected = bluff(&format!("solve ./kuhn.json {line} --format json"));
        assert_eq!(Ok(reply.body), expected, "{query}");
    }
    let csv = service.post("/api/v1/solutions", "accept: text/csv\r\n", &file);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(Ok(csv.body), bluff("solve ./kuhn.json --format csv"));
    service.post("/api/v1/solutions?method=guess", "", &file).problem(400);
}

#[test]
fn a_kept_answer_of_one_method_is_never_given_for_another() {
    let folder = folder("api-kept");
    let asked = [
        ("", "threshold"),
        ("?method=lp", "lp"),
        ("?method=normal-form", "normal-form"),
        ("?method=search", "search"),
        ("?method=search&seed=5", "search"),
    ];
    let ask = || {
        let service = Service::within(&folder, "");
        asked.map(|(query, method)| {
            let reply = service.get(&format!("/api/v1/solutions/von-neumann/n6-b2{query}"));
            assert_eq!((reply.status, &reply.json()["method"]), (200, &json!(method)));
            (reply.header("etag").expect("a tag").to_owned(), reply.body)
        })
    };
    // Another process finds what the first one kept.
    let (before, after) = (ask(), ask());
    assert_eq!(before, after);
    let mut tags: Vec<&String> = after[..4].iter().map(|(tag, _)| tag).collect();
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 4);
}

#[test]
fn what_a_client_does_not_take_or_we_do_not_read_is_said() {
    let service = Service::new("api-negotiation", "--rate 0");
    let document = service.get("/api/v1/solutions/kuhn/n3-b1").body;
    for path in [
        "/api/v1/games",
        "/api/v1/limits",
        "/api/v1/quote/kuhn/n3-b1",
        "/api/v1/pure/von-neumann/n9-b2",
        "/api/v1/continuous/von-neumann/b2",
        "/api/v1/solutions/kuhn/n3-b1",
        "/api/v1/compare/von-neumann/b2?from=2&to=4",
    ] {
        has(&service.ask("GET", path, "accept: image/png\r\n").problem(406), &["application/json"]);
        let reply = service.ask("GET", path, "accept: text/html;q=0.9, application/*;q=0.1\r\n");
        let kind = Some("application/json");
        assert_eq!((reply.status, reply.header("content-type")), (200, kind), "{path}");
        let head = service.ask("HEAD", path, "accept: application/json\r\n");
        let found = (head.status, head.body.as_str(), head.header("content-type"));
        assert_eq!(found, (200, "", kind), "{path}");
        let length = reply.length.to_string();
        assert_eq!(head.header("content-length"), Some(length.as_str()), "{path}");
        let more = if path.contains('?') { "&colour=red" } else { "?colour=red" };
        let words = service.get(&format!("{path}{more}")).problem(400);
        assert!(words.starts_with("colour = red, expected"), "{path}: {words}");
        let allowed = if path.contains("/solutions/") { "get,head,post" } else { "get,head" };
        assert_eq!(service.ask("PUT", path, "").header("allow"), Some(allowed), "{path}");
    }
    for path in ["/api/v1/verify", "/api/v1/payoff", "/api/v1/solutions"] {
        let words = service.post(path, "content-type: image/png\r\n", &document);
        let gambit = match path {
            "/api/v1/verify" => "",
            _ => ", text/x-gambit-efg, text/x-gambit-nfg",
        };
        let known = format!("application/json{gambit}");
        let expected = format!("content type “image/png”, expected one of: {known}");
        assert_eq!(words.problem(415), expected, "{path}");
        assert_eq!(words.header("accept"), Some(known.as_str()));
        let packed = service.post(path, "content-encoding: gzip\r\n", &document);
        assert_eq!(packed.problem(415), "content encoding “gzip”, expected none", "{path}");
        assert_eq!(packed.header("accept-encoding"), Some("identity"));
        service.post(path, "accept: image/png\r\n", &document).problem(406);
        service.post(&format!("{path}?colour=red"), "", &document).problem(400);
        let allowed = if path.ends_with("solutions") { "post" } else { "get,head,post" };
        assert_eq!(service.ask("PUT", path, "").header("allow"), Some(allowed), "{path}");
    }
    for kind in
        ["application/json; charset=utf-8", "application/x-www-form-urlencoded", "APPLICATION/JSON"]
    {
        let reply = service.post("/api/v1/verify", &format!("content-type: {kind}\r\n"), &document);
        assert_eq!(reply.status, 200, "{kind}: {}", reply.body);
    }
    service.post("/api/v1/sweeps", "content-type: text/html\r\n", "").problem(415);
    // Names that are no text.
    for path in [
        "/api/v1/sweeps/%ff",
        "/api/v1/sweeps/%ff/events",
        "/api/v1/sweeps/%ff/files/a",
        "/api/v1/pure/%ff",
    ] {
        service.get(path).problem(400);
    }
}

#[test]
fn sweeps_of_slow_programs_are_limited_and_quoted() {
    let service = Service::new("api-sweeps", "--rate 0");
    let limits = service.json("/api/v1/limits");
    let plan = |n: &str, method: &str| {
        format!(
            "[[cells]]\ngame = \"von-neumann\"\nn = \"{n}\"\nb = \"1..9\"\nmethod = \"{method}\"\n"
        )
    };
    // In threshold form nothing is solved by a program.
    let cheap = service.post("/api/v1/sweeps?quote", "", &plan("2..700", "auto")).json();
    assert_eq!(
        (&cheap["cells"], &cheap["answered"], &cheap["work"]),
        (&json!(6291), &json!(true), &json!("0"))
    );
    // Σ (6 n)² over n = 2..1000, nine times: 9 × 36 × (1000·1001·2001/6 − 1).
    let dear = service.post("/api/v1/sweeps?quote", "", &plan("2..1000", "lp")).json();
    let work = 9_u128 * 36 * (1000 * 1001 * 2001 / 6 - 1);
    assert_eq!((&dear["work"], &dear["answered"]), (&json!(work.to_string()), &json!(false)));
    let most = limits["sweeps"]["work"].as_u64().expect("a limit");
    assert!(work > u128::from(most));
    let refused = service.post("/api/v1/sweeps", "", &plan("2..1000", "lp")).problem(422);
    assert_eq!(dear["refused"], refused);
    assert!(refused.contains(&format!("expected at most {most} over HTTP")), "{refused}");
    let deck = "[[cells]]\ngame = \"newman\"\nn = 1000\nb = 60\nmethod = \"lp\"\n";
    let words = service.post("/api/v1/sweeps", "", deck).problem(422);
    has(&words, &["sequences, expected at most 20000 over HTTP"]);
    service.post("/api/v1/sweeps?quote", "", "[[cells]").problem(400);
    // A quote begins nothing.
    assert_eq!(service.get("/metrics").body.matches("kind=\"sweeps\"").count(), 0);
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"3..5\"\nb = 1\nmethod = \"threshold\"\n";
    let method = service.post("/api/v1/sweeps?quote", "", plan);
    assert_eq!(method.json()["times"]["refused"], 3);
}

/// Labels, and a method that solves them.
const QUOTED: &str = "
kuhn/n3-b1 | lp
kuhn/n30-b7_3 | lp
kuhn/n150-b7_3 | lp
hand-flip/n100-b7_3-flip1_6 | lp
hand-flip/n200-b7_3-flip1_6 | lp
one-raise/n100-b2-raise6 | lp
newman/n40-b20 | lp
borel/n100-b2 | lp
kuhn/n13-b1-r4 | lp
kuhn/n150-b7_3 | runs
kuhn/n1000000000000000000-b7_3 | runs
hand-flip/n999999999999-b7_3-flip1_6 | runs
one-raise/n10000-b2-raise6 | runs
newman/n200-b9-r2 | runs
basic-endgame/n3-b2-w1_3 | lp
von-neumann/n1000000000000000000-b7_3 | threshold
newman/n1000-b300 | threshold
newman/n1000000000000000000-b30 | threshold
one-street/n28-s1-5_2-7 | threshold
callers/n1000-b2-p6 | threshold
three-player/n65-b2 | threshold
newman/n40-b20 | threshold
von-neumann/n5-b2 | normal-form
kuhn/n3-b1 | normal-form
von-neumann/n9-b2 | normal-form
in-turn/n3-b1 | search
three-player/n7-b2 | search
three-player/n4-b1 | normal-form
";

#[cfg(target_os = "linux")]
#[test]
fn answers_and_memory_stay_below_what_was_quoted() {
    let service = Service::new("api-quotes", "--rate 0");
    let before = service.vital("VmHWM");
    let mut most = 0;
    for (label, method) in cases(QUOTED) {
        let quote = service.json(&format!("/api/v1/quote/{label}"));
        let mut methods = quote["methods"].as_array().expect("a list").iter();
        let quoted = methods.find(|quoted| quoted["method"] == method).expect("a method");
        let number = |key: &str| quoted[key].as_u64().expect("a number");
        let reply = service.get(&format!("/api/v1/solutions/{label}?method={method}"));
        assert_eq!(reply.status, 200, "{label} {method}: {}", reply.body);
        println!("{label} {method}: {} bytes, {quoted}", reply.length);
        let (length, bytes) = (reply.length as u64, number("bytes_at_most"));
        assert!(length <= bytes, "{label} {method}: {length} bytes, {quoted}");
        assert!(number("bytes") <= bytes, "{label} {method}: {quoted}");
        most = most.max(number("memory_at_most"));
        let taken = (service.vital("VmHWM") - before) << 10;
        assert!(taken <= most, "{label} {method}: {taken} bytes of memory");
    }
    // Every method that is refused is refused in the words of the quote.
    for label in ["kuhn/n3-b1", "von-neumann/n100-b2", "in-turn/n50-b1", "kuhn/n100000-b1"] {
        let quote = service.json(&format!("/api/v1/quote/{label}"));
        for quoted in quote["methods"].as_array().expect("a list") {
            let (time, method) = (&quoted["time"], quoted["method"].as_str().expect("a name"));
            if time == "refused" {
                let path = format!("/api/v1/solutions/{label}?method={method}");
                assert_eq!(quoted["refused"], service.get(&path).problem(422), "{path}");
            }
        }
    }
    for (label, time) in [("kuhn/n3-b1", "instant"), ("kuhn/n1900-b1", "up to the limit")] {
        let quote = service.json(&format!("/api/v1/quote/{label}"));
        let mut methods = quote["methods"].as_array().expect("a list").iter();
        let lp = methods.find(|quoted| quoted["method"] == "lp").expect("a method");
        assert_eq!(lp["time"], time);
    }
}

#[test]
fn games_have_the_forms_of_the_command() {
    let service = Service::new("api-games", "--rate 0");
    let accept = "accept: text/x-gambit-efg\r\n";
    let efg = service.ask("GET", "/api/v1/games/kuhn/n3-b1", accept);
    assert_eq!(efg.header("content-type"), Some("text/x-gambit-efg; charset=utf-8"));
    service.get("/api/v1/games/kuhn/n3-b1.cvs").problem(406);
    service.get("/api/v1/games/kuhn/n3-b1?method=lp").problem(400);
    let words = service.get("/api/v1/games/kuhn/n99999-b1.lp").problem(422);
    has(&words, &["sequences, expected at most 20000 over HTTP"]);
    for from in ["games/kuhn/n03-b1", "solutions/kuhn/n3-b1"] {
        let moved = service.get(&format!("/api/v1/{from}.efg"));
        let expected = (308, Some("/api/v1/games/kuhn/n3-b1.efg"));
        assert_eq!((moved.status, moved.header("location")), expected, "{from}");
    }
    service.get("/api/v1/solutions/kuhn/n3-b1.efg?face").problem(406);
}

#[test]
fn a_card_is_explained_and_must_be_in_the_deck() {
    let service = Service::new("api-card", "--rate 0");
    let path = "/api/v1/solutions/von-neumann/n28-b4";
    let card = service.json(&format!("{path}?card=3"));
    let actions = &card["views"][0]["actions"];
    assert_eq!((&actions[1]["action"], &actions[1]["value"]), (&json!("bet 4"), &json!("-23/27")));
    let lp = service.json(&format!("{path}?card=3&method=lp"));
    assert_eq!((&card["method"], &lp["method"]), (&json!("threshold"), &json!("lp")));
    for (query, status) in
        [("card=0", 422), ("card=29", 422), ("card=three", 400), ("card=3&face", 400)]
    {
        service.get(&format!("{path}?{query}")).problem(status);
    }
    service.get(&format!("{path}.csv?card=3")).problem(406);
}

#[test]
fn problems_name_the_field_and_the_values() {
    let service = Service::new("api-problems", "--rate 0");
    let whole = "a whole number from 1 to 28";
    for (path, field, given, allowed) in [
        ("solutions/von-neumann/n28-b4?card=29", json!("card"), "29", whole),
        ("pure/von-neumann/n7-b2?cuts=maybe", json!("cuts"), "maybe", "true or false"),
        ("solutions/kuhn/n3-b1.cvs", json!("form"), "cvs", "one of: json (application/json)"),
        ("solutions/kuhn/n3-b1?method=treshold", json!("method"), "treshold", "one of: auto"),
        ("solutions/kuhn/n3-b1.xml", json!("form"), "xml", "one of: json (application/json)"),
        ("compare/von-neumann/b2?from=2&to=2000", json!(null), "1999 decks", "at most 1000"),
        ("deal?players=3", json!("protocol"), "", "one of: "),
        ("grid?game=kuhn&b=1", json!("n"), "", "cards such as 2..40"),
        ("payoff?game=kuhn/n3-b1", json!(null), "no strategies", "one of: profile, "),
        (
            "solve?game=kuhn/n3-b1&lock=x&all=true",
            json!(null),
            "a lock beside all or face",
            "one of",
        ),
        ("solve?game=kuhn&n=3&n=4", json!("n"), "4", "once"),
        ("solve?n=3", json!("game"), "", "for instance game="),
    ] {
        let problem = service.json(&format!("/api/v1/{path}"));
        assert_eq!((&problem["field"], &problem["given"]), (&field, &json!(given)), "{problem}");
        let told = problem["allowed"].as_str().expect("what is allowed");
        assert!(told.starts_with(allowed) && !told.contains("did you mean"), "{problem}");
        let meant = [("cvs", "csv"), ("treshold", "threshold")];
        if let Some((_, meant)) = meant.iter().find(|(wrong, _)| *wrong == given) {
            let detail = problem["detail"].as_str().expect("words");
            assert!(detail.ends_with(&format!("; did you mean {meant}?")), "{problem}");
        }
        let (page, anchor) =
            problem["type"].as_str().and_then(|kind| kind.split_once('#')).unwrap();
        has(&service.get(page).body, &[&format!("id=\"{anchor}\"")]);
    }
}

#[test]
fn a_key_of_a_body_stands_once_at_any_depth() {
    let service = Service::new("api-keys", "--rate 0");
    let spot = r#"{"format": 2, "name": "x", "players": 2, "deck": "hold'em", "board": "Ks9d6h3c2s",
        "ranges": {"I": "AA", "I": "JJ", "II": "QQ"}, "betting": {"pot": "10", "stacks": "10"}}"#;
    for (body, words) in [
        (r#"{"game": "kuhn", "n": 3, "n": 4, "b": 1}"#.to_owned(), "“n” stands twice"),
        (format!(r#"{{"game": {spot}}}"#), "“I” stands twice"),
        (String::new(), "the text ends within a value at line 1 column 0, expected an object"),
        (r#"{"game": }"#.to_owned(), "a value is missing at line 1 column 10, expected"),
        ("[1]".to_owned(), "a list at line 1 column 0, expected an object of fields"),
    ] {
        has(&service.post("/api/v1/solve", "", &body).problem(400), &[words]);
    }
    // Spreadsheets begin a file with a mark of its byte order.
    let rows = json!({ "matrix": "\u{feff}1,0\n0,1\n" }).to_string();
    let matrix = service.post("/api/v1/matrix", "", &rows);
    assert_eq!(matrix.json()["value"], "1/2");
}

#[test]
fn a_refusal_of_a_header_names_it() {
    let service = Service::new("api-headers", "--rate 0");
    for (headers, field, given, allowed) in [
        ("origin: http://evil\r\n", "Origin", "a request of http://evil", "a page of this service"),
        (
            "sec-fetch-site: cross-site\r\n",
            "Sec-Fetch-Site",
            "a cross-site request",
            "a page of this service",
        ),
        ("content-encoding: gzip\r\n", "Content-Encoding", "gzip", "none"),
        ("content-type: text/html\r\n", "Content-Type", "text/html", "one of: application/json"),
    ] {
        let reply = service.post("/api/v1/verify", headers, "{}");
        let problem = reply.json();
        assert_eq!((&problem["field"], &problem["given"]), (&json!(field), &json!(given)));
        assert!(
            problem["allowed"].as_str().is_some_and(|told| told.starts_with(allowed)),
            "{problem}"
        );
    }
}

#[test]
fn addresses_above_the_api_lead_to_its_description() {
    let service = Service::new("api-roots", "--rate 0");
    for path in ["/api", "/api/v1"] {
        let reply = service.get(path);
        assert_eq!((reply.status, reply.header("location")), (303, Some("/docs")), "{path}");
    }
    has(&service.get("/api/v1/sweeps").problem(405), &["sweeps are not listed"]);
}
