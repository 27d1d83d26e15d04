//! Betting and hold'em rivers of game files, against the loop over all deals.

use bluff_tests::random::{self, Random};
use bluff_tests::{game_file_refused, hands, solution};
use rational_bluff::certificate::format::Document;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile};
use rational_bluff::solve::Method;
use serde_json::{Value, json};

/// A random river; some ranges leave no deal.
fn river(random: &mut Random) -> Game {
    loop {
        if let Ok(game) = GameFile::read(&hands::river(random).to_string()) {
            return game;
        }
    }
}

#[test]
fn rivers_agree_with_the_loop_over_all_deals() {
    let mut large = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = river(&mut random);
        large += usize::from(game.n() > 5 && game.leaves().len() > 5);
        let profile = random::profile(&game, &mut random);
        hands::assert_as_dealt(&game, &profile, seed);
    }
    assert!(large > 20, "{large}");
}

#[test]
fn rivers_are_solved_and_a_planted_error_is_refused() {
    for seed in 0..40 {
        let game = river(&mut Random::new(1000 + seed));
        let solution = solution(&game, Method::Auto);
        let (payoffs, best) = hands::expected_and_best(&game, &solution.profile);
        assert_eq!((payoffs.to_vec(), &best), (solution.values.clone(), &payoffs), "seed {seed}");
        let document = Document::of(&solution).to_json().unwrap();
        assert_eq!(Document::verify(&document).unwrap().values, solution.values, "seed {seed}");
        let mut planted: Value = serde_json::from_str(&document).unwrap();
        let value = &solution.values[0] + &Rational::ratio(1, 1_000_000);
        planted["values"] = json!([value.to_string(), (-&value).to_string()]);
        let refused = Document::verify(&planted.to_string()).unwrap_err();
        assert!(refused.is_refusal(), "seed {seed}: {refused}");
    }
}

#[test]
fn leduc_by_betting_has_the_value_of_leduc() {
    let street = |size: &str| json!({ "bets": [size], "raises": [size] });
    let mut file = json!({
        "format": 2, "name": "small-leduc", "players": 2, "deck": "leduc",
        "betting": { "pot": "2", "first": street("2"), "second": street("4") }
    });
    let game = GameFile::read(&file.to_string()).unwrap();
    assert_eq!(solution(&game, Method::Auto).values[0].to_string(), hands::LEDUC);
    let read = |file: &Value| GameFile::read(&file.to_string()).map_err(|error| error.to_string());
    // Up to four bets and raises a street; names stay so short that files may have them.
    file["betting"]["first"]["most"] = json!(4);
    file["betting"]["second"]["most"] = json!(4);
    let capped = read(&file).unwrap();
    let last = "K: check, bet 2, 4, 6, 8, call; facing raise to 16 after check, bet 4, 8, 12";
    assert!(capped.views().iter().any(|view| view.name == last));
    let text = serde_json::to_string(&GameFile::of(&capped)).unwrap();
    assert_eq!(GameFile::read(&text), Ok(capped));
}

#[test]
fn spots_that_are_none_are_refused_in_the_same_words() {
    let file = json!({
        "format": 2, "name": "river", "players": 2, "deck": "hold'em",
        "board": ["Ks", "9d", "6h", "3c", "2s"], "ranges": { "I": "QQ+", "II": "all" },
        "betting": { "pot": "10", "stacks": "40", "river":
            { "bets": ["pot"], "raises": ["all-in"] } }
    });
    assert_eq!(GameFile::read(&file.to_string()).unwrap().n(), 1081);
    let board = |text: &str| -> Value { text.split(' ').collect() };
    let long = "AA,".repeat(30_000);
    for (place, change, words) in [
        ("/board", board("Ks Ks 6h 3c 2s"), "Ks is given twice in “Ks Ks 6h 3c 2s”"),
        ("/board", board("Ks 9d"), "“Ks 9d” has 2 cards, expected the 5 of a river"),
        ("/board", board("Ks 9d 6h"), "“Ks9d6h” has 3 cards, expected the 5 of a river"),
        ("/board", board("Ks 9d 6h 3c"), "“Ks9d6h3c” has 4 cards, expected the 5 of a river"),
        ("/board", board("Ks 9d 6h 3c 2s 2c"), "has 6 cards, expected the 5 of a river"),
        ("/board", board("Ks 9d 6h 3c 1s"), "“1s” at character 13 is no card"),
        ("/ranges/I", json!("AhAh"), "the range of player I: Ah is given twice in “AhAh”"),
        ("/ranges/I", json!("KsQd"), "the range of player I: Ks is in the hand KsQd and on the"),
        ("/ranges/II", json!("AA,XY"), "the range of player II: “XY” at character 4"),
        ("/ranges/II", json!("AA:2"), "expected a weight from 0 to 1"),
        ("/ranges/II", json!(long), "a range of 90000 bytes, expected at most 65536"),
        ("/ranges/III", json!("AA"), "a range of player III, expected one of the 2 players"),
        ("/ranges", json!({ "I": "AhAd", "II": "AhKh" }), "has a card of each hand of “AhKh”"),
        ("/betting/stacks", json!("0"), "stacks = 0, expected stacks above 0"),
        ("/betting/stacks", json!({ "I": "9" }), "stacks, expected one of player I and one"),
        ("/betting/river/bets", json!(["41"]), "bet size 41, expected at most the smaller stack"),
        ("/betting/river/bets", json!(["big"]), "bet size “big”, expected chips above 0"),
        ("/betting/river/most", json!(0), "most = 0, expected a whole number from 1 to 20"),
        ("/betting/first", json!({}), "expected on each street of the deck: river"),
        ("/deck", json!("leduc"), "card “Ks” on the board"),
        ("/root", json!("0"), "betting is of format 2, and stands in place of root and nodes"),
        ("/players", json!(3), "3 players, expected 2 with a deck of cards"),
    ] {
        game_file_refused(&file, place, change, words);
    }
    let mut huge = file.clone();
    huge["ranges"]["I"] = json!("AA,".repeat(10 << 20));
    let refused = GameFile::read(&huge.to_string()).unwrap_err().to_string();
    assert!(refused.contains("bytes, expected at most 4194304"), "{refused}");
}
