//! Betting and hold'em rivers of game files, against the loop over all deals.

use bluff_tests::random::{self, Random};
use bluff_tests::{game_file_refused, hands, oracle, solution};
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

/// A file of so many cards with betting in place of nodes.
fn betting_file(n: u64, betting: &Value) -> Value {
    json!({ "format": 1, "name": "bets", "n": n, "players": 2, "betting": betting })
}

#[test]
fn betting_of_numbered_cards_has_known_values() {
    let blinds = |raises: Value| {
        json!({
            "paid": { "I": 1, "II": 2 }, "stacks": { "I": 99, "II": 98 },
            "preflop": { "raises": raises, "most": 4 }
        })
    };
    let bet = |size: &str| json!({ "ante": 1, "1": { "bets": { "I": [size] }, "most": 1 } });
    for (n, betting, value) in [
        // The A-K-Q game without limit.
        (3, blinds(json!(["50%", "pot", "a"])), "2/9"),
        (3, blinds(json!(["pot", "all-in"])), "1/3"),
        // Kuhn's game, von Neumann's, and the antes shared.
        (3, json!({ "ante": "1", "first": { "bets": [1], "most": 1 } }), "-1/18"),
        (9, bet("2"), "1/9"),
        (9, bet("100%"), "1/9"),
        (3, json!({ "pot": 2, "stacks": 0, "first": {} }), "0"),
        // The chips of II that I cannot call come back.
        (3, json!({ "paid": { "I": 1, "II": 5 }, "stacks": { "I": 0, "II": 9 }, "1": {} }), "0"),
        // I folds the lowest card, and calls with the others: (−1 + 0 + 2) / 3.
        (3, json!({ "paid": { "I": 1, "II": 2 }, "stacks": { "I": 1, "II": 9 }, "1": {} }), "1/3"),
    ] {
        let file = betting_file(n, &betting);
        let game = GameFile::read(&file.to_string()).unwrap_or_else(|error| panic!("{error}"));
        let solution = solution(&game, Method::Auto);
        assert_eq!(solution.values[0].to_string(), value, "{betting}");
        let document = Document::of(&solution).to_json().unwrap();
        let verified = Document::verify(&document).map(|checked| checked.values.clone());
        assert_eq!(verified.unwrap(), solution.values, "{document}");
    }
}

#[test]
fn independent_deals_have_the_values_of_their_tables() {
    let von_neumann = json!({ "ante": 1, "1": { "bets": { "I": [1] }, "most": 1 } });
    let kuhn = json!({ "ante": 1, "1": { "bets": [1], "most": 1 } });
    for (n, betting, value) in [
        (3, &von_neumann, "2/27"),
        (4, &von_neumann, "1/12"),
        (5, &von_neumann, "2/25"),
        (9, &von_neumann, "8/81"),
        (3, &kuhn, "-1/36"),
        (4, &kuhn, "-1/22"),
        (5, &kuhn, "-12/275"),
    ] {
        let mut file = betting_file(n, betting);
        file["deals"] = json!("independent");
        let game = GameFile::read(&file.to_string()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.deals(), Rational::from(n * n));
        for method in [Method::Auto, Method::Lp] {
            assert_eq!(solution(&game, method).values[0].to_string(), value, "{file}");
        }
        let solution = solution(&game, Method::Auto);
        let document = Document::of(&solution).to_json().unwrap();
        assert_eq!(Document::verify(&document).unwrap().values, solution.values);
        let (payoffs, best) = oracle::expected_and_best(&game, &solution.profile);
        assert_eq!((&payoffs, &best), (&solution.values, &solution.values));
    }
    let file = betting_file(3, &kuhn);
    let mut independent = file.clone();
    independent["deals"] = json!("independent");
    game_file_refused(&file, "/deals", json!("apart"), "deals “apart”, expected “independent”");
    game_file_refused(&independent, "/copies", json!(2), "2 of each card, expected 2 players");
    game_file_refused(&independent, "/n", json!(1001), "expected a whole number from 2 to 1000");
}

#[test]
fn actions_of_betting_are_named_by_street() {
    let cases: [(Value, &[&str]); 4] = [
        // With blinds the second player may raise a call; antes are in no amount.
        (
            json!({
                "paid": { "I": 1, "II": 2, "dead": 2 }, "ante": 1,
                "first": { "raises": { "I": ["3x"], "II": ["pot"] } }
            }),
            &[
                "I first to act: fold, call, raise to 6",
                "II facing a call: check, raise to 10",
                "I facing raise to 10 after a call: fold, call, raise to 30",
                "II facing raise to 6: fold, call, raise to 22",
            ],
        ),
        // Streets without a card between them.
        (
            json!({
                "pot": 2, "1": { "bets": ["pot"] }, "2": { "bets": ["pot"], "raises": ["2x"] }
            }),
            &[
                "check, check; street 2, first to act: check, bet 2",
                "check, check; facing bet 2: fold, call, raise 2",
                "bet 2, call; street 2, first to act: check, bet 6",
                "bet 2, call; facing bet 6: fold, call, raise 6",
                "bet 2, call; facing raise 6 after bet 6: fold, call",
            ],
        ),
        // I bets otherwise into a player whom he called.
        (
            json!({
                "pot": 2, "flop": { "bets": [1] },
                "turn": { "bets": [3], "donk": ["50%"] }, "river": { "bets": [], "donk": ["a"] },
                "stacks": 100
            }),
            &[
                "bet 1, call; street 2, first to act: check, bet 3",
                "check, bet 1, call; street 2, first to act: check, bet 2",
                "check, bet 1, call; facing a check: check, bet 3",
                "check, bet 1, call; check, bet 3, call; street 3, first to act: check, bet 96",
                "check, bet 1, call; check, check; street 3, first to act: check",
            ],
        ),
        (
            json!({ "paid": { "I": 2, "II": 1 }, "stacks": 9, "1": { "raises": ["a"] } }),
            &["I first to act: check, raise to 10", "II facing a check: fold, call, raise to 10"],
        ),
    ];
    for (betting, expected) in cases {
        let file = betting_file(3, &betting).to_string();
        let game = GameFile::read(&file).unwrap_or_else(|error| panic!("{betting}: {error}"));
        let views = game.views().iter();
        let views =
            views.map(|view| format!("{} {}: {}", view.player, view.name, view.actions.join(", ")));
        let views: Vec<String> = views.collect();
        for line in expected {
            assert!(views.iter().any(|view| view.ends_with(line)), "{line} in {views:#?}");
        }
        let text = serde_json::to_string(&GameFile::of(&game)).unwrap();
        assert_eq!(GameFile::read(&text), Ok(game));
    }
}

#[test]
fn named_cards_and_numbers_bet_alike() {
    let betting = json!({
        "pot": 2, "stacks": 9, "1": { "bets": ["pot"], "raises": ["a"] },
        "2": { "bets": ["1/3 pot", "a"], "raises": ["a"], "opens": false }
    });
    let numbers = betting_file(3, &betting);
    let mut cards = numbers.clone();
    (cards["format"], cards["n"]) = (json!(2), Value::Null);
    cards.as_object_mut().unwrap().remove("n");
    cards["deck"] = json!({ "cards": ["J", "Q", "K"], "hand": 1, "order": "rank" });
    let value = |file: &Value| {
        let game = GameFile::read(&file.to_string()).unwrap_or_else(|error| panic!("{error}"));
        solution(&game, Method::Auto).values[0].clone()
    };
    assert_eq!(value(&numbers), value(&cards));
    // Otherwise a card is opened.
    cards["betting"]["2"].as_object_mut().unwrap().remove("opens");
    let game = GameFile::read(&cards.to_string()).unwrap();
    assert!(game.views().iter().any(|view| view.name.starts_with("Q: ")), "{:?}", game.views());
}

#[test]
fn betting_that_is_none_is_refused() {
    let file = betting_file(3, &json!({ "pot": 2, "stacks": 9, "1": { "bets": ["pot"] } }));
    for (place, change, words) in [
        ("/betting/rake", json!("5%"), "unknown field `rake`, expected one of `pot`, `paid`"),
        ("/betting/1/sizes", json!([]), "unknown field `sizes`, expected one of `bets`"),
        ("/betting/first", json!({}), "duplicate field `first`"),
        ("/betting/third", json!({}), "expected on each street of the deck: first, second"),
        ("/betting/river", json!({}), "expected on each street of the deck: first, second"),
        ("/betting/pot", json!(-2), "pot = -2, expected a pot above 0"),
        ("/betting/pot", json!(0), "pot = 0, expected a pot above 0"),
        ("/betting/pot", json!(2.5), "a fraction as text"),
        ("/betting/pot", json!("ten"), "pot = ten, expected a number, for instance 2"),
        ("/betting/ante", json!(-1), "ante = -1, expected an ante of 0 or more"),
        ("/betting/paid", json!({ "I": -1 }), "paid = -1, expected chips of 0 or more"),
        ("/betting/paid", json!({ "III": 1 }), "“III” in paid, expected I, II, dead"),
        ("/betting/paid", json!([1, 2]), "expected"),
        ("/betting/stacks", json!(""), "stacks = , expected a number, for instance 2"),
        ("/betting/stacks", json!(-9), "stacks = -9, expected stacks of 0 or more"),
        ("/betting/stacks", json!({ "I": 9 }), "stacks, expected one of player I and one"),
        ("/betting/stacks", json!({ "X": 9 }), "“X” in stacks, expected I, II"),
        ("/betting/1/bets", json!(["0%"]), "bet size “0%”, expected chips above 0"),
        ("/betting/1/bets", json!(["%"]), "bet size “%”, expected chips above 0"),
        ("/betting/1/bets", json!(["3x"]), "bet size 3x, expected a multiple of the bet faced"),
        ("/betting/1/bets", json!([10]), "bet size 10, expected at most the smaller stack, 9"),
        ("/betting/1/bets", json!({ "III": [1] }), "“III” in bets, expected I, II"),
        ("/betting/1/bets", json!("pot"), "sizes as a list"),
        ("/betting/1/raises", json!(["1x"]), "bet size “1x”, expected chips above 0"),
        ("/betting/1/donk", json!(["pot"]), "donk on the first street, expected it on a later"),
        ("/betting/1/opens", json!(true), "opens = true, expected false on the first street"),
        ("/betting/1/most", json!(21), "most = 21, expected a whole number from 1 to 20"),
        ("/nodes", json!([{ "id": "0" }]), "betting stands in place of root and nodes"),
        ("/board", json!("As"), "deck, board and ranges of hands are of format 2"),
        ("/format", json!(3), "format 3, expected format 1 or 2"),
        ("/players", json!(3), "3 players, expected 2 with betting"),
    ] {
        game_file_refused(&file, place, change, words);
    }
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
        ("/betting/stacks", json!("40/60"), "stacks = 40/60, expected chips such as 40 or 5/2"),
        ("/betting/stacks", json!("-1"), "stacks = -1, expected stacks of 0 or more"),
        ("/betting/stacks", json!({ "I": "9" }), "stacks, expected one of player I and one"),
        ("/betting/river/bets", json!(["41"]), "bet size 41, expected at most the smaller stack"),
        ("/betting/river/bets", json!(["big"]), "bet size “big”, expected chips above 0"),
        ("/betting/river/most", json!(0), "most = 0, expected a whole number from 1 to 20"),
        ("/betting/first", json!({}), "expected on each street of the deck: river"),
        ("/deck", json!("leduc"), "card “Ks” on the board"),
        ("/root", json!("0"), "betting stands in place of root and nodes"),
        ("/players", json!(3), "3 players, expected 2 with betting"),
    ] {
        game_file_refused(&file, place, change, words);
    }
    let mut huge = file.clone();
    huge["ranges"]["I"] = json!("AA,".repeat(10 << 20));
    let refused = GameFile::read(&huge.to_string()).unwrap_err().to_string();
    assert!(refused.contains("bytes, expected at most 4194304"), "{refused}");
}
