//! People at one table, each with a process of his own and a folder between them.

use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Ran, answer, bluff, cases, ended, folder, has, json, refused_in, run};

/// A table of verified decks in an empty folder.
fn table(test: &str, more: &str) -> std::path::PathBuf {
    let folder = folder(test);
    let line = format!("table new --players 3 --cards 52 --hand 2 {more} -o table.json");
    assert_eq!(run(&folder, &line).0, 0);
    folder
}

fn seat(folder: &Path, number: usize) -> Child {
    let line = format!("table join table.json --seat {number} --at box --json");
    bluff(folder, &line).spawn().expect("the command starts")
}

fn seats(folder: &Path, numbers: &[usize]) -> Vec<Ran> {
    let children: Vec<Child> = numbers.iter().map(|&number| seat(folder, number)).collect();
    children.into_iter().map(ended).collect()
}

/// Ends a seat without a word once it has joined.
fn killed_when_joined(folder: &Path, number: usize) {
    let mut child = seat(folder, number);
    let (joined, begun) = (format!("join-{number}"), Instant::now());
    while !laid(folder).iter().any(|(name, _)| *name == joined) {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never joined");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ended");
}

/// Everything that lies in the mailbox, by name.
fn laid(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = |path: &Path| std::fs::read_dir(path).into_iter().flatten().flatten();
    let tables = files(&folder.join("box")).map(|table| table.path());
    tables
        .flat_map(|table| files(&table).collect::<Vec<_>>())
        .filter_map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            Some((name, std::fs::read(file.path()).ok()?))
        })
        .collect()
}

#[test]
fn seats_deal_through_a_folder_and_come_back() {
    let folder = table("seats-deal", "");
    killed_when_joined(&folder, 2);
    let all = seats(&folder, &[1, 2, 3]);
    let ends: Vec<Value> = all
        .iter()
        .map(|(code, out, said)| {
            assert_eq!(*code, 0, "{said}");
            json(out)
        })
        .collect();
    let mut cards: Vec<&str> = ends
        .iter()
        .flat_map(|end| end["hand"].as_array().expect("a hand"))
        .map(|card| card.as_str().expect("text"))
        .collect();
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), 6, "{cards:?}");
    assert!(ends.iter().all(|end| end["history"] == ends[0]["history"]));
    // A seat that comes back gets the same hand, lays down again what a power cut left empty, and
    // a spectator finds every proof right.
    let place = std::fs::read_dir(folder.join("box")).expect("a folder").flatten().next();
    let place = place.expect("a table").path();
    std::fs::write(place.join("000002"), "").expect("a file");
    let back = seats(&folder, &[3]);
    assert_eq!((back[0].0, &back[0].1), (0, &all[2].1));
    let (code, watched, said) = run(&folder, "table watch table.json --at box --json");
    assert_eq!((code, &json(&watched)["history"]), (0, &ends[0]["history"]), "{said}");
    // No secret leaves the machine of its seat, and only its owner reads it.
    let (mut secrets, lies) = (0, laid(&folder));
    for file in std::fs::read_dir(&folder).expect("a folder").flatten() {
        if file.file_name().to_string_lossy().ends_with(".secret") {
            secrets += 1;
            let secret = std::fs::read(file.path()).expect("a secret");
            let has_it = |bytes: &Vec<u8>| bytes.windows(16).any(|part| part == &secret[..16]);
            assert!(secret.len() == 32 && !lies.iter().any(|(_, bytes)| has_it(bytes)));
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = file.metadata().expect("a file").permissions().mode();
                assert_eq!(mode & 0o777, 0o600);
            }
        }
    }
    assert_eq!(secrets, 3);
    // A spectator refuses a mailbox that alters what was said.
    let message = lies.iter().find(|(name, _)| name == "000004").expect("a message");
    let mut altered = message.1.clone();
    altered[100] ^= 1;
    std::fs::write(place.join("000004"), altered).expect("a file");
    let (code, _, said) = run(&folder, "table watch table.json --at box");
    assert_eq!(code, 3, "{said}");
    has(&said, &["message 4: ", "not signed by P2", "nobody can be named"]);
}

#[test]
fn a_seat_that_says_nothing_is_named_by_all_others() {
    let folder = table("seats-silent", "--clock 2");
    killed_when_joined(&folder, 3);
    for (code, _, said) in seats(&folder, &[1, 2]) {
        assert_eq!(code, 1, "{said}");
        has(&said, &["message 2: P3: nothing came within 2 seconds"]);
    }
}

/// Arguments that are refused, and words of the refusal.
const REFUSED: &str = "
join table.json --seat 4 --at box
    --seat = 4, expected a whole number from 1 to 3
join table.json --seat one --at box
    --seat = one, expected a whole number from 1 to 3
join table.json --seat 1 --at http://example.org/
    --at http://example.org/, expected https; http needs --plain
join table.json --seat 1 --at ftp://example.org/
    --at ftp://example.org/, expected a folder, or an address with http or https
watch table.json --at nowhere
    the mailbox: nowhere: No such file
join table.json --seat 1 --at table.json
    the mailbox: table.json
join table.json --seat 1 --at box --secret short.secret
    short.secret: 5 bytes, expected 32
join missing.json --seat 1 --at box
    missing.json: no such file
join short.secret --seat 1 --at box
    not a table
new --protocol poker
    protocol “poker”, expected
new --players 33
    players = 33, expected a whole number from 2 to 32
new --game leduc
    leduc
new --game kuhn/n3-b1 --hands 0
    hands = 0, expected a whole number from 1 to 1000
new --hand 0
    hand = 0, expected a whole number from 1 to 10000
new --clock 0
    clock = 0, expected a whole number from 1 to 86400
new --cards 2 --hand 2
    2 cards, expected at least 4
new --variant 2,1
    variant = 2,1, expected none for verified-deck, only for barany-furedi, cycle
new --game kuhn/n3-b1 --variant 2,1
    --variant
";

#[test]
fn what_no_table_takes_is_refused() {
    let folder = table("seats-refused", "");
    std::fs::write(folder.join("short.secret"), "short").expect("a file");
    for (line, said) in cases(REFUSED) {
        has(&refused_in(&folder, &format!("table {line}")), &[&said]);
    }
    assert!(!folder.join("nowhere").exists());
}

/// A seat of a game that plays the equilibrium, or what these words say at its prompt.
fn seated(folder: &Path, number: usize, typed: Option<&str>) -> Child {
    let play = if typed.is_some() { "" } else { "--play equilibrium" };
    let line = format!("table join table.json --seat {number} --at box --json {play}");
    let mut command = bluff(folder, &line);
    if let Some(typed) = typed {
        std::fs::write(folder.join("typed"), typed).expect("a file");
        command.stdin(std::fs::File::open(folder.join("typed")).expect("a file"));
    }
    command.spawn().expect("the command starts")
}

/// The seats of Kuhn's game play so many hands; the record of the first, reviewed.
fn reviewed(test: &str, hands: usize, typed: Option<&str>) -> (std::path::PathBuf, Value) {
    let folder = folder(test);
    let line = format!("table new --game kuhn/n03-b1 --hands {hands} -o table.json");
    assert_eq!(run(&folder, &line).0, 0);
    let seats = [seated(&folder, 1, typed), seated(&folder, 2, None)].map(ended);
    let ends = seats.map(|(code, out, said)| {
        assert_eq!(code, 0, "{said}");
        json(&out)
    });
    assert_eq!(ends[0]["played"], ends[1]["played"]);
    let named = |card: &Value| ["J", "Q", "K"].iter().any(|name| card == name);
    let cards = ends.iter().flat_map(|end| end["hand"].as_array().expect("cards"));
    assert!(cards.clone().count() == 2 * hands && cards.clone().all(named), "{ends:?}");
    assert_eq!(
        (&ends[0]["history"], &ends[0]["played"]["hands"]),
        (&ends[1]["history"], &hands.into())
    );
    let file = std::fs::read_dir(&folder).expect("a folder").flatten();
    let names = file.map(|file| file.file_name().to_string_lossy().into_owned());
    let record = names.into_iter().find(|name| name.ends_with("-seat-1.hands")).expect("a record");
    let (code, review, said) = run(&folder, &format!("table review {record} --json"));
    assert_eq!(code, 0, "{said}");
    let review = json(&review);
    assert_eq!(review["won"], ends[0]["played"]["won"][0]);
    assert_eq!(review["value"], "-1/18");
    let sets = review["information_sets"].as_array().expect("information sets");
    assert!(sets.iter().all(|set| named(&set["card"])), "{review}");
    (folder, review)
}

fn rejected(review: &Value) -> usize {
    let sets = review["information_sets"].as_array().expect("information sets").iter();
    let actions = sets.flat_map(|set| set["actions"].as_array().expect("actions"));
    actions.filter(|action| action["rejected"] == true).count()
}

#[test]
fn hands_at_the_equilibrium_pass_and_a_player_who_always_bets_does_not() {
    let begun = Instant::now();
    let (folder, review) = reviewed("seats-kuhn", 300, None);
    // Two seats reckon for 1.3 s each, and wait for each other rather than for a clock or a disk;
    // other tests use the processors too.
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!((rejected(&review), &review["lost"]), (0, &"0".into()), "{review}");
    let hands = review["hand_by_hand"].as_array().expect("hands");
    let last = hands.last().expect("a hand");
    assert_eq!(
        (hands.len(), &last["won"], &last["expected"]),
        (300, &review["won"], &"-50/3".into())
    );
    // A hand of this game pays 1 or 2 antes, so its deviation is above 1 and at most 2.
    let band = last["band"].as_f64().expect("a number") / 300_f64.sqrt();
    assert!(band > 2.0 && band <= 4.1, "{band}");
    // A seat that comes back plays the same.
    let (code, _, said) = ended(seated(&folder, 2, None));
    assert_eq!(code, 0, "{said}");
    let watch = run(&folder, "table watch table.json --at box --json");
    assert_eq!(json(&watch.1)["played"]["hands"], 300, "{}", watch.2);
    let (_, review) = reviewed("seats-always", 60, Some(&"bet\n".repeat(60)));
    assert!(rejected(&review) > 0, "{review}");
    assert_ne!(review["lost"], "0");
    let hands = review["hand_by_hand"].as_array().expect("hands");
    assert!(hands.iter().any(|hand| hand["lost"] != "0"), "{review}");
    has(&refused_in(&folder, "table review table.json"), &["table.json: line 1: "]);
}

#[test]
fn values_over_ranges_keep_their_old_name() {
    let ranges = "kuhn -n 3..5 -b 1..2";
    assert_eq!(answer(&format!("table {ranges}")), answer(&format!("grid {ranges}")));
}
