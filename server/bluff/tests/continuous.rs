//! `bluff continuous` and `bluff compare`, as commands and over HTTP.

use crate::support::service::Service;
use crate::support::{answer, cases, document, has, refused};

fn serve(test: &str) -> Service {
    Service::new(test, "--rate 0")
}

#[test]
fn three_players_in_words() {
    let expected = "\
three-player/b2: 3 players, hands uniform on [0, 1]

Value to I     0.12255707471486868673…
I bluffs below 0.13705819432836892413…
I bets from    0.82942224979539070745…
All call from  0.64130411598517887862…
";
    assert_eq!(answer("continuous three-player -b 2"), expected);
    let best = answer("continuous three-player --best-bet --digits 16");
    has(&best, &["2.0723785763952822…\n"]);
    let expected = "\
von-neumann/b2: 2 players, hands uniform on [0, 1]

Value to I     1/9 = 0.111…
I bluffs below 1/9 = 0.111…
I bets from    7/9 = 0.777…
II calls from  5/9 = 0.555…
";
    assert_eq!(answer("continuous von-neumann -b 2 --digits 3"), expected);
}

#[test]
fn the_basic_endgame() {
    let expected = "\
basic-endgame/b2-w1_2: 2 players, I surely wins with probability 1/2 and else surely loses

Value to I     1/2 = 0.5
I bluffs       with probability 1/2
II calls       with probability 1/2
";
    assert_eq!(answer("continuous basic-endgame -b 2 --win 1/2"), expected);
    let json = document("continuous basic-endgame -b 2 --win 0.75");
    assert_eq!(json["endgame"], serde_json::json!({ "win": "3/4", "bluff": "1", "call": "0" }));
    let service = serve("continuous-endgame");
    assert_eq!(service.get("/api/v1/continuous/basic-endgame/b2-w2").status, 422);
    let words =
        "basic-endgame is always played with the same cards, expected a game with decks that grow";
    let reply = service.get("/api/v1/compare/basic-endgame/b2-w1_2?from=3&to=3");
    assert_eq!(reply.problem(422), words);
    has(&refused("compare basic-endgame -b 2 --win 1/2 -n 3..3"), &[words]);
}

/// Bad questions, and words of the message that refuses them.
const REFUSED: &str = "
three-player -b 2 --digits 0 | digits = 0, expected a whole number from 1 to 1000
three-player -b 2 --digits 1000000 | from 1 to 1000
callers -b 2 --players 11 | 2 to 10
von-neumann -b 2 --players 3 | callers takes 2 to 10
in-turn -b 2 | expected one of: von-neumann, newman
von-neumann -b -1 | b = -1, expected b > 0
newman --grid 0 | expected a step above 0
basic-endgame -b 2 | expected one bet and a probability to win, b2-w1_3
newman -b 2 --win 1/2 | with “b2-w1_2”, expected b2 for instance
basic-endgame -b 2 --win 2 | win = 2, expected a probability from 0 to 1
newman --between 4,1 | bets between 4 and 1, expected 0 ≤ the least ≤ the greatest, and that above 0
newman --between 4 | between = 4, expected two limits, for instance 1/2,8
von-neumann --between 1,4 | the continuous game von-neumann with “between1-4”, expected one bet
one-raise -b 2
    the continuous game one-raise with “b2”, expected one bet and a raise, b2-raise6 for
    instance
one-raise -b 2 --raise 0 | raise = 0, expected a raise above 0
hand-flip -b 2 --flip 2/3 | flip = 2/3, expected a probability from 0 to 1/2
hand-flip -b 2 --raise 2 | expected one bet and the probability of a flip, b2-flip1_6 for instance
kuhn --best-bet | the continuous game kuhn with “best”, expected one bet, b2 for instance
borel -b 0 | b = 0, expected b > 0
borel | the continuous game borel with “all”, expected one bet
";

#[test]
fn what_is_wrong_is_said_in_the_librarys_words() {
    for (line, words) in cases(REFUSED) {
        has(&refused(&format!("continuous {line}")), &[&words]);
    }
    let long = "7".repeat(200);
    for line in [
        format!("borel -b {long}"),
        format!("one-raise -b 1 --raise {long}"),
        format!("newman --between 1,{long}"),
    ] {
        has(&refused(&format!("continuous {line}")), &["expected at most 512 bits"]);
    }
}

#[test]
fn whole_bets_and_the_literature_hand_by_hand() {
    let whole = answer("continuous newman -b max");
    has(&whole, &["(4π² − 39)/(4π² − 36) = 0.13753886357926601149…\n"]);
    assert_eq!(whole.lines().nth(2), answer("continuous newman --grid 1").lines().nth(2));
    let best = answer("continuous von-neumann --best-bet");
    has(&best, &["Best bet       2\nValue to I     1/9 = "]);
    let expected = "\
borel/b2: 2 players, hands uniform on [0, 1]

Value to I     -1/4 = -0.25

Player I, first to act
  fold:   0           to 1/4 = 0.25
  bet 2:  1/4 = 0.25  to 1

Player II, facing bet 2
  fold:  0          to 1/2 = 0.5
  call:  1/2 = 0.5  to 1
";
    assert_eq!(answer("continuous borel -b 2"), expected);
}

#[test]
fn the_resource_answers_as_the_command_does() {
    let service = serve("continuous-resource");
    let reply = service.get("/api/v1/continuous/three-player/b2?digits=30");
    has(&reply.head, &["immutable", "\netag: "]);
    assert_eq!(service.json("/api/v1/continuous/callers/best-p4")["label"], "callers/best-p4");
    assert_eq!(service.json("/api/v1/continuous/newman/all")["value"]["exact"], "1/7");
    for (path, expected) in [
        ("three-player/b2?digits=0", 422),
        ("three-player/b2?digits=1001", 422),
        ("three-player/b2?dgits=3", 400),
        ("callers/b2-p1", 422),
        ("callers/b2", 422),
        ("three-player/b2_2", 308),
        ("one-street/s7-1", 308),
        ("three-player/2", 400),
        ("von-neumann", 400),
        ("von-neumann/bmax", 422),
        ("newman/b301", 422),
        ("newman/between4-1", 422),
        ("newman/between2", 400),
        ("one-raise/b2", 422),
        ("one-raise/b2-raise2_4", 308),
        ("hand-flip/b2-flip2_3", 422),
        ("in-turn/b1", 404),
        ("checkers/b2", 404),
    ] {
        let found = service.get(&format!("/api/v1/continuous/{path}")).status;
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn decks_beside_the_continuous_game() {
    let table = answer("compare von-neumann -b 2 -n 9..11");
    let expected = "\
von-neumann/b2: finite decks beside hands uniform on [0, 1]

  n   value  decimal          difference        n·difference      A          B          C
  9   1/9    0.111111111111…  0                 0                 0.111111…  0.777777…  0.555555…
  10  1/9    0.111111111111…  0                 0                 0.1        0.8        0.55
  11  6/55   0.109090909090…  -0.002020202020…  -0.022222222222…  0.090909…  0.818181…  0.545454…
  ∞   1/9    0.111111111111…                                      0.111111…  0.777777…  0.555555…
";
    assert_eq!(table, expected);
    let table = answer("compare one-raise -b 2 --raise 2 -n 80..82");
    let expected = "\
one-raise/b2-raise2: finite decks beside hands uniform on [0, 1]

  n   value   decimal          difference        n·difference
  80  39/395  0.098734177215…  -0.000031254883…  -0.002500390686…
  81  8/81    0.098765432098…  0                 0
  82  8/81    0.098765432098…  0                 0
  ∞   8/81    0.098765432098…
";
    assert_eq!(table, expected);
    let csv = answer("compare three-player -b 2 -n 65 --format csv");
    assert_eq!(csv.lines().count(), 2);
    has(&csv, &["\n65,402733/3357900,0.119935971887,0.122557074714,-0.002621102827,"]);
    let svg = answer("compare newman -b max -n 2..40 --format svg");
    has(&svg, &["<title", "continuous game: 0.137538863579…", "39 points"]);
    for (line, words) in [
        ("newman -b 2 -n 9..8", "expected the first to be at most the last"),
        ("newman -b 2 -n 2..20000", "expected at most 10000"),
        ("in-turn -b 1 -n 3..4", "expected one of: von-neumann"),
    ] {
        has(&refused(&format!("compare {line}")), &[words]);
    }
}

#[test]
fn comparisons_over_http() {
    let path = "/api/v1/compare/von-neumann/b2";
    let service = serve("continuous-compared");
    let accepting =
        |path: &str, form: &str| service.ask("GET", path, &format!("accept: {form}\r\n"));
    let reply = accepting(&format!("{path}?from=9&to=11"), "application/json");
    assert_eq!(reply.status, 200, "{}", reply.body);
    has(&reply.head, &["\netag: ", "\nvary: accept"]);
    let csv = "text/csv; charset=utf-8";
    for (question, accept, kind) in [
        ("von-neumann/b2.svg?from=2&to=30", "*/*", "image/svg+xml"),
        ("von-neumann/b2?from=2&to=30", "image/svg+xml", "image/svg+xml"),
        ("von-neumann/b2.csv?from=2&to=30", "*/*", csv),
        ("callers/b2-p4.csv?from=9&to=10", "*/*", csv),
    ] {
        let reply = accepting(&format!("/api/v1/compare/{question}"), accept);
        let found = reply.header("content-type");
        assert_eq!((reply.status, found), (200, Some(kind)), "{}", reply.body);
    }
    for (question, status) in [
        ("von-neumann/b2?from=9&to=8", 422),
        ("von-neumann/b2?from=9", 400),
        ("von-neumann/b2?from=2&to=1002", 422),
        ("newman/bmax?from=1000&to=1100", 422),
        ("newman/all?from=2&to=3", 422),
        ("newman/between1-4?from=2&to=3", 422),
        ("kuhn/b1?from=2&to=900", 422),
        ("hand-flip/b2-flip1_6?from=2&to=30", 200),
        ("callers/b2-p10?from=20&to=99", 422),
        ("three-player/b2?from=2&to=3", 422),
        ("von-neumann/b2.xml?from=2&to=3", 406),
        ("checkers/b2?from=2&to=3", 404),
    ] {
        let reply = service.get(&format!("/api/v1/compare/{question}"));
        assert_eq!(reply.status, status, "{question}: {}", reply.body);
    }
}
