//! `bluff boards`: one spot on many boards, in parts, killed and begun again.

use std::fs;
use std::path::{Path, PathBuf};

use rational_bluff::exact::Rational;
use rational_bluff::spot::{Spot, read_plan};
use serde_json::{Value, json};

use crate::support::page::{nested, shown};
use crate::support::service::Service;
use crate::support::{
    all_refused_in, bluff, ended, escaped, files, folder, has, json, run, succeeds, until,
};

/// A line of a command about some flops: on the last, player I holds no hand.
const FLOPS: &str = "boards flop.json --within 10% --boards list.txt";
const LIST: &str = "AsKs2d, QhJh2h; 9s9d2h\nAsKsQs 7s7d3h AhKh4s 2s3d4h AsAdAh";

/// A folder with a small flop, and a list of flops.
fn spot(test: &str) -> PathBuf {
    let folder = folder(test);
    let sizes = json!({ "bets": ["pot"] });
    let flop = json!({ "format": 2, "name": "flop", "players": 2, "deck": "hold'em",
        "board": "QsJh2h", "ranges": { "I": "AsKs:1/2,AdQd,Ah9h", "II": "QTs,77" },
        "betting": { "pot": "10", "stacks": "10", "flop": sizes, "turn": {}, "river": {} } });
    fs::write(folder.join("flop.json"), flop.to_string()).expect("a file");
    fs::write(folder.join("list.txt"), LIST).expect("a file");
    folder
}

/// The files of all boards in a folder.
fn made(folder: &Path) -> Vec<(String, Vec<u8>)> {
    files(folder).into_iter().filter(|(name, _)| name.starts_with("boards.")).collect()
}

/// Asks for boards of which one has no hand of player I.
fn one_fails(folder: &Path, line: &str) -> String {
    let (code, _, said) = run(folder, line);
    assert_eq!(code, 1, "{said}");
    has(&said, &["1 cell has no answer:\n  AsAdAh: ", "each hand of the range"]);
    said
}

#[test]
fn boards_have_proved_bounds_and_the_bytes_of_one_process() {
    let folder = spot("boards");
    let said = one_fails(&folder, &format!("{FLOPS} --out one"));
    has(&said, &["mean over all deals: value of player I from ", ", check ", ", bet 10 "]);
    let [csv, lines] = &made(&folder.join("one"))[..] else { panic!("two files") };
    let [csv, lines] = [csv, lines].map(|(_, text)| String::from_utf8(text.clone()).expect("text"));
    has(
        &csv,
        &["board,boards,deals,lower,upper,exploitability,exploitability_of_pot,reason,check"],
    );
    let text = fs::read_to_string(folder.join("flop.json")).expect("a file");
    let flop = Spot::read(&text).expect("a spot");
    for (line, row) in lines.lines().zip(csv.lines().skip(1)) {
        let line = json(line);
        let number = |value: &Value| -> Rational {
            value.as_str().expect("a number").parse().expect("a fraction")
        };
        let board = line["board"].as_str().expect("a board");
        assert!(row.starts_with(&format!("{board},1,")), "{row}");
        if board == "AsAdAh" {
            has(row, &["AsAdAh,1,,,,,,"]);
            continue;
        }
        let of_board = flop.on_board(&board.parse().expect("cards")).expect("a spot");
        assert_eq!(line["label"], of_board.label());
        fs::write(folder.join("board.json"), of_board.to_json()).expect("a file");
        let (_, solved, _) = run(&folder, "solve board.json --within 1/10 --json");
        let solved_json = json(&solved);
        for end in ["lower", "upper", "exploitability"] {
            assert_eq!(line[end], solved_json["certificate"][end], "{board}");
        }
        let (_, tree, plan) = read_plan(solved.trim()).expect("a plan");
        let shares = rational_bluff::spot::first_shares(&tree, &plan);
        assert_eq!(shares.iter().map(|(_, share)| share.clone()).sum::<Rational>(), Rational::ONE);
        for (action, share) in shares {
            assert_eq!(number(&line["first"][&action]), share, "{board}");
        }
    }
    // Parts, then all; and a log that ends within a line.
    for part in ["1/3", "3/3"] {
        succeeds(&folder, &format!("{FLOPS} --out parts --part {part}"));
    }
    fs::create_dir(folder.join("torn")).expect("a folder");
    let log = fs::read(folder.join("one/part-1-of-1.jsonl")).expect("a log");
    for (name, end) in [("parts", 0), ("torn", 40), ("torn", log.len() / 2), ("torn", log.len())] {
        if name == "torn" {
            fs::write(folder.join("torn/part-1-of-1.jsonl"), &log[..end]).expect("a file");
        }
        one_fails(&folder, &format!("{FLOPS} --out {name}"));
        assert!(made(&folder.join(name)) == made(&folder.join("one")), "{name} {end}");
    }
}

/// The boards of a page in order, and the page.
fn drawn(service: &Service, fields: &[(&str, &str)], status: u16) -> (Vec<String>, String) {
    let query = fields.iter().map(|(key, text)| format!("{key}={}", escaped(text)));
    let query = query.collect::<Vec<_>>().join("&");
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    let reply = service.post("/holdem/boards", form, &query);
    assert_eq!(reply.status, status, "{}", reply.body);
    nested("/holdem/boards", &reply.body);
    let cells = reply.body.split("class=\"cell\"").skip(1);
    let board =
        |cell: &str| cell.split("aria-label=\"").nth(1)?.split(':').next().map(str::to_owned);
    (cells.filter_map(board).collect(), reply.body)
}

#[test]
fn a_table_of_boards_is_drawn_sorted_and_filtered() {
    let (folder, service) = (spot("boards-table"), Service::new("boards-page", ""));
    one_fails(&folder, &format!("{FLOPS} --out one"));
    let table = fs::read_to_string(folder.join("one/boards.csv")).expect("a table");
    let boards: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    let solved: Vec<&str> = boards.iter().copied().filter(|board| *board != "AsAdAh").collect();
    let of = |more: &[(&str, &str)]| {
        drawn(&service, &[&[("table", table.as_str())], more].concat(), 200)
    };
    let (all, page) = of(&[]);
    assert_eq!(all, solved);
    has(&page, &["7 boards, without 1 that have no bounds", "on average over all deals", "check"]);
    assert_eq!(of(&[("suits", "3")]).0, ["QhJh2h", "AsKsQs"]);
    assert_eq!(of(&[("pairs", "yes")]).0, ["9s9d2h", "7s7d3h"]);
    let ends: Vec<Rational> = of(&[("sort", "lower")])
        .0
        .iter()
        .map(|board| {
            let row = table.lines().find(|row| row.starts_with(board.as_str())).expect("a row");
            row.split(',').nth(3).expect("a cell").parse().expect("a number")
        })
        .collect();
    assert!(ends.is_sorted_by(|one, other| one >= other), "{ends:?}");
    let bet = of(&[("sort", "bet 10")]).0;
    assert!(bet.len() == 7 && bet != all, "{bet:?}");
    let spoil = |old: &str, new: &str| table.replacen(old, new, 1);
    for (table, key, value, words) in [
        (spoil("board,", "bord,"), "sort", "", "line 1 = bord,boards,deals"),
        (spoil("AsKs2d,", "AsKs2x,"), "sort", "", "line 2: board = AsKs2x, expected cards"),
        (spoil("AsKs2d,1,", "AsKs2d,1,x"), "sort", "", "line 2: deals = x"),
        (
            spoil("\n9s9d2h", ",1\n9s9d2h"),
            "sort",
            "",
            "line 3: board = 11 cells, expected 10 cells",
        ),
        (table.clone(), "sort", "high", "sort = high, expected lower, upper, exploitability"),
        (table.clone(), "suits", "4", "suits = 4, expected 1, 2, 3"),
        (table.lines().take(1).collect(), "sort", "", "no board of the table has this texture"),
        (table.clone() + &"AsKs2d,1,,,,,,x\n".repeat(1_800), "sort", "", "at most 1755 boards"),
    ] {
        let (_, page) = drawn(&service, &[("table", &table), (key, value)], 400);
        has(&page, &["role=\"alert\"", words]);
    }
    has(&shown(&service, "/holdem/boards", 200), &["bluff boards spot.json"]);
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let folder = spot("boards-killed");
    one_fails(&folder, &format!("{FLOPS} --out one"));
    let log = folder.join("again/part-1-of-1.jsonl");
    for lines in 1..4 {
        let mut child = bluff(&folder, &format!("{FLOPS} --out again")).spawn().expect("it starts");
        until("lines", || {
            let there = fs::read_to_string(&log).unwrap_or_default().lines().count();
            there > lines || child.try_wait().expect("its state").is_some()
        });
        child.kill().expect("it can be killed");
        ended(child);
    }
    one_fails(&folder, &format!("{FLOPS} --out again"));
    assert!(made(&folder.join("again")) == made(&folder.join("one")));
}

/// Bad input, and words of the message that names it.
const REFUSED: &str = "
boards flop.json --within 10% --out new --boards AsKs | 2 cards, expected a board of 0, 3, 4 or 5
boards flop.json --within 10% --out new --boards AsKs2d3d | board “AsKs2d3d”, expected 3 cards
boards flop.json --within 10% --out new --boards AsKs2d,2dKsAs | board “2dKsAs”, expected each
boards flop.json --within 10% --out new --boards , | board “”, expected all, or boards such as
boards flop.json --within 0 --out new | within = 0, expected a part of the pot above 0
boards flop.json --within x% --out new | x
boards kuhn/n3-b1 --within 10% --out new | no bounds, expected a river, a turn or a flop
boards flop.json --within 10% --out new --part 3/2 | part 3/2, expected K/N with K from 1 to N
boards flop.json --within 10% --out new --memory 0 | memory = 0, expected a whole number from 1 to
boards flop.json --within 10% --out list.txt | list.txt: File exists
boards flop.json --within 9% --boards list.txt --out one | line 1, expected a line of the same spot
";

#[test]
fn bad_boards_and_logs_of_others_are_refused() {
    let folder = spot("boards-refused");
    succeeds(&folder, "boards flop.json --within 10% --boards AsKs2d --out one");
    all_refused_in(&folder, REFUSED);
}
