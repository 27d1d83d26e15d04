//! `/api/v1/formulas`: the bytes of the command, headers of what never changes, and refusals.

use bluff_report::formula::FORMULA_FORMS;
use serde_json::Value;

use crate::support::service::Service;
use crate::support::{answer, cases, has, refused};

#[test]
fn every_form_has_the_bytes_of_the_command() {
    let service = Service::new("formula-forms", "--rate 0");
    for (label, line) in [
        ("von-neumann/b2", "von-neumann -b 2"),
        ("one-street/s1-5_2", "one-street -s 1,5/2"),
        ("newman/b3", "newman -b 3"),
    ] {
        for form in &FORMULA_FORMS {
            let path = format!("/api/v1/formulas/{label}.{}?at=7&residue=3", form.name.suffix);
            let reply = service.get(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.body);
            let options = format!("--at 7 --residue 3 --format {}", form.name.name);
            assert_eq!(reply.body, answer(&format!("formula {line} {options}")), "{path}");
            let kind = reply.header("content-type").unwrap();
            assert!(kind.starts_with(form.name.media), "{path}: {kind}");
        }
    }
    let asked = service.ask("GET", "/api/v1/formulas/von-neumann/b2", "accept: text/x-coq\r\n");
    assert_eq!(asked.body, answer("formula von-neumann/b2 --format coq"));
    has(&asked.head, &["vary: accept"]);
}

#[test]
fn counts_have_the_bytes_of_the_command_and_families_are_verified() {
    let service = Service::new("formula-kinds", "--rate 0");
    for form in FORMULA_FORMS.iter().filter(|form| form.counts_pure()) {
        let counted = service.get(&format!("/api/v1/pure/von-neumann/b2.{}", form.name.suffix));
        let printed = format!("pure von-neumann -b 2 --formula --format {}", form.name.name);
        assert_eq!((counted.status, counted.body), (200, answer(&printed)), "{printed}");
    }
    service.get("/api/v1/pure/von-neumann/b2.svg").problem(406);
    service.get("/api/v1/pure/von-neumann/n7-b2.tex").problem(406);
    let family = service.get("/api/v1/formulas/borel/b1").body;
    let verdict = service.post("/api/v1/verify", "", &family).json();
    assert_eq!((&verdict["label"], &verdict["limit"]), (&"borel/b1".into(), &"-1/9".into()));
    let false_one = family.replacen("\"2/3\"", "\"1/3\"", 1);
    service.post("/api/v1/verify", "", &false_one).problem(422);
}

#[test]
fn a_formula_never_changes_and_other_sites_may_read_it() {
    let service = Service::new("formula-headers", "--rate 0");
    let path = "/api/v1/formulas/von-neumann/b2";
    let reply = service.get(path);
    has(&reply.head, &["public, max-age=31536000, immutable", "access-control-allow-origin: *"]);
    let tag = reply.header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"'), "{tag}");
    assert_eq!(service.ask("GET", path, &format!("if-none-match: {tag}\r\n")).status, 304);
    for (given, canonical) in [
        ("von-neumann/b4_2", "von-neumann/b2"),
        ("one-street/s7-1-2.5.tex?at=5", "one-street/s1-5_2-7.tex?at=5"),
    ] {
        let reply = service.get(&format!("/api/v1/formulas/{given}"));
        let place = format!("/api/v1/formulas/{canonical}");
        assert_eq!((reply.status, reply.header("location")), (308, Some(place.as_str())));
    }
}

#[test]
fn one_residue_of_a_long_period_is_a_short_document() {
    let service = Service::new("formula-residue", "--rate 0");
    let whole = service.json("/api/v1/formulas/newman/b3");
    let one = service.json("/api/v1/formulas/newman/b3?residue=516");
    assert_eq!(one["classes"], Value::from(vec![whole["classes"][516].clone()]));
    assert_eq!(one["formula"], whole["formula"]);
}

#[test]
fn what_has_no_formula_is_refused_in_the_words_of_the_command() {
    let service = Service::new("formula-refused", "--rate 0");
    let refusals = "\
newman/b5 422 | the period is 25481, expected at most 20000
newman/b12 422 | the period is 3762632261, expected at most 20000; the closed form holds all the
    same, with the limit 0.13717764192635247274…, and bluff solve has the value of any one deck
newman/b200 422 | the period is 20301 or more, expected at most 20000
von-neumann/b1_10000000000000000000000000000000000000000 422 | the period is 10^80 or more
kuhn/b1_10000000000000000000000000000000000000000 422 | which repeat after 10^120 or more cards
von-neumann/b2?at=1 422 | at = 1, expected a whole number from 2 to 1000000000000000000
von-neumann/b2?at=2.5 400 | at = 2.5, expected a whole number
von-neumann/b2?residue=9 400 | the residue 9, expected one from 0 to 8
von-neumann/b2?deck=9 400 | deck = 9, expected one of: at, residue, certificate, best-bet
von-neumann/b2?best-bet 400 | best-bet = true, expected n, or a deck without bets
von-neumann/n3?at=5 400 | at = 5, expected none beside n = 3
von-neumann/n10001 422 | n = 10001, expected a whole number from 2 to 10000
kuhn/n3 400 | no value of kuhn as a function of the bet, expected von-neumann
kuhn/b1.v 400 | the form coq of kuhn/b1, expected json, latex, maple, sage, pari, svg
kuhn/b1?residue=18 400 | the residue 18, expected one from 0 to 17
newman/bmax.v 400 | the form coq of newman/bmax, expected json, latex, maple, sage, pari, svg
in-turn/b1 422 | 3 players, expected a game of two players
one-raise/b7_3-raise17_5 422 | which repeat after 34634830 cards
von-neumann/b0 422 | expected b > 0
von-neumann/best 400 | expected finitely many
newman/bmax?residue=3 400 | residue = 3, expected none
chess/b2 404 | chess
von-neumann/b2.xml 406 | xml
";
    for (line, expected) in cases(refusals) {
        let (path, status) = line.rsplit_once(' ').unwrap();
        let words =
            service.get(&format!("/api/v1/formulas/{path}")).problem(status.parse().unwrap());
        assert!(words.contains(&expected), "{path}: {words}");
        // The command says the same.
        if !path.contains(['.', ',']) && !path.contains("deck=") && !path.starts_with("chess") {
            let (label, option) = path.split_once('?').unwrap_or((path, ""));
            let option = option.replace('=', " ");
            let option = if option.is_empty() { option } else { format!("--{option}") };
            assert_eq!(refused(&format!("formula {label} {option}")), words, "{path}");
        }
        // The page says the same, and a page has neither suffix nor certificate.
        if !path.contains(['.', '?']) {
            let page = service.get(&format!("/formulas/{path}"));
            assert_eq!(page.status, status.parse::<u16>().unwrap(), "{path}");
            let expected = expected.replace('>', "&gt;");
            assert!(page.body.contains(&expected), "{path}: {}", page.body);
        }
    }
    // The command takes any time.
    for path in ["/api/v1/formulas/kuhn/b7_3", "/formulas/kuhn/b7_3"] {
        let answer = service.get(path);
        let cost = "kuhn/b7_3: a proof for all decks takes about 16 s, expected at most 10 s";
        assert!(answer.status == 422 && answer.body.contains(cost), "{path}: {}", answer.body);
    }
    let quote = service.json("/api/v1/quote/kuhn/b7_3");
    assert_eq!((&quote["answered"], &quote["seconds_at_most"]), (&false.into(), &10.into()));
    let detail = service.get("/api/v1/formulas/kuhn/b7_3").problem(422);
    assert_eq!(quote["refused"].as_str(), Some(detail.as_str()));
    let quote = service.json("/api/v1/quote/kuhn/b1");
    let seconds = quote["seconds"].as_f64().expect("seconds");
    assert!((0.1..1.0).contains(&seconds) && quote["refused"].is_null(), "{quote}");
}
