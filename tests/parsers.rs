//! Random text into every parser: an error or a value that survives the way back, never a panic.

use bluff_tests::game_file_refused;
use proptest::prelude::*;
use rational_bluff::certificate::format::{Document, read_profile};
use rational_bluff::exact::{MAX_DIGITS, NotRational, Rational};
use rational_bluff::game::{
    CARDS, FAMILIES, GameError, GameFile, MAX_FILE_BYTES, kuhn, parse_label, read_label,
};
use rational_bluff::solve::Method;
use serde_json::{Value, json};

fn json_like() -> impl Strategy<Value = String> {
    let words = r#"{ } [ ] : , " 1 -1 1/2 null "n" "nodes" "actions" "I" "format" "strategies"
        "player" "view" "runs" "cards" "values" "paid" "live" "root" \u0000"#;
    let words: Vec<&str> = words.split_whitespace().chain([" "]).collect();
    let words = prop::sample::select(words);
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
    #![proptest_config(ProptestConfig {
        cases: 2_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn rationals(text in prop_oneof![".{0,40}", "-?[0-9]{0,30}[/.]?[0-9]{0,30}"]) {
        if let Ok(number) = text.parse::<Rational>() {
            prop_assert_eq!(number.to_string().parse::<Rational>().unwrap(), number);
        }
    }

    #[test]
    fn labels(text in ".{0,60}") {
        prop_assert!(parse_label(&text).is_err() || parse_label(&text).unwrap().label() == text);
    }

    #[test]
    fn labels_that_look_like_it(
        name in prop::sample::select(FAMILIES.map(|family| family.name).to_vec()),
        rest in "n[0-9]{1,20}-[bs][0-9_-]{1,12}(-(raise|flip|w|p|r)[0-9_]{1,4})?",
    ) {
        let text = format!("{name}/{rest}");
        if let Ok(game) = parse_label(&text) {
            prop_assert_eq!(game.label(), text);
        }
    }

    #[test]
    fn decks_and_methods(text in ".{0,30}") {
        let _ = CARDS.whole(&text);
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
        "", " ", "1 ", " 1", "1//2", "1/2/3", "1/-2", "--1", "+-1", "-", "+", "/", ".", "-.",
        "..5", "1.5/2", "1/1.5", ".5/2", "0x1", "1e", "e5", ".e5", "1e+", "1e1.5", "1/2e3",
        "1e3/2", "2^3", "10^", "1e--1", "NaN", "inf", "nan", "١", "１", "5_2", "1_00", "1000_000",
        "_1", "1_000_", "0.1_000", "1,5", "\0", "1\n", "½",
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
    for text in ["1e400000000", "1e1001", "-1.5e-1001", "10^99999999999999999999"] {
        assert!(matches!(text.parse::<Rational>(), Err(NotRational::Exponent(_))), "{text}");
    }
}

#[test]
fn a_number_has_one_value_however_it_is_spelled() {
    let spelled = [
        ("4/5", &["0.8", ".80", "+.8", "8e-1", "80E-2", "004/005", "+8/10", "0.08e+1"][..]),
        ("-1/2", &["-.5", "-0.50", "-2/4", "-5e-1", "-50.E-2"]),
        ("1", &["1.", "01", "+1", "1e0", "10^0", "7/7", "0.1e1"]),
        ("1000000", &["1e6", "1E+6", "10^6", "1_000_000", "1000000.0", ".001e9"]),
        ("0", &["-0", "+0", "-0.0", "0e9", ".0", "0.", "-0/3"]),
    ];
    for (number, texts) in spelled {
        for text in texts {
            assert_eq!(text.parse::<Rational>().unwrap().to_string(), number, "{text}");
            assert!(Rational::from_canonical(text).is_err(), "{text} is not of a document");
        }
    }
    let [large, small] = ["1e1000", "1e-1000"].map(|text| text.parse::<Rational>().unwrap());
    assert!(large.to_string().len() == 1001 && (large * small).is_one());
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
        ("von-neumann/n28-b1_0", "b = 1/0, expected a denominator of at least 1"),
        ("von-neumann/n28-b4_2", "expected von-neumann/n28-b2"),
        ("von-neumann/n028-b4", "expected von-neumann/n28-b4"),
        ("von-neumann/n28-s1-2", "s is not for von-neumann, which takes b; it is for one-street"),
        ("one-street/n28-b1", "b is not for one-street, which takes s; it is for every other game"),
        ("one-street/n28-s", "s = , expected a number"),
        ("one-street/n28-s2-1", "expected one-street/n28-s1-2"),
        ("one-street/n28-s1-1", "bet size 1 is given twice"),
        ("newman/n5-b5_2", "whole number"),
        ("newman/n5-b1000000", "at most 100000"),
        ("three-player/n2-b1", "n = 2, expected n ≥ 3"),
        ("kuhn/n13-b1-r0", "copies = 0, expected"),
        ("kuhn/n13-b1-r1", "expected kuhn/n13-b1"),
        ("kuhn/n13-b1-r9999999", "copies = 9999999, expected"),
        ("three-player/n2-b1-r1", "n = 2, expected n ≥ 3"),
        ("callers/n40-b2", "a number of players, for instance b = 2 and players = 4"),
        ("callers/n40-b2-p11", "players = 11, expected a whole number from 2 to 10"),
        ("callers/n4-b2-p5", "n = 4, expected n ≥ 5 for 5 players"),
        ("one-raise/n4-b2", "one bet size and a raise, for instance b = 2 and raise = 6"),
        ("one-raise/n4-b2-raise0", "raise = 0, expected a raise above 0"),
        ("one-raise/n4-b2-raise-1", "raise = -1, expected a raise above 0"),
        ("one-raise/n4-b2-raise2_4", "expected one-raise/n4-b2-raise1_2"),
        ("one-raise/n4-b2-raise2-r0", "copies = 0, expected"),
        ("hand-flip/n4-b2", "the probability of a flip, for instance b = 2 and flip = 1/6"),
        ("hand-flip/n4-b2-flip2_3", "flip = 2/3, expected a probability from 0 to 1/2"),
        ("hand-flip/n4-b2-flip-1_6", "flip = -1/6, expected a probability from 0 to 1/2"),
        ("hand-flip/n4-b0-flip0", "b = 0, expected b > 0"),
        ("borel/n4-b2-raise2", "raise is not for borel, which takes b; it is for one-raise"),
        ("in-turn/n2-b1", "n = 2, expected n ≥ 3 for 3 players"),
        ("kuhn/n4-b2-p2", "players is not for kuhn, which takes b; it is for callers"),
        ("basic-endgame/n3-b2", "a probability to win, for instance b = 2 and win = 1/3"),
        ("basic-endgame/n4-b2-w1_3", "n = 4, expected n = 3"),
        ("basic-endgame/n4-b2-w1_3-r2", "n = 4, expected n = 3"),
        ("basic-endgame/n3-b2-w4_3", "win = 4/3, expected a probability from 0 to 1"),
        ("basic-endgame/n3-b2-w-1_3", "win = -1/3, expected a probability"),
        ("basic-endgame/n3-b2-w2_6", "expected basic-endgame/n3-b2-w1_3"),
        ("kuhn/n3-b2-w1_3", "win is not for kuhn, which takes b; it is for basic-endgame"),
        (
            "newman/n14-bmax",
            "b = max in a label, expected the saturation size for n = 14 as a number",
        ),
        ("poker/n5-b1", "game “poker”, expected von-neumann"),
        ("kuhn/n1000000000000000001-b1", "from 2 to 1000000000000000000"),
    ];
    for (label, words) in errors {
        let error = parse_label(label).unwrap_err().to_string();
        assert!(error.contains(words), "{label}: {error}");
    }
}

#[test]
fn labels_are_read_in_any_spelling_of_their_numbers() {
    for (label, canonical) in [
        ("von-neumann/n028-b8_2", "von-neumann/n28-b4"),
        ("one-street/n28-s7-2.5-1", "one-street/n28-s1-5_2-7"),
        ("kuhn/n13-b1-r1", "kuhn/n13-b1"),
        ("callers/n12-b02-p06", "callers/n12-b2-p6"),
        ("one-raise/n4-b2-raise2_4", "one-raise/n4-b2-raise1_2"),
        ("basic-endgame/n3-b2-w2_6", "basic-endgame/n3-b2-w1_3"),
    ] {
        assert_eq!(read_label(label).unwrap().label(), canonical);
        assert_eq!(read_label(canonical).unwrap(), parse_label(canonical).unwrap());
        assert!(matches!(parse_label(label), Err(GameError::LabelNotCanonical { .. })), "{label}");
    }
}

#[test]
fn amounts_are_bounded() {
    let huge: Rational = format!("1{}", "0".repeat(400)).parse().unwrap();
    for b in [huge.clone(), huge.recip().unwrap()] {
        let error = kuhn(3, b).unwrap_err().to_string();
        assert!(error.contains("expected at most 1000 bits (about 300 digits)"), "{error}");
    }
    let small: Rational = format!("1/1{}", "0".repeat(50)).parse().unwrap();
    assert!(kuhn(3, small).is_ok());
}

#[test]
fn bad_game_files_are_named() {
    let base: Value = serde_json::from_str(GAME_FILE).unwrap();
    for (place, given, words) in [
        ("/nodes/1/actions/0/to", json!("open"), "cycle through node “open”"),
        ("/nodes/1/actions/0/to", json!("showdown"), "“showdown” is reached by two actions"),
        ("/nodes/1/actions/0/to", json!("nowhere"), "“nowhere”, which is not a node"),
        ("/nodes/1/actions/1/action", json!("fold"), "“fold” stands twice at “reply”"),
        ("/nodes/1/actions", json!([]), "“reply” has no action"),
        ("/nodes/3/paid", json!(["2"]), "1 amount paid"),
        ("/nodes/3/paid", json!(["2", "-1"]), "amount -1 paid"),
        ("/nodes/3/live", json!([]), "nobody is still in"),
        ("/nodes/3/live", json!(["I", "I"]), "player I is still in twice"),
        ("/nodes/3/live", json!(["III"]), "player III acts at “folded”"),
        ("/nodes/1/view", json!("first to act"), "“first to act” mixes players I and II"),
        ("/nodes/1/player", json!("dealer"), "player “dealer”"),
        ("/nodes/1/paid", json!(["1", "1"]), "“reply”: expected either"),
        ("/root", json!("top"), "the root is “top”"),
        ("/root", json!("reply"), "“open” cannot be reached"),
        ("/nodes/2/id", json!("open"), "“open” is defined twice"),
        ("/name", json!("kuhn"), "name “kuhn”"),
        ("/name", json!("../x"), "name “../x”"),
        ("/n", json!("1"), "n = 1, expected"),
        ("/players", json!(5), "players = 5, expected a whole number from 2 to 4"),
        ("/players", json!("5"), "players = 5, expected a whole number from 2 to 4"),
        ("/players", json!("two"), "players = two, expected a whole number from 2 to 4"),
        ("/format", json!(7), "format 7, expected format 1"),
        ("/format", json!("7"), "format 7, expected format 1"),
        ("/colour", json!(1), "unknown field `colour`"),
    ] {
        game_file_refused(&base, place, given, words);
    }
    for (text, words) in [
        (" ".repeat(MAX_FILE_BYTES + 1), "bytes, expected at most"),
        ("[".repeat(100_000), "not a game file"),
    ] {
        assert!(GameFile::read(&text).unwrap_err().to_string().contains(words), "{words}");
    }
}

#[test]
fn bad_ranges_are_named() {
    let error = |ranges: Value| {
        let mut file: Value = serde_json::from_str(GAME_FILE).unwrap();
        file["ranges"] = ranges;
        GameFile::read(&file.to_string()).unwrap_err().to_string()
    };
    let weight = |player: &str, cards: [&str; 2], given: &str| {
        let range = [("player", json!(player)), ("cards", json!(cards)), ("weight", json!(given))];
        range.into_iter().collect::<Value>()
    };
    let one =
        |player: &str, cards: [&str; 2], given: &str| error(json!([weight(player, cards, given)]));
    let both = |first: [&str; 2], second: [&str; 2]| {
        error(json!([weight("I", first, "1"), weight("I", second, "1")]))
    };
    let long = format!("1/1{}", "0".repeat(400));
    // Primes from 2 to 997 have a product of about 1 390 bits.
    let primes = (2..1_000_u64).filter(|n| (2..*n).all(|d| n % d != 0));
    let mut many: Value = serde_json::from_str(GAME_FILE).unwrap();
    many["n"] = json!("1000");
    many["ranges"] = primes
        .map(|prime| weight("II", [&prime.to_string(), &prime.to_string()], &format!("1/{prime}")))
        .collect();
    for (error, words) in [
        (one("I", ["1", "4"], "1"), "player I has cards 1 to 4, expected runs within 1 to 3"),
        (one("I", ["3", "2"], "1"), "cards 3 to 2"),
        (one("I", ["0", "2"], "1"), "cards 0 to 2"),
        (one("I", ["", "2"], "1"), "cards  to 2"),
        (one("I", ["1", &"9".repeat(99)], "1"), "cards 1 to 999"),
        (
            both(["1", "2"], ["2", "3"]),
            "cards 2 to 3, expected runs within 1 to 3, in order, each card once",
        ),
        (both(["3", "3"], ["1", "1"]), "cards 1 to 1"),
        (one("III", ["1", "1"], "1"), "a range of player III, expected one of the 2 players"),
        (one("dealer", ["1", "1"], "1"), "player “dealer”"),
        (one("I", ["1", "1"], "-1/2"), "weight -1/2 in the range of player I, expected 0 or above"),
        (one("I", ["1", "3"], "0"), "exclude every deal"),
        (
            error(json!([weight("I", ["2", "2"], "1"), weight("II", ["2", "2"], "5")])),
            "exclude every deal",
        ),
        (
            one("I", ["1", "1"], &long),
            "1329 bits over their common denominator in the range of player I",
        ),
        (
            GameFile::read(&many.to_string()).unwrap_err().to_string(),
            "bits over their common denominator in the range of",
        ),
        (error(json!([{ "player": "I", "cards": ["1", "1"] }])), "missing field `weight`"),
        (error(json!({ "I": [] })), "not a game file"),
    ] {
        assert!(error.contains(words), "“{error}” does not say “{words}”");
    }
}

/// A range as large as a file takes, and a deck larger than any list.
#[test]
fn ranges_of_large_decks_are_cheap() {
    let mut file: Value = serde_json::from_str(GAME_FILE).unwrap();
    file["n"] = json!("1000000000000000000");
    let run = |run: u64| {
        let cards = [run * 1_000 + 1, run * 1_000 + 999].map(|card| card.to_string());
        json!({ "player": "I", "cards": cards, "weight": (run % 7).to_string() })
    };
    file["ranges"] = (0..10_000).map(run).collect();
    let game = GameFile::read(&file.to_string()).unwrap();
    // Each run holds 999 cards; 1 428 times the weights 0 to 6, then 0 to 3. II holds any other
    // card.
    let weights = Rational::from(999 * (1_428 * 21 + 6));
    assert_eq!(game.deals(), weights * Rational::from(999_999_999_999_999_999_u64));
}

/// Two nodes of one view must be reached by the same own actions and offer the same actions.
#[test]
fn imperfect_recall_is_refused() {
    let act = |id: &str, view: &str, actions: &[[&str; 2]]| {
        let actions = actions.iter().map(|[action, to]| json!({ "action": action, "to": to }));
        let actions: Vec<Value> = actions.collect();
        json!({ "id": id, "player": "I", "view": view, "actions": actions })
    };
    let over = |id: &str| json!({ "id": id, "paid": ["1", "1"], "live": ["I", "II"] });
    let file = |second_view: &str, second_action: &str| {
        let root = act("a", "first", &[["left", "b"], ["right", "c"]]);
        let again = act("b", "again", &[["x", "d"]]);
        let second = act("c", second_view, &[[second_action, "e"]]);
        let nodes = [root, again, second, over("d"), over("e")];
        let file = json!({
            "format": 1, "name": "recall", "n": "3", "players": 2, "root": "a", "nodes": nodes
        });
        file.to_string()
    };
    assert!(GameFile::read(&file("once more", "x")).is_ok());
    assert!(GameFile::read(&file("again", "x")).unwrap_err().to_string().contains("would forget"));
    assert!(
        GameFile::read(&file("again", "y")).unwrap_err().to_string().contains("different actions")
    );
}
