use super::*;
use crate::game::three_player;
use crate::strategy::{Evaluation, Gains};

fn is_equilibrium(game: &Game, profile: &Profile) -> bool {
    Gains::of(game, &Evaluation::new(game, profile)).max_regret().is_zero()
}

fn equilibria(game: &Game, reach: u64) -> Vec<Profile> {
    let candidates = callers_alike(game, reach).unwrap().map(Result::unwrap);
    candidates.filter(|profile| is_equilibrium(game, profile)).collect()
}

/// Every deck has an equilibrium of this form near the crossing, and looking everywhere finds no
/// more.
#[test]
fn equilibria_lie_near_the_crossing() {
    for n in 3..=24 {
        for b in ["1/10", "1/2", "1", "3/2", "2", "7/3", "4", "7", "20"] {
            let game = three_player(n, b.parse().unwrap()).unwrap();
            let near = equilibria(&game, crate::threshold::REACH);
            assert!(!near.is_empty(), "{}", game.label());
            if n <= 14 {
                let everywhere = equilibria(&game, n);
                assert_eq!(near, everywhere, "{}", game.label());
            }
        }
    }
}

/// The search by halves finds what trying every card does, and callers who would gain are in no
/// equilibrium.
#[test]
fn every_card_tried_finds_no_more() {
    for (n, bets, players) in [
        (5, &["1/2", "4", "10"][..], 3..=5),
        (13, &["1/3", "1", "2", "10", "100"], 3..=6),
        (24, &["1/2", "7/3", "10"], 3..=4),
        (40, &["1", "3", "10"], 3..=4),
    ] {
        for (b, players) in
            bets.iter().flat_map(|b| players.clone().map(move |players| (b, players)))
        {
            let table = CallersTable::new(n, &b.parse().unwrap(), players - 1);
            let game = crate::game::callers(n, table.b.clone(), players as usize).unwrap();
            let certain = |(calls, bets): &(Calls, BettingCards)| {
                is_equilibrium(&game, &table.profile(&game, calls, bets).unwrap())
            };
            for card in table.thresholds(crate::threshold::REACH) {
                let found = table.candidates(card);
                for one in found.iter().filter(|(calls, bets)| !table.callers_agree(calls, bets)) {
                    assert!(!certain(one), "{}: {one:?}", game.label());
                }
                let all = (1..=n).filter_map(|indifferent| {
                    table.mixed_at(indifferent, &table.share(indifferent, card)?)
                });
                for one in all.filter(|one| !found.contains(one)) {
                    assert!(!certain(&one), "{}: {one:?}", game.label());
                }
            }
        }
    }
}

/// The work grows as the square of the deck's digits and not with the bet, and one of the
/// candidates is an equilibrium.
#[test]
fn any_bet_and_any_deck_is_solved_in_few_steps() {
    let decks =
        [1_000, 1_000_003, 1_000_000_000, 4_294_967_295, 999_999_999_999, 999_999_999_999_999_999];
    let bets = [
        "1/100000000000000000000",
        "1/7",
        "2",
        "1000",
        "1000000007/3",
        "1000000000000000000000000000000000000000",
    ];
    let few = decks.into_iter().flat_map(|n| [3, 4, 7].map(|players| (n, players)));
    for (n, players) in few.chain([(decks[0], 10), (decks[5], 10)]) {
        for b in bets {
            let table = CallersTable::new(n, &b.parse().unwrap(), players - 1);
            let candidates: Vec<_> = table
                .thresholds(crate::threshold::REACH)
                .flat_map(|card| table.candidates(card))
                .collect();
            let digits = u64::from(n.ilog2()) + 1;
            let counted = table.counted.get();
            assert!(
                counted <= 40 * digits * digits + 1_000,
                "n = {n}, b = {b}, {players} players: {counted} gains"
            );
            let game = crate::game::callers(n, table.b.clone(), players as usize).unwrap();
            let certain = |(calls, bets): &(Calls, BettingCards)| {
                is_equilibrium(&game, &table.profile(&game, calls, bets).unwrap())
            };
            assert!(candidates.iter().any(certain), "{}: no equilibrium", game.label());
        }
    }
}
