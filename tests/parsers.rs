//! Random text into every parser: an error or a value that survives the way back, never a panic.

use proptest::prelude::*;
use rational_bluff::certificate::format::{Document, read_profile};
use rational_bluff::exact::{MAX_DIGITS, NotRational, Rational};
use rational_bluff::game::{GameError, GameFile, MAX_FILE_BYTES, kuhn, parse_deck, parse_label};
use rational_bluff::solve::Method;

fn json_like() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "1",
        "-1",
        "1/2",
        "null",
        "\"n\"",
        "\"nodes\"",
        "\"actions\"",
        "\"I\"",
        "\"format\"",
        "\"strategies\"",
        "\"player\"",
        "\"view\"",
        "\"runs\"",
        "\"cards\"",
        "\"values\"",
        "\"paid\"",
        "\"live\"",
        "\"root\"",
        "\\u0000",
        " ",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.concat())
}

/// A valid text with a few bytes changed.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec((0..text.len(), any::<u8>()), 1..6).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

const DOCUMENT: &str = include_str!("../data/documents/von-neumann-n28-b4.json");
const GAME_FILE: &str = include_str!("../data/games/half-street-kuhn.json");

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rationals(text in ".{0,40}") {
        if let Ok(number) = text.parse::<Rational>() {
            prop_assert_eq!(number.to_string().parse::<Rational>().unwrap(), number);
        }
    }

    #[test]
    fn rationals_that_look_like_it(text in "-?[0-9]{0,30}[/.]?[0-9]{0,30}") {
        if let Ok(number) = text.parse::<Rational>() {
            prop_assert_eq!(number.to_string().parse::<Rational>().unwrap(), number);
        }
    }

    #[test]
    fn labels(text in ".{0,60}") {
        prop_assert!(parse_label(&text).is_err() || parse_label(&text).unwrap().label() == text);
    }

    #[test]
    fn labels_that_look_like_it(text in "(von-neumann|newman|one-street|three-player|kuhn|borel|one-raise|hand-flip|in-turn)/n[0-9]{1,20}-[bs][0-9_-]{1,12}(-(raise|flip|r)[0-9_]{1,4})?") {
        if let Ok(game) = parse_label(&text) {
            prop_assert_eq!(game.label(), text);
        }
    }

    #[test]
    fn decks_and_methods(text in ".{0,30}") {
        let _ = parse_deck(&text);
        let _ = text.parse::<Method>();
    }

    #[test]
    fn game_files(text in json_like(), changed in mutated(GAME_FILE)) {
        let _ = GameFile::read(&text);
        let _ = GameFile::read(&changed);
    }

    #[test]
    fn documents(text in json_like(), changed in mutated(DOCUMENT)) {
        let _ = Document::verify(&text);
        let _ = Document::verify(&changed);
        let game = kuhn(3, Rational::ONE).unwrap();
        let _ = read_profile(&game, &text);
        let _ = read_profile(&game, &changed);
    }
}

#[test]
fn bad_rationals_are_named() {
    let malformed = [
        "", " ", "1 ", " 1", "1//2", "1/2/3", "1/-2", "--1", "+1", "-", "/", ".", "1.", ".5", "1.5/2", "1/1.5", "0x1",
        "1e9", "NaN", "inf", "١", "１", "1_000", "1,5", "-0", "\0", "1\n", "½",
    ];
    for text in malformed {
        let error = text.parse::<Rational>().unwrap_err();
        assert!(matches!(error, NotRational::Malformed(_)), "{text:?}: {error}");
    }
    assert!(matches!("1/0".parse::<Rational>(), Err(NotRational::ZeroDenominator(_))));
    assert!(matches!("0/0".parse::<Rational>(), Err(NotRational::ZeroDenominator(_))));
    assert!(matches!("9".repeat(MAX_DIGITS + 1).parse::<Rational>(), Err(NotRational::TooLong(_))));
    assert!(matches!("9".repeat(1_000_000).parse::<Rational>(), Err(NotRational::TooLong(_))));
    assert_eq!("9".repeat(MAX_DIGITS).parse::<Rational>().unwrap().to_string().len(), MAX_DIGITS);
    assert_eq!("007/14".parse::<Rational>().unwrap().to_string(), "1/2");
    assert_eq!("-0.250".parse::<Rational>().unwrap().to_string(), "-1/4");
}

#[test]
fn bad_labels_are_named() {
    let errors = [
        ("von-neumann", "label"),
        ("von-neumann/n28", "label"),
        ("von-neumann/28-b4", "label"),
        ("von-neumann/n28-c4", "label"),
        ("von-neumann/n28-b0", "b = 0, expected b > 0"),
        ("von-neumann/n28-b-1", "expected b > 0"),
        ("von-neumann/n1-b2", "n = 1, expected"),
        ("von-neumann/n28-b1_0", "denominator 0"),
        ("von-neumann/n28-b4_2", "expected von-neumann/n28-b2"),
        ("von-neumann/n028-b4", "expected von-neumann/n28-b4"),
        ("von-neumann/n28-s1-2", "von-neumann is played with one bet size"),
        ("one-street/n28-b1", "one-street is played with a set of bet sizes"),
        ("one-street/n28-s2-1", "expected one-street/n28-s1-2"),
        ("one-street/n28-s1-1", "bet size 1 is given twice"),
        ("newman/n5-b5_2", "whole number"),
        ("newman/n5-b1000000", "at most 100000"),
        ("three-player/n2-b1", "n = 2, expected n ≥ 3"),
        ("kuhn/n13-b1-r0", "copies = 0, expected"),
        ("kuhn/n13-b1-r1", "expected kuhn/n13-b1"),
        ("kuhn/n13-b1-r9999999", "copies = 9999999, expected"),
        ("three-player/n2-b1-r1", "n = 2, expected n ≥ 3"),
        ("callers/n40-b2", "a number of players, for instance -b 2 --players 4"),
        ("callers/n40-b2-p11", "players = 11, expected a whole number from 2 to 10"),
        ("callers/n4-b2-p5", "n = 4, expected n ≥ 5 for 5 players"),
        ("one-raise/n4-b2", "one bet size and a raise, for instance -b 2 --raise 6"),
        ("one-raise/n4-b2-raise0", "raise 0, expected a raise above 0"),
        ("one-raise/n4-b2-raise-1", "raise -1, expected a raise above 0"),
        ("one-raise/n4-b2-raise2_4", "expected one-raise/n4-b2-raise1_2"),
        ("one-raise/n4-b2-raise2-r0", "copies = 0, expected"),
        ("hand-flip/n4-b2", "one bet size and the probability of a flip, for instance -b 2 --flip 1/6"),
        ("hand-flip/n4-b2-flip2_3", "flip 2/3, expected a probability from 0 to 1/2"),
        ("hand-flip/n4-b2-flip-1_6", "flip -1/6, expected a probability from 0 to 1/2"),
        ("hand-flip/n4-b0-flip0", "b = 0, expected b > 0"),
        ("borel/n4-b2-raise2", "borel is played with one bet size, for instance -b 2"),
        ("in-turn/n2-b1", "n = 2, expected n ≥ 3 for 3 players"),
        ("kuhn/n4-b2-p2", "kuhn is played with one bet size"),
        ("poker/n5-b1", "game “poker”, expected von-neumann"),
        ("kuhn/n1000000000000000001-b1", "from 2 to 1000000000000000000"),
    ];
    for (label, words) in errors {
        let error = parse_label(label).unwrap_err().to_string();
        assert!(error.contains(words), "{label}: {error}");
    }
}

#[test]
fn amounts_are_bounded() {
    let huge: Rational = format!("1{}", "0".repeat(400)).parse().unwrap();
    for b in [huge.clone(), huge.recip().unwrap()] {
        assert!(matches!(kuhn(3, b), Err(GameError::AmountTooLong { .. })));
    }
    let small: Rational = format!("1/1{}", "0".repeat(50)).parse().unwrap();
    assert!(kuhn(3, small).is_ok());
}

#[test]
fn bad_game_files_are_named() {
    let base: serde_json::Value = serde_json::from_str(GAME_FILE).unwrap();
    let error = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut file = base.clone();
        change(&mut file);
        GameFile::read(&file.to_string()).unwrap_err()
    };
    use serde_json::json;
    let cases: Vec<(GameError, &str)> = vec![
        (error(&|file| file["nodes"][1]["actions"][0]["to"] = json!("open")), "cycle through node “open”"),
        (
            error(&|file| file["nodes"][1]["actions"][0]["to"] = json!("showdown")),
            "“showdown” is reached by two actions",
        ),
        (error(&|file| file["nodes"][1]["actions"][0]["to"] = json!("nowhere")), "“nowhere”, which is not a node"),
        (error(&|file| file["nodes"][1]["actions"][1]["action"] = json!("fold")), "“fold” stands twice at “reply”"),
        (error(&|file| file["nodes"][1]["actions"] = json!([])), "“reply” has no action"),
        (error(&|file| file["nodes"][4]["paid"] = json!(["2", "1"])), "chips do not match at “called”"),
        (error(&|file| file["nodes"][3]["paid"] = json!(["1", "2"])), "chips do not match at “folded”"),
        (error(&|file| file["nodes"][3]["paid"] = json!(["2"])), "1 amounts paid"),
        (error(&|file| file["nodes"][3]["paid"] = json!(["2", "-1"])), "amount -1 paid"),
        (error(&|file| file["nodes"][3]["live"] = json!([])), "nobody is still in"),
        (error(&|file| file["nodes"][3]["live"] = json!(["I", "I"])), "player I is still in twice"),
        (error(&|file| file["nodes"][3]["live"] = json!(["III"])), "player III acts at “folded”"),
        (error(&|file| file["nodes"][1]["view"] = json!("first to act")), "“first to act” mixes players I and II"),
        (error(&|file| file["nodes"][1]["player"] = json!("dealer")), "player “dealer”"),
        (error(&|file| file["nodes"][1]["paid"] = json!(["1", "1"])), "“reply”: expected either"),
        (error(&|file| file["root"] = json!("top")), "the root is “top”"),
        (error(&|file| file["root"] = json!("reply")), "“open” cannot be reached"),
        (error(&|file| file["nodes"][2]["id"] = json!("open")), "“open” is defined twice"),
        (error(&|file| file["name"] = json!("kuhn")), "name “kuhn”"),
        (error(&|file| file["name"] = json!("../x")), "name “../x”"),
        (error(&|file| file["n"] = json!("1")), "n = 1, expected"),
        (error(&|file| file["players"] = json!(5)), "5 players, expected 2 to 4 in a game file"),
        (error(&|file| file["format"] = json!(7)), "format 7, expected format 1"),
        (error(&|file| file["colour"] = json!(1)), "unknown field `colour`"),
        (GameFile::read(&" ".repeat(MAX_FILE_BYTES + 1)).unwrap_err(), "bytes, expected at most"),
        (GameFile::read(&"[".repeat(100_000)).unwrap_err(), "not a game file"),
    ];
    for (error, words) in cases {
        let text = error.to_string();
        assert!(text.contains(words), "“{text}” does not say “{words}”");
    }
}

/// Two nodes of one view must be reached by the same own actions and offer the same actions.
#[test]
fn imperfect_recall_is_refused() {
    let file = |second_view: &str, second_actions: &str| {
        format!(
            r#"{{ "format": 1, "name": "recall", "n": "3", "players": 2, "root": "a", "nodes": [
            {{ "id": "a", "player": "I", "view": "first", "actions": [ {{ "action": "left", "to": "b" }}, {{ "action": "right", "to": "c" }} ] }},
            {{ "id": "b", "player": "I", "view": "again", "actions": [ {{ "action": "x", "to": "d" }} ] }},
            {{ "id": "c", "player": "I", "view": "{second_view}", "actions": [ {{ "action": "{second_actions}", "to": "e" }} ] }},
            {{ "id": "d", "paid": ["1", "1"], "live": ["I", "II"] }}, {{ "id": "e", "paid": ["1", "1"], "live": ["I", "II"] }} ] }}"#
        )
    };
    assert!(GameFile::read(&file("once more", "x")).is_ok());
    assert!(GameFile::read(&file("again", "x")).unwrap_err().to_string().contains("would forget"));
    assert!(GameFile::read(&file("again", "y")).unwrap_err().to_string().contains("different actions"));
}
