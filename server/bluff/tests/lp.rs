//! Linear programs by command and over HTTP: what has no optimum, and what is no program.

use std::fs;

use serde_json::json;

use crate::second_checker::checker;
use crate::support::service::Service;
use crate::support::{folder, has, refused_in, run};

#[test]
fn a_program_without_optimum_is_a_no_with_its_proof() {
    let folder = folder("lp");
    for (text, status, proof) in [
        ("min x\nst\na: x >= 3\nb: 2 x <= 4\nend", "infeasible", json!({ "a": "1", "b": "-1/2" })),
        ("max x\nst\na: x - y <= 1\nend", "unbounded", json!({ "x": "1", "y": "1" })),
    ] {
        fs::write(folder.join("no.lp"), text).expect("a file");
        let (code, out, said) = run(&folder, "lp no.lp --json");
        let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((code, &found["status"], &found["ray"]), (1, &json!(status), &proof), "{said}");
    }
}

#[test]
fn a_text_that_is_no_program_is_refused_by_its_line() {
    let folder = folder("no-lp");
    let text = "NAME\nROWS\n N f\nCOLUMNS\n x f nan\nENDATA";
    fs::write(folder.join("bad.mps"), text).expect("a file");
    let words = "line 5: “nan”, expected a number, for instance 2, -1/3 or 0.25";
    assert_eq!(refused_in(&folder, "lp bad.mps").trim_end(), words);
    let service = Service::new("no-lp-service", "");
    let body = json!({ "program": text }).to_string();
    let reply = service.post("/api/v1/lp", "content-type: application/json\r\n", &body);
    has(&reply.problem(400), &[words]);
}

/// Programs with each kind of answer, and for each a number that stands in it and makes it wrong.
const ANSWERED: [(&str, &str, &str); 8] = [
    ("max 3 x + 2 y\nst\na: x + y <= 4.5\nb: x + 3 y <= 6\nend", "27/2", "13"),
    ("max 3 x + 2 y\nst\na: x + y <= 4.5\nb: x + 3 y <= 6\nend", "\"a\": \"3\"", "\"a\": \"4\""),
    ("NAME\nROWS\n N f\n G a\nCOLUMNS\n x f 3 a 2\nRHS\n a 1 f -1\nENDATA", "1/2", "1/3"),
    ("min x\nst\na: x >= 3\nb: 2 x <= 4\nend", "-1/2", "-1"),
    ("max x\nst\na: x - y <= 1\nend", "\"y\": \"1\"", "\"y\": \"0\""),
    ("min x\nst\na: 3 <= x <= 2\nend", "\"a\"", "\"b\""),
    ("NAME\nROWS\n N f\n G a\nCOLUMNS\n x f 10^1 a 1_000\nRHS\n a 1e3 f -1.\nENDATA", "11", "12"),
    ("max 3 x \u{2212} 2 y(1)\nst\na:\u{a0}x + y(1) <= 4\nend", "12", "8"),
];

#[test]
fn the_second_checker_reads_the_program_and_judges_the_answer() {
    let folder = folder("lp-checked");
    let [program, answer] = ["program.txt", "answer.json"].map(|name| folder.join(name));
    for (text, right, wrong) in ANSWERED {
        fs::write(&program, text).expect("a file");
        let (_, document, _) = run(&folder, "lp program.txt --json");
        assert!(document.contains(right), "{text}: {document}");
        for (document, code) in [(document.clone(), 0), (document.replace(right, wrong), 1)] {
            fs::write(&answer, &document).expect("a file");
            let files = ["lp".into(), program.clone(), answer.clone()];
            let (found, said) = checker(&files);
            assert_eq!(found, code, "{text}: {document}: {said}");
        }
    }
}

#[test]
fn the_second_checker_refuses_names_that_are_formulas() {
    let folder = folder("lp-names");
    let [program, answer] = ["program.txt", "answer.json"].map(|name| folder.join(name));
    fs::write(&answer, "{}").expect("a file");
    for name in ["x/3", "(x", "x)", "x)(", "x\u{2013}y", "x\u{b7}y"] {
        fs::write(&program, format!("max {name}\nst\na: z <= 4\nend")).expect("a file");
        let (code, said) = checker(&["lp".into(), program.clone(), answer.clone()]);
        assert_eq!(code, 2, "{name}: {said}");
        has(&said, &[&format!("“{name}” is no name")]);
    }
}
