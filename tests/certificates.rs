//! Documents that were tampered with are refused, and the refusal names the culprit.

use std::collections::BTreeSet;

use bluff_tests::{by_card, judged, ratio, solution, with_at};
use rational_bluff::certificate::format::{
    Document, DocumentError, MAX_DOCUMENT_BYTES, METHODS, read_profile,
};
use rational_bluff::certificate::{Candidate, Certified, Solution, check};
use rational_bluff::exact::Rational;
use rational_bluff::game::{GameFile, parse_label, three_player, von_neumann};
use rational_bluff::solve::{Control, Method, Stopped};
use rational_bluff::strategy::Profile;
use serde_json::{Value, json};

/// The document of a game of this label, as JSON.
fn document(label: &str) -> Value {
    json_of(&solution(&parse_label(label).unwrap(), Method::Auto))
}

fn json_of(solution: &Certified<Solution>) -> Value {
    serde_json::from_str(&Document::of(solution).to_json().unwrap()).unwrap()
}

fn error(text: &str) -> DocumentError {
    Document::verify(text).map(|_| ()).expect_err("a tampered document")
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "“{text}” does not name “{part}”");
    }
}

/// A document with this at a place of it is refused in these words.
fn refused(document: &Value, place: &str, with: Value, parts: &[&str]) {
    has(&error(&with_at(document, place, with).to_string()).to_string(), parts);
}

/// The strategies of (28, 4): I's first view has runs 1–2, 3, 4–24, 25–28, II's 1–19, 20, 21–28.
const VON_NEUMANN: &str = "von-neumann/n28-b4";

/// Places of the document of von Neumann's game, what is put there, and what the refusal names.
fn all_refused(cases: &[(&str, Value, &[&str])]) {
    let document = document(VON_NEUMANN);
    assert!(Document::verify(&document.to_string()).is_ok());
    for (place, with, parts) in cases {
        refused(&document, place, with.clone(), parts);
    }
}

#[test]
fn another_value() {
    let values = json!(["113/1135", "-113/1135"]);
    all_refused(&[
        ("/values", values, &["player I", "113/1134", "113/1135"]),
        ("/values/1", json!("113/1134"), &["player II", "-113/1134"]),
        ("/values", json!(["113/1134"]), &["1 value for", "2 players"]),
        ("/decimals/0", json!("0.1"), &["the decimals", "0.1", "0.09964"]),
        ("/certificate/lower", json!("1/10"), &["the certificate", "1/10"]),
    ]);
}

#[test]
fn mass_on_a_losing_action() {
    let plays = |check: &str, bet: &str| json!({ "check": check, "bet 4": bet });
    all_refused(&[
        // II calls with card 1.
        (
            "/strategies/1/runs/0/actions",
            json!({ "fold": "0", "call": "1" }),
            &["not an equilibrium", "player I", "card"],
        ),
        // I bets card 10 now and then: II's reply does not change, so the loss is I's own.
        (
            "/strategies/0/runs/2/actions",
            plays("99/100", "1/100"),
            &[
                "not an equilibrium",
                "player I, “first to act”",
                "“bet 4” has probability 1/100",
                "“check” pays",
            ],
        ),
    ]);
}

#[test]
fn rows_that_are_no_probabilities() {
    for (check, bet, parts) in [
        ("1/3", "1/3", &["sum to 2/3"][..]),
        ("-1/3", "4/3", &["“check”", "-1/3"]),
        ("1/3", "4/3", &["“bet 4”", "4/3"]),
    ] {
        let parts = [&["player I", "“first to act”", "card 3"], parts].concat();
        let actions = json!({ "check": check, "bet 4": bet });
        refused(&document(VON_NEUMANN), "/strategies/0/runs/1/actions", actions, &parts);
    }
}

#[test]
fn runs_that_do_not_cover_the_deck() {
    let document = document(VON_NEUMANN);
    let cards = |view: usize, run: usize, cards: [&str; 2], parts: &[&str]| {
        refused(&document, &format!("/strategies/{view}/runs/{run}/cards"), json!(cards), parts);
    };
    cards(0, 2, ["5", "24"], &["player I", "“first to act”", "card 4 is missing"]);
    cards(0, 3, ["25", "27"], &["player I", "“first to act”", "card 28 is missing"]);
    cards(0, 2, ["3", "24"], &["player I", "“first to act”", "card 3", "two runs"]);
    cards(1, 2, ["21", "29"], &["player II", "“facing bet 4”", "29", "≤ 28"]);
    cards(1, 1, ["20", "19"], &["player II", "20 to card 19"]);
    cards(1, 0, ["0", "19"], &["player II", "card 0"]);
    for none in ["one", "", "+1", "-1", "1.0"] {
        let words = format!("card “{none}”, expected a whole number from 1 to 28");
        cards(1, 0, [none, "19"], &[&words]);
    }
}

#[test]
fn strategies_of_another_game() {
    let first = document(VON_NEUMANN)["strategies"][0].clone();
    let one_bet: &[&str] = &["von-neumann is played with one bet size"];
    all_refused(&[
        ("/strategies", json!([first]), &["player II", "“facing bet 4”", "no strategy"]),
        (
            "/strategies/1/view",
            json!("facing bet 5"),
            &["player II", "“facing bet 5”", "facing bet 4"],
        ),
        ("/strategies/1", first.clone(), &["player I", "two strategies", "first to act"]),
        ("/strategies/0/player", json!("XI"), &["player “XI”"]),
        ("/strategies/0/player", json!("III"), &["player III", "2 players"]),
        ("/game/n", json!("29"), &["the label", "n28", "n29"]),
        ("/game/bets", json!(["0", "4", "5"]), &["von-neumann", "bet sizes"]),
        ("/game/raise", json!("2"), one_bet),
        ("/game/flip", json!("0"), one_bet),
        ("/format", json!(2), &["format 2", "format 1"]),
        ("/extra", json!(1), &["extra"]),
        ("/strategies/0/runs/0/actions", json!(["1"]), &["a list, expected an object"]),
    ]);
}

#[test]
fn actions_left_out_are_never_taken() {
    for label in [VON_NEUMANN, "newman/n14-b5", "kuhn/n9-b1"] {
        let solution = solution(&parse_label(label).unwrap(), Method::Auto);
        let mut document = json_of(&solution);
        for view in document["strategies"].as_array_mut().unwrap() {
            for run in view["runs"].as_array_mut().unwrap() {
                run["actions"].as_object_mut().unwrap().retain(|_, probability| probability != "0");
            }
        }
        assert_eq!(Document::verify(&document.to_string()).unwrap().profile, solution.profile);
    }
}

#[test]
fn the_longest_document_is_read_and_none_longer() {
    let document = document("von-neumann/n3-b1").to_string();
    let longest = document.clone() + &" ".repeat(MAX_DOCUMENT_BYTES - document.len());
    assert!(Document::verify(&longest).is_ok());
    let game = von_neumann(3, Rational::ONE).unwrap();
    assert!(read_profile(&game, &longest).is_ok());
    let (longer, given) = (longest + " ", MAX_DOCUMENT_BYTES + 1);
    assert_eq!(error(&longer), DocumentError::TooLong { given });
    assert_eq!(read_profile(&game, &longer).unwrap_err(), DocumentError::TooLong { given });
}

#[test]
fn an_action_twice() {
    let document = document("von-neumann/n3-b1").to_string();
    let error = error(&document.replacen(r#""check":"#, r#""check":"0","check":"#, 1));
    has(&error.to_string(), &["“check” stands twice"]);
    assert!(!error.is_refusal());
}

/// Numbers that people write may be spelled as they like; a document spells each in one way.
#[test]
fn only_documents_ask_for_one_spelling() {
    let mut document = document(VON_NEUMANN);
    let game = parse_label(VON_NEUMANN).unwrap();
    let cards = document["strategies"][0]["runs"][1]["cards"].take();
    assert_eq!(cards, json!(["3", "3"]));
    for (cards, check, bet) in
        [(["03", "3"], "1/3", "2/3"), (["3", "3"], "2/6", "2/3"), (["3", "3"], "1/3", "02/3")]
    {
        document["strategies"][0]["runs"][1] =
            json!({ "cards": cards, "actions": { "check": check, "bet 4": bet } });
        let text = document.to_string();
        assert!(!error(&text).is_refusal(), "{cards:?} {check} {bet}");
        assert!(read_profile(&game, &text).is_ok(), "{cards:?} {check} {bet}");
    }
    let file = include_str!("../data/games/half-street-kuhn.json");
    for (from, to) in [(r#""n": "3""#, r#""n": "03""#), (r#"["1", "1"]"#, r#"["1.0", "2/2"]"#)] {
        assert!(file.contains(from));
        assert_eq!(GameFile::read(&file.replace(from, to)).unwrap(), GameFile::read(file).unwrap());
    }
}

/// The method in a document is a name that documents may have.
#[test]
fn documents_know_every_method() {
    let solving =
        Method::ALL.into_iter().filter(|method| *method != Method::Auto).map(Method::name);
    assert_eq!(
        solving.chain(["pure", "undominated", "restricted", "best-reply"]).collect::<BTreeSet<_>>(),
        METHODS.into_iter().collect()
    );
}

/// Every single digit of every number in a document matters: no change of one is certified as
/// another solution.
#[test]
fn ten_thousand_damages() {
    let labels = [
        "von-neumann/n3-b1",
        "von-neumann/n9-b2",
        "von-neumann/n28-b4",
        "kuhn/n5-b3_2",
        "kuhn/n9-b1",
        "newman/n14-b5",
        "newman/n20-b6",
        "borel/n6-b2",
        "one-raise/n6-b1-raise2",
        "hand-flip/n6-b2-flip1_6",
        "in-turn/n4-b1",
        "basic-endgame/n3-b4-w2_7",
    ];
    let mut refused = 0_u64;
    let mut tried = 0_u64;
    for label in labels {
        let original = solution(&parse_label(label).unwrap(), Method::Auto);
        let text = Document::of(&original).to_json().unwrap();
        for (at, byte) in text.bytes().enumerate() {
            for replacement in b"0123456789-/" {
                if byte == *replacement || !byte.is_ascii_digit() {
                    continue;
                }
                tried += 1;
                let mut damaged = text.clone().into_bytes();
                damaged[at] = *replacement;
                match Document::verify(&String::from_utf8(damaged).unwrap()) {
                    Err(_) => refused += 1,
                    // Only another true statement may pass: another optimal strategy of the same
                    // game and value.
                    Ok(other) => {
                        assert_eq!((&other.game, &other.values), (&original.game, &original.values))
                    }
                }
            }
        }
    }
    assert!(tried > 10_000 && refused * 100 > tried * 95, "{refused} of {tried}");
}

/// The judge alone: strategies of the paper for three players, and the same with a little weight
/// moved.
#[test]
fn three_players_are_judged_by_their_gains() {
    let game = three_player(4, Rational::ONE).unwrap();
    let verdict = |bets: [&str; 4]| {
        let values = ["1/24", "-1/48", "-1/48"].map(ratio).to_vec();
        let calls = by_card(&["0", "0", "1/4", "1"].map(ratio));
        judged(&game, Some(values), vec![by_card(&bets.map(ratio)), calls.clone(), calls])
            .map(|_| ())
    };
    assert_eq!(verdict(["2/3", "0", "0", "1"]), Ok(()));
    let refusal = |bets| verdict(bets).unwrap_err().to_string();
    let parts = ["player I gains", "card 3", "“bet 1” has probability 1/10"];
    has(&refusal(["2/3", "0", "1/10", "1"]), &parts);
    let parts = ["player II gains", "card 3", "“call” has probability 1/4"];
    has(&refusal(["1/3", "0", "0", "1"]), &parts);
}

/// The documents of every method and kind of game pass; format 1 is kept for ever by this file.
#[test]
fn documents_round_trip() {
    for label in [
        "kuhn/n5-b3_2",
        "newman/n14-b5",
        "von-neumann/n1000000000000000000-b2",
        "basic-endgame/n3-b7_2-w3_5",
        "kuhn/n5-b1-r2",
    ] {
        let solution = solution(&parse_label(label).unwrap(), Method::Auto);
        let text = Document::of(&solution).to_json().unwrap();
        let read = Document::verify(&text).unwrap();
        assert_eq!(Document::of(&read).to_json().unwrap(), text);
        assert_eq!(read.profile, solution.profile);
        let line = Document::of(&read).to_json_line().unwrap();
        assert_eq!(Document::of(&Document::verify(&line).unwrap()).to_json().unwrap(), text);
    }
    let released = include_str!("../data/documents/von-neumann-n28-b4.json");
    let solution = Document::verify(released).unwrap();
    assert_eq!(solution.values[0].to_string(), "113/1134");
    assert_eq!(Document::of(&solution).to_json().unwrap(), released);
}

#[test]
fn a_game_file_travels_inside_its_document() {
    let mut random = bluff_tests::random::Random::new(11);
    let mut seen = 0;
    while seen < 20 {
        let ranged = random.below(2) == 0;
        let draw =
            if ranged { bluff_tests::random::ranged_game } else { bluff_tests::random::game };
        let game = draw(&mut random);
        if game.players().len() != 2 {
            continue;
        }
        seen += 1;
        let solution = solution(&game, Method::Auto);
        let read = Document::verify(&Document::of(&solution).to_json().unwrap()).unwrap();
        assert_eq!((&read.values, &read.game), (&solution.values, &solution.game));
    }
}

#[test]
fn weights_of_a_range_decide() {
    let file = include_str!("../data/games/basic-endgame.json");
    let solution = solution(&GameFile::read(file).unwrap(), Method::Auto);
    let document = json_of(&solution);
    let tampered = |place: &str, with: Value, parts: &[&str]| {
        refused(&document, &format!("/game/tree/ranges{place}"), with, parts);
    };
    // I holds the winning card too often: II should not call any more.
    tampered(
        "/1/weight",
        json!("3"),
        &["player II, “facing the bet”, card 2", "“call” has probability 1/2"],
    );
    tampered("/0/weight", json!("-2"), &["weight -2 in the range of player I"]);
    tampered("/0/cards", json!(["2", "2"]), &["player I", "not an equilibrium"]);
    tampered("/2/cards", json!(["3", "3"]), &["not an equilibrium"]);
    // I checks the winning card, dealt one time in three, half of the time: a bet would gain the
    // called half of 2.
    let timid = json!({ "check": "1/2", "bet 2": "1/2" });
    let parts = ["card 3", "“check” has probability 1/2, but “bet 2” pays 1/3 more"];
    refused(&document, "/strategies/0/runs/2/actions", timid, &parts);
    // Only ratios count: the same game in other words.
    let mut doubled = document.clone();
    doubled["game"]["tree"]["ranges"][0]["weight"] = json!("4/3");
    doubled["game"]["tree"]["ranges"][1]["weight"] = json!("2/3");
    assert_eq!(Document::verify(&doubled.to_string()).unwrap().game, solution.game);
}

#[test]
fn the_probability_to_win_decides() {
    let mut named = document("basic-endgame/n3-b2-w1_3");
    refused(&named, "/game/win", json!("1/2"), &["the label", "w1_3", "w1_2"]);
    named["label"] = json!("basic-endgame/n3-b2-w1_2");
    refused(&named, "/game/win", json!("1/2"), &["not an equilibrium"]);
    let parts = ["basic-endgame is played with one bet size and a probability to win"];
    refused(&named, "/game/players", json!(2), &parts);
}

#[test]
fn what_is_no_document_is_told_apart_from_a_refusal() {
    for text in ["", "{}", "[]", "null", "{\"format\":", "\u{0}", "𝔸"] {
        let error = error(text);
        assert!(matches!(error, DocumentError::Malformed { .. }), "{text}: {error}");
        assert!(!error.is_refusal());
    }
    assert!(matches!(error(&"[".repeat(100_000)), DocumentError::Malformed { .. }));
    let mut wrong = document("von-neumann/n3-b1");
    wrong["values"] = json!(["1/2", "-1/2"]);
    assert!(error(&wrong.to_string()).is_refusal());
}

/// Denominators of a thousand digits that have nothing in common: exact sums of them take minutes.
#[test]
fn a_check_stops_when_it_is_cancelled() {
    let game = von_neumann(300, Rational::from(2)).unwrap();
    let view = |first: u64| {
        let share =
            |card: u64| ratio(&format!("1/{}{:04}", "7".repeat(990), 2 * (first + card) + 1));
        by_card(&(1..=300).map(share).collect::<Vec<_>>())
    };
    let profile = Profile::new(&game, vec![view(0), view(400)]).unwrap();
    let candidate = Candidate { values: None, profile, method: "spite".into() };
    let control = Control::new();
    let verdict = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            control.cancel();
        });
        control.run(|| check(&game, candidate))
    });
    assert!(matches!(verdict, Err(Stopped)));
}
