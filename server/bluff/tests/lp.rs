//! Linear programs by command and over HTTP: what has no optimum, and what is no program.

use std::fs;

use serde_json::json;

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
