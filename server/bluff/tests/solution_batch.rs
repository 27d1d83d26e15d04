//! Many labels in one request, answered line by line.

use std::io::Read;

use serde_json::Value;

use crate::support::service::Service;
use crate::support::{document, json, long_program, until};

const BATCH: &str = "/api/v1/solutions:batch";

/// A body with these labels.
fn labels(labels: &[&str]) -> String {
    labels.iter().map(|label| format!("\"{label}\"\n")).collect()
}

#[test]
fn labels_are_answered_in_order_by_documents_and_problems() {
    let service = Service::new("batch-lines", "--rate 0");
    let asked = labels(&["kuhn/n3-b1", "chess/n3-b1", "newman/n014-bmax", "von-neumann/n0-b2"]);
    let reply = service.post(BATCH, "accept-encoding: gzip\r\n", &(asked + "kuhn\n\n\"kuhn\"\n"));
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.header("content-type"), Some("application/x-ndjson"));
    // Lines would wait for each other in a compressed answer.
    assert_eq!(reply.header("content-encoding"), None);
    let lines: Vec<Value> = reply.body.lines().map(json).collect();
    assert_eq!(lines[0], document("solve kuhn -n 3 -b 1"));
    // Another spelling is answered under the canonical name.
    assert_eq!(lines[2], document("solve newman -n 14 -b 5"));
    let statuses = [&lines[1], &lines[3], &lines[4], &lines[5]].map(|line| line["status"].as_u64());
    assert_eq!(statuses, [404, 422, 400, 400].map(Some));
    assert_eq!(lines.len(), 6);
    let by_program = service.post(&format!("{BATCH}?method=lp"), "", "\"von-neumann/n5-b2\"");
    assert_eq!(by_program.json()["method"], "lp");
}

#[test]
fn batches_have_limits() {
    let service = Service::new("batch-limits", "--rate 0");
    let most = service.json("/api/v1/limits")["batch"]["labels"].as_u64().expect("a limit");
    let many = |count: u64| "\"x\"\n".repeat(usize::try_from(count).expect("a count"));
    assert_eq!(service.post(BATCH, "", &many(most)).body.lines().count() as u64, most);
    service.post(BATCH, "", &many(most + 1)).problem(422);
    service.post(BATCH, "", "\n\n").problem(400);
    service.post(&format!("{BATCH}?colour=red"), "", "\"kuhn/n3-b1\"").problem(400);
    service.post(BATCH, "accept: image/png\r\n", "\"kuhn/n3-b1\"").problem(406);
    service.post(BATCH, "content-type: text/html\r\n", "\"kuhn/n3-b1\"").problem(415);
    let json = "content-type: application/json\r\n";
    service.post(BATCH, json, "\"kuhn/n3-b1\"").problem(400);
    let list = service.post(BATCH, json, "[\"kuhn/n3-b1\", \"borel/n9-b2\"]");
    assert_eq!((list.status, list.body.lines().count()), (200, 2));
    assert_eq!(service.get(BATCH).header("allow"), Some("post"));
}

#[test]
fn a_line_is_sent_before_the_next_is_solved_and_work_ends_with_the_client() {
    let service = Service::new("batch-stream", "--rate 0 --threads 2 --solve-seconds 60");
    let long = [0, 1, 2].map(long_program);
    let asked = labels(&["kuhn/n3-b1", &long[0], &long[1], &long[2]]);
    let mut stream = service.send("POST", &format!("{BATCH}?method=lp"), "", &asked);
    let mut read = Vec::new();
    until("the first line", || {
        let mut piece = [0; 4_096];
        let length = stream.read(&mut piece).expect("a piece");
        read.extend_from_slice(&piece[..length]);
        String::from_utf8_lossy(&read).contains("\"method\":\"lp\"")
    });
    assert!(!String::from_utf8_lossy(&read).contains("one-raise"));
    until("the solves", || service.metric("bluff_running") == 2);
    drop(stream);
    service.until_idle();
}
