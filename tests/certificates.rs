//! Documents that were tampered with are refused, and the refusal names the culprit.

use std::collections::BTreeSet;

use rational_bluff::certificate::format::{
    Document, DocumentError, MAX_DOCUMENT_BYTES, METHODS, read_profile,
};
use rational_bluff::certificate::{Candidate, check};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{
    GameFile, Player, basic_endgame, kuhn, newman, parse_label, three_player, von_neumann,
};
use rational_bluff::solve::{Control, Method, Stopped, solve};
use rational_bluff::strategy::Profile;
use serde_json::{Value, json};

fn document(n: u64, b: i64) -> Value {
    let game = von_neumann(n, Rational::from(b)).unwrap();
    let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
    serde_json::from_str(&Document::of(&solved.solution).to_json().unwrap()).unwrap()
}

fn refused(document: &Value) -> String {
    Document::verify(&document.to_string())
        .map(|_| ())
        .expect_err("a tampered document")
        .to_string()
}

/// The strategies of (28, 4): I's first view has runs 1–2, 3, 4–24, 25–28, II's 1–19, 20, 21–28.
fn tampered(tamper: impl Fn(&mut Value)) -> String {
    let mut document = document(28, 4);
    assert!(Document::verify(&document.to_string()).is_ok());
    tamper(&mut document);
    refused(&document)
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "“{text}” does not name “{part}”");
    }
}

#[test]
fn another_value() {
    let text = tampered(|document| document["values"] = json!(["113/1135", "-113/1135"]));
    has(&text, &["player I", "113/1134", "113/1135"]);
    let text = tampered(|document| document["values"][1] = json!("113/1134"));
    has(&text, &["player II", "-113/1134"]);
    let text = tampered(|document| document["values"] = json!(["113/1134"]));
    has(&text, &["1 values", "2 players"]);
    let text = tampered(|document| document["decimals"][0] = json!("0.1"));
    has(&text, &["the decimals", "0.1", "0.09964"]);
    let text = tampered(|document| document["certificate"]["lower"] = json!("1/10"));
    has(&text, &["the certificate", "1/10"]);
}

#[test]
fn mass_on_a_losing_action() {
    // II calls with card 1.
    let text = tampered(|document| {
        document["strategies"][1]["runs"][0]["actions"] = json!({ "fold": "0", "call": "1" });
    });
    has(&text, &["not an equilibrium", "player I", "card"]);
    // I bets card 10 now and then: II's reply does not change, so the loss is I's own.
    let text = tampered(|document| {
        document["strategies"][0]["runs"][2]["actions"] =
            json!({ "check": "99/100", "bet 4": "1/100" });
    });
    has(
        &text,
        &[
            "not an equilibrium",
            "player I, “first to act”",
            "“bet 4” has probability 1/100",
            "“check” pays",
        ],
    );
}

#[test]
fn rows_that_are_no_probabilities() {
    let text = tampered(|document| {
        document["strategies"][0]["runs"][1]["actions"] = json!({ "check": "1/3", "bet 4": "1/3" });
    });
    has(&text, &["player I", "“first to act”", "card 3", "sum to 2/3"]);
    let text = tampered(|document| {
        document["strategies"][0]["runs"][1]["actions"] =
            json!({ "check": "-1/3", "bet 4": "4/3" });
    });
    has(&text, &["player I", "“first to act”", "card 3", "“check”", "-1/3"]);
    let text = tampered(|document| {
        document["strategies"][0]["runs"][1]["actions"] = json!({ "check": "1/3", "bet 4": "4/3" });
    });
    has(&text, &["player I", "“first to act”", "card 3", "“bet 4”", "4/3"]);
}

#[test]
fn runs_that_do_not_cover_the_deck() {
    let cards = |view: usize, run: usize, cards: [&str; 2]| {
        tampered(move |document| document["strategies"][view]["runs"][run]["cards"] = json!(cards))
    };
    has(&cards(0, 2, ["5", "24"]), &["player I", "“first to act”", "card 4 is missing"]);
    has(&cards(0, 3, ["25", "27"]), &["player I", "“first to act”", "card 28 is missing"]);
    has(&cards(0, 2, ["3", "24"]), &["player I", "“first to act”", "card 3", "two runs"]);
    has(&cards(1, 2, ["21", "29"]), &["player II", "“facing bet 4”", "29", "≤ 28"]);
    has(&cards(1, 1, ["20", "19"]), &["player II", "20 to card 19"]);
    has(&cards(1, 0, ["0", "19"]), &["player II", "card 0"]);
    for none in ["one", "", "+1", "-1", "1.0"] {
        has(
            &cards(1, 0, [none, "19"]),
            &[&format!("card “{none}”, expected a whole number from 1 to 28")],
        );
    }
}

#[test]
fn strategies_of_another_game() {
    let text = tampered(|document| {
        document["strategies"].as_array_mut().unwrap().pop();
    });
    has(&text, &["player II", "“facing bet 4”", "no strategy"]);
    let text = tampered(|document| document["strategies"][1]["view"] = json!("facing bet 5"));
    has(&text, &["player II", "“facing bet 5”", "facing bet 4"]);
    let text = tampered(|document| document["strategies"][1] = document["strategies"][0].clone());
    has(&text, &["player I", "two strategies", "first to act"]);
    let text = tampered(|document| document["strategies"][0]["player"] = json!("XI"));
    has(&text, &["player “XI”"]);
    let text = tampered(|document| document["strategies"][0]["player"] = json!("III"));
    has(&text, &["player III", "2 players"]);
    let text = tampered(|document| document["game"]["n"] = json!("29"));
    has(&text, &["the label", "n28", "n29"]);
    let text = tampered(|document| document["game"]["bets"] = json!(["0", "4", "5"]));
    has(&text, &["von-neumann", "bet sizes"]);
    let text = tampered(|document| document["game"]["raise"] = json!("2"));
    has(&text, &["von-neumann is played with one bet size"]);
    let text = tampered(|document| document["game"]["flip"] = json!("0"));
    has(&text, &["von-neumann is played with one bet size"]);
    let text = tampered(|document| document["format"] = json!(2));
    has(&text, &["format 2", "format 1"]);
    let text = tampered(|document| document["extra"] = json!(1));
    has(&text, &["extra"]);
}

#[test]
fn actions_left_out_are_never_taken() {
    for game in
        [von_neumann(28, Rational::from(4)), newman(14, Rational::from(5)), kuhn(9, Rational::ONE)]
    {
        let solution = solve(&game.unwrap(), Method::Auto, &Control::new()).unwrap().solution;
        let mut document: Value =
            serde_json::from_str(&Document::of(&solution).to_json().unwrap()).unwrap();
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
    let document = document(3, 1).to_string();
    let longest = document.clone() + &" ".repeat(MAX_DOCUMENT_BYTES - document.len());
    assert!(Document::verify(&longest).is_ok());
    let game = von_neumann(3, Rational::ONE).unwrap();
    assert!(read_profile(&game, &longest).is_ok());
    let (longer, given) = (longest + " ", MAX_DOCUMENT_BYTES + 1);
    assert_eq!(
        Document::verify(&longer).map(|_| ()).unwrap_err(),
        DocumentError::TooLong { given }
    );
    assert_eq!(read_profile(&game, &longer).unwrap_err(), DocumentError::TooLong { given });
}

#[test]
fn actions_that_are_no_object() {
    let text = tampered(|document| document["strategies"][0]["runs"][0]["actions"] = json!(["1"]));
    has(&text, &["expected an object with a probability for each action"]);
}

#[test]
fn an_action_twice() {
    let text = document(3, 1).to_string().replacen(r#""check":"#, r#""check":"0","check":"#, 1);
    let error = Document::verify(&text).map(|_| ()).unwrap_err();
    has(&error.to_string(), &["“check” stands twice"]);
    assert!(!error.is_refusal());
}

/// Numbers that people write may be spelled as they like; a document spells each in one way.
#[test]
fn only_documents_ask_for_one_spelling() {
    let mut document = document(28, 4);
    let cards = document["strategies"][0]["runs"][1]["cards"].take();
    assert_eq!(cards, json!(["3", "3"]));
    for (cards, check, bet) in
        [(["03", "3"], "1/3", "2/3"), (["3", "3"], "2/6", "2/3"), (["3", "3"], "1/3", "02/3")]
    {
        document["strategies"][0]["runs"][1] =
            json!({ "cards": cards, "actions": { "check": check, "bet 4": bet } });
        let text = document.to_string();
        assert!(
            !Document::verify(&text).map(|_| ()).unwrap_err().is_refusal(),
            "{cards:?} {check} {bet}"
        );
        assert!(
            read_profile(&von_neumann(28, Rational::from(4)).unwrap(), &text).is_ok(),
            "{cards:?} {check} {bet}"
        );
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
    assert_eq!(solving.chain(["pure"]).collect::<BTreeSet<_>>(), METHODS.into_iter().collect());
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
        let solved = solve(&parse_label(label).unwrap(), Method::Auto, &Control::new()).unwrap();
        let text = Document::of(&solved.solution).to_json().unwrap();
        let original = Document::verify(&text).unwrap();
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
    let step = |probabilities: [(i64, i64); 4]| {
        let bet = Piecewise::steps(
            probabilities
                .iter()
                .zip(1..)
                .map(|((over, under), card)| (card, Rational::ratio(*over, *under))),
        );
        vec![bet.subtracted_from(&Rational::ONE), bet]
    };
    let values = ["1/24", "-1/48", "-1/48"].map(|value| value.parse().unwrap()).to_vec();
    let calls = || step([(0, 1), (0, 1), (1, 4), (1, 1)]);
    let candidate = |bets| Candidate {
        values: Some(values.clone()),
        profile: Profile::new(&game, vec![bets, calls(), calls()]).unwrap(),
        method: "the paper".into(),
    };
    assert!(check(&game, candidate(step([(2, 3), (0, 1), (0, 1), (1, 1)]))).is_ok());
    let refusal = check(&game, candidate(step([(2, 3), (0, 1), (1, 10), (1, 1)])))
        .map(|_| ())
        .unwrap_err()
        .to_string();
    has(&refusal, &["player I gains", "card 3", "“bet 1” has probability 1/10"]);
    let refusal = check(&game, candidate(step([(1, 3), (0, 1), (0, 1), (1, 1)])))
        .map(|_| ())
        .unwrap_err()
        .to_string();
    has(&refusal, &["player II gains", "card 3", "“call” has probability 1/4"]);
}

/// The documents of every method and kind of game pass; format 1 is kept for ever by this file.
#[test]
fn documents_round_trip() {
    let games = [
        kuhn(5, Rational::ratio(3, 2)).unwrap(),
        newman(14, Rational::from(5)).unwrap(),
        von_neumann(1_000_000_000_000_000_000, Rational::from(2)).unwrap(),
        basic_endgame(Rational::ratio(7, 2), Rational::ratio(3, 5)).unwrap(),
        kuhn(5, Rational::ONE).unwrap().with_deck(5, 2).unwrap(),
    ];
    for game in games {
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let text = Document::of(&solved.solution).to_json().unwrap();
        let read = Document::verify(&text).unwrap();
        assert_eq!(Document::of(&read).to_json().unwrap(), text);
        assert_eq!(read.profile, solved.solution.profile);
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
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let text = Document::of(&solved.solution).to_json().unwrap();
        let read = Document::verify(&text).unwrap();
        assert_eq!(read.values, solved.solution.values);
        assert_eq!(read.game, solved.solution.game);
    }
}

#[test]
fn weights_of_a_range_decide() {
    let file = include_str!("../data/games/basic-endgame.json");
    let solved = solve(&GameFile::read(file).unwrap(), Method::Auto, &Control::new()).unwrap();
    let document: Value =
        serde_json::from_str(&Document::of(&solved.solution).to_json().unwrap()).unwrap();
    let tampered = |place: &str, with: Value| {
        let mut document = document.clone();
        *document["game"]["tree"]["ranges"].pointer_mut(place).unwrap() = with;
        refused(&document)
    };
    // I holds the winning card too often: II should not call any more.
    has(
        &tampered("/1/weight", json!("3")),
        &["player II, “facing the bet”, card 2", "“call” has probability 1/2"],
    );
    has(&tampered("/0/weight", json!("-2")), &["weight -2 in the range of player I"]);
    has(&tampered("/0/cards", json!(["2", "2"])), &["player I", "not an equilibrium"]);
    has(&tampered("/2/cards", json!(["3", "3"])), &["not an equilibrium"]);
    // I checks the winning card, dealt one time in three, half of the time: a bet would gain the
    // called half of 2.
    let mut timid = document.clone();
    timid["strategies"][0]["runs"][2]["actions"] = json!({ "check": "1/2", "bet 2": "1/2" });
    has(&refused(&timid), &["card 3", "“check” has probability 1/2, but “bet 2” pays 1/3 more"]);
    // Only ratios count: the same game in other words.
    let mut doubled = document.clone();
    doubled["game"]["tree"]["ranges"][0]["weight"] = json!("4/3");
    doubled["game"]["tree"]["ranges"][1]["weight"] = json!("2/3");
    assert_eq!(Document::verify(&doubled.to_string()).unwrap().game, solved.solution.game);

    let mut named: Value = {
        let game = parse_label("basic-endgame/n3-b2-w1_3").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        serde_json::from_str(&Document::of(&solved.solution).to_json().unwrap()).unwrap()
    };
    named["game"]["win"] = json!("1/2");
    has(&refused(&named), &["the label", "w1_3", "w1_2"]);
    named["label"] = json!("basic-endgame/n3-b2-w1_2");
    has(&refused(&named), &["not an equilibrium"]);
    named["game"]["players"] = json!(2);
    has(&refused(&named), &["basic-endgame is played with one bet size and a probability to win"]);
}

#[test]
fn what_is_no_document_is_told_apart_from_a_refusal() {
    for text in ["", "{}", "[]", "null", "{\"format\":", "\u{0}", "𝔸"] {
        let error = Document::verify(text).map(|_| ()).unwrap_err();
        assert!(matches!(error, DocumentError::Malformed { .. }), "{text}: {error}");
        assert!(!error.is_refusal());
    }
    let deep = "[".repeat(100_000);
    assert!(matches!(
        Document::verify(&deep).map(|_| ()).unwrap_err(),
        DocumentError::Malformed { .. }
    ));
    let mut wrong = document(3, 1);
    wrong["values"] = json!(["1/2", "-1/2"]);
    let error = Document::verify(&wrong.to_string()).map(|_| ()).unwrap_err();
    assert!(error.is_refusal());
    assert_eq!(Player::first(2).len(), 2);
}

/// Denominators of a thousand digits that have nothing in common: exact sums of them take minutes.
#[test]
fn a_check_stops_when_it_is_cancelled() {
    let game = von_neumann(300, Rational::from(2)).unwrap();
    let view = |first: u64| {
        let share = |card: u64| {
            format!("1/{}{:04}", "7".repeat(990), 2 * (first + card) + 1).parse().unwrap()
        };
        let taken = Piecewise::steps((1..=300).map(|card| (card, share(card))));
        vec![taken.subtracted_from(&Rational::ONE), taken]
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
