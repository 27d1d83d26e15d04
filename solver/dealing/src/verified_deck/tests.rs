use super::*;
use crate::fairness::Breach;
use crate::messages;
use crate::tests::testing::{changing, checked, coins, costs, fault, offenders, played, small};
use crate::word::{IdealCiphertext, WireWord};

/// Attack 16: a card doubled in a shuffle is found before anything is dealt. Attack 17: so is a
/// made-up one.
#[test]
fn a_changed_deck_is_found_at_once() {
    let made_up = IdealCiphertext { id: 99, content: 99, keys: Parties::everybody(3) };
    for doubled in [true, false] {
        let deal = VerifiedDeck::<IdealCipher>::new(3, 0, 5, rounds(3, 1)).expect("allowed");
        let change = changing(1, |body| match doubled {
            true => body[3] = body[2].clone(),
            false => body[2] = WireWord::Sealed(made_up),
        });
        let (ended, _) = played(&deal, 1, change);
        assert_eq!(ended, Err(fault(1, 1, Cause::BadShuffle)));
    }
}

#[test]
fn the_cost_is_that_of_a_mix() {
    let deal = VerifiedDeck::<IdealCipher>::new(2, 0, 52, rounds(2, 2)).expect("allowed");
    let (log, work) = costs(&deal, &mut coins(2, 1));
    // Per player 2 for each of 52 cards and one share of each of four.
    assert_eq!((work, messages(&log).count()), (2 * 108, 2 + 4));
}

#[test]
fn more_servers_or_more_players() {
    for (players, servers, draws, branches) in [(2, 3, 1, 216 * 9), (3, 2, 2, 36 * 729)] {
        let draws = Party::all(draws).collect();
        let deal = VerifiedDeck::<IdealCipher>::new(players, servers, 3, draws).expect("allowed");
        let found = checked(&deal, &honest_server(players, servers));
        assert_eq!((found.branches, found.breaches), (branches, Vec::new()));
    }
    // A server alone would see all.
    let alone = VerifiedDeck::<IdealCipher>::new(2, 1, 3, vec![]).map(drop);
    let words = alone.expect_err("refused").to_string();
    assert_eq!(words, "1 server, expected none, or two at least");
}

/// Attack 34: both servers together know all, and so does nobody else.
#[test]
fn both_servers_together_know_all() {
    let found = checked(&*small("two-servers", (2, 3, 1), None), &Parties::coalitions(4));
    assert_eq!(offenders(&found), ["3+4", "1+3+4", "2+3+4"]);
    assert!(matches!(&found.breaches[0].1, Breach::Knows(witness) if witness.laws.len() == 6));
}

#[test]
fn numbers_are_bound_to_the_deck_and_shown_as_committed() {
    // One card for the first of two players.
    let deal = VerifiedDeck::<IdealCipher>::new(2, 2, 5, vec![Party::at(0)]);
    let deal = deal.expect("allowed");
    for word in [0, 1] {
        // Messages: the deck, two shuffles, two commitments; the sixth shows the first number.
        let change = changing(5, |body| {
            let WireWord::Number(number) = &mut body[word] else { panic!("a number") };
            *number ^= 1;
        });
        let (ended, _) = played(&deal, 1, change);
        assert_eq!(ended, Err(fault(0, 5, Cause::BadCommitment)));
    }
}

#[test]
fn the_cost_of_a_card() {
    let deal = VerifiedDeck::<IdealCipher>::new(3, 2, 52, rounds(3, 5)).expect("allowed");
    let (log, work) = costs(&deal, &mut coins(5, 1));
    // The number of the deck and two shuffles; 2n + 2 messages a card; 2k for each server and a
    // share of each a card.
    assert_eq!(messages(&log).count(), 3 + 15 * (2 * 3 + 2));
    assert_eq!(work, 2 * (2 * 52 + 15));
}
