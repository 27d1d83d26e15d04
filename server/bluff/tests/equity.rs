//! Exact equities by command and over HTTP: the same question, the same answer, the same refusals.

use serde_json::{Value, json};

use crate::support::service::Service;
use crate::support::{answer, escaped, has, refused};

fn document(line: &str) -> Value {
    serde_json::from_str(&answer(&format!("{line} --json"))).expect("JSON")
}

#[test]
fn an_equity_is_exact() {
    let expected = json!({
        "hand": "AhAd", "range": "KsKc", "board": "2c7d9hJs",
        "win": "42", "tie": "0", "lose": "2", "boards": "44", "equity": "21/22"
    });
    assert_eq!(document("equity AdAh KcKs --board 2c,7d,9h,Js"), expected);
    has(&answer("equity AA KK"), &["AA against KK before the flop", "81.714… %", "0.462… %"]);
    let text = answer("equity AhAd KsKc --board 2c7d9hJs");
    has(&text, &["Equity  21/22 = 0.954545", "  win     42  95.454"]);
}

#[test]
fn command_and_service_give_one_answer() {
    let service = Service::new("equity", "");
    for (hand, range, board) in [
        ("AhKd", "22+,A2s+,KTo+,76s:1/2", ""),
        ("AhKd", "22+,76s:1/2", "Kc9d6h"),
        ("all:1/3", "99-66", "Kc9d6h3c2s"),
    ] {
        let line = match board {
            "" => format!("equity {hand} {range}"),
            board => format!("equity {hand} {range} --board {board}"),
        };
        // A plus stands for itself, with or without an escape.
        for range in [range, &escaped(range)] {
            let path = format!("/api/v1/equity?hand={hand}&range={range}&board={board}");
            assert_eq!(service.json(&path), document(&line), "{path}");
        }
    }
    let reply = service.get("/api/v1/equity?hand=AhKd&range=76s");
    assert!(reply.header("etag").is_some(), "{}", reply.body);
}

#[test]
fn bad_cards_are_refused_alike() {
    let service = Service::new("no-equity", "");
    for (hand, range, board, status, words) in [
        ("AhKd", "QQ", "Kd9d6h", 422, "Kd is in the hand AhKd and on the board Kd9d6h"),
        ("AhKd", "QQ", "9d6h", 422, "“9d6h” has 2 cards, expected a board of 0, 3, 4 or 5"),
        ("AhKd", "QQ", "9d6h5c4c3c2c", 422, "“9d6h5c4c3c2c” has 6 cards"),
        ("AhKd", "QQ", "9d6h9d", 400, "9d is given twice in “9d6h9d”"),
        ("AhKx", "QQ", "", 400, "“AhKx” at character 1 of the range, expected hands such as"),
        ("AhKd", "QQ,A2x", "", 400, "“A2x” at character 4 of the range"),
        ("AhKd", "QQ:2", "", 422, "“QQ:2” at character 1 of the range, expected a weight"),
        ("AhAd", "AhAd,AhAd", "", 422, "each hand of “AhAd” has a card of each hand of “AhAd”"),
    ] {
        let said = match board {
            "" => refused(&format!("equity {hand} {range}")),
            board => refused(&format!("equity {hand} {range} --board {board}")),
        };
        assert!(said.starts_with(words), "{said}");
        let path = format!("/api/v1/equity?hand={hand}&range={range}&board={board}");
        assert_eq!(service.get(&path).problem(status), said, "{path}");
    }
    let missing = service.get("/api/v1/equity?hand=AhKd").problem(400);
    assert_eq!(missing, "no range, expected for instance range=QQ,76s:1/2");
}
