//! The page of a river: what it shows, and what it refuses in the words of the other doors.

use std::fs;

use serde_json::{Value, json};

use crate::support::page::{refused, shown};
use crate::support::service::Service;
use crate::support::{folder, has, refused_in, run, shared};

/// A small river by its query.
const SMALL: &str = "/holdem?board=Ks+9d+6h+3c+2s&I=KQs,JTs,99&II=AKs,QJs:1/2,66&pot=10&stacks=40\
    &bets=1/2+pot,pot&raises=all-in";

#[test]
fn a_river_has_its_grid_its_betting_and_exact_numbers() {
    let service = Service::within(&shared("river"), "");
    let page = shown(&service, SMALL, 200);
    has(&page, &["data-view=\"0\"", "1930/13083", "River K 9 6 3 2", "Certified", "pot 10"]);
    // The value is that of the file, which the command solves.
    let file = include_str!("../../../data/games/river.json");
    // Hands that the other player's hands leave are dealt more often.
    let removal = "/holdem?board=AhKd7s2c2d&I=AA,QJs,98s&II=AK,AQ,AJ&pot=10&stacks=20&bets=pot\
        &raises=a";
    has(&shown(&service, removal, 200), &["check</span><span class=\"number\">81.9\u{a0}%"]);
    let answer = service.post("/api/v1/solutions", "", file).json();
    assert_eq!(answer["values"][0], "1930/13083");
    // A place of the betting is an address, and a hand there keeps it.
    let reply = shown(&service, &format!("{SMALL}&view=2"), 200);
    has(&reply, &["Player II", "facing a check", "view=2&amp;card="]);
    let hand = shown(&service, &format!("{SMALL}&view=2&card=1"), 200);
    has(&hand, &["<h3>JcTc<span>", "JTs<span class=\"soft\">"]);
    // Both ranges go to other solvers from there, by the same words at other doors.
    let (_, link) = reply.split_once("/api/v1/solve.pio?").expect("a link");
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    let text = service.get(&format!("/api/v1/solve.pio?{link}")).body;
    has(&text, &["#Range1#AKs,QJs:0.5,66\n#Board#Ks 9d 6h 3c 2s\n#Pot#10\n"]);
    let folder = folder("river-ranges");
    fs::write(folder.join("river.json"), file).unwrap();
    let solve = |more: &str| run(&folder, &format!("solve river.json {more}"));
    assert_eq!(solve("--export pio --path check").1, text);
    has(&solve("--export pio --path chek").2, &["path = chek, expected one of: check, bet 5"]);
    has(&solve("--path check").2, &["pio"]);
    has(&run(&folder, "solve kuhn/n3-b1 --path check").2, &["none but for a spot of hold'em"]);
    let twice = file.replace("QJs:1/2", "QJs:1/3,QJs:1/2");
    fs::write(folder.join("twice.json"), twice).unwrap();
    has(&run(&folder, "solve twice.json").2, &["QJs: given two weights"]);
}

#[test]
fn a_lock_of_no_hand_is_refused_between_bounds_as_exactly() {
    let folder = folder("river-locks");
    let file = include_str!("../../../data/games/river.json");
    fs::write(folder.join("river.json"), file).unwrap();
    for (view, hand) in [("first to act", "22"), ("first to act", "6h6d"), ("check", "KQs")] {
        let exact = if view == "check" { "facing a check" } else { view };
        for (view, within) in [(view, "--within 1%"), (exact, "--within 1%"), (exact, "")] {
            let lock = format!("view,hand,action,probability\n{view},{hand},check,1\n");
            fs::write(folder.join("lock.csv"), lock).unwrap();
            let line = format!("solve river.json --lock lock.csv {within}");
            has(&refused_in(&folder, &line), &["the lock: ", hand, "hand"]);
        }
    }
    let all = "view,hand,action,probability\nfirst to act,all,check,1\n";
    fs::write(folder.join("all.csv"), all).unwrap();
    has(
        &run(&folder, "solve river.json --lock all.csv").1,
        &["Certified, with 99, KQs, JTs fixed."],
    );
}

#[test]
fn a_river_is_refused_in_the_words_of_the_command() {
    let service = Service::within(&shared("river"), "");
    let many = format!("I={}x", "22,".repeat(18_000));
    for (query, status, words) in [
        ("board=Ks9dKs3c2s", 422, "Ks is given twice in “Ks9dKs3c2s”, expected each card once"),
        ("board=Ks9d", 422, "has 2 cards, expected the 5 of a river"),
        ("board=Ks9d6h3c2s2h", 422, "has 6 cards, expected the 5 of a river"),
        ("I=K9", 200, "River K 9 6 3 2"),
        ("I=KsKd&II=KsKd", 422, "on the board Ks9d6h3c2s, expected each card once"),
        ("I=AsAh&II=AsAd", 422, "expected two hands without a common card"),
        ("I=", 422, "expected at least one hand with a weight above 0"),
        ("II=%3Cb%3E", 422, "“&lt;b&gt;” at character 1 of the range"),
        ("bets=41", 422, "bet size 41, expected at most the smaller stack, 40"),
        ("stacks=40/60", 422, "stacks = 40/60, expected chips such as 40 or 5/2, or {"),
        ("stacks=55/42", 422, "stacks = 55/42, expected chips"),
        ("stacks=40,60,80", 400, "stacks = 40,60,80, expected chips"),
        ("stacks=40,+60", 200, "40 and 60 behind"),
        ("pot=0", 422, "pot = 0, expected a pot above 0"),
        ("bets=half", 422, "half"),
        ("most=21", 400, "most = 21, expected a whole number from 1 to 20"),
        ("view=7", 400, "view = 7, expected a whole number from 1 to 6"),
        ("card=0", 400, "“0” at character 1 is no card"),
        ("card=2s2d", 400, "on the board Ks9d6h3c2s"),
        (&many, 422, "at character 54001 of the range"),
    ] {
        let board = if query.contains("board=") { "" } else { "board=Ks9d6h3c2s&" };
        let path = format!("/holdem?{board}{query}");
        if status == 200 {
            has(&shown(&service, &path, 200), &[words]);
        } else {
            refused(&service, &path, status, words);
        }
    }
}

/// Python refuses the same files in `test_hands.py`.
#[test]
fn a_file_of_no_river_is_refused_in_the_same_words_by_command_and_http() {
    let service = Service::within(&shared("river"), "");
    let folder = folder("river-files");
    let file = include_str!("../../../data/games/river.json");
    let betting = |bet: &str| json!({ "pot": "10", "stacks": "40", "river": { "bets": [bet] } });
    for (part, given, words) in [
        // Others are those of `tests/spots.rs`.
        ("board", json!(["Ks", "9d"]), "“Ks 9d” has 2 cards, expected the 5 of a river"),
        ("betting", betting("41"), "bet size 41, expected at most the smaller stack, 40"),
    ] {
        let mut river: Value = serde_json::from_str(file).unwrap();
        river[part] = given;
        fs::write(folder.join("bad.json"), river.to_string()).unwrap();
        let said = refused_in(&folder, "solve bad.json");
        has(&said, &[words]);
        let answer = service.post("/api/v1/solutions", "", &river.to_string());
        assert_eq!(answer.problem(422), said);
    }
    // Ten megabytes are not read.
    let long = json!({ "ranges": "AA,".repeat(3_300_000) }).to_string();
    fs::write(folder.join("bad.json"), &long).unwrap();
    has(&run(&folder, "solve bad.json").2, &["expected at most 4194304"]);
    has(&service.post("/api/v1/solutions", "", &long).problem(413), &["at most 1048576"]);
}

#[test]
fn pages_of_real_cards_have_all_optimal_strategies() {
    let service = Service::patient("real-faces");
    let page = shown(&service, "/leduc", 200);
    has(&page, &["href=\"/leduc?tab=optimal\""]);
    let face = shown(&service, "/leduc?tab=optimal", 200);
    has(&face, &["not unique", "Player I"]);
    has(&shown(&service, "/push-fold/s10", 200), &["href=\"/push-fold/s10?tab=optimal\""]);
    let face = shown(&service, "/push-fold/s10?tab=optimal", 200);
    has(&face, &[">unique<", "No other strategies are optimal."]);
}
