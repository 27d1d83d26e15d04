//! Exact equities by command and over HTTP: the same question, the same answer, the same refusals.

use serde_json::json;

use crate::support::service::Service;
use crate::support::{answer, document, escaped, has};

#[test]
fn an_equity_is_exact() {
    let expected = json!({
        "hand": "AhAd", "range": "KsKc", "board": "2c7d9hJs",
        "win": "42", "tie": "0", "lose": "2", "boards": "44", "equity": "21/22"
    });
    assert_eq!(document("equity AdAh KcKs --board 2c,7d,9h,Js"), expected);
    has(&answer("equity AA KK"), &["AA against KK before the flop", "81.714… %", "0.462… %"]);
    // By class: each range, and both halves of the pot.
    let classes = answer("equity AA,QQ KsKc --board Qs7h2d --format csv");
    has(&classes, &["range,class,win,", "\nhand,AA,", "\nhand,QQ,", "\nrange,KK,"]);
    assert_eq!(classes.lines().count(), 1 + 3);
    let share = &document("equity KsKc AA,QQ --board Qs7h2d")["equity"];
    let (over, under) = share.as_str().and_then(|share| share.split_once('/')).expect("a part");
    has(&classes, &[&format!("{over},{under}\n")]);
    let picture = answer("equity AA,QQ KsKc --board Qs7h2d --format svg");
    has(&picture, &["Equity on Qs7h2d", "QQ: ", "AKs: not dealt", "First, ", "Second, "]);
    let text = answer("equity AhAd KsKc --board 2c7d9hJs");
    has(&text, &["Equity  21/22 = 0.954545", "  win     42  95.454"]);
}

#[test]
fn a_plus_stands_for_itself_with_or_without_an_escape() {
    let service = Service::new("equity", "");
    let range = "22+,A2s+,KTo+,76s:1/2";
    let expected = document(&format!("equity AhKd {range}"));
    for range in [range, &escaped(range)] {
        let path = format!("/api/v1/equity?hand=AhKd&range={range}&board=");
        assert_eq!(service.json(&path), expected, "{path}");
    }
    let reply = service.get("/api/v1/equity?hand=AhKd&range=76s");
    assert!(reply.header("etag").is_some(), "{}", reply.body);
    for (query, status) in [
        ("range=QQ&board=Kd9d6h", 422),
        ("range=QQ&board=9d6h", 422),
        ("range=QQ&board=9d6h9d", 400),
        ("range=QQ,A2x", 400),
        ("range=QQ:2", 422),
    ] {
        service.get(&format!("/api/v1/equity?hand=AhKd&{query}")).problem(status);
    }
    // The page has both ranges to draw on, and the equity of each class.
    let page = service.get("/equity?hand=AA,AhKd&range=QQ&board=QsJh2h").body;
    has(
        &page,
        &["data-range=\"hand\"", "two ranges on QsJh2h", "Second, hand by hand", "data-pick"],
    );
    let missing = service.get("/api/v1/equity?hand=AhKd").problem(400);
    assert_eq!(missing, "no range, expected for instance range=QQ,76s:1/2");
}
