//! Deals without a dealer, played as the solved equilibrium says: what is won is the value of the game.

use rational_bluff::control::Control;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, parse_label};
use rational_bluff::protocol::fairness::{MAX_BRANCHES, Verdict};
use rational_bluff::protocol::{BaranyFuredi, Party, Protocol, SYSTEMS, Setting, System, play};
use rational_bluff::solve::{Method, solve};
use rational_bluff::strategy::Profile;

fn solved(label: &str) -> (Game, Profile) {
    let game = parse_label(label).expect("a label");
    let profile = solve(&game, Method::Auto, &Control::new()).expect("solved").solution.profile.clone();
    (game, profile)
}

/// One card for each player of the game; who is left over helps and draws nothing.
fn barany_furedi(game: &Game) -> BaranyFuredi {
    let players = game.players().len();
    let draws = Party::all(players).collect();
    BaranyFuredi::new(players.max(3), game.n() as usize, draws).expect("three parties or more")
}

fn values(values: &[&str]) -> Vec<Rational> {
    values.iter().map(|value| value.parse().expect("a rational")).collect()
}

/// The sum over every sequence of coins, as a fraction.
#[test]
fn over_all_coins_the_players_win_the_value() {
    for (label, due) in [
        ("von-neumann/n3-b1", values(&["1/18", "-1/18"])),
        ("von-neumann/n4-b2", values(&["1/12", "-1/12"])),
        ("three-player/n4-b1", values(&["1/24"])),
    ] {
        let (game, profile) = solved(label);
        let won = play::expected(&barany_furedi(&game), (&game, &profile), MAX_BRANCHES, &Control::new());
        let won = won.expect("few branches");
        assert_eq!(won[..due.len()], due, "{label}");
        assert!(won.into_iter().sum::<Rational>().is_zero(), "{label}");
    }
}

/// Every protocol that deals three cards to two or three players, whoever else helps.
#[test]
fn every_protocol_pays_the_value() {
    let (game, profile) = solved("von-neumann/n3-b1");
    for system in SYSTEMS {
        for players in [2, 3] {
            let setting = Setting { players, cards: 3, hand: 1, bug: None };
            let Ok(protocol) = system.protocol(&setting) else { continue };
            // Some deal nothing, and some have too many coins for this.
            let Ok(won) = play::expected(&*protocol, (&game, &profile), 2_000_000, &Control::new()) else { continue };
            assert_eq!(won, values(&["1/18", "-1/18"]), "{} with {players}", system.name);
        }
    }
}

#[test]
fn a_sample_of_hands_pays_nearly_the_value() {
    for (label, value, hands) in [("von-neumann/n9-b2", "1/9", 120_000), ("three-player/n10-b2", "106/1125", 60_000)] {
        let (game, profile) = solved(label);
        let won = play::sampled(&barany_furedi(&game), (&game, &profile), (hands, 2026), &Control::new());
        let won = won.expect("nobody stops it");
        assert_eq!((won.hands, &won.value[0]), (hands, &values(&[value])[0]), "{label}");
        for test in &won.tests {
            eprintln!("{label}: {test:?}");
            assert_eq!(test.verdict, Verdict::Passed, "{label}: {test:?}");
        }
        assert_eq!(won.tests.len(), game.players().len());
        assert!((won.mean[0].to_f64() - won.value[0].to_f64()).abs() < 0.02, "{label}: {}", won.mean[0]);
    }
}

/// Codes put together in the wrong order deal the same card twice; a fixed deal pays something else.
#[test]
fn unfair_deals_are_refused_or_pay_something_else() {
    let (game, profile) = solved("von-neumann/n4-b2");
    let system = System::named("barany-furedi").expect("it is there");
    let setting = |bug| Setting { players: 3, cards: 4, hand: 1, bug: Some(bug) };
    let fixed = system.protocol(&setting("constant-places-lowest-free")).expect("three");
    let won = play::sampled(&*fixed, (&game, &profile), (10_000, 1), &Control::new()).expect("it deals");
    assert!(won.tests.iter().all(|test| test.verdict == Verdict::Rejected), "{:?}", won.tests);
    let twice = system.protocol(&setting("composition-order")).expect("three");
    let refused = play::sampled(&*twice, (&game, &profile), (10_000, 1), &Control::new()).expect_err("a fault");
    assert!(refused.to_string().contains("expected a card of 1 to 4 for each player"), "{refused}");
    let few: &dyn Protocol = &BaranyFuredi::new(3, 4, vec![Party::at(0)]).expect("three");
    assert!(play::sampled(few, (&game, &profile), (10, 1), &Control::new()).is_err());
}
