//! Every door that reads a number reads every spelling of it, and every door that reads a board
//! reads it as one text. Python reads the same table of numbers in `test_doors.py`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::page::BROWSER;
use crate::support::service::{Reply, Service};
use crate::support::{folder, run};

/// The one spelling of documents, and others that people and programs write.
const NUMBERS: &str = include_str!("../../../tests/spellings.json");

/// Commands with a number in the place of `#`.
const COMMANDS: &str = "\
solve kuhn -n 3 -b # --json
solve kuhn -n # --bet=1 --json
solve kuhn -n 3 -b 1 --copies # --json
solve one-street -n 4 -s 0,# --json
solve one-raise -n 4 -b 2 --raise # --json
solve hand-flip -n 4 -b 2 --flip # --json
solve basic-endgame -n 3 -b 2 --win # --json
solve callers -n 12 -b 2 --players # --json
solve push-fold --stack # --format csv
solve push-fold --stack 2 --ante # --format csv
solve in-turn -n 4 -b 1 --starts # --json
solve in-turn -n 4 -b 1 --starts 2 --seed # --json
matrix rows.txt --json
payoff von-neumann -n 12 -b 2 --bets # --calls 12 --json
explain kuhn/n12-b1 --card # --json
continuous von-neumann -b # --json
continuous von-neumann -b 2 --digits # --json
continuous one-street --grid # --json
continuous one-street --between #,20 --json
compare von-neumann -b # -n 2..4 --json
compare von-neumann -b 1 -n 2..# --json
formula von-neumann -b # --json
formula von-neumann -b 1 --at # --json
formula von-neumann -b 1 --residue # --json
formula newman -b max --at # --json
pure von-neumann -n 9 -b # --json
pure von-neumann -n # -b 1 --json
pure von-neumann -n 9 -b 2 --limit # --json
table von-neumann -n 2..3 -b # --json
table von-neumann -n 2..# -b 1 --json
table von-neumann -n 2..3 -b 0.8..# --json
table push-fold --stack # --json
chart push-fold --ante # --json
equity AA KK:#,QQ --board Ks9d6h3c2s --json
game kuhn -n 3 -b #
deal --protocol barany-furedi --players 3 --cards # --seed {SEED} --json
fairness --protocol padlocks --players # --cards # --exact --json
fairness --protocol barany-furedi --players 3 --cards 4 --deals # --seed 1 --json
fairness --protocol barany-furedi --players 3 --cards 4 --deals 10 --seed # --json
batch bets.toml --out bets --resume
batch decks.toml --out decks --resume
batch copies.toml --out copies --resume
batch one.toml --out threads --resume --threads #
batch one.toml --out seconds --resume --cell-seconds #
";

/// Files of text with a number in the place of `#`, which commands above name.
const FILES: [(&str, &str); 5] = [
    ("rows.txt", "# -1\n0 2\n"),
    ("bets.toml", "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = \"#\"\n"),
    ("decks.toml", "[[cells]]\ngame = \"kuhn\"\nn = \"#\"\nb = 1\n"),
    ("copies.toml", "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\ncopies = \"#\"\n"),
    ("one.toml", "[[cells]]\ngame = \"kuhn\"\nn = 3\nb = 1\n"),
];

/// Places of game files: the file, a pointer, and what is put there, with a number for `#`.
const PLACES: [(&str, &str, &str); 17] = [
    ("river", "/betting/pot", "#"),
    ("river", "/betting/stacks", "#"),
    ("river", "/betting/stacks", r##"{"I": "#", "II": 40}"##),
    ("river", "/betting/river/bets/0", "#"),
    ("river", "/betting/river/bets/0", "# pot"),
    ("river", "/betting/river/raises/0", "#pot"),
    ("river", "/betting/river/most", "#"),
    ("river", "/ranges/II", "AKs, QJs : #, 66"),
    ("two-card-hands", "/ranges/II", "JJ, KQ:#"),
    ("leduc-three-bets", "/betting/pot", "#"),
    ("two-card-hands", "/deck/hand", "#"),
    ("half-street-kuhn", "/format", "#"),
    ("half-street-kuhn", "/players", "#"),
    ("half-street-kuhn", "/n", "#"),
    ("half-street-kuhn", "/copies", "#"),
    ("half-street-kuhn", "/nodes/3/paid/0", "#"),
    ("half-street-kuhn", "/ranges", r##"[{"player": "I", "cards": ["#", "3"], "weight": "1"}]"##),
];

/// Addresses of the API with a number in the place of `#`.
const API: &str = "\
/api/v1/solutions/kuhn/n12-b1?card=#
/api/v1/solutions/in-turn/n4-b1?starts=#
/api/v1/solutions/in-turn/n4-b1?starts=2&seed=#
/api/v1/pure/von-neumann/n9-b2?limit=#
/api/v1/pure/von-neumann/b2?at=#
/api/v1/compare/von-neumann/b2?from=#&to=12
/api/v1/compare/von-neumann/b2?from=2&to=#
/api/v1/continuous/von-neumann/b2?digits=#
/api/v1/formulas/von-neumann/b2?at=#
/api/v1/formulas/von-neumann/b2?residue=#
/api/v1/fairness/padlocks?players=2&cards=#
/api/v1/fairness/padlocks?players=#&cards=2
/api/v1/fairness/barany-furedi?players=3&cards=4&deals=#
/api/v1/fairness/barany-furedi?players=3&cards=4&deals=10&seed=#
/api/v1/equity?hand=AA&range=KK:#,QQ&board=Ks9d6h3c2s
/holdem.json?board=Ks9d6h3c2s&pot=#
/holdem.json?board=Ks9d6h3c2s&stacks=#
/holdem.json?board=Ks9d6h3c2s&stacks=#,60
/holdem.json?board=Ks9d6h3c2s&bets=#
/holdem.json?board=Ks9d6h3c2s&bets=#pot
/holdem.json?board=Ks9d6h3c2s&raises=#+pot
/holdem.json?board=Ks9d6h3c2s&most=#
/holdem.json?board=Ks9d6h3c2s&I=AA:#,KK&II=AA,QQ
";

/// Addresses of pages with a number in the place of `#`: what their forms send.
const PAGES: &str = "\
/?game=kuhn&n=3&b=#
/?game=kuhn&n=#&b=1
/?game=one-street&n=3&s=0,#
/?game=one-raise&n=4&b=2&raise=#
/?game=callers&n=12&b=2&players=#
/?game=push-fold&stack=#
/?b=#
/map/kuhn?n=2..4&b=#
/map/kuhn?n=2..#&b=1
/holdem/push-fold?ante=#
/holdem/push-fold?stack=#
/compare/von-neumann/b2?from=2&to=#
/continuous/von-neumann/b2?digits=#
/formulas/von-neumann/b2?at=#
/kuhn/n12-b1?card=#
/kuhn/n12-b1?view=#
/games?n=#
/games?players=#
/fairness?protocol=padlocks&players=2&cards=#
/deals?protocol=barany-furedi&players=3&cards=#&seed=592babeacec04799
/von-neumann/n9-b2?tab=lock&view0=1..9:+check+#,+bet+2+1/5&view1=1..9:+call
/kuhn/n3-b1?tab=play&seat=I&seed=8f70b776e6bc6a59&hands=3&won=#&lost=1
/kuhn/n3-b1?tab=play&seat=I&seed=8f70b776e6bc6a59&hands=#&won=1&lost=1
/holdem?board=Ks9d6h3c2s&pot=#
/holdem?board=Ks9d6h3c2s&stacks=#,60
/holdem?board=Ks9d6h3c2s&bets=#+pot
/holdem?board=Ks9d6h3c2s&most=#
/holdem?board=Ks9d6h3c2s&I=AA:#,KK&II=AA,QQ
/sweeps?game=kuhn&n=2..3&b=#&format=jsonl
";

/// Asks a door with each number in its one spelling, and with all others: the answers are the same
/// but for what was typed, which a form shows again. Every door takes some number.
fn compare_spellings(door: &str, ask: impl Fn(&str) -> (i32, String)) {
    let numbers: Value = serde_json::from_str(NUMBERS).expect("JSON");
    let mut taken = 0;
    for (number, spellings) in numbers.as_object().expect("an object") {
        let (code, expected) = ask(number);
        taken += u32::from(code == 0);
        for spelling in spellings.as_array().expect("a list") {
            let spelling = spelling.as_str().expect("text");
            let (given, answer) = ask(spelling);
            assert_eq!(given, code, "{door}: {spelling} for {number}: {answer}");
            let pairs = expected.lines().zip(answer.lines());
            let typed = |(one, other): &(&str, &str)| {
                one == other || *other == one.replace(number, spelling)
            };
            let other = pairs.clone().find(|pair| code == 0 && !typed(pair));
            assert_eq!(other, None, "{door}: {spelling} for {number}");
        }
    }
    assert!(taken > 0, "{door} takes no number");
}

/// The exit code of a command, and its output if it answers.
fn of_command(folder: &Path, line: &str) -> (i32, String) {
    let (code, printed, said) = run(folder, line);
    assert!([0, 1, 2].contains(&code), "bluff {line}: {said}");
    (code, if code == 0 { printed } else { said })
}

/// 0 and the lines of an answer, or a status and a refusal.
fn of_reply(reply: Reply, lines: impl Fn(&str) -> Vec<String>) -> (i32, String) {
    let code = if reply.status < 400 { 0 } else { i32::from(reply.status) };
    let place = reply.header("location").unwrap_or_default().to_owned();
    (code, [vec![place], lines(&reply.body)].concat().join("\n"))
}

#[test]
fn every_option_and_file_of_the_command_reads_every_spelling() {
    let folder = folder("spellings");
    for line in COMMANDS.lines() {
        let ask = |number: &str| {
            for (name, text) in FILES {
                let plan =
                    if name.ends_with("toml") { "[output]\nformats = [\"jsonl\"]\n" } else { "" };
                fs::write(folder.join(name), text.replace('#', number) + plan).expect("a file");
            }
            of_command(&folder, &line.replace('#', number).replace("{SEED}", &"0".repeat(64)))
        };
        compare_spellings(line, ask);
    }
}

/// The game file with a value in the place of a pointer.
fn changed(file: &str, pointer: &str, value: Value) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games").join(file);
    let text = fs::read_to_string(path.with_extension("json")).expect("a game file");
    let mut game: Value = serde_json::from_str(&text).expect("JSON");
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match game.pointer_mut(parent).expect("a place") {
        Value::Array(items) => items[key.parse::<usize>().expect("a number")] = value,
        place => place[key] = value,
    }
    game.to_string()
}

#[test]
fn every_number_of_a_game_file_is_read_in_every_spelling_and_as_a_json_number() {
    let (folder, service) = (folder("spellings-files"), Service::new("spellings-http", "--rate 0"));
    for (file, pointer, template) in PLACES {
        let solve = |value: Value| {
            let text = changed(file, pointer, value);
            fs::write(folder.join("game.json"), &text).expect("a file");
            let (code, printed) = of_command(&folder, "solve game.json --json");
            let posted = service.post("/api/v1/solutions", "", &text);
            assert_eq!(posted.status == 200, code == 0, "{text}: {printed}{}", posted.body);
            assert!(code != 0 || posted.body == printed, "{text}");
            (code, printed)
        };
        let ask = |number: &str| {
            let text = template.replace('#', number);
            let is_json = text.starts_with(['{', '[']);
            let value =
                if is_json { serde_json::from_str(&text).expect("JSON") } else { json!(text) };
            let answer = solve(value);
            if let (true, Ok(whole)) = (template == "#", number.parse::<u64>()) {
                let of_json = solve(json!(whole));
                assert_eq!(of_json.0, answer.0, "{file} {pointer}: {whole}: {}", of_json.1);
                assert!(answer.0 != 0 || of_json == answer, "{file} {pointer}: {whole}");
            }
            answer
        };
        let door = format!("{file} {pointer}: {template}");
        compare_spellings(&door, ask);
    }
}

/// The address with a number in the place of `#`.
fn address(template: &str, number: &str) -> String {
    template.replace('#', &number.replace('+', "%2B"))
}

#[test]
fn every_field_of_the_api_reads_every_spelling() {
    let service = Service::new("spellings-api", "--rate 0");
    for template in API.lines() {
        let ask = |number: &str| {
            of_reply(service.get(&address(template, number)), |body| vec![body.to_owned()])
        };
        compare_spellings(template, ask);
    }
}

/// The words that a page shows.
fn words(page: &str) -> Vec<String> {
    let texts = page.split('<').filter_map(|part| Some(part.split_once('>')?.1));
    texts.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn every_form_of_a_page_reads_every_spelling() {
    let service = Service::new("spellings-pages", "--rate 0");
    for template in PAGES.lines() {
        let ask =
            |number: &str| of_reply(service.ask("GET", &address(template, number), BROWSER), words);
        compare_spellings(template, ask);
    }
}

/// The same five cards, as people write them.
const BOARDS: [&str; 7] = [
    "Qc Jh 5s 6c 5d",
    "QcJh5s6c5d",
    "Qc,Jh,5s,6c,5d",
    "qc jh 5s 6c 5d",
    "Q♣ J♥ 5♠ 6♣ 5♦",
    " Qc  Jh 5s6c 5d ",
    "QC JH 5S 6C 5D",
];

#[test]
fn every_door_reads_a_board_as_one_text() {
    let (folder, service) = (folder("boards"), Service::new("boards-http", "--rate 0"));
    let list = changed("river", "/board", json!(["Qc", "Jh", "5s", "6c", "5d"]));
    let expected = service.post("/api/v1/solutions", "", &list).body;
    let encoded = |board: &str| board.replace(' ', "+");
    let equity = |board: &str| {
        let path = format!("/api/v1/equity?hand=AA&range=KK&board={}", encoded(board));
        let reply = service.get(&path);
        assert_eq!(reply.status, 200, "{board}: {}", reply.body);
        reply.body
    };
    for board in BOARDS {
        let text = changed("river", "/board", json!(board));
        assert_eq!(service.post("/api/v1/solutions", "", &text).body, expected, "{board}");
        fs::write(folder.join("game.json"), &text).expect("a file");
        assert_eq!(of_command(&folder, "solve game.json --json").1, expected, "{board}");
        assert_eq!(equity(board), equity(BOARDS[0]), "{board}");
        let page = service.ask("GET", &format!("/holdem?board={}", encoded(board)), BROWSER);
        assert_eq!(page.status, 200, "{board}: {}", page.body);
    }
    for (board, status) in [("Qc Jh 5s 6c", 422), ("Qc Jh 5s 6c 5d 5d", 422), ("Qc Jh 5x 6c", 422)]
    {
        let text = changed("river", "/board", json!(board));
        assert_eq!(service.post("/api/v1/solutions", "", &text).status, status, "{board}");
    }
}
