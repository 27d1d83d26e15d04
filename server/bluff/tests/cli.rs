//! The `bluff` command as a process: its answers, where they go, and its exit codes.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{self, Ran, ended, has, shared, signal, without_progress};

/// Runs a command with this input.
fn fed(line: &str, input: &[u8]) -> Ran {
    let mut command = support::bluff(&shared("commands"), line);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The command may stop reading early; that is its right.
    let feed = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let (code, out, said) = ended(child);
    feed.join().expect("the feeder ends");
    (code, out, without_progress(&said))
}

fn bluff(line: &str) -> Ran {
    fed(line, b"")
}

/// The answer of a command that must succeed and say nothing else.
fn answer(line: &str) -> String {
    let (code, out, err) = bluff(line);
    assert_eq!((code, err.as_str()), (0, ""), "bluff {line}");
    out
}

/// A file in a folder of its own for each test.
fn file(test: &str, name: &str, bytes: &[u8]) -> PathBuf {
    let path = shared(test).join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

#[test]
fn solve_prints_the_papers_list() {
    let repeated = |digit, count| vec![digit; count].join(", ");
    let (zeros, ones) = (|count| repeated("0", count), |count| repeated("1", count));
    let bets = format!("[1, 1, 2/3, {}, {}]", zeros(21), ones(4));
    let calls = format!("[{}, 1/3, {}]", zeros(19), ones(8));
    let list = answer("solve von-neumann -n 28 -b 4 --format lprint");
    assert_eq!(list, format!("[113/1134, .9964726631e-1, {bets}, {calls}]\n"));
}

#[test]
fn every_form_of_a_solution() {
    for (line, words) in [
        ("solve kuhn -n 3 -b 1", "Value to I   -1/18 = -0.0555"),
        ("solve kuhn -n 3 -b 1 --face", "J      2/3..1  0..1/3\n"),
        ("solve kuhn -n 3 -b 1 --face --format json", "\"unique\": false"),
        ("solve kuhn -n 3 -b 1 --format lp", "kuhn/n3-b1: the program of player"),
        ("solve von-neumann -n 3 -b 1 --method lp --format lprint", "[1/18, "),
        ("solve in-turn -n 4 -b 1", "Player III, facing bet 1 after a call"),
        (
            "solve hand-flip -n 6 -b 2 --flip 1/6 --copies 2 --format json",
            r#""bets":["0","2"],"flip":"1/6","copies":"2""#,
        ),
        (
            "solve one-street -n 28 -s 7,1,0,2.5 --format json",
            "\"label\": \"one-street/n28-s1-5_2-7\"",
        ),
        ("solve kuhn -n 3 -b 1 --method normal-form", "Equilibrium  the basis the simplex ends"),
        (
            "solve three-player -n 4 -b 1 --method normal-form",
            "Equilibrium  one that a search from many starts found; there may be others\n",
        ),
    ] {
        has(&answer(line), &[words]);
    }
    assert!(answer("solve kuhn -n 3 -b 1 --format mps").ends_with("\nENDATA\n"));
    let csv = answer("solve kuhn -n 3 -b 1 --format csv");
    assert!(csv.starts_with("player,view,first card,last card,"), "{csv}");
    assert!(answer("solve hand-flip -n 9 -b 2 --flip 0 --format lprint").starts_with("[1/9, "));
    let endgame = answer("solve basic-endgame -b 2 --win 1/3");
    has(&endgame, &["card is 3: bet 2\n"]);
    assert!(!endgame.contains("card is 1 to"), "{endgame}");
}

#[test]
fn the_document_is_the_one_that_was_promised() {
    let released = include_str!("../../../data/documents/von-neumann-n28-b4.json");
    assert_eq!(answer("solve von-neumann -n 28 -b 4 --format json"), released);
}

#[test]
fn the_saturation_size_is_proved_beside_the_answer() {
    let (code, out, err) = bluff("solve newman -n 14 -b max --format json");
    assert_eq!(code, 0);
    assert!(out.contains("\"label\": \"newman/n14-b5\""));
    assert!(err.starts_with("bluff: n = 14 is saturated at b = 5: "), "{err}");
}

#[test]
fn pure_equilibria() {
    assert_eq!(
        answer("pure von-neumann -n 7 -b 2 --format lprint"),
        "{[{1,6,7},{3,6,7},2/21], [{1,6,7},{4,6,7},2/21], [{1,6,7},{5,6,7},2/21]}\n"
    );
    assert_eq!(answer("pure von-neumann -n 7 -b 2 --count --format lprint"), "3\n");
    let (code, out, err) = bluff("pure von-neumann -n 7 -b 2 --limit 2 --format json");
    assert!(out.contains("\"count\": \"3\",\n  \"complete\": false"), "{out}");
    assert_eq!(
        (code, err.as_str()),
        (0, "bluff: the first 2 of 3; --limit K lists more or fewer\n")
    );
    let many = "16635641296703864308483436321233200";
    assert_eq!(answer("pure von-neumann -n 200 -b 2 --count --format lprint"), format!("{many}\n"));
    let (code, out, err) = bluff("pure von-neumann -n 200 -b 2");
    assert!(out.contains(&format!("Equilibria (pure)  {many}, the first 1000\n")), "{out}");
    assert_eq!((code, out.lines().count()), (0, 3 + 1_000));
    assert!(err.starts_with(&format!("bluff: the first 1000 of {many}; ")), "{err}");
    assert!(answer("pure von-neumann -n 100 -b 2 --cuts").contains("Equilibria (in cuts)  "));
    for cuts in ["", " --cuts"] {
        let list = answer(&format!("pure von-neumann -n 3 -b 2{cuts} --format lprint"));
        assert_eq!(list, "{[{},{3},0], [{3},{3},0]}\n", "{cuts}");
    }
    // A < B leaves out an equilibrium of two cards, in which I checks card 1 alone.
    assert!(answer("pure --help").contains("I checks the cards from A to B, with A < B,"));
    assert!(answer("pure von-neumann -n 2 -b 2 --format lprint").contains("[{2},{2},0]"));
    assert!(!answer("pure von-neumann -n 2 -b 2 --cuts --format lprint").contains("[{2},{2},0]"));
    let (code, out, err) = bluff("pure von-neumann -n 4 -b 3 --format lprint");
    assert_eq!((code, out.as_str()), (1, "{}\n"));
    assert_eq!(err, "bluff: von-neumann with n = 4, b = 3 has no pure equilibrium\n");
}

#[test]
fn payoffs_of_any_strategies() {
    let advice = answer("payoff von-neumann -n 9 -b 2 --bets 1,8,9 --calls 6,7,8,9");
    has(&advice, &["player I     1/9 = 0.111", "Worst mistake  none"]);
    let timid = answer("payoff von-neumann -n 9 -b 2 --bets 1,8,9 --calls 9 --format json");
    has(&timid, &["\"exploitability\": \"", "\"worst_mistake\": {"]);
    let table = "payoff von-neumann -n 2 -b 1 --table";
    assert_eq!(answer(&format!("{table} --format csv")).lines().count(), 5);
    has(&answer(table), &["{1,2}"]);
    has(&answer(&format!("{table} --format json")), &["\"cells\""]);
    // A solution document is a profile.
    let document = answer("solve kuhn -n 3 -b 1 --format json");
    let path = file("payoffs", "kuhn.json", document.as_bytes());
    let kuhn = answer(&format!("payoff kuhn -n 3 -b 1 --profile {}", path.display()));
    has(&kuhn, &["NashConv       0\n"]);
    // Three players are no trouble here.
    let always = |player: &str, view: &str, action: &str| {
        let run = format!(r#"{{"cards":["1","5"],"actions":{{"{action}":"1"}}}}"#);
        format!(r#"{{"player":"{player}","view":"{view}","runs":[{run}]}}"#)
    };
    let views = [
        always("I", "first to act", "bet 2"),
        always("II", "facing bet 2", "call"),
        always("III", "facing bet 2", "fold"),
    ];
    let profile = format!("{{\"strategies\":[{}]}}", views.join(","));
    let path = file("payoffs", "three.json", profile.as_bytes());
    let line = format!("payoff three-player -n 5 -b 2 --profile {} --format csv", path.display());
    has(&answer(&line), &["Payoff,III,-1,-1,-1,1\n"]);
}

/// A game file for three players has no known form: it is searched.
#[test]
fn game_files_of_three_players_are_solved() {
    let path = file("searched", "three.json", answer("game three-player -n 4 -b 1").as_bytes());
    let one = answer(&format!("solve {}", path.display()));
    has(&one, &["Value to I   1/24 = "]);
    assert!(one.ends_with("Method       search\n"), "{one}");
    let all = answer(&format!("solve {} --all", path.display()));
    has(&all, &[" found from 64 starts, drawn from seed 0"]);
    assert!(all.matches("Value to I   1/24 = ").count() > 1, "{all}");
}

#[test]
fn a_search_is_steered_by_starts_and_seed() {
    for method in ["search", "normal-form"] {
        let searched =
            |more: &str| answer(&format!("solve three-player -n 4 -b 1 --method {method} {more}"));
        let all = searched("--all --starts 6 --seed 2");
        let first = all.lines().next().expect("a line");
        has(first, &[" found from 6 starts"]);
        assert!(first.ends_with(", drawn from seed 2; there may be others"), "{first}");
        assert_eq!(searched("--all --seed 2 --starts 6"), all);
        assert_ne!(searched("--all --seed 3 --starts 6"), all);
        let document = searched("--seed 2 --format json");
        let (code, verdict, _) = fed("verify -", document.as_bytes());
        assert!(code == 0 && verdict.starts_with("three-player/n4-b1: certified\n"), "{verdict}");
    }
}

/// That a search finds nothing is an answer, and it is no: nothing was wrong with the question.
#[test]
fn a_search_in_vain_is_a_no() {
    for more in ["", " --all"] {
        let (code, out, err) =
            bluff(&format!("solve in-turn -n 6 -b 3/2 --starts 1 --seed 3{more}"));
        has(&err, &["no exact equilibrium of in-turn/n6-b3_2 was found from 1 start (1 ended"]);
        let nearest = "Equilibrium  none: somebody gains by deviating";
        assert_eq!((code, out.contains(nearest)), (1, more.is_empty()), "{err}");
    }
}

/// The nearest strategies of a search are a document that both judges accept, and a yes where the
/// gains are as small as was asked for.
#[test]
fn the_nearest_strategies_have_their_gains() {
    let asked = "solve in-turn -n 6 -b 3/2 --starts 1 --seed 3 --json";
    let (code, document, _) = bluff(asked);
    assert_eq!(code, 1);
    let path = file("nearest", "nearest.json", document.as_bytes());
    has(&answer(&format!("verify {}", path.display())), &["certified, no equilibrium"]);
    let wrong = document.replacen("\"gains\":[\"", "\"gains\":[\"1", 1);
    assert_ne!(wrong, document);
    let path = file("nearest", "wrong.json", wrong.as_bytes());
    let (code, _, err) = bluff(&format!("verify {}", path.display()));
    assert_eq!(code, 1, "{err}");
    assert_eq!(bluff(&format!("{asked} --within 1/100")).0, 0);
    assert_eq!(bluff(&format!("{asked} --within 1/1000000000000")).0, 1);
    let (code, _, err) = bluff(&format!("{asked} --within=-1"));
    assert_eq!(code, 2);
    has(&err, &["within = -1, expected a number from 0"]);
}

#[test]
fn verify_certifies_refuses_and_declines() {
    let verify = |document: &[u8]| fed("verify -", document);
    let document = answer("solve kuhn -n 3 -b 1 --format json");
    let (code, out, err) = verify(document.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("kuhn/n3-b1: certified\nValue to I   -1/18"), "{out}");
    let (code, out, err) = verify(document.replace("\"2/3\"", "\"1/3\"").as_bytes());
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("bluff: "), "{err}");
    let (code, _, err) = verify(document.replace("-1/18", "-1/17").as_bytes());
    assert_eq!(
        (code, err.as_str()),
        (1, "bluff: refused: the value of player I is -1/18, not -1/17 as claimed\n")
    );
    assert_eq!(verify(b"{}").0, 2);
    assert_eq!(verify("[".repeat(100_000).as_bytes()).0, 2);
    let (code, _, err) = verify(b"\xff\xfe");
    assert_eq!((code, err.as_str()), (2, "bluff: standard input: byte 0 is not UTF-8 text\n"));
    assert_eq!(bluff("verify no-such-file.json").2, "bluff: no-such-file.json: no such file\n");
    assert_eq!(bluff("verify /").2, "bluff: /: a directory, expected a file\n");
}

#[test]
fn a_game_is_printed_for_gambit() {
    let golden = include_str!("../../../tests/exchange/kuhn-n3-b1.efg");
    assert_eq!(answer("game kuhn -n 3 -b 1 --format efg"), golden);
    let normal = answer("game kuhn -n 3 -b 1 --format nfg");
    assert!(normal.starts_with("NFG 1 R \"kuhn/n3-b1\" { \"I\" \"II\" }\n"), "{normal}");
}

/// Bad input, and words of the message that names it.
const REFUSED: &str = r#"
solve von-neumann -n -3 -b 4 | n = -3, expected a whole number from 2 to 1000000000000000000
solve von-neumann -n 2.5 -b 4 | n = 2.5, expected a whole number
solve von-neumann -n 3 -b one | b = one, expected a number
solve von-neumann -n 3 -b max | b = max, expected a number
solve one-street -n 3 -s 1,-2 | bet size -2, expected sizes of 0 (a check) or above
solve one-street -n 3 -s 0 | no bet size above 0
solve one-street -n 3 | one-street is played with a set of bet sizes
solve kuhn -n 3 | kuhn is played with one bet size
solve kuhn -b 3 | kuhn needs a number of cards, for instance n = 28
solve kuhn -n 3 -b 1 --method threshold | method lp solves any two-player game
solve kuhn -n 3 -b 1 --format yaml
    possible values: text, json, csv, lprint, latex, maple, sage, pari, svg, lp, mps, mix
solve kuhn -n 3 -b 1 --face --format csv | format csv, expected one of: text, json
solve three-player -n 5 -b 2 --method lp | 3 players, expected 2: linear programs
solve newman -n 13 -b max --copies 2 | b = max, expected a number
solve von-neumann -n 13 -b 2 --copies 2 --method threshold
    with one copy of each card, not von-neumann/n13-b2-r2
solve one-raise -n 9 -b 2 --raise 1 --flip 1/6
    flip is not for one-raise, which takes b and raise
solve one-raise -n 9 --raise 1 | one-raise is played with one bet size and a raise
solve hand-flip -n 9 -b 2 --flip often | flip = often, expected a number
solve data/games/half-street-kuhn.json --raise 2 | none beside a game file
solve kuhn -n 3 -b 1 --all | kuhn/n3-b1 has 2 players, expected three or more
solve three-player -n 5 -b 2 --all --format csv | format csv, expected one of: text, json
solve von-neumann -n 1000000 -b 2 --method lp
    expected at most 100000 (n ≤ 50000); method threshold works
solve von-neumann -n 1000000 -b 2 --copies 2 --method lp
    expected at most 100000 (n ≤ 50000); method runs works for any deck
solve von-neumann -n 99 -b 2 --method normal-form
    expected at most 262144; method lp takes larger decks
pure von-neumann -n 10001 -b 2 --cuts | n = 10001, expected n ≤ 10000
pure von-neumann -n 5 -b 2 --limit 0 | limit = 0, expected a whole number from 1
payoff von-neumann -n 9 -b 2 | no strategies, expected one of: profile
payoff von-neumann -n 9 -b 2 --bets 1,1 --calls 1
    card 1 in a set, expected cards from 1 to 9, each once
continuous kuhn -b 1,3 | for ranges: bluff grid kuhn -b 1,3 -n 2..40
solve kuhn -n 3 -b 1 --method lp --format mix | format mix with method lp, expected normal-form
table kuhn/b2 -n 3..5 -b 1 | the label kuhn/b2 and b = 1 contradict each other
table kuhn -n 3..5 -b 1,2 --format bfile
    2 choices of stakes, expected one: a b-file is a sequence over n
table kuhn -n 2..200000 -b 1 | the plan has 199999 cells, expected at most 100000
explain kuhn -n 3 -b 1 --card 2 --view facing | view “facing”, expected one of: first to act;
explain kuhn -n 3 -b 1 --card two | hand “two”, expected one that some player holds: J, Q, K
explain leduc --card A | hand “A”, expected one that some player holds: J, Q, K
explain data/games/river.json --card 2c2d | hand “2c2d”, expected one that some player holds:
payoff von-neumann -n 9 -b 2 --bets one --calls 1 | card = one, expected a whole number from 1 to 9
payoff kuhn -n 3 -b 1 --bets 1 --calls 1 | kuhn/n3-b1 has 4 views, expected two with two
payoff von-neumann -n 30 -b 1 --table | expected at most 262144
game three-player -n 4 -b 1 --format mps | 3 players, expected 2
solve ./no-such-game.json | ./no-such-game.json: no such file
serve --listen 192.0.2.1:1 | cannot listen on 192.0.2.1:1
deal-me-in | unrecognized subcommand 'deal-me-in'
solve three-player -n 5 -b 2 --method search --starts 0
    starts = 0, expected a whole number from 1 to 1048576
solve three-player -n 5 -b 2 --method search --seed -1
    seed = -1, expected a whole number from 0 to 18446744073709551615
solve three-player -n 5 -b 2 --method search --seed 1 --format lp
    starts and seed are for a search, expected none with format lp
solve three-player -n 5 -b 2 --face --starts 3 | face beside all, starts or seed
"#;

#[test]
fn bad_input_is_named_with_what_is_allowed() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/games");
    support::all_refused(&REFUSED.replace("data/games", data));
    let long = "7".repeat(100_000);
    for line in [
        format!("solve kuhn -n 3 -b {long}"),
        format!("solve kuhn -n {long} -b 1"),
        format!("solve {long}"),
    ] {
        let (code, _, err) = bluff(&line);
        assert_eq!(code, 2);
        assert!(err.len() < 400, "{err}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let line = "solve von-neumann -n 100000 -b 2 --format lprint";
    let mut child = support::bluff(&shared("commands"), line).spawn().expect("the command starts");
    drop(child.stdout.take());
    assert_eq!(ended(child), (0, String::new(), String::new()));
}

#[test]
fn interrupted_is_130() {
    use std::io::Read;
    let spiteful = file("interrupted", "spiteful.json", spiteful().as_bytes());
    let verify = format!("verify {}", spiteful.display());
    for line in [
        "solve kuhn -n 9000 -b 1 --method lp",
        "solve newman -n 1500000000 -b max",
        "compare newman -b max -n 100000..109999",
        "pure von-neumann -n 9999 -b 2 --limit 10000",
        "formula kuhn -b 7/3 --json -o never.json",
        &verify,
    ] {
        let mut child =
            support::bluff(&shared("commands"), line).spawn().expect("the command starts");
        // The first line of progress shows that it is under way.
        let progress = child.stderr.as_mut().expect("a pipe");
        progress.read_exact(&mut [0]).expect("a line of progress");
        signal(&[child.id()], "INT");
        let since = Instant::now();
        assert_eq!(ended(child).0, 130, "{line}");
        assert!(since.elapsed() < Duration::from_secs(5), "{line}: {:?}", since.elapsed());
    }
    assert!(!shared("commands").join("never.json").exists());
}

/// A document whose denominators of a thousand digits have nothing in common: exact sums of them
/// take minutes.
fn spiteful() -> String {
    let document = answer("solve von-neumann -n 300 -b 2 --format json");
    let mut document: Value = serde_json::from_str(&document).expect("JSON");
    for (view, names) in [["check", "bet 2"], ["fold", "call"]].iter().enumerate() {
        let run = |card: usize| {
            let unit = format!("{}{:04}", "7".repeat(990), 2 * (card + 400 * view) + 1);
            let rest = format!("{}{:04}", "7".repeat(990), 2 * (card + 400 * view));
            let (first, second) = (format!("1/{unit}"), format!("{rest}/{unit}"));
            let actions = json!({ names[0]: first, names[1]: second });
            json!({ "cards": [card.to_string(), card.to_string()], "actions": actions })
        };
        document["strategies"][view]["runs"] = (1..=300).map(run).collect();
    }
    document.to_string()
}
