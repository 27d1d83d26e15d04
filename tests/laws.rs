//! Laws of every equilibrium, whatever the deck and the bets.

use bluff_tests::random::{self, Random};
use bluff_tests::{solution, value};
use proptest::prelude::*;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, GameFile, Player, one_street};
use rational_bluff::program::terms;
use rational_bluff::solve::Method;
use rational_bluff::strategy::Profile;
use serde_json::{Value, json};

/// Decks of 2 to about 10^12 cards, all lengths alike, and two to five sizes in any order.
fn deck_and_sizes() -> impl Strategy<Value = (u64, Vec<Rational>)> {
    let n = (0..11_u32, 2..99_u64).prop_map(|(digits, first)| first * 10_u64.pow(digits));
    let size = (1..60_i64, 1..9_i64).prop_map(|(over, under)| Rational::ratio(over, under));
    let sizes = prop::collection::btree_set(size, 2..6).prop_map(Vec::from_iter);
    (n, sizes.prop_shuffle())
}

/// A stronger card calls at least as often, and where II does not mind, the bluffs are those that
/// the value bets ask for.
fn calls_rise_and_bluffs_balance(game: &Game, profile: &Profile) {
    let (bets, _) = game.views_of(Player::I).next().unwrap();
    let sizes = &game.bets()[1..];
    assert_eq!(game.views_of(Player::II).count(), sizes.len());
    for ((size, (view, _)), bet) in
        sizes.iter().zip(game.views_of(Player::II)).zip(&profile.at(bets)[1..])
    {
        let fold_and_call = profile.at(view);
        let calls = fold_and_call[1].runs().unwrap();
        let rise = calls.is_sorted_by(|lower, higher| lower.2 <= higher.2);
        assert!(rise, "{}: {calls:?}", game.label());
        for (first, last, call) in calls {
            if call.is_positive() && !call.is_one() {
                for card in [first, last] {
                    let bluffs = bet.total_between(1, card) - bet.at(card);
                    let asked = size / (size + Rational::from(2))
                        * (bet.total_between(card, game.n()) - bet.at(card));
                    assert_eq!(bluffs, asked, "{}, bet {size}, card {card}", game.label());
                }
            }
        }
    }
}

/// The laws of one betting round, with all sizes and without the first.
fn one_round(n: u64, sizes: &[Rational]) {
    let [game, richer] = [&sizes[1..], sizes].map(|sizes| one_street(n, sizes.to_vec()).unwrap());
    let solution = solution(&game, Method::Threshold);
    calls_rise_and_bluffs_balance(&game, &solution.profile);
    let (worth, label) = (&solution.values[0], game.label());
    assert!(!worth.is_negative() && *worth <= Rational::ratio(1, 7), "{label}: {worth}");
    let more = value(&richer, Method::Threshold);
    assert!(more >= *worth, "{} is worth less than {label}", richer.label());
}

/// The same tree with every amount of chips multiplied.
fn scaled(file: &str, factor: &Rational) -> Game {
    let mut file: Value = serde_json::from_str(file).unwrap();
    for node in file["nodes"].as_array_mut().unwrap() {
        for paid in node.get_mut("paid").and_then(Value::as_array_mut).into_iter().flatten() {
            *paid = json!(paid.as_str().unwrap().parse::<Rational>().unwrap() * factor);
        }
    }
    GameFile::read(&file.to_string()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_laws_of_one_round((n, sizes) in deck_and_sizes()) {
        one_round(n, &sizes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    #[ignore = "a million cases: ./check heavy"]
    fn the_laws_of_one_round_a_million_times((n, sizes) in deck_and_sizes()) {
        one_round(n, &sizes);
    }
}

/// Chips of another size change the values by as much, and leave an equilibrium an equilibrium.
#[test]
fn chips_only_scale_the_values() {
    let files = (0..400).map(|seed| random::game_file(&mut Random::new(3_000 + seed)));
    let mut two_players = 0;
    for (file, factor) in files.zip(["2", "1/3", "7/5", "1000003"].iter().cycle()) {
        let factor: Rational = factor.parse().unwrap();
        let (game, larger) = (GameFile::read(&file).unwrap(), scaled(&file, &factor));
        if game.players().len() == 2 {
            two_players += 1;
            let [scaled, worth] = [&larger, &game].map(|game| value(game, Method::Lp));
            assert_eq!(scaled, worth * factor, "{file}");
        }
    }
    assert!(two_players > 100);
}

/// Runs of cards and single cards have one value, whatever the tree, and runs go on where cards are
/// too many.
#[test]
fn any_tree_is_solved_by_runs() {
    let plain = (0..250)
        .map(|seed| GameFile::read(&random::game_file(&mut Random::new(9_000 + seed))).unwrap());
    // Runs of cards end where a range changes.
    let ranged = (0..60).map(|seed| random::ranged_game(&mut Random::new(seed)));
    let games = plain.chain(ranged.filter(|game| terms(game) < Some(3_000)));
    let mut tried = 0;
    for game in games.filter(|game| game.players().len() == 2) {
        tried += 1;
        let copies = game.copies();
        for game in [Ok(game.clone()), game.clone().with_deck(37, copies)].into_iter().flatten() {
            assert_eq!(value(&game, Method::Runs), value(&game, Method::Lp), "{}", game.label());
        }
        if let Ok(largest) = game.with_deck(1_009, copies) {
            solution(&largest, Method::Runs);
        }
    }
    assert!(tried > 60, "{tried}");
}
