//! The chart of push or fold by command and over HTTP.

use serde_json::json;

use crate::support::service::Service;
use crate::support::{answer, document, has, refused};

#[test]
fn a_chart_has_a_line_for_each_hand_in_every_form() {
    let text = answer("chart push-fold");
    has(&text, &["push-fold, stacks of 1 to 25", "385 pieces", "\nAA    1 to 25 "]);
    // 63s is no push between two stacks at which it is one.
    has(&text, &["1 to 2.3885, (4.8808 to 4.8907), 5.0701 to 5.2339, (5.5237 to 5.5859)"]);
    let csv = answer("chart push-fold --format csv");
    has(&csv, &["action,hand,plan,from,to\npush,AA,always,1,25\n", "call,Q2o,mixed,5.63"]);
    let document = document("chart push-fold");
    let count = |key: &str| document[key].as_array().map(Vec::len);
    assert_eq!((count("ends"), count("pieces")), (Some(386), Some(385)));
    assert_eq!(
        document["hands"]["AA"]["call"],
        json!([{ "plan": "always", "from": 0, "to": 385 }])
    );
    let svg = answer("chart push-fold --format svg");
    // A rectangle for each cell, and the ground.
    assert_eq!(svg.matches("<rect").count(), 2 * 169 + 1);
    has(&svg, &["<title>43s: push 1 to 2.2010, ", ">10.0</text>"]);
}

#[test]
fn an_ante_is_given_by_option_or_label() {
    let [option, label] =
        ["push-fold --ante 1/8", "push-fold/a1_8"].map(|game| answer(&format!("chart {game}")));
    assert_eq!(option, label);
    has(&option, &["push-fold/a1_8, stacks of 9/8 to 25", "376 pieces"]);
}

#[test]
fn other_charts_are_refused() {
    for (line, words) in [
        ("kuhn", "no chart of kuhn over stacks, expected push-fold"),
        ("push-fold/s10", "a chart of “push-fold/s10” has every stack, expected an ante alone"),
        ("push-fold --ante 24", "ante = 24, expected an ante of at least 0, below 24"),
        ("push-fold --ante -1", "ante = -1, expected an ante of at least 0, below 24"),
    ] {
        has(&refused(&format!("chart {line}")), &[words]);
    }
}

#[test]
fn the_page_of_a_chart_has_one_address_for_each_ante() {
    let service = Service::new("chart-page", "");
    for (given, address) in [
        ("/holdem/push-fold/a0?stack=11", "/holdem/push-fold?stack=11"),
        ("/holdem/push-fold?stack=11&ante=1/8", "/holdem/push-fold/a1_8?stack=11"),
        ("/holdem/push-fold/a2_16", "/holdem/push-fold/a1_8"),
        ("/holdem/push-fold/a1_8?ante=0", "/holdem/push-fold"),
    ] {
        let reply = service.get(given);
        assert_eq!((reply.status, reply.header("location")), (303, Some(address)), "{given}");
    }
    let old = service.get("/charts/push-fold/a1_8?stack=11&card=5");
    let address = "/holdem/push-fold/a1_8?stack=11&card=5";
    assert_eq!((old.status, old.header("location")), (308, Some(address)));
    let page = service.get("/holdem/push-fold/a1_8?stack=23/20");
    assert_eq!(page.status, 200);
    has(&page.body, &["ante 1/8, ", "376 pieces", "/api/v1/charts/push-fold/a1_8.csv"]);
    has(&service.get("/api/v1/charts/kuhn").problem(400), &["no chart of kuhn over stacks"]);
    let outside = service.get("/holdem/push-fold/a1_8?stack=1");
    assert_eq!(outside.status, 400);
    has(&outside.body, &["stack = 1, expected a stack from 9/8 to 25"]);
}
