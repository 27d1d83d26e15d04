//! `/api/v1/formulas`: the bytes of the command, headers of what never changes, and refusals.

use bluff_report::formula::FORMULA_FORMS;
use serde_json::Value;

use crate::support::service::Service;
use crate::support::{answer, cases, has};

#[test]
fn every_form_has_the_bytes_of_the_command() {
    let service = Service::new("formula-forms", "--rate 0");
    for (label, line) in [
        ("von-neumann/b2", "von-neumann -b 2"),
        ("one-street/s1-5_2", "one-street -s 1,5/2"),
        ("newman/b3", "newman -b 3"),
    ] {
        for form in &FORMULA_FORMS {
            let path = format!("/api/v1/formulas/{label}.{}?at=7&residue=3", form.suffix);
            let reply = service.get(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.body);
            let options = format!("--at 7 --residue 3 --format {}", form.name);
            assert_eq!(reply.body, answer(&format!("formula {line} {options}")), "{path}");
            let kind = reply.header("content-type").unwrap();
            assert!(kind.starts_with(form.media), "{path}: {kind}");
        }
    }
    let asked = service.ask("GET", "/api/v1/formulas/von-neumann/b2", "accept: text/x-coq\r\n");
    assert_eq!(asked.body, answer("formula von-neumann/b2 --format coq"));
    has(&asked.head, &["vary: accept"]);
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
newman/b12 422 | the period is 3762632261, expected at most 20000
von-neumann/b2?at=1 422 | at = 1, expected a whole number from 2 to 1000000000000000000
von-neumann/b2?at=2.5 400 | at = 2.5, expected a whole number
von-neumann/b2?residue=9 400 | the residue 9, expected one below the period 9
von-neumann/b2?deck=9 400 | deck = 9, expected one of: at, residue
von-neumann/b0 422 | expected b > 0
von-neumann/best 400 | expected finitely many
newman/bmax 400 | the bets bmax, expected finitely many
kuhn/b2 400 | no formula for all decks of kuhn, expected von-neumann, newman, one-street
chess/b2 404 | chess
von-neumann/b2.xml 406 | xml
";
    for (line, expected) in cases(refusals) {
        let (path, status) = line.rsplit_once(' ').unwrap();
        let words =
            service.get(&format!("/api/v1/formulas/{path}")).problem(status.parse().unwrap());
        assert!(words.contains(&expected), "{path}: {words}");
    }
}
