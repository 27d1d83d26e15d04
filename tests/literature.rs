//! Closed forms of the literature beside our finite decks: `data/games/` holds the betting trees, the values are typed in.

use rational_bluff::certificate::{Candidate, check};
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, GameFile, kuhn};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::{Evaluation, Profile};

/// The tree of a file with a deck of `n`.
fn with_deck(file: &str, n: u64) -> Game {
    let mut file: serde_json::Value = serde_json::from_str(file).expect("JSON");
    file["n"] = serde_json::json!(n.to_string());
    GameFile::read(&file.to_string()).expect("a game file")
}

/// The distance from a closed form, times the deck, stays bounded while the deck doubles.
fn tends_to(expected: &str, game: impl Fn(u64) -> Game) {
    let expected: Rational = expected.parse().expect("a rational");
    for n in [10, 20, 40, 80, 160] {
        let game = game(n);
        let value = solve(&game, Method::Auto, &Control::new()).expect("a solution").solution.values[0].clone();
        let scaled = (&value - &expected).abs() * Rational::from(n);
        assert!(scaled < Rational::ratio(3, 4), "{}: {value}, expected about {expected}", game.label());
    }
}

/// Borel (1938), la relance: bet or lose the ante. −(b/(b + 2))² at b = 2.
#[test]
fn borel() {
    tends_to("-1/4", |n| with_deck(include_str!("../data/games/borel.json"), n));
}

/// One raise of 2 after a bet of 2: 8/81 (literature 4.1).
#[test]
fn one_raise() {
    tends_to("8/81", |n| with_deck(include_str!("../data/games/one-raise.json"), n));
}

/// A full street without raises is Kuhn's game with n cards: −b²/((b + 1)(b + 2)²).
#[test]
fn full_street() {
    for (b, expected) in [("1", "-1/18"), ("2", "-1/12"), ("1/2", "-2/75")] {
        tends_to(expected, |n| kuhn(n, b.parse().expect("a rational")).expect("a game"));
    }
}

/// The worse hand wins with probability 1/4 (d = 1/2), b = 2: d b²/((b + 1)(d²(b + 1)² + 2d(b − 1) + 1)) = 8/51. A showdown is
/// then worth half its chips, which is how the file states it.
#[test]
fn hand_flip() {
    tends_to("8/51", |n| with_deck(include_str!("../data/games/hand-flip.json"), n));
}

/// Four cards, bet 1, III sees what II did (literature 4.3): I bluffs card 1 with probability 2b/(b + 3), II never calls with
/// card 3, III then does with (6 − 4b)/(b + 3); I gets 1/24, II and III minus half of it each.
#[test]
fn third_sees_second() {
    let game = with_deck(include_str!("../data/games/third-sees-second.json"), 4);
    let plays = |probabilities: [&str; 4]| {
        let taken = Piecewise::steps((1..).zip(probabilities.map(|p| p.parse().expect("a rational"))));
        vec![taken.subtracted_from(&Rational::ONE), taken]
    };
    let bluff = "1/2";
    let views = |name: &str| match name {
        "first to act" => plays([bluff, "0", "0", "1"]),
        "II facing the bet" | "III after a call" => plays(["0", "0", "0", "1"]),
        _ => plays(["0", "0", "1/2", "1"]),
    };
    let probabilities = game.views().iter().map(|view| views(&view.name)).collect();
    let profile = Profile::new(&game, probabilities).expect("a profile");
    let evaluation = Evaluation::new(&game, &profile);
    let values: Vec<Rational> = game.players().iter().map(|player| evaluation.payoff(*player)).collect();
    let printed: Vec<String> = values.iter().map(Rational::to_string).collect();
    assert_eq!(printed, ["1/24", "-1/48", "-1/48"]);
    assert!(check(&game, Candidate { values: Some(values), profile, method: "literature".into() }).is_ok());
}
